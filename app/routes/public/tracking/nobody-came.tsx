import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { useMissedChoices } from "#app/parts/visits/missed-choices.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
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
        <RadioCards name="choice" label={say("missed.choice")} options={useMissedChoices(view)} />
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
