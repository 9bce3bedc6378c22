import type { ComponentProps, ReactNode } from "react";
import { Button } from "../base/button.tsx";
import { sheetBody, sheetMiddle } from "../dialog/sheet-look.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { Form } from "./form.tsx";
import { FormFoot, type FormFootProps } from "./form-foot.tsx";

type DialogFormProps = Omit<ComponentProps<typeof Form>, "footed" | "hidden" | "prefix"> &
  Omit<FormFootProps, "children"> & {
    intent: string;
    closeTo: string;
    /** The hidden fields sent with the intent. */
    hidden?: Record<string, string>;
    /** The words of its button. */
    act: string;
    danger?: boolean;
    /** Whether its button does nothing yet. */
    disabled?: boolean;
    /** What stands between its button and the link that closes it. */
    extraButton?: ReactNode;
  };

/**
 * The form of a dialog that is open by its address: what was wrong first, its fields, then its act and the way out. Of a
 * sheet at the side the fields scroll and the buttons stay.
 */
export function DialogForm(props: DialogFormProps) {
  const { intent, hidden = {}, act, danger, disabled, extraButton, className, children, ...rest } = props;
  const { closeTo, keep, sheet, note, cancelFirst, ...form } = rest;
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
      preventScrollReset
      {...form}
      intent={intent}
      prefix="dialog-"
      footed
      className={[sheet ? sheetBody : "grid gap-4", className].filter(Boolean).join(" ")}
    >
      {sheet ? <div className={sheetMiddle}>{body}</div> : body}
      <FormFoot closeTo={closeTo} keep={keep} sheet={sheet} note={note} cancelFirst={cancelFirst}>
        <Button tone={danger ? "danger" : "main"} disabled={disabled}>
          {act}
        </Button>
        {extraButton}
      </FormFoot>
    </Form>
  );
}
