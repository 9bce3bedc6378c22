import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SetKitPaid } from "#modules/centers/shared.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { Actions, type OpenDialog } from "./dialog-parts.tsx";

/** Marks a center's onboarding kit as paid, or says by what payment it is and takes that back. */
export function KitPayment({ center, dialog: { kit }, closeTo }: OpenDialog) {
  const say = useSay();
  const locale = useLocale();
  const busy = useBusy("kit");
  if (kit?.isPaid)
    return (
      <ConfirmForm
        intent="kit"
        fields={{ centerId: center.id, paid: "false" }}
        question={say("center.kitTakeBack", { name: center.name })}
        hint={
          kit.payment
            ? say("center.kitPaidBy", {
                date: showDate(new Date(kit.payment.at), locale),
                reference: kit.payment.reference,
              })
            : say("center.kitPaidAlready")
        }
        act={say("center.kitTakeBackAct")}
        closeTo={closeTo}
      />
    );
  return (
    <Form intent="kit" schema={SetKitPaid} className="grid gap-4" preventScrollReset aria-busy={busy} guarded>
      <ErrorSummary intent="kit" />
      <p className="font-semibold">{center.name}</p>
      <input type="hidden" name="centerId" value={center.id} />
      <input type="hidden" name="paid" value="true" />
      <TextField
        name="reference"
        label={say("center.kitReference")}
        hint={say("center.kitReferenceHint")}
        maxLength={100}
        autoComplete="off"
        required
      />
      <Actions busy={busy} word={say("center.kitMark")} closeTo={closeTo} />
    </Form>
  );
}
