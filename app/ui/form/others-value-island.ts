import { announceInput, type Field, isChoice } from "#app/exchange/fill-input.ts";

/** Takes a field's value over as others changed it (`data-values`), without sending the form. */
export default function othersValue(element: HTMLElement) {
  element.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    if (!button?.form) return;
    event.preventDefault();
    const { values = "[]", taken = "" } = element.dataset;
    putInto(button.form, button.value, JSON.parse(values) as string[]);
    element.querySelector("[role=status]")!.textContent = taken;
    button.remove();
    document.getElementById(element.id.replace(/-others$/, ""))?.focus();
  });
}

/** Fills the controls of one name, or the two of a moment's day and time, as if a person had typed. */
function putInto(form: HTMLFormElement, name: string, values: readonly string[]) {
  const [value = ""] = values;
  const [day = "", time = ""] = value.split("T");
  const texts: Record<string, string> = { [name]: value, [`${name}:date`]: day, [`${name}:time`]: time };
  for (const field of [...form.elements] as Field[]) {
    if (field.type === "hidden" || texts[field.name] === undefined) continue;
    if (isChoice(field)) field.checked = values.includes(field.value);
    else field.value = texts[field.name]!;
    announceInput(field);
  }
}
