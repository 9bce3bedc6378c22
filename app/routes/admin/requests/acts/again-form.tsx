import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Rebook, Revisit } from "#modules/tickets/shared.ts";
import { actName } from "./acts.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** Books the same customer, place and service again (R236), or asks for a free revisit. */
export function AgainForm({ act, ticket, firstDay, serviceOpen, closeTo }: OpenDialog) {
  const say = useSay();
  const intent = act === "revisit" ? "revisit" : "rebook";
  const busy = useBusy(intent);
  if (!serviceOpen) return <Note tone="warm">{say("center.rebook.gone")}</Note>;
  return (
    <Form
      schema={intent === "revisit" ? Revisit : Rebook}
      intent={intent}
      prefix="dialog-"
      preventScrollReset
      aria-busy={busy}
      className="grid gap-4"
    >
      <ErrorSummary intent={intent} prefix="dialog-" />
      <input type="hidden" name="ticketId" value={ticket.id} />
      <VersionField value={ticket.version} />
      <p>
        {say(intent === "revisit" ? "acts.revisitWhat" : "center.rebook.what", {
          service: ticket.service.name,
          name: ticket.name,
        })}
      </p>
      <TimeFields firstDay={firstDay} />
      <AreaField name="requirement" label={say("center.ticket.requirement")} required={false} maxLength={300} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say(actName(intent))}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
