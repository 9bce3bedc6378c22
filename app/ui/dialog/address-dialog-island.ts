import { go, isPutInPlace } from "#app/exchange/go.ts";
import { keepFocus } from "../keyboard/focus.ts";

/** What gets the focus first: the error summary, else the first field, else a harmless answer, else the title. */
const starts = ["[data-error-summary]", "select, textarea, input:not([type=hidden])", "[data-confirms]", "h2"];

const firstOf = (wanted: readonly string[], within: ParentNode) =>
  wanted.map((each) => within.querySelector<HTMLElement>(each)).find(Boolean);

/**
 * Makes a dialog that the server rendered open modal: focus stays inside, Escape closes it by its address, and the focus
 * returns to the control that opened it, or goes to what changed. Ctrl-Enter sends its form.
 */
export default function addressDialog(element: HTMLElement, left: AbortSignal) {
  const dialog = element as HTMLDialogElement;
  const leave = () => void go({ to: dialog.dataset.place ?? location.pathname, stay: true, replace: true });
  const open = () => {
    dialog.close();
    dialog.showModal();
    firstOf(starts, dialog)?.focus();
  };
  const veil = dialog.closest<HTMLElement>("[data-veil]");
  const { after } = dialog.dataset;
  if (after && veil && isPutInPlace()) {
    veil.hidden = true;
    const timer = setTimeout(() => {
      veil.hidden = false;
      open();
    }, Number(after));
    left.addEventListener("abort", () => clearTimeout(timer));
  } else open();
  left.addEventListener("abort", () => void keepFocus());

  dialog.addEventListener("keydown", (event) => {
    // Kept from the browser, which would close the dialog at the second one: to show it again takes a slow machine half a second.
    const isOwn = event.target instanceof Element && event.target.closest("dialog") === dialog;
    if (event.key === "Escape" && isOwn && !event.defaultPrevented) {
      event.preventDefault();
      leave();
    }
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) dialog.querySelector("form")?.requestSubmit();
    // The key that opened the dialog and is still held down answers nothing in it.
    else if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  });
  dialog.addEventListener("cancel", (event) => {
    if (!event.cancelable) return;
    event.preventDefault();
    leave();
  });
  // The browser closes the dialog by itself on a page nobody has touched, and at a second request other than by key. It is
  // shown until the page has left it, which its reader may refuse.
  dialog.addEventListener("close", () => {
    if (dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    leave();
  });
  // A refusal changes the form inside: its errors come first.
  dialog.addEventListener("changed", () => dialog.querySelector<HTMLElement>("[data-error-summary]")?.focus());
}
