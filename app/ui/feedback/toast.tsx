import { useLocation, useSubmit } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Toaster, toast, useSonner } from "sonner";
import styles from "sonner/dist/styles.css?url";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/** How long a toast of a console stays, in milliseconds (as specified). */
const lasting = 5000;
/** The same on the list of all requests, where the next one waits, and on wallets and offers. */
const lastingShortly = 3000;
/** The same on the pages of notifications. */
const lastingOnNotifications = 6000;

/** R320: how long toasts stay on a page. */
export const lastingAt = (pathname: string) =>
  /^\/((all-)?tickets|wallet|offers)$/i.test(pathname)
    ? lastingShortly
    : /^\/notification(s|-history)$/i.test(pathname)
      ? lastingOnNotifications
      : lasting;

/**
 * Where toasts stand on the operators' pages: at the top right as specified, below the lines with a page's buttons and
 * beside the column of its rows' acts, so that they cover none of them; on a phone over the bar, so that they cover no
 * form's errors, which its summary begins with.
 */
const actsOffset = { offset: { top: 104, right: 156 }, mobileOffset: { top: 0 } } as const;

/** The toasts of a hydrated page; `desk` of an operator's. */
export function ConsoleToaster({ desk = false }: { desk?: boolean }) {
  const { toast: left, undoables } = useSite();
  const say = useSay();
  const submit = useSubmit();
  const { pathname } = useLocation();
  const layer = useRef<HTMLDivElement>(null);
  useAboveDialogs(layer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast is shown once
  useEffect(() => {
    if (!left || (desk && undoables.some(({ id }) => id === left.id))) return;
    const { text, kind, id, about } = left;
    show(about ? <About text={text} {...about} /> : text, kind, id);
  }, [left]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page says anew what can be undone, and for how long
  useEffect(() => {
    if (!desk) return;
    for (const { id, text, action, fields, leftMs } of undoables) {
      const onClick = () => submit(fields, { method: "post", action, preventScrollReset: true });
      toast.success(text, { id, duration: leftMs, action: { label: say("toast.undo"), onClick } });
    }
  }, [undoables]);
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <div
        ref={layer}
        className="inset-[0_auto_auto_0] m-0 size-0 overflow-visible border-0 bg-transparent p-0 print:hidden"
        data-toasts=""
      >
        <Toaster
          position="top-right"
          {...(desk && actsOffset)}
          duration={lastingAt(pathname)}
          toastOptions={{ className: "font-sans" }}
        />
      </div>
    </>
  );
}

/**
 * Keeps toasts above everything, dialogs too: they are a popover of the browser's top layer while there is one, shown
 * anew over a dialog that opens. Where a browser has no popovers, dialogs cover them.
 */
function useAboveDialogs(layer: RefObject<HTMLElement>) {
  const { toasts } = useSonner();
  const some = toasts.length > 0;
  const newest = toasts[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: raised for each new toast
  useEffect(() => {
    const box = layer.current;
    if (!box?.showPopover || !some) return;
    box.popover = "manual";
    const raise = () => {
      if (box.matches(":popover-open")) box.hidePopover();
      box.showPopover();
    };
    const opened = ({ target, newState }: Event & { newState?: string }) => {
      if (target !== box && newState === "open") raise();
    };
    raise();
    document.addEventListener("toggle", opened, true);
    return () => {
      document.removeEventListener("toggle", opened, true);
      if (box.matches(":popover-open")) box.hidePopover();
      box.popover = null;
    };
  }, [layer, some, newest]);
}

/** A sentence with what it speaks of, as a link to its page. */
const About = ({ text, to, name }: { text: string; to: string; name: string }) => (
  <>
    {text}{" "}
    <Link to={to} className="link">
      {name}
    </Link>
  </>
);

const showBy = { good: toast.success, info: toast.info, warn: toast.warning, bad: toast.error } as const;

/** Shows a toast from a console's component, with what stands below it; an error must also be shown on the page. */
export function show(text: ReactNode, kind: keyof typeof showBy = "good", id?: string, below?: string) {
  showBy[kind](text, { id, description: below || undefined });
}
