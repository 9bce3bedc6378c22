import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";

/** What opens a checkout: the provider's script, its hosted page, and the fields for either. */
export type Sheet = { scriptUrl: string; hostedUrl: string; fields: Record<string, string> };

type CheckoutFormProps = {
  sheet: Sheet;
  /** The button's label, for the first try and after a failed one. */
  pay: string;
  retry: string;
  /** Shown when the checkout was closed, and when the payment failed; empty when the page itself says it. */
  closedWords: ReactNode;
  failedWords: ReactNode;
  /** Set when the reader comes back from the checkout: it does not open by itself again. */
  closed: boolean;
  /** Content beside the button. */
  children?: ReactNode;
};

/** The form of a console to the hosted checkout; with JavaScript the checkout opens over the page, once by itself. */
export function CheckoutForm({ sheet, pay, retry, closedWords, failedWords, closed, children }: CheckoutFormProps) {
  const { scriptUrl, hostedUrl, fields } = sheet;
  const closedNote = closedWords && <Note tone="warm">{closedWords}</Note>;
  return (
    <>
      <div role="status" className="mt-3 empty:hidden" data-checkout-said="" data-own="">
        {closed && closedNote}
      </div>
      <template data-checkout-closed="">{closedNote}</template>
      <template data-checkout-failed="">
        <Note tone="bad">{failedWords}</Note>
      </template>
      <div className="mt-4 flex flex-wrap gap-3">
        <form
          method="post"
          action={hostedUrl}
          data-enhance="checkout"
          data-script={scriptUrl}
          data-again={retry}
          data-opens={closed ? undefined : ""}
        >
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button data-holds="disabled">
            <span data-own="">{closed ? retry : pay}</span>
          </Button>
        </form>
        {children}
      </div>
    </>
  );
}
