type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type DraftValues = Record<string, string>;

/** Fields never stored on the device: secrets and proofs, and those the server must generate anew. */
const secret = /otp|password|proof|intent|once|token/i;

/** How long an unsent form is filled in again after its tab was closed. */
const leftForMs = 24 * 60 * 60_000;

/**
 * Keeps a form's fields in this tab until it was sent successfully, so that they survive reload and Back (`data-draft`
 * is the key). A form that could not be sent while offline also survives its tab, but then only the fields named in
 * `data-lasting` are stored: no personal data.
 */
export default function draft(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const place = `draft:${form.dataset.draft ?? location.pathname}`;
  const fields = () =>
    [...form.elements].filter(
      (field): field is Field => "name" in field && !!field.name && !secret.test(String(field.name)),
    );
  const typed = () => {
    const values: DraftValues = {};
    for (const field of fields()) if (!isChoice(field) || field.checked) values[field.name] = field.value;
    return values;
  };

  const stored: DraftValues | null = JSON.parse(sessionStorage.getItem(place) ?? "null");
  const left = stored ? null : leftBehind(place);
  for (const field of fields()) restore(field, stored ?? left ?? {});
  const words = left && form.querySelector<HTMLElement>("[data-draft-left]");
  if (words) words.hidden = false;

  form.addEventListener("input", () => sessionStorage.setItem(place, JSON.stringify(typed())));
  const lasting = new Set(form.dataset.lasting?.split(" "));
  form.addEventListener("kept", () => {
    const fields = Object.entries(typed()).filter(([name]) => lasting.has(name));
    if (fields.length > 0) localStorage.setItem(place, JSON.stringify([Date.now(), Object.fromEntries(fields)]));
  });
  // Reached only while online: islands/offline.ts stops the event otherwise.
  form.addEventListener("submit", () => localStorage.removeItem(place));
}

/** The fields another tab could not send, unless they are too old. */
function leftBehind(place: string): DraftValues | null {
  const [at, stored] = JSON.parse(localStorage.getItem(place) ?? "[0]");
  if (Date.now() - at < leftForMs) return stored;
  localStorage.removeItem(place);
  return null;
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

/** Fills only fields the server left empty: values it sent are newer. */
function restore(field: Field, stored: DraftValues) {
  const value = stored[field.name];
  if (value === undefined || field.type === "hidden" || field.type === "file") return;
  if (isChoice(field)) field.checked = field.value === value;
  else if (!field.value) field.value = value;
}
