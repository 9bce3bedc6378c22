import type { ReactNode } from "react";
import { dialogCard } from "../base/card.tsx";
import { Icon } from "../base/icon.tsx";
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
  /** How long after the page it comes, where it comes with a page that is put in place. */
  afterMs?: number;
  children: ReactNode;
};

/**
 * A console dialog that is open by its address: its forms work without JavaScript, and Back closes it. Its island
 * makes it modal. Closed or sent, it leaves nothing in the browser's history.
 */
export function AddressDialog({ title, closeTo, side = false, wide = false, afterMs, children }: AddressDialogProps) {
  const say = useSay();
  return (
    <div
      className="fixed inset-0 z-30 overflow-y-auto bg-teal-900/45 p-4"
      data-holds={afterMs === undefined ? undefined : "hidden"}
      data-veil=""
    >
      <div className="flex min-h-full items-end justify-center sm:items-center">
        <dialog
          open
          data-enhance="address-dialog"
          data-place={closeTo}
          data-after={afterMs}
          aria-labelledby="dialog-heading"
          className={side ? sheet : `${dialogCard}${wide ? " md:max-w-176" : ""}`}
        >
          <div className={`flex items-start justify-between gap-4 ${side ? "px-6 has-[+[data-about]]:mb-4" : "mb-4"}`}>
            <h2
              id="dialog-heading"
              className="desk:focus-visible:shadow-none desk:focus-visible:outline-none"
              tabIndex={-1}
            >
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
        </dialog>
      </div>
    </div>
  );
}
