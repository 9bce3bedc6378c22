import type { ReactNode } from "react";
import type { z } from "zod";
import { Button } from "../base/button.tsx";
import { useBusy } from "./busy.ts";
import { ConfirmLine } from "./confirm-fields.tsx";
import { CancelLink } from "./confirm-form.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Form } from "./form.tsx";
import type { Values } from "./form-state.ts";

type DialogFormProps = {
  schema: z.ZodType;
  intent: string;
  /** The hidden fields sent with the intent. */
  hidden?: Record<string, string>;
  /** The first values of its fields. */
  values?: Values;
  /** The words of its button. */
  act: string;
  danger?: boolean;
  /** The text of the link that closes it; "Cancel" by default. */
  keep?: string | undefined;
  closeTo: string;
  /** For a sheet at the side: the fields scroll and the buttons stay. */
  sheet?: boolean;
  /** Asks before it is left with what was typed. */
  guarded?: boolean;
  children: ReactNode;
};

/** The form of a dialog that is open by its address: what was wrong first, its fields, then its act and the way out. */
export function DialogForm(props: DialogFormProps) {
  const {
    schema,
    intent,
    hidden = {},
    values = {},
    act,
    danger,
    keep,
    closeTo,
    sheet = false,
    guarded = false,
    children,
  } = props;
  const busy = useBusy(intent);
  const body = (
    <>
      <ErrorSummary intent={intent} prefix="dialog-" />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </>
  );
  return (
    <Form
      schema={schema}
      intent={intent}
      values={values}
      prefix="dialog-"
      preventScrollReset
      guarded={guarded}
      footed
      aria-busy={busy}
      className={sheet ? "d-sheet-form" : "grid gap-4"}
    >
      {sheet ? (
        <div className="mid">
          <div className="grid gap-4">{body}</div>
        </div>
      ) : (
        body
      )}
      <div className={sheet ? "foot" : "flex flex-wrap gap-3"}>
        <ConfirmLine />
        <Button tone={danger ? "danger" : "main"} disabled={busy}>
          {act}
        </Button>
        <CancelLink to={closeTo} word={keep} />
      </div>
    </Form>
  );
}
