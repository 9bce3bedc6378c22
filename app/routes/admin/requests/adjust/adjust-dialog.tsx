import { AdjustForm } from "#app/parts/wallet/adjust-form.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { AreaField, MoneyField, RadioCards } from "#app/ui/form/fields.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { adjustmentKinds, NewAdjustment } from "#modules/wallet/shared.ts";
import type { AdjustDialogData } from "./adjust.server.ts";

type AdjustDialogProps = {
  dialog: AdjustDialogData;
  /** Whom it is about, as the page shows them. */
  center: string;
  number: string;
  closeTo: string;
};

/**
 * The refund dialog of one center of a request (R294, R472): type, amount in whole rupees, remarks, and how much of
 * each is still possible.
 */
export function AdjustDialog({ dialog, center, number, closeTo }: AdjustDialogProps) {
  const say = useSay();
  const { ticketId, centerId, refundPaise, penaltyPaise, secondAbovePaise } = dialog;
  return (
    <AddressDialog title={say("adjust.dialog")} closeTo={closeTo} side>
      <AdjustForm intent="adjust" schema={NewAdjustment} hidden={{ ticketId, centerId }} closeTo={closeTo}>
        <p className="font-semibold">{say("adjust.for", { center, number })}</p>
        <ul className="list-disc pl-5 text-soft text-sm">
          <li>{say("adjust.room.Refund", { left: rupees(refundPaise) })}</li>
          <li>{say("adjust.room.Penalty", { left: rupees(penaltyPaise) })}</li>
          <li>{say("adjust.room.second", { limit: rupees(secondAbovePaise) })}</li>
        </ul>
        <RadioCards
          name="kind"
          label={say("adjust.type")}
          options={adjustmentKinds.map((kind) => ({ value: kind, label: say(`adjust.kind.${kind}`) }))}
        />
        <MoneyField name="amount" label={say("common.amount")} maxLength={9} required />
        <AreaField
          name="remarks"
          label={say("common.remarks")}
          hint={say("adjust.remarksHint")}
          maxLength={300}
          rows={3}
          required
        />
      </AdjustForm>
    </AddressDialog>
  );
}
