import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
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
  const nameOf = useName();
  if (!open) return <Note tone="warm">{say("center.rebook.gone")}</Note>;
  return (
    <DialogForm
      schema={Rebook}
      intent="rebook"
      hidden={{ ticketId: ticket.id }}
      act={say("center.act.rebook")}
      closeTo={closeTo}
      guarded
    >
      <p>{say("center.rebook.what", { service: nameOf(ticket.service.name), name: ticket.name })}</p>
      <TimeFields firstDay={firstDay} />
      <AreaField name="requirement" label={say("center.ticket.requirement")} required={false} maxLength={300} />
    </DialogForm>
  );
}
