import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, VersionField } from "#app/ui/form/fields.tsx";
import { Rebook, Revisit } from "#modules/tickets/shared.ts";
import { actName } from "./acts.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** Books the same customer, place and service again (R236), or asks for a free revisit. */
export function AgainForm({ act, ticket, firstDay, serviceOpen, closeTo }: OpenDialog) {
  const say = useSay();
  const intent = act === "revisit" ? "revisit" : "rebook";
  if (!serviceOpen) return <Note tone="warm">{say("center.rebook.gone")}</Note>;
  return (
    <DialogForm
      schema={intent === "revisit" ? Revisit : Rebook}
      intent={intent}
      hidden={{ ticketId: ticket.id }}
      act={say(actName(intent))}
      closeTo={closeTo}
      guarded
    >
      <VersionField value={ticket.version} />
      <p>
        {say(intent === "revisit" ? "acts.revisitWhat" : "center.rebook.what", {
          service: ticket.service.name,
          name: ticket.name,
        })}
      </p>
      <TimeFields firstDay={firstDay} />
      <AreaField name="requirement" label={say("center.ticket.requirement")} required={false} maxLength={300} />
    </DialogForm>
  );
}
