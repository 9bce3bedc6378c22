import { fillFields, isTyped, type TypedValue } from "#app/exchange/fill-input.ts";
import { paperInput } from "./secret-input.ts";
import { namedFields, storableFields, storageKey, store, stored, valuesOf } from "./typed-input.ts";

/** How long a console's form waits: as long as the way back of a login. */
const consoleMs = 30 * 60_000;

/** Stores a console form's input until its page comes back, for whoever is signed in there; false where it is too long. */
export const storeInput = (form: HTMLFormElement, name: string, owner: string): boolean =>
  store(sessionStorage, name, { owner, values: valuesOf(form), files: filesOf(form), papers: hasPapers(form) });

/**
 * Fills a console form in again, once; input of another owner is dropped. Returns what has to be given again because it
 * is never stored.
 */
export function restoreInput(form: HTMLFormElement, name: string, owner: string): "files" | "papers" | undefined {
  const input = stored(sessionStorage, name, consoleMs);
  sessionStorage.removeItem(storageKey(name));
  if (input?.owner !== owner) return undefined;
  fillFields(storableFields(form), input.values);
  if (input.papers) return "papers";
  return input.files.every((file) => carriesFile(form, file)) ? undefined : "files";
}

/** Chosen files, and uploaded ones that wait for their form, by their ids. */
const filesOf = (form: HTMLFormElement) =>
  namedFields(form)
    .filter(({ type, dataset, value }) =>
      type === "hidden" ? dataset.unsaved !== undefined : type === "file" && value !== "",
    )
    .map(({ name, value }): TypedValue => [name, value]);

const carriesFile = (form: HTMLFormElement, [name, id]: TypedValue) =>
  id !== "" && namedFields(form).some((field) => field.name === name && field.value === id);

const hasPapers = (form: HTMLFormElement) =>
  namedFields(form).some((field) => field.type !== "hidden" && paperInput.test(field.name) && isTyped(field));
