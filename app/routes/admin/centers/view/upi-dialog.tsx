import { RevealForm } from "#app/parts/reveal/reveal-form.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { RevealUpi, upiReasons } from "#modules/centers/shared.ts";

/** Shows a center's UPI id once, for a reason that is written down. */
export function UpiDialog({ center, closeTo }: { center: { id: string; centerName: string }; closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("center.upiTitle")} closeTo={closeTo}>
      <RevealForm<{ upiId: string }>
        schema={RevealUpi}
        intent="upi"
        hidden={{ centerId: center.id }}
        name={center.centerName}
        why={{
          label: say("center.upiWhy"),
          hint: say("center.upiHint"),
          reasons: upiReasons.map((value) => ({ value, label: say(`center.upiReason.${value}`) })),
        }}
        act={say("center.upiShow")}
        facts={({ upiId }) => [{ label: center.centerName, value: upiId }]}
        auditNote={say("center.upiShown")}
        closeTo={closeTo}
      />
    </AddressDialog>
  );
}
