import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";

type AddressDialogProps = {
  title: string;
  /** The address of the page without the dialog. */
  closeTo: string;
  /** A sheet at the side, for long forms; its form has a `mid` that scrolls and a `foot` that stays. */
  side?: boolean;
  children: ReactNode;
};

/** What gets the focus first: the error summary, else the first field, else the question. */
const starts = ["[data-error-summary]", "select, textarea, input:not([type=hidden])", "h2"];

/**
 * A console dialog that is open by its address: its forms work without JavaScript, and Back closes it. Hydrated it is
 * modal: focus stays inside, Escape closes it, and focus returns to the control that opened it. Ctrl-Enter sends its form.
 */
export function AddressDialog({ title, closeTo, side = false, children }: AddressDialogProps) {
  const say = useSay();
  const navigate = useNavigate();
  const box = useRef<HTMLDialogElement>(null);
  const leave = () => navigate(closeTo, { preventScrollReset: true });
  useEffect(() => {
    const dialog = box.current;
    const opener = document.activeElement;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
    starts
      .map((start) => dialog.querySelector<HTMLElement>(start))
      .find(Boolean)
      ?.focus();
    return () => {
      if (!(opener instanceof HTMLElement) || opener === document.body) return;
      // The control that opened it may be gone: the button of a request that was just deleted.
      requestAnimationFrame(() => (opener.isConnected ? opener : document.getElementById("main"))?.focus());
    };
  }, []);
  return (
    <div className="fixed inset-0 z-30 overflow-y-auto bg-teal-900/45 p-4">
      <div className="flex min-h-full items-end justify-center sm:items-center">
        <dialog
          open
          ref={box}
          aria-labelledby="dialog-title"
          className={side ? "d-sheet" : "card sheet"}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              box.current?.querySelector("form")?.requestSubmit();
          }}
          onCancel={(event) => {
            event.preventDefault();
            leave();
          }}
          // A page nobody has touched yet is not asked: the browser closes the dialog by itself.
          onClose={() => box.current?.open === false && leave()}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id="dialog-title" tabIndex={-1}>
              {title}
            </h2>
            <Link to={closeTo} preventScrollReset className="menu-link -mr-2 -mt-2" aria-label={say("shell.close")}>
              <Icon name="x" />
            </Link>
          </div>
          {children}
        </dialog>
      </div>
    </div>
  );
}
