import type { ReactNode } from "react";
import { Button, ButtonLink } from "../base/button.tsx";

type FormEndProps = {
  busy: boolean;
  /** The word of its button. */
  word: string;
  /** What its button does, where the form has more intents than one. */
  intent?: string;
  /** The way back to the list, and its word. */
  backTo: string;
  back: string;
};

/** The line at the end of a form that is a page of the desk: it stays in sight while the form scrolls. */
export const FormEndLine = ({ children }: { children: ReactNode }) => (
  <div
    className="sticky -bottom-6 z-1 mt-4 -mb-6 flex flex-wrap gap-3 border-t border-line bg-white py-3"
    data-form-end
  >
    {children}
  </div>
);

/** The end of a form that is a page of the desk: saves it, or leads back. */
export function FormEnd({ busy, word, intent, backTo, back }: FormEndProps) {
  return (
    <FormEndLine>
      <Button disabled={busy} {...(intent && { name: "intent", value: intent })}>
        {word}
      </Button>
      <ButtonLink tone="quiet" to={backTo}>
        {back}
      </ButtonLink>
    </FormEndLine>
  );
}
