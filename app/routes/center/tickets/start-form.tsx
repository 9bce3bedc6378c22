import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { StartVisit } from "#modules/tickets/shared.ts";

/** Begins a visit with the code that the customer says at the door. */
export function StartForm({ ticket, closeTo }: { ticket: Pick<TicketDetail, "id" | "name">; closeTo: string }) {
  const say = useSay();
  return (
    <Form schema={StartVisit} intent="start" prefix="dialog-" footed preventScrollReset className="grid gap-4">
      <ErrorSummary intent="start" prefix="dialog-" />
      <input type="hidden" name="ticketId" value={ticket.id} />
      <p>{say("startCode.confirm", { name: ticket.name })}</p>
      <TextField
        name="code"
        label={say("startCode.label")}
        hint={say("startCode.hint")}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormFoot closeTo={closeTo}>
        <Button>{say("startCode.send")}</Button>
      </FormFoot>
    </Form>
  );
}
