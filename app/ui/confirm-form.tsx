import { Link } from "@remix-run/react";
import { useBusy } from "./busy.ts";
import { Button } from "./button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Form } from "./form.tsx";
import { useSay } from "./say.tsx";

type ConfirmFormProps = {
  intent: string;
  /** What is sent beside the intent. */
  fields: Record<string, string>;
  /** The question, which names the object. */
  question: string;
  act: string;
  closeTo: string;
};

/** The inside of a dialog that asks before something is destroyed. */
export function ConfirmForm({ intent, fields, question, act, closeTo }: ConfirmFormProps) {
  const busy = useBusy(intent);
  return (
    <Form intent={intent} preventScrollReset aria-busy={busy}>
      <ErrorSummary intent={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-5">{question}</p>
      <div className="flex flex-wrap gap-3">
        <Button tone="danger" disabled={busy}>
          {act}
        </Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}

/** Out of a dialog without doing anything. */
export function CancelLink({ to }: { to: string }) {
  return (
    <Link to={to} preventScrollReset className="btn btn-quiet">
      {useSay()("shell.cancel")}
    </Link>
  );
}
