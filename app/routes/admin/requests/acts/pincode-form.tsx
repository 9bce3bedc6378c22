import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PincodeField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import type { PincodePreview } from "#modules/tickets/index.ts";
import { UpdatePincode } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

type Answer = {
  intent?: string;
  result?: PincodePreview & { pincode: string };
  values?: { pincode?: string };
};

/** Edits the pincode (R291): first what matching would do there, then it is saved. */
export function PincodeForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const answer = useAnswer<Answer>();
  const preview = answer?.intent === "previewPincode" ? answer.result : undefined;
  // A refused saving asks for the password beside what it was about to do.
  const again = answer?.intent === "pincode" ? answer.values?.pincode : undefined;
  const pincode = preview?.pincode ?? again;
  const around = (
    <>
      <input type="hidden" name="ticketId" value={ticket.id} />
      <VersionField value={ticket.version} />
    </>
  );
  return (
    <div className="grid gap-4">
      <Form
        schema={UpdatePincode}
        intent="previewPincode"
        prefix="dialog-"
        footed
        preventScrollReset
        className="grid gap-4"
      >
        <ErrorSummary intent="previewPincode" prefix="dialog-" />
        {around}
        <PincodeField
          name="pincode"
          label={say("common.pincode")}
          hint={say("acts.pincodeHint", { pincode: ticket.address.pincode })}
          value={pincode ?? ""}
        />
        <FormFoot closeTo={pincode ? undefined : closeTo}>
          <Button tone={pincode ? "quiet" : "main"}>{say("acts.pincodeCheck")}</Button>
        </FormFoot>
      </Form>
      {pincode && (
        <Form intent="pincode" prefix="save-" footed preventScrollReset className="grid gap-4">
          <ErrorSummary intent="pincode" prefix="save-" />
          {around}
          <input type="hidden" name="pincode" value={pincode} />
          {preview && (
            <div role="status">
              <Note tone={preview.outcome === "none" ? "warm" : "info"}>
                <p>
                  {say(`acts.pincodePreview.${preview.outcome}`, {
                    pincode,
                    count: preview.centers,
                    n: preview.centers,
                  })}
                </p>
                {preview.feeDue && <p>{say("acts.pincodeFeeDue")}</p>}
                {preview.feeReturned && <p>{say("acts.pincodeFeeReturned")}</p>}
              </Note>
            </div>
          )}
          <FormFoot closeTo={closeTo}>
            <Button>{say("acts.pincodeSave", { pincode })}</Button>
          </FormFoot>
        </Form>
      )}
    </div>
  );
}
