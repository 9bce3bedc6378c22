import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import { AddRemarks } from "#modules/tickets/shared.ts";

/** Adds a remark (R176); `closeTo` is set when the form is in a dialog. */
export function RemarkForm({ ticketId, closeTo }: { ticketId: string; closeTo?: string }) {
  const say = useSay();
  return (
    <Form
      schema={AddRemarks}
      intent="remark"
      prefix={closeTo ? "dialog-" : "remark-"}
      footed
      preventScrollReset
      className={closeTo ? "grid gap-4" : "mt-4 grid gap-3"}
    >
      {closeTo && <ErrorSummary intent="remark" prefix="dialog-" />}
      <input type="hidden" name="ticketId" value={ticketId} />
      <AreaField name="text" label={say("common.remarks")} hint={say("center.remark.hint")} />
      <FormFoot closeTo={closeTo}>
        <Button tone={closeTo ? "main" : "quiet"}>{say("common.saveRemarks")}</Button>
      </FormFoot>
    </Form>
  );
}
