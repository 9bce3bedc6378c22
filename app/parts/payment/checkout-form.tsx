import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { openCheckout } from "#app/islands/gateway.ts";
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

/**
 * A form to the hosted checkout; when the provider's script loads, the checkout opens over the page, once by itself.
 */
export function CheckoutForm({ sheet, pay, retry, closedWords, failedWords, closed, children }: CheckoutFormProps) {
  const { scriptUrl, hostedUrl, fields } = sheet;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"ready" | "open" | "closed" | "failed">(closed ? "closed" : "ready");
  const open = useCallback(async () => {
    setState("open");
    let failed = false;
    const opened = await openCheckout(scriptUrl, fields, {
      failed: () => {
        failed = true;
      },
      closed: () => {
        setState(failed ? "failed" : "closed");
        requestAnimationFrame(() => button.current?.focus());
      },
    });
    if (!opened) setState("ready");
    return opened;
  }, [scriptUrl, fields]);
  useOnce(() => {
    if (!closed) void open();
  });
  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== "open" && !(await open())) form.current?.submit();
  };
  return (
    <>
      <div role="status" className="mt-3 empty:hidden">
        {state === "closed" && closedWords && <Note tone="warm">{closedWords}</Note>}
        {state === "failed" && <Note tone="bad">{failedWords}</Note>}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <form ref={form} method="post" action={hostedUrl} onSubmit={press}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button ref={button} type="submit" className="btn btn-main" aria-disabled={state === "open"}>
            {state === "closed" || state === "failed" ? retry : pay}
          </button>
        </form>
        {children}
      </div>
    </>
  );
}

/** Runs once per mount, after rendering; revalidation does not run it again. */
function useOnce(run: () => void) {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    run();
  });
}
