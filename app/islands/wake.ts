import { enhancers } from "./registry.ts";

/** Starts the islands of the page. */
export function wakePage() {
  focusErrors();
  enhanceIn(document);
  // Loaded when the first phone or pincode field is entered; the page needs nothing of it before.
  document.addEventListener("focusin", ({ target }) => void countDigitsIn(target as HTMLElement));
  void countDigitsIn(document.activeElement as HTMLElement);
  // islands/live.ts announces each part it inserts later.
  document.addEventListener("arrived", ({ target }) => target instanceof Element && enhanceIn(target));
}

function enhanceIn(root: ParentNode) {
  for (const element of root.querySelectorAll<HTMLElement>("[data-enhance]")) void enhance(element);
}

async function countDigitsIn(field: HTMLElement) {
  if (field.dataset.phone !== undefined || field.dataset.pincode !== undefined)
    (await import("./phone.ts")).default(field);
}

async function enhance(element: HTMLElement) {
  for (const name of element.dataset.enhance?.split(" ") ?? []) {
    const load = enhancers[name as keyof typeof enhancers];
    if (load) (await load()).default(element);
  }
}

/** Moves the focus to the error summary of a refused form. */
function focusErrors() {
  document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
