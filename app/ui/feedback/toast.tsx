import type { ReactNode } from "react";
import { FormKey } from "../base/form-key.tsx";
import { Icon, type IconName } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { nearness } from "../base/near.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import type { ToastKind } from "./show-toast.ts";

const icons = {
  good: ["circle-check", "text-green-700"],
  info: ["info", "text-blue-700"],
  warn: ["circle-alert", "text-marigold-700"],
  bad: ["circle-alert", "text-red-700"],
} as const satisfies Record<ToastKind, readonly [IconName, string]>;

/**
 * Where toasts stand on the operators' pages: at the top right as specified, below the lines with a page's buttons and
 * beside the column of its rows' acts, so that they cover none of them; on a phone over the bar, so that they cover no
 * form's errors, which its summary begins with.
 */
const deskPlace = "top-26 right-39 max-sm:top-0";
const place = "top-6 right-6 max-sm:top-4";

/** Toasts lie on each other, the newest before two others, until they are pointed at or focused. */
const toastLook =
  "z-1 flex items-center gap-2 rounded-md border border-line bg-white p-4 text-13 font-medium text-ink shadow-lift wrap-anywhere " +
  "first-of-type:z-2 transition-[translate,scale,opacity] duration-300 ease-[ease] motion-reduce:transition-none " +
  "starting:-translate-y-full starting:opacity-0 stacked:origin-bottom stacked:[grid-area:1/1] " +
  "stacked:nth-of-type-[n+2]:translate-y-3.5 stacked:nth-of-type-[n+2]:scale-95 stacked:nth-of-type-[n+2]:*:opacity-0 " +
  "stacked:nth-of-type-[n+3]:z-0 stacked:nth-of-type-[n+3]:translate-y-7 stacked:nth-of-type-[n+3]:scale-90 " +
  "stacked:nth-of-type-[n+4]:opacity-0";

/** Where a console's toasts stand, `desk` an operator's; the pages bring them (Toast, PageToasts). */
export function ToastLayer({ desk = false }: { desk?: boolean }) {
  return (
    <ol
      data-toasts={desk ? "desk" : ""}
      data-enhance="toasts"
      data-own=""
      aria-live="polite"
      aria-relevant="additions text"
      className={`fixed inset-auto z-50 m-0 gap-3.5 open:grid not-[[popover]]:grid overflow-visible border-0 bg-transparent p-0 w-89 max-sm:inset-x-4 max-sm:w-auto print:hidden ${desk ? deskPlace : place}`}
    >
      {Object.entries(icons).map(([kind, [icon, tone]]) => (
        <template key={kind} data-kind={kind}>
          <li data-kind={kind} className={toastLook}>
            <Icon name={icon} className={tone} />
          </li>
        </template>
      ))}
    </ol>
  );
}

type ToastProps = {
  /** One toast with this id is shown once. */
  id: string;
  kind?: ToastKind;
  /** For how many milliseconds it is there; without it, as long as the page's toasts last (R320). */
  lastsMs?: number;
  children: ReactNode;
};

/** A toast that this page brings. */
export const Toast = ({ id, kind = "good", lastsMs, children }: ToastProps) => (
  <template data-toast={id} data-kind={kind} data-ms={lastsMs}>
    {children}
  </template>
);

/** The toast of the last page; at an operator's `desk` also what can still be undone. */
export function PageToasts({ desk = false }: { desk?: boolean }) {
  const { toast, undoables } = useSite();
  const say = useSay();
  const undo = desk ? undoables : [];
  return (
    <>
      {toast && !undo.some(({ id }) => id === toast.id) && (
        <Toast id={toast.id} kind={toast.kind}>
          <p>
            {toast.text}{" "}
            {toast.about && (
              <Link to={toast.about.to} className="link">
                {toast.about.name}
              </Link>
            )}
          </p>
        </Toast>
      )}
      {undo.map(({ id, text, action, fields, leftMs }) => (
        <Toast key={id} id={id} lastsMs={leftMs}>
          <p>{text}</p>
          <form method="post" action={action} className="ml-auto" {...nearness(true)}>
            <FormKey />
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="d-btn">
              {say("toast.undo")}
            </button>
          </form>
        </Toast>
      ))}
    </>
  );
}
