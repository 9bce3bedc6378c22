import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, CheckCards, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { CreateNotification, notificationUserTypes } from "#modules/notifications/shared.ts";

/** Add Notification (R439, R442): what readers see, for whom it is, and whether it may be sent. */
export function AddDialog({ closeTo }: { closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("notification.add")} closeTo={closeTo} side>
      <DialogForm
        intent="add"
        schema={CreateNotification}
        values={{ active: "true" }}
        act={say("notification.save")}
        closeTo={closeTo}
        cancelFirst
        sheet
        guarded
      >
        <TextField name="title" label={say("common.title")} maxLength={80} required />
        <AreaField
          name="description"
          label={say("common.description")}
          hint={say("notification.descriptionHint")}
          maxLength={500}
          rows={4}
          required
        />
        <RadioCards
          name="userType"
          label={say("common.userType")}
          options={notificationUserTypes.map((value) => ({ value, label: say(`notification.userType.${value}`) }))}
          required
        />
        <CheckCards
          name="active"
          label={say("common.status")}
          options={[{ value: "true", label: say("common.active"), hint: say("notification.activeHint") }]}
          required={false}
        />
      </DialogForm>
    </AddressDialog>
  );
}
