import type { TechnicianDialogData } from "#app/parts/centers/technicians-desk.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink, ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { CheckCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { AuthorizeTechnician } from "#modules/centers/shared.ts";

type DialogProps = { dialog: TechnicianDialogData; closeTo: string };

/** Authorized For and Delete of a technician. */
export function TechnicianDialog({ dialog: { act, technician, clients }, closeTo }: DialogProps) {
  const say = useSay();
  return (
    <AddressDialog
      title={say(act === "delete" ? "technicians.deleteTitle" : "technicians.act.clients")}
      closeTo={closeTo}
    >
      {technician ? (
        act === "delete" ? (
          <ConfirmForm
            intent="delete"
            fields={{ technicianId: technician.id }}
            question={say("technicians.deleteQuestion", { name: technician.name })}
            hint={say("technicians.deleteHint")}
            act={say("technicians.act.delete")}
            closeTo={closeTo}
          />
        ) : (
          <Clients technician={technician} clients={clients} closeTo={closeTo} />
        )
      ) : (
        <Note tone="bad">{say("technicians.gone")}</Note>
      )}
    </AddressDialog>
  );
}

type ClientsProps = {
  technician: NonNullable<TechnicianDialogData["technician"]> & object;
  clients: TechnicianDialogData["clients"];
  closeTo: string;
};

function Clients({ technician, clients, closeTo }: ClientsProps) {
  const say = useSay();
  const busy = useBusy("clients");
  if (clients.length === 0) return <p>{say("center.clientsNone")}</p>;
  return (
    <Form
      intent="clients"
      schema={AuthorizeTechnician}
      values={{ clientIds: technician.clientIds }}
      className="grid gap-4"
      preventScrollReset
      aria-busy={busy}
      guarded
    >
      <ErrorSummary intent="clients" />
      <p className="font-semibold">{technician.name}</p>
      <input type="hidden" name="technicianId" value={technician.id} />
      {/* Sent even when none is ticked, which means none. */}
      <input type="hidden" name="clientIds" value="" />
      <CheckCards name="clientIds" label={say("technicians.clientsLabel")} options={clients} required={false} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("center.clientsSave")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
