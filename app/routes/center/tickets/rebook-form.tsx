import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { Rebook } from "#modules/tickets/shared.ts";

type RebookFormProps = {
  ticket: TicketDetail;
  firstDay: string;
  /** Whether the service is still offered. */
  open: boolean;
  closeTo: string;
};

/** Books the same customer, place and service again (R236). */
export function RebookForm({ ticket, firstDay, open, closeTo }: RebookFormProps) {
  const say = useSay();
  const busy = useBusy("rebook");
  if (!open) return <Note tone="warm">{say("center.rebook.gone")}</Note>;
  return (
    <Form schema={Rebook} intent="rebook" prefix="dialog-" preventScrollReset aria-busy={busy} className="grid gap-4">
      <ErrorSummary intent="rebook" prefix="dialog-" />
      <input type="hidden" name="ticketId" value={ticket.id} />
      <p>{say("center.rebook.what", { service: ticket.service.name, name: ticket.name })}</p>
      <TimeFields firstDay={firstDay} />
      <AreaField name="requirement" label={say("center.ticket.requirement")} required={false} maxLength={300} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("center.act.rebook")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
