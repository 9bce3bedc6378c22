import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { RevealUpi, upiReasons } from "#modules/centers/shared.ts";

type Revealed = { intent?: string; result?: { upiId: string } };

/** Shows a center's UPI id once, for a reason that is written down. */
export function UpiDialog({ center, closeTo }: { center: { id: string; centerName: string }; closeTo: string }) {
  const say = useSay();
  const busy = useBusy("upi");
  const answer = useAnswer<Revealed>();
  const shown = answer?.intent === "upi" ? answer.result : undefined;
  return (
    <AddressDialog title={say("center.upiTitle")} closeTo={closeTo}>
      {shown ? (
        <div className="grid gap-4">
          <p>
            {center.centerName}: <b>{shown.upiId}</b>
          </p>
          <p className="text-soft">{say("center.upiShown")}</p>
          <div>
            <ButtonLink to={closeTo}>{say("desk.keys.done")}</ButtonLink>
          </div>
        </div>
      ) : (
        <Form
          schema={RevealUpi}
          intent="upi"
          prefix="dialog-"
          preventScrollReset
          aria-busy={busy}
          className="grid gap-4"
        >
          <ErrorSummary intent="upi" prefix="dialog-" />
          <input type="hidden" name="centerId" value={center.id} />
          <p>
            <b>{center.centerName}</b>
          </p>
          <SelectField
            name="reason"
            label={say("center.upiWhy")}
            hint={say("center.upiHint")}
            options={upiReasons.map((value) => ({ value, label: say(`center.upiReason.${value}`) }))}
          />
          <div className="flex flex-wrap gap-3">
            <Button disabled={busy}>{say("center.upiShow")}</Button>
            <CancelLink to={closeTo} />
          </div>
        </Form>
      )}
    </AddressDialog>
  );
}
