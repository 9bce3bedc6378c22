import type { Field, TypedValue } from "#app/exchange/fill-input.ts";
import { paperInput, secretInput } from "./secret-input.ts";

/*
 * Input that is not sent yet, stored by the browser: of public pages at every change, until it was sent; of consoles
 * only while a language or a login takes their page away (console-input.ts). CONTRIBUTING, "What was typed",
 * says which store is for what. A public page loads this file at once, and what fills a form in only when needed.
 */

type StoredInput = {
  at: number;
  /** Who was signed in; empty on public pages. */
  owner: string;
  values: TypedValue[];
  /** Chosen or uploaded files, which are not stored: names and ids. */
  files: TypedValue[];
  /** Whether numbers of papers were left out. */
  papers: boolean;
};

/** How long a public form's input is filled in again. */
const publicMs = 24 * 60 * 60_000;
/** A form with more text than this, in characters, is not stored. */
const longest = 100_000;
/** What the server makes anew for each page, and what is no input. */
const madeAnew = /^once$|version/i;
const notTyped = /^(hidden|file|submit|button)$/;
const choice = /^(checkbox|radio)$/;

/** The fields of a form that have a name. */
export const namedFields = (form: HTMLFormElement) =>
  ([...form.elements] as Field[]).filter(({ name, value }) => name && value !== undefined);

/** The fields of a form whose input may be stored. */
export const storableFields = (form: HTMLFormElement) =>
  namedFields(form).filter(
    ({ name, type }) => !notTyped.test(type) && ![secretInput, paperInput, madeAnew].some((names) => names.test(name)),
  );

/** The values of the storable fields. */
export const valuesOf = (form: HTMLFormElement) =>
  storableFields(form)
    .filter((field) => !choice.test(field.type) || (field as HTMLInputElement).checked)
    .map(({ name, value }): TypedValue => [name, value]);

/** Where the input of a form with this name is stored. */
export const storageKey = (name: string) => `typed:${name}`;

/** Stores input; false where it is too long, and then nothing older stays stored either. */
export function store(storage: Storage, name: string, input: Omit<StoredInput, "at">): boolean {
  const text = JSON.stringify({ at: Date.now(), ...input } satisfies StoredInput);
  if (text.length <= longest) storage.setItem(storageKey(name), text);
  else storage.removeItem(storageKey(name));
  return text.length <= longest;
}

export function stored(storage: Storage, name: string, lifeMs: number): StoredInput | undefined {
  const input = JSON.parse(storage.getItem(storageKey(name)) ?? "null") as StoredInput | null;
  if (input && Date.now() - input.at < lifeMs) return input;
  storage.removeItem(storageKey(name));
  return undefined;
}

/**
 * A public page's form is filled in again after a reload, Back and another language (`data-typed` names its input), and
 * after its tab was closed when it could not be sent offline; then only with the fields named in `data-lasting`, which
 * say nothing of a person. `data-typed-anew` begins with an empty one. On an element that is no form, the form with that
 * name was sent: its input is forgotten.
 */
export default async function typedInput(element: HTMLElement) {
  const { typed: name = location.pathname, typedAnew, lasting = "" } = element.dataset;
  const isForm = element instanceof HTMLFormElement;
  if (!isForm || typedAnew !== undefined)
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(storageKey(name));
  if (!isForm) return;
  const inTab = stored(sessionStorage, name, publicMs);
  const input = inTab ?? stored(localStorage, name, publicMs);
  if (input) {
    const { fillFields } = await import("#app/exchange/fill-input.ts");
    // What the server filled in is newer.
    fillFields(storableFields(element), input.values, { emptyOnly: true });
    const notice = element.querySelector<HTMLElement>("[data-typed-left]");
    if (notice && !inTab) notice.hidden = false;
  }

  const storeIn = (storage: Storage, values: TypedValue[]) =>
    store(storage, name, { owner: "", values, files: [], papers: false });
  element.addEventListener("input", () => storeIn(sessionStorage, valuesOf(element)));
  element.addEventListener("unsent", () => {
    const values = valuesOf(element).filter(([field]) => lasting.split(" ").includes(field));
    if (values.length > 0) storeIn(localStorage, values);
  });
  // Reached only while online: islands/offline.ts stops the event otherwise.
  element.addEventListener("submit", () => localStorage.removeItem(storageKey(name)));
}
