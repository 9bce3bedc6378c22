import { isToastShown, pauseToasts, putToast, raise, removeToast, type ToastKind } from "./show-toast.ts";

/** The toasts of pages that were shown, by id. */
const shownIds = new Set<string>();
/** What the last page offered to undo. */
let undoable: readonly string[] = [];

/**
 * Shows the toasts that a page brings (`template[data-toast]`), each once, above everything; one that undoes something
 * (`data-ms`) is there as long as it can. They stay while they are pointed at or focused, and while the page is not seen.
 */
export default function toasts(layer: HTMLElement, left: AbortSignal) {
  const signal = { signal: left };
  raise(layer);
  takeFromPage();
  document.addEventListener("page:shown", takeFromPage, signal);
  document.addEventListener(
    "page:failed",
    (event) => {
      const { detail: words } = event as CustomEvent<HTMLElement>;
      putToast(words.textContent ?? "", "bad", words);
    },
    signal,
  );
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target !== layer && (event as ToggleEvent).newState === "open") raise(layer);
    },
    { ...signal, capture: true },
  );
  const look = () => pauseToasts(document.hidden || layer.matches(":hover, :focus-within"));
  for (const type of ["pointerenter", "pointerleave", "focusin", "focusout"])
    layer.addEventListener(type, () => setTimeout(look));
  document.addEventListener("visibilitychange", look, signal);
}

function takeFromPage() {
  const templates = [...document.querySelectorAll<HTMLTemplateElement>("template[data-toast]")];
  for (const { dataset, content } of templates) {
    const id = dataset.toast!;
    const kind = dataset.kind as ToastKind;
    // What can be undone is offered by every page, with the time that is left.
    if (!dataset.ms) {
      if (!shownIds.has(id)) putToast(content.textContent ?? id, kind, content.cloneNode(true));
      shownIds.add(id);
    } else if (!undoable.includes(id) || isToastShown(id))
      putToast(id, kind, content.cloneNode(true), Number(dataset.ms));
  }
  const offered = templates.flatMap(({ dataset }) => (dataset.ms ? [dataset.toast!] : []));
  for (const id of undoable) if (!offered.includes(id)) removeToast(id);
  undoable = offered;
}
