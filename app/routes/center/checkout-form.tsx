import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Note } from "#app/ui/card.tsx";
import { openSheet } from "./checkout-sheet.ts";

/** What a checkout is opened with: the provider's script, its hosted page, and the fields either gets. */
export type Sheet = { scriptUrl: string; hostedUrl: string; fields: Record<string, string> };

type CheckoutFormProps = {
  sheet: Sheet;
  /** The button's words, first and after a try that came to nothing. */
  pay: string;
  retry: string;
  /** What is said when the sheet was closed, and when the payment failed in it; empty when the page says it itself. */
  closedWords: ReactNode;
  failedWords: ReactNode;
  /** The reader was at the checkout already: it does not open by itself. */
  closed: boolean;
  /** Beside the button. */
  children?: ReactNode;
};

/** A form to the hosted checkout; where the provider's script can be loaded its sheet opens in place, once by itself. */
export function CheckoutForm({ sheet, pay, retry, closedWords, failedWords, closed, children }: CheckoutFormProps) {
  const { scriptUrl, hostedUrl, fields } = sheet;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"ready" | "open" | "closed" | "failed">(closed ? "closed" : "ready");
  const open = useCallback(async () => {
    setState("open");
    let failed = false;
    const opened = await openSheet(scriptUrl, fields, {
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

/** Once for each panel, after the page is there; not again when the page is read anew. */
function useOnce(run: () => void) {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    run();
  });
}
