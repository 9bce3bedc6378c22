import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { CenterDialogData } from "./centers-desk.server.ts";

export type DialogCenter = NonNullable<CenterDialogData["center"]>;
/** What each act in the dialog of a center gets. */
export type OpenDialog = { center: DialogCenter; dialog: CenterDialogData; closeTo: string };

/** The buttons of an act. */
export function Actions({ busy, word, closeTo }: { busy: boolean; word: string; closeTo: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button disabled={busy}>{word}</Button>
      <CancelLink to={closeTo} />
    </div>
  );
}

type PaidOutsideProps = Required<Pick<ComponentProps<typeof Form>, "schema">> & {
  intent: string;
  values?: ComponentProps<typeof Form>["values"];
  centerId: string;
  hint: string;
  /** The word on its button. */
  word: string;
  closeTo: string;
  /** What stands above the reference of the payment. */
  children: ReactNode;
};

/** Enters something that a center paid outside, with the reference of the payment. */
export function PaidOutside({
  intent,
  schema,
  values = {},
  centerId,
  hint,
  word,
  closeTo,
  children,
}: PaidOutsideProps) {
  const say = useSay();
  const busy = useBusy(intent);
  return (
    <Form
      intent={intent}
      schema={schema}
      values={values}
      className="grid gap-4"
      preventScrollReset
      aria-busy={busy}
      guarded
    >
      <ErrorSummary intent={intent} />
      <input type="hidden" name="centerId" value={centerId} />
      {children}
      <TextField
        name="reference"
        label={say("center.kitReference")}
        hint={hint}
        maxLength={100}
        autoComplete="off"
        required
      />
      <Actions busy={busy} word={word} closeTo={closeTo} />
    </Form>
  );
}
