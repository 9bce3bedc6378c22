import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { keepFocus } from "../base/focus.ts";
import { Icon } from "../base/icon.tsx";
import { InDialog } from "../base/in-dialog.ts";
import { Link, menuLink } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { sheet } from "./sheet-look.ts";

type AddressDialogProps = {
  title: string;
  /** The address of the page without the dialog. */
  closeTo: string;
  /** A sheet at the side, for long forms; its form has a `mid` that scrolls and a `foot` that stays. */
  side?: boolean;
  /** Wider than others, for a table. */
  wide?: boolean;
  children: ReactNode;
};

/** What gets the focus first: the error summary, else the first field, else a harmless answer, else the title. */
const starts = ["[data-error-summary]", "select, textarea, input:not([type=hidden])", "[data-confirms]", "h2"];

const firstOf = (wanted: readonly string[], within: ParentNode) =>
  wanted.map((each) => within.querySelector<HTMLElement>(each)).find(Boolean);

/**
 * A console dialog that is open by its address: its forms work without JavaScript, and Back closes it. Hydrated it is
 * modal: focus stays inside, Escape closes it, and focus returns to the control that opened it, or goes to what changed.
 * Ctrl-Enter sends its form. Closed or sent, it leaves nothing in the browser's history.
 */
export function AddressDialog({ title, closeTo, side = false, wide = false, children }: AddressDialogProps) {
  const say = useSay();
  const navigate = useNavigate();
  const box = useRef<HTMLDialogElement>(null);
  const leave = () => navigate(closeTo, { preventScrollReset: true, replace: true });
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
    firstOf(starts, dialog)?.focus();
    return () => void keepFocus();
  }, []);
  return (
    <div className="fixed inset-0 z-30 overflow-y-auto bg-teal-900/45 p-4">
      <div className="flex min-h-full items-end justify-center sm:items-center">
        <dialog
          open
          ref={box}
          data-place={closeTo}
          aria-labelledby="dialog-heading"
          className={side ? sheet : `card sheet${wide ? " md:max-w-176" : ""}`}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            if (event.ctrlKey || event.metaKey) box.current?.querySelector("form")?.requestSubmit();
            // The key that opened the dialog and is still held down answers nothing in it.
            else if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
          }}
          onCancel={(event) => {
            if (!event.cancelable) return;
            event.preventDefault();
            leave();
          }}
          // The browser closes the dialog by itself on a page nobody has touched, and at a second Escape. It is shown
          // until the page has left it, which its reader may refuse.
          onClose={() => {
            if (!box.current || box.current.open) return;
            box.current.showModal();
            leave();
          }}
        >
          <InDialog.Provider value={true}>
            <div
              className={`flex items-start justify-between gap-4 ${side ? "px-6 has-[+[data-about]]:mb-4" : "mb-4"}`}
            >
              <h2 id="dialog-heading" tabIndex={-1}>
                {title}
              </h2>
              <Link
                to={closeTo}
                preventScrollReset
                className={`-mr-2 -mt-2 ${menuLink}`}
                aria-label={say("common.close")}
              >
                <Icon name="x" />
              </Link>
            </div>
            {children}
          </InDialog.Provider>
        </dialog>
      </div>
    </div>
  );
}
