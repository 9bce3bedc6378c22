import { hasTypedOn } from "#app/exchange/typed-on.ts";

/*
 * Where the keyboard goes on in a console: a control that is gone with its page or its dialog, or was switched off while
 * its form was sent, leaves the focus nowhere. It then goes to what changed, never to the page as a whole.
 */

/** The control that had the focus last and what is around it, innermost first; of a dialog, the control that opened it. */
let trail: readonly Element[] = [];
/** Its name: another page's control may take its element. */
let trailName: string | undefined;
/** The path of the page it was on. */
let trailPath: string | undefined;

const nameOf = (control: Element) => control.ariaLabel ?? control.textContent ?? "";

function ancestorsOf(control: Element) {
  const ancestors: Element[] = [];
  for (let at: Element | null = control; at && at.id !== "main"; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

function follow({ target }: FocusEvent) {
  if (!(target instanceof Element) || target.id === "main" || target.closest("dialog")) return;
  trail = ancestorsOf(target);
  trailName = nameOf(target);
  trailPath = window.location.pathname;
}

const controls = "a[href], button, summary, input:not([type=hidden]), select, textarea";
/** The parts of a page an act may be about. */
const parts = "tr, li, fieldset, form, [data-section], .card";

/** Whether it is on the page, to be seen, and takes the focus. */
const isUsable = (control: Element): control is HTMLElement =>
  control instanceof HTMLElement && control.getClientRects().length > 0 && !control.matches(":disabled");

const firstIn = (part: Element | null | undefined) =>
  part ? [...part.querySelectorAll(controls)].find(isUsable) : undefined;

/**
 * Where the focus goes on: the same control where it still stands; else the row that was acted on, what the page marks as
 * changed (`data-changed`), what is left of the part the control was in, the page's title. A changed row also goes before
 * a control outside the list, such as that of a new row.
 */
function whatChanged(): HTMLElement | undefined {
  const [last] = trail;
  const row = document.querySelector(".desk-grid tr.did");
  const ofRow = firstIn(row?.querySelector(".acts")) ?? firstIn(row);
  if (last && isUsable(last) && nameOf(last) === trailName && (!ofRow || last.closest("tr"))) return last;
  const left = trail.find((part) => part.isConnected && part.matches(parts));
  const marked = trailPath === window.location.pathname && document.querySelector<HTMLElement>("#main [data-changed]");
  const target = ofRow || marked || firstIn(left) || document.querySelector<HTMLElement>("#main h1");
  if (target && !target.matches(controls)) target.tabIndex = -1;
  return target ?? undefined;
}

/** After the page has changed: puts a lost focus on what changed. */
export const keepFocus = () =>
  requestAnimationFrame(() => {
    // A control in a menu that was closed has the focus until the next drawing.
    const now = document.activeElement;
    if (!now || now === document.body || now.getClientRects().length === 0)
      whatChanged()?.focus({ preventScroll: true });
  });

/** Keeps the focus through the pages of a console; the errors of a form that was sent come first, unless its reader types on. */
export function followFocus() {
  document.addEventListener("focusin", follow);
  document.addEventListener("page:shown", (event) => {
    const { quiet, body } = (event as CustomEvent<{ quiet?: boolean; body?: unknown }>).detail;
    if (quiet) return;
    if (body && !hasTypedOn()) document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
    keepFocus();
  });
}
