type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Kept = Record<string, string>;

/** Never kept on the device: what proves a person, and what the server must give anew. */
const secret = /otp|password|proof|intent|once|token/i;

/** For how long a form that could not be sent is filled in again after its tab was closed. */
const leftForMs = 24 * 60 * 60_000;

/**
 * A form that survives reload and Back: its fields are kept in this tab until it is sent well (`data-draft` names it).
 * One that there was no line for survives its tab too, but for that only the fields that `data-lasting` names are kept:
 * nothing that says who somebody is.
 */
export default function draft(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const place = `draft:${form.dataset.draft ?? location.pathname}`;
  const fields = () =>
    [...form.elements].filter(
      (field): field is Field => "name" in field && !!field.name && !secret.test(String(field.name)),
    );
  const typed = () => {
    const kept: Kept = {};
    for (const field of fields()) if (!isChoice(field) || field.checked) kept[field.name] = field.value;
    return kept;
  };

  const kept: Kept | null = JSON.parse(sessionStorage.getItem(place) ?? "null");
  const left = kept ? null : leftBehind(place);
  for (const field of fields()) restore(field, kept ?? left ?? {});
  const words = left && form.querySelector<HTMLElement>("[data-draft-left]");
  if (words) words.hidden = false;

  form.addEventListener("input", () => sessionStorage.setItem(place, JSON.stringify(typed())));
  const lasting = new Set(form.dataset.lasting?.split(" "));
  form.addEventListener("kept", () => {
    const fields = Object.entries(typed()).filter(([name]) => lasting.has(name));
    if (fields.length > 0) localStorage.setItem(place, JSON.stringify([Date.now(), Object.fromEntries(fields)]));
  });
  // Heard only when there is a line.
  form.addEventListener("submit", () => localStorage.removeItem(place));
}

/** What another tab could not send, unless that is long ago. */
function leftBehind(place: string): Kept | null {
  const [at, kept] = JSON.parse(localStorage.getItem(place) ?? "[0]");
  if (Date.now() - at < leftForMs) return kept;
  localStorage.removeItem(place);
  return null;
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

/** Only fields the server left as they are by default are filled again: its own values are newer. */
function restore(field: Field, kept: Kept) {
  const value = kept[field.name];
  if (value === undefined || field.type === "hidden" || field.type === "file") return;
  if (isChoice(field)) field.checked = field.value === value;
  else if (!field.value) field.value = value;
}
