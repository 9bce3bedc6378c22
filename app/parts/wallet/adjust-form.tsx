import type { ComponentProps } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";

type AdjustFormProps = Pick<
  ComponentProps<typeof DialogForm>,
  "intent" | "schema" | "hidden" | "className" | "closeTo" | "children"
> & { "data-enhance"?: string };

/** The sheet of a form that moves money by hand; what happened is said once the ledger has moved (Q06). */
export function AdjustForm(props: AdjustFormProps) {
  const say = useSay();
  return (
    <DialogForm
      {...props}
      act={say("common.handIn")}
      note={
        <p role="status">
          <span className="hidden in-aria-busy:inline">{say("adjust.processing")}</span>
        </p>
      }
      cancelFirst
      sheet
      guarded
    />
  );
}
