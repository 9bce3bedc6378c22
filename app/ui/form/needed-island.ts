/** What a part of a form needs (`data-needs`): by the names of choices, the values of which one must be chosen. */
export type Needs = Record<string, readonly string[]>;

/** Shows the parts of a form that its choices need, and hides and switches off the others. */
export function showNeeded(form: HTMLFormElement) {
  for (const part of form.querySelectorAll<HTMLElement>("[data-needs]")) {
    const needs = JSON.parse(part.dataset.needs ?? "{}") as Needs;
    const isNeeded = Object.entries(needs).every(([name, values]) => values.includes(chosenIn(form, name)));
    part.hidden = !isNeeded;
    if (part instanceof HTMLFieldSetElement) part.disabled = !isNeeded;
  }
}

/** The value that is chosen, also in a part that is switched off; empty for none. */
function chosenIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === "checkbox" && !field.checked) return "";
  return field && "value" in field ? String(field.value) : "";
}

/** The parts of the form around it follow its choices; without JavaScript all of them are shown. */
export default function needed(element: HTMLElement, left: AbortSignal) {
  const form = element.closest("form");
  if (!form) return;
  const show = () => showNeeded(form);
  for (const type of ["input", "change"]) form.addEventListener(type, show, { signal: left });
  // What was chosen before, in a try that was refused, or in a page that came since.
  document.addEventListener("page:shown", show, { signal: left });
  show();
}
