import type { ReactNode } from "react";
import { dialogCard } from "../base/card.tsx";
import { Icon } from "../base/icon.tsx";
import { menuLink } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";

type PublicDialogProps = {
  /** Whether the page's query opens it, so that it works without JavaScript. */
  open: boolean;
  title: string;
  /** The address of the page without the dialog. */
  closeTo: string;
  children: ReactNode;
};

/** A dialog of a public page: the address opens it, and a link closes it. */
export function PublicDialog({ open, title, closeTo, children }: PublicDialogProps) {
  const say = useSay();
  if (!open) return null;
  return (
    <div className="fixed inset-0 z-20 overflow-y-auto bg-teal-900/45 p-4">
      <div className="flex min-h-full items-end justify-center sm:items-center">
        <dialog open aria-labelledby="dialog-heading" className={dialogCard} data-enhance="dialog" data-close={closeTo}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id="dialog-heading" tabIndex={-1} className="outline-none focus-visible:shadow-none">
              {title}
            </h2>
            <a href={closeTo} className={`-mr-2 -mt-2 ${menuLink}`} aria-label={say("common.close")}>
              <Icon name="x" />
            </a>
          </div>
          {children}
        </dialog>
      </div>
    </div>
  );
}
