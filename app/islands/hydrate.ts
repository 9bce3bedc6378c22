import { enhancers, islands } from "./registry.ts";

/** Wake what the page marks: enhancers at once, islands when they are touched (or at once when they ask for it). */
export function wakePage() {
  focusErrors();
  enhanceIn(document);
  // A part that came into the page later tells so by itself.
  document.addEventListener("arrived", ({ target }) => target instanceof Element && enhanceIn(target));
  if (document.documentElement.dataset.page !== "public") return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
    if (element.dataset.wake === "load") void wake(element);
    else wakeWhenTouched(element);
  }
}

function enhanceIn(root: ParentNode) {
  for (const element of root.querySelectorAll<HTMLElement>("[data-enhance]")) void enhance(element);
}

const touches = ["pointerenter", "pointerdown", "touchstart", "focusin"] as const;

function wakeWhenTouched(element: HTMLElement) {
  const woken = new AbortController();
  const first = () => {
    woken.abort();
    void wake(element);
  };
  for (const touch of touches) {
    // `contents` elements have no box of their own, so pointerenter is listened for while it is captured.
    element.addEventListener(touch, first, {
      capture: true,
      passive: true,
      signal: woken.signal,
    });
  }
}

async function wake(element: HTMLElement) {
  const load = (islands as Record<string, (() => Promise<{ default: never }>) | undefined>)[
    element.dataset.island ?? ""
  ];
  if (!load || element.dataset.awake !== undefined) return;
  element.dataset.awake = "";
  const [{ default: Island }, { createElement }, { hydrateRoot }] = await Promise.all([
    load(),
    import("react"),
    import("react-dom/client"),
  ]);
  hydrateRoot(element, createElement(Island, JSON.parse(element.dataset.props ?? "{}")));
}

async function enhance(element: HTMLElement) {
  for (const name of element.dataset.enhance?.split(" ") ?? []) {
    const load = enhancers[name as keyof typeof enhancers];
    if (load) (await load()).default(element);
  }
}

/** A refused form puts the reader at the list of what is wrong. */
function focusErrors() {
  document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
