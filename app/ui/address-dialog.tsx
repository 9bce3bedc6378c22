import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { useSay } from "./say.tsx";

type AddressDialogProps = {
  title: string;
  /** The page without the dialog. */
  closeTo: string;
  children: ReactNode;
};

/** Where the reader starts: at what is wrong, at the first field, or at the question. */
const starts = ["[data-error-summary]", "select, textarea, input:not([type=hidden])", "h2"];

/**
 * A dialog of a console whose being open is a state of the address: its forms work without JavaScript, Back closes it.
 * Hydrated it is modal: focus stays inside, Escape closes, and the focus returns to what opened it.
 */
export function AddressDialog({ title, closeTo, children }: AddressDialogProps) {
  const say = useSay();
  const navigate = useNavigate();
  const box = useRef<HTMLDialogElement>(null);
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
      // What opened it may be gone by now: the button of a request that has just been deleted.
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
          className="card sheet"
          onCancel={(event) => {
            event.preventDefault();
            navigate(closeTo, { preventScrollReset: true });
          }}
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
