/*
 * What was typed in a form of a console, kept in its tab while the page is loaded anew: for another language, or because
 * the session was over and a login comes in between.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type StoredForm = {
  at: number;
  who: string;
  fields: [name: string, value: string][];
  /** The uploaded files the form carried, by their ids. */
  files: [name: string, id: string][];
};

/** Never kept on the device: secrets, and what the server has to make anew. */
const secret = /otp|password|code|proof|intent|once|token|version/i;
/** As long as the way back of a login is kept. */
const expiryMs = 30 * 60_000;

const placeOf = (address: string) => `typed:${address}`;
const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === "radio" || control.type === "checkbox";

/** The controls of a form that a person fills in. */
export const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (control): control is Control =>
      "value" in control &&
      "name" in control &&
      Boolean(control.name) &&
      !secret.test(String(control.name)) &&
      !/^(hidden|file|submit|button)$/.test(String((control as Control).type)),
  );

/** Files that were chosen, and those that were uploaded and wait for their form. */
const filesOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement =>
      "type" in control &&
      (control.type === "hidden"
        ? (control as HTMLInputElement).dataset.unsaved !== undefined
        : control.type === "file" && (control as HTMLInputElement).value !== ""),
  );

/** Keeps the fields of a form for the page at this address, for whoever is signed in there. */
export function keepTyped(form: HTMLFormElement, address: string, who: string) {
  const fields = controlsOf(form)
    .filter((control) => !isChoice(control) || control.checked)
    .map((control): [string, string] => [control.name, control.value]);
  const files = filesOf(form).map(({ name, value }): [string, string] => [name, value]);
  sessionStorage.setItem(placeOf(address), JSON.stringify({ at: Date.now(), who, fields, files } satisfies StoredForm));
}

/**
 * Fills a form in again with what was kept for its page, once; a form of somebody else's session is left alone. Answers
 * whether files have to be chosen again.
 */
export function takeTyped(form: HTMLFormElement, address: string, who: string): boolean {
  const stored: StoredForm | null = JSON.parse(sessionStorage.getItem(placeOf(address)) ?? "null");
  sessionStorage.removeItem(placeOf(address));
  if (!stored || stored.who !== who || Date.now() - stored.at > expiryMs) return false;
  const values = new Map<string, string[]>();
  for (const [name, value] of stored.fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const control of controlsOf(form)) {
    const typed = values.get(control.name);
    if (isChoice(control)) {
      const is = typed?.includes(control.value) ?? false;
      if (is === control.checked) continue;
      control.checked = is;
    } else {
      const value = typed?.shift();
      if (value === undefined || value === control.value) continue;
      control.value = value;
    }
    // Fields that appear with a choice appear again.
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const carried = [...form.elements] as HTMLInputElement[];
  return stored.files.some(([name, id]) => !id || !carried.some((one) => one.name === name && one.value === id));
}
