import type { ComponentProps } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";

type AdjustFormProps = Pick<
  ComponentProps<typeof DialogForm>,
  "intent" | "schema" | "hidden" | "className" | "closeTo" | "onChange" | "children"
>;

/** The sheet of a form that moves money by hand; what happened is said once the ledger has moved (Q06). */
export function AdjustForm(props: AdjustFormProps) {
  const say = useSay();
  const busy = useBusy(props.intent);
  return (
    <DialogForm
      {...props}
      act={say("common.handIn")}
      note={<p role="status">{busy && say("adjust.processing")}</p>}
      cancelFirst
      sheet
      guarded
    />
  );
}
