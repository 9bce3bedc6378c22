import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import type { CenterDialogData } from "./centers-desk.server.ts";

export type DialogCenter = NonNullable<CenterDialogData["center"]>;
/** What each act in the dialog of a center gets. */
export type OpenDialog = { center: DialogCenter; dialog: CenterDialogData; closeTo: string };

type PaidOutsideProps = Pick<ComponentProps<typeof DialogForm>, "intent" | "values" | "act" | "closeTo"> & {
  schema: z.ZodType;
  centerId: string;
  hint: string;
  /** What stands above the reference of the payment. */
  children: ReactNode;
};

/** Enters something that a center paid outside, with the reference of the payment. */
export function PaidOutside({ centerId, hint, children, ...form }: PaidOutsideProps) {
  const say = useSay();
  return (
    <DialogForm {...form} hidden={{ centerId }} guarded>
      {children}
      <TextField
        name="reference"
        label={say("center.kitReference")}
        hint={hint}
        maxLength={100}
        autoComplete="off"
        required
      />
    </DialogForm>
  );
}
