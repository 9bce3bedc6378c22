import { useBusy } from "#app/ui/busy.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { CancelLink } from "#app/ui/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { AreaField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import { useSay } from "#app/ui/say.tsx";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { Rebook } from "#modules/tickets/shared.ts";
import { TimeFields } from "./time-fields.tsx";

type RebookFormProps = {
  ticket: TicketDetail;
  firstDay: string;
  /** Whether the service is still offered. */
  open: boolean;
  closeTo: string;
};

/** The same customer, place and service once more (R236). */
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
