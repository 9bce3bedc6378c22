import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { SayNobodyCame } from "#modules/tickets/shared.ts";
import type { NobodyCameScreen } from "./view.server.ts";

/** Nobody came: four choices, each with its clock, none of them chosen before. */
export function NobodyCame({ view }: { view: NobodyCameScreen }) {
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  const { id, number, service, center, technician, helpPhone } = view;
  const tel = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;
  return (
    <Form schema={SayNobodyCame} intent="nobodyCame" className={bandPage} data-enhance="once">
      <input type="hidden" name="ticketId" value={id} />
      <Band
        tone="amber"
        title={say("missed.title", { time: showTime(view.now, locale) })}
        lead={say("missed.lead", {
          time: showDateTime(view.since, locale),
          center: center ?? say("common.center"),
        })}
        up={{ to: trackingPath(id), words: [service && nameOf(service), number].filter(Boolean).join(" · ") }}
        step={2}
        parts={6}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <RadioCards name="choice" label={say("missed.choice")} options={useChoices(view)} />
        <div className="flex flex-wrap gap-3">
          {technician && (
            <ButtonLink to={tel(technician.phone)} tone="quiet" icon="phone">
              {say("missed.callTechnician", { technician: technician.name })}
            </ButtonLink>
          )}
          <ButtonLink to={tel(helpPhone)} tone="quiet" icon="phone">
            {say("missed.callUs")}
          </ButtonLink>
        </div>
        <a className="link inline-flex min-h-11 items-center" href={trackingPath(id)}>
          {say("missed.came")}
        </a>
      </div>
      <PriceBar>
        <button type="submit" className={goLook}>
          {say("missed.act")}
        </button>
      </PriceBar>
    </Form>
  );
}

function useChoices({ technician, waitsUntil, freeAt, centers, answerBy, feePaise }: NobodyCameScreen) {
  const say = useSay();
  const locale = useLocale();
  const others = Math.max(0, centers - 1);
  const paid = feePaise > 0;
  const otherHint = () => {
    if (others === 0) return say(paid ? "missed.otherNone" : "missed.otherNoneFree");
    if (!paid) return say("missed.otherFree");
    return say("missed.otherHint", { n: others, count: others, time: showDateTime(answerBy, locale) });
  };
  return [
    {
      value: "wait",
      label: technician ? say("missed.waitFor", { technician: technician.name }) : say("missed.wait"),
      hint: say("missed.waitHint", { time: showTime(waitsUntil, locale) }),
    },
    {
      value: "move",
      label: say("missed.move"),
      hint: freeAt ? say("missed.moveHint", { time: showVisit(freeAt, locale) }) : say("missed.moveNone"),
    },
    { value: "other_center", label: say("missed.other"), hint: otherHint() },
    {
      value: "end",
      label: paid ? say("paymentDesk.back", { amount: rupees(feePaise) }) : say("missed.endFree"),
      hint: say(paid ? "missed.endHint" : "missed.endFreeHint"),
    },
  ];
}
