import { enhancers } from "./registry.ts";

/** Starts the islands of the page. */
export function wakePage() {
  focusErrors();
  enhanceIn(document);
  // Loaded when the first field with a limit is entered; the page needs nothing of it before.
  document.addEventListener("focusin", ({ target }) => void limitTypingIn(target as HTMLElement));
  void limitTypingIn(document.activeElement as HTMLElement);
  // islands/live.ts announces each part it inserts later.
  document.addEventListener("arrived", ({ target }) => target instanceof Element && enhanceIn(target));
}

function enhanceIn(root: ParentNode) {
  for (const element of root.querySelectorAll<HTMLElement>("[data-enhance]")) void enhance(element);
}

async function limitTypingIn(field: HTMLElement) {
  const { phone, pincode, most } = field.dataset;
  if ((phone ?? pincode ?? most) !== undefined) (await import("./field-limits.ts")).default(field);
}

async function enhance(element: HTMLElement) {
  for (const name of element.dataset.enhance?.split(" ") ?? []) {
    const load = enhancers[name as keyof typeof enhancers];
    // One that fails does not keep the others asleep.
    if (load)
      await load()
        .then((island) => island.default(element))
        .catch(reportError);
  }
}

/** Moves the focus to the error summary of a refused form. */
function focusErrors() {
  document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
