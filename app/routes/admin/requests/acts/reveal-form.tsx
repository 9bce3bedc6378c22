import { chatLink, PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { RevealPhone, revealReasons } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

type Revealed = { intent?: string; result?: { name: string; phone: string; alternatePhone: string | null } };

/** Shows one customer's number to an admin who sees stars, for a reason that is written down (fixed point 16). */
export function RevealForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const { name: product } = useSite();
  const busy = useBusy("reveal");
  const answer = useAnswer<Revealed>();
  const shown = answer?.intent === "reveal" ? answer.result : undefined;
  if (shown) {
    const reminder = chatLink(shown.phone, say("request.reminder", { number: ticket.number, product }));
    return (
      <div className="grid gap-4">
        <Facts
          facts={[
            { label: say("requests.customer"), value: shown.name },
            { label: say("center.created.phone"), value: <PhoneLink phone={shown.phone} /> },
            shown.alternatePhone
              ? { label: say("request.alternatePhone"), value: <PhoneLink phone={shown.alternatePhone} /> }
              : null,
          ]}
        />
        <p className="text-soft">{say("acts.revealed")}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={closeTo}>{say("desk.keys.done")}</ButtonLink>
          {reminder && (
            <a className="btn btn-quiet" href={reminder} target="_blank" rel="noreferrer">
              {say("request.remind")}
            </a>
          )}
        </div>
      </div>
    );
  }
  return (
    <Form
      schema={RevealPhone}
      intent="reveal"
      prefix="dialog-"
      preventScrollReset
      aria-busy={busy}
      className="grid gap-4"
    >
      <ErrorSummary intent="reveal" prefix="dialog-" />
      <input type="hidden" name="ticketId" value={ticket.id} />
      <SelectField
        name="reason"
        label={say("acts.revealWhy")}
        hint={say("acts.revealHint")}
        options={revealReasons.map((value) => ({ value, label: say(`reveal.${value}`) }))}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("acts.revealShow")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
