import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useSay } from "./say.tsx";

type ConsoleDialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** A dialog of a hydrated console: focus is kept inside, Escape closes. Public pages use PublicDialog. */
export function ConsoleDialog({ open, onClose, title, children }: ConsoleDialogProps) {
  const say = useSay();
  return (
    <Dialog open={open} onClose={onClose} className="relative z-30">
      <div className="fixed inset-0 bg-teal-900/45" aria-hidden="true" />
      <div className="fixed inset-0 overflow-y-auto p-4">
        <div className="flex min-h-full items-center justify-center">
          <DialogPanel className="card w-full max-w-lg shadow-lift">
            <div className="mb-4 flex items-start justify-between gap-4">
              <DialogTitle as="h2">{title}</DialogTitle>
              <button type="button" onClick={onClose} className="menu-link -mr-2 -mt-2" aria-label={say("shell.close")}>
                <Icon name="x" />
              </button>
            </div>
            {children}
          </DialogPanel>
        </div>
      </div>
    </Dialog>
  );
}
