import type { Loading } from "./island.ts";
import { islands } from "./registry.ts";

/** What an element's islands run until. */
const lives = new WeakMap<Element, AbortController>();
const marked = "[data-enhance]";

/**
 * Starts the islands of the page, and of what is added to it later; ends those of what leaves it. Resolves once those of
 * the page have started.
 */
export function wakePage(more: Record<string, Loading> = {}): Promise<unknown> {
  const known: Record<string, Loading> = { ...islands, ...more };
  focusErrors();
  const enhanceIn = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(marked)].flatMap((element) => enhance(element, known));
  const started = enhanceIn(document);
  new MutationObserver((records) => {
    for (const { removedNodes } of records) for (const node of removedNodes) endIn(node);
    for (const { target, addedNodes, type } of records) {
      // Another page's element took this one's place, with other islands: it begins without what these added to it.
      if (type === "attributes" && target instanceof HTMLElement && target.isConnected) {
        if (lives.has(target)) target.replaceWith(target.cloneNode(true));
        else enhance(target, known);
      }
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || !node.isConnected) continue;
        if (node.matches(marked)) enhance(node, known);
        enhanceIn(node);
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["data-enhance"] });
  // Loaded when the first field with a limit is entered; the page needs nothing of it before.
  document.addEventListener("focusin", ({ target }) => void limitTypingIn(target as HTMLElement));
  void limitTypingIn(document.activeElement as HTMLElement);
  return Promise.all(started);
}

function endIn(node: Node) {
  if (!(node instanceof Element) || node.isConnected) return;
  for (const element of [node, ...node.querySelectorAll(marked)]) {
    lives.get(element)?.abort();
    lives.delete(element);
  }
}

async function limitTypingIn(field: HTMLElement) {
  const { phone, pincode, most } = field.dataset;
  if ((phone ?? pincode ?? most) !== undefined) (await import("./field-limits.ts")).default(field);
}

/** Starts an element's islands; those that wake by a touch are not waited for. */
function enhance(element: HTMLElement, known: Record<string, Loading>): Promise<void>[] {
  if (lives.has(element)) return [];
  const life = new AbortController();
  lives.set(element, life);
  return (element.dataset.enhance?.split(" ") ?? []).flatMap((name) => {
    const island = known[name];
    if (island?.wake !== "touch") return island ? [start(element, island, life.signal)] : [];
    onceTouched(element, island, life.signal);
    return [];
  });
}

/** Runs an island; one that fails does not keep the others asleep. */
const start = (element: HTMLElement, { load }: Loading, left: AbortSignal) =>
  load()
    .then((island) => (left.aborted ? undefined : island.default(element, left)))
    .catch(reportError);

/** Runs an island at the first touch; a press or key that came before it is loaded is repeated then. */
function onceTouched(element: HTMLElement, island: Loading, left: AbortSignal) {
  const touched = new AbortController();
  left.addEventListener("abort", () => touched.abort());
  const { signal } = touched;
  let started: Promise<void> | undefined;
  const wake = () => {
    started ??= start(element, island, left).then(() => touched.abort());
    return started;
  };
  for (const type of ["pointerenter", "pointerdown", "focusin"]) element.addEventListener(type, wake, { signal });
  const press = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // A press on an icon is one on the control around it.
    const control = (event.target as Element).closest<HTMLElement>("a, button, summary, label, input") ?? element;
    void wake().then(() => control.isConnected && control.click());
  };
  element.addEventListener("click", press, { signal, capture: true });
}

/** Moves the focus to the error summary of a refused form. */
function focusErrors() {
  document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
