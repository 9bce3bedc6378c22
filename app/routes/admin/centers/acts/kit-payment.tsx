import { type OpenDialog, PaidOutside } from "#app/parts/centers/dialog-parts.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { SetKitPaid } from "#modules/centers/shared.ts";
import { showDate } from "#modules/kernel/clock.ts";

/** Marks a center's onboarding kit as paid, or says by what payment it is and takes that back. */
export function KitPayment({ center, dialog: { kit }, closeTo }: OpenDialog) {
  const say = useSay();
  const locale = useLocale();
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
    <PaidOutside
      intent="kit"
      schema={SetKitPaid}
      centerId={center.id}
      hint={say("center.kitReferenceHint")}
      act={say("center.kitMark")}
      closeTo={closeTo}
    >
      <p className="font-semibold">{center.name}</p>
      <input type="hidden" name="paid" value="true" />
    </PaidOutside>
  );
}
