import type { ReactNode } from "react";
import { Button, ButtonLink } from "../base/button.tsx";

/** A form that is a page of the desk: two columns of cards where there is room. */
export const FormPage = ({ children }: { children: ReactNode }) => (
  <div className="max-w-270 [&_.card]:p-4 [&_.grid]:gap-3 md:[&_.problem_ul]:columns-2" data-form-page="">
    {children}
  </div>
);

/** The columns of its cards. */
export const FormColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4! min-[68.75rem]:grid-cols-[1fr_1fr]" data-form-columns="">
    {children}
  </div>
);

/** Cards below each other. */
export const FormColumn = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4!">{children}</div>
);

/** The look of two fields side by side. */
export const fieldPair = "grid items-start gap-4! min-[35rem]:grid-cols-[1fr_1fr]";

export const FieldPair = ({ children }: { children: ReactNode }) => <div className={fieldPair}>{children}</div>;

type FormEndProps = {
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
export function FormEnd({ word, intent, backTo, back }: FormEndProps) {
  return (
    <FormEndLine>
      <Button {...(intent && { name: "intent", value: intent })}>{word}</Button>
      <ButtonLink tone="quiet" to={backTo}>
        {back}
      </ButtonLink>
    </FormEndLine>
  );
}
