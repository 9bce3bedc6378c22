import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { CancelClock, CancelRules } from "#app/parts/visits/cancel-rules.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { CancelOwn, cancelReasons } from "#modules/tickets/shared.ts";
import type { CancelView } from "./view.server.ts";

/** Cancelling one's request: the result in rupees and the rules first, then the button. */
export function CancelRequest({ view }: { view: CancelView }) {
  const say = useSay();
  const nameOf = useName();
  const { id, number, service, rule, feePaise, feeBackPaise } = view;
  return (
    <div className="max-w-xl">
      <p className="text-soft">{[service && nameOf(service), number].filter(Boolean).join(" · ")}</p>
      <h1 className="mb-2">
        {feePaise > 0 ? say("cancel.title", { amount: rupees(feeBackPaise) }) : say("cancel.titleFree")}
      </h1>
      <p className="mb-6 text-soft">
        <CancelClock terms={view} />
      </p>
      <ErrorSummary />
      {feePaise > 0 && <CancelRules terms={view} />}
      <Form schema={CancelOwn} intent="cancel" data-enhance="once" className="grid gap-5">
        <input type="hidden" name="ticketId" value={id} />
        <input type="hidden" name="ruleId" value={rule.id} />
        <input type="hidden" name="feePaise" value={feePaise} />
        <RadioCards
          name="reason"
          label={say("cancel.why")}
          options={cancelReasons.map((value) => ({ value, label: say(`cancel.reason.${value}`) }))}
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={trackingPath(id)} tone="quiet" reload>
            {say("cancel.keep")}
          </ButtonLink>
          <Button tone="danger">{say("cancel.act")}</Button>
        </div>
      </Form>
    </div>
  );
}
