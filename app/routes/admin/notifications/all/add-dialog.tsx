import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, CheckCards, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CreateNotification, notificationUserTypes } from "#modules/notifications/shared.ts";

/** Add Notification (R439, R442): what readers see, for whom it is, and whether it may be sent. */
export function AddDialog({ closeTo }: { closeTo: string }) {
  const say = useSay();
  const busy = useBusy("add");
  return (
    <AddressDialog title={say("notification.add")} closeTo={closeTo} side>
      <Form
        intent="add"
        schema={CreateNotification}
        values={{ active: "true" }}
        className="d-sheet-form"
        preventScrollReset
        aria-busy={busy}
        guarded
      >
        <div className="mid">
          <ErrorSummary intent="add" />
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
        </div>
        <div className="foot">
          <CancelLink to={closeTo} />
          <Button disabled={busy}>{say("notification.save")}</Button>
        </div>
      </Form>
    </AddressDialog>
  );
}
