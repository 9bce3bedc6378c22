import { Button } from "../base/button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Form } from "./form.tsx";
import { FormFoot } from "./form-foot.tsx";

type ConfirmFormProps = {
  intent: string;
  /** The hidden fields sent with the intent. */
  fields: Record<string, string>;
  /** The question, which names the row. */
  question: string;
  /** What it means, in one sentence. */
  hint?: string;
  act: string;
  /** Whether nothing is destroyed, which changes the button's look. */
  harmless?: boolean;
  /** What is said after who changed the row while the dialog was open: nothing was entered here. */
  meanwhile?: string;
  /** The text of the cancel link; "Cancel" by default. */
  keep?: string;
  /** What is noted on the browser's console when the server is not reached. */
  noted?: string;
  closeTo: string;
};

/** The content of a dialog that asks before something is done. */
export function ConfirmForm({
  intent,
  fields,
  question,
  hint,
  act,
  harmless,
  meanwhile,
  keep,
  noted,
  closeTo,
}: ConfirmFormProps) {
  return (
    <Form intent={intent} footed preventScrollReset data-noted={noted}>
      <ErrorSummary intent={intent} {...(meanwhile && { lead: meanwhile })} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p id="confirm-question" className={hint ? "mb-1" : "mb-5"}>
        {question}
      </p>
      {hint && <p className="mb-5 text-soft">{hint}</p>}
      <FormFoot closeTo={closeTo} keep={keep}>
        <Button
          tone={harmless ? "main" : "danger"}
          aria-describedby="confirm-question"
          data-confirms={harmless ? "" : undefined}
        >
          {act}
        </Button>
      </FormFoot>
    </Form>
  );
}
