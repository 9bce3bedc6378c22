type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never kept on the device: what proves a person, and what the server must give anew. */
const secret = /otp|password|proof|intent|once|token/i;

/** A form that survives reload and Back: its fields are kept in this tab until it is sent well (`data-draft` names it). */
export default function draft(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const place = `draft:${form.dataset.draft ?? location.pathname}`;
  const fields = () =>
    [...form.elements].filter(
      (field): field is Field => "name" in field && !!field.name && !secret.test(String(field.name)),
    );

  for (const field of fields()) restore(field, JSON.parse(sessionStorage.getItem(place) ?? "{}"));
  form.addEventListener("input", () => {
    const kept: Record<string, string> = {};
    for (const field of fields()) {
      if (!isChoice(field)) kept[field.name] = field.value;
      else if (field.checked) kept[field.name] = field.value;
    }
    sessionStorage.setItem(place, JSON.stringify(kept));
  });
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

/** Only fields the server left as they are by default are filled again: its own values are newer. */
function restore(field: Field, kept: Record<string, string>) {
  const value = kept[field.name];
  if (value === undefined || field.type === "hidden" || field.type === "file") return;
  if (isChoice(field)) field.checked = field.value === value;
  else if (!field.value) field.value = value;
}
