import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { RecordPayment } from "#modules/tickets/shared.ts";
import { ReferenceField } from "./payment-fields.tsx";

/** Enters the online payment of a request that was closed as not yet paid. */
export function PaymentForm({ ticket, closeTo }: { ticket: TicketDetail; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      schema={RecordPayment}
      intent="recordPayment"
      hidden={{ ticketId: ticket.id, version: String(ticket.version) }}
      act={say("jobPayment.save")}
      closeTo={closeTo}
    >
      <p>
        <b>{say("jobPayment.due", { amount: rupees(ticket.closingPricePaise ?? 0) })}</b>
        <br />
        {say("jobPayment.billHint")}
      </p>
      <ReferenceField required />
    </DialogForm>
  );
}
