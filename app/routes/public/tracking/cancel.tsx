import { bandContent, bandPage, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { CancelClock, CancelRules } from "#app/parts/visits/cancel-rules.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { CancelOwn, cancelReasons } from "#modules/tickets/shared.ts";
import { ActBand } from "./act-band.tsx";
import type { CancelView } from "./view.server.ts";

/** Cancelling one's request: the result in rupees and the rules first, then the button. */
export function CancelRequest({ view }: { view: CancelView }) {
  const say = useSay();
  const { id, rule, feePaise, feeBackPaise } = view;
  return (
    <Form schema={CancelOwn} intent="cancel" data-enhance="once" className={bandPage}>
      <input type="hidden" name="ticketId" value={id} />
      <input type="hidden" name="ruleId" value={rule.id} />
      <input type="hidden" name="feePaise" value={feePaise} />
      <ActBand
        top={view}
        title={feePaise > 0 ? say("cancel.title", { amount: rupees(feeBackPaise) }) : say("cancel.titleFree")}
        lead={<CancelClock terms={view} />}
      />
      <div className={bandContent}>
        <ErrorSummary />
        {feePaise > 0 && <CancelRules terms={view} />}
        <OnlyTheTime view={view} />
        <RadioCards
          name="reason"
          label={say("cancel.why")}
          options={cancelReasons.map((value) => ({ value, label: say(`cancel.reason.${value}`) }))}
        />
      </div>
      <PriceBar>
        <ButtonLink to={trackingPath(id)} tone="quiet" className="min-h-13 flex-auto" reload>
          {say("cancel.keep")}
        </ButtonLink>
        <Button tone="danger" className="min-h-13 flex-auto">
          {say("cancel.act")}
        </Button>
      </PriceBar>
    </Form>
  );
}

/** Where only the time is wrong, the way to change it instead. */
function OnlyTheTime({ view: { id, changeUntil } }: { view: CancelView }) {
  const say = useSay();
  const locale = useLocale();
  if (changeUntil === undefined) return null;
  return (
    <p className="flex items-center gap-3 rounded-lg bg-sand p-4">
      <Icon name="clock" className="text-xl text-teal-700" />
      <span className="min-w-0">
        <b className="block font-semibold">{say("cancel.onlyTime")}</b>
        <a className="link inline-flex min-h-11 items-center" href={trackingPath(id, { do: "changeTime" })}>
          {changeUntil
            ? say("cancel.changeTimeUntil", { time: showDateTime(changeUntil, locale) })
            : say("cancel.changeTime")}
        </a>
      </span>
    </p>
  );
}
