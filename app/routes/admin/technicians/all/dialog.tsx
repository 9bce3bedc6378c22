import { ClientsForm } from "#app/parts/centers/clients-form.tsx";
import type { TechnicianDialogData } from "#app/parts/centers/technicians-desk.server.ts";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
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
            question={say("common.deletePerson", { name: technician.name })}
            hint={say("technicians.deleteHint")}
            act={say("common.delete")}
            closeTo={closeTo}
          />
        ) : (
          <ClientsForm
            schema={AuthorizeTechnician}
            whose={{ field: "technicianId", id: technician.id, name: technician.name }}
            clientIds={technician.clientIds}
            clients={clients}
            label={say("technicians.clientsLabel")}
            closeTo={closeTo}
          />
        )
      ) : (
        <Note tone="bad">{say("technicians.gone")}</Note>
      )}
    </AddressDialog>
  );
}
