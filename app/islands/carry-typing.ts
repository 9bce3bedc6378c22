import { announceInput, chooseField, type Field, fillField, isChoice, isTyped } from "#app/ui/typed/fill-input.ts";

/*
 * What is typed before a console's page is awake stays. Where an extension of the browser has changed the page, React
 * draws all of it anew, with empty fields.
 */

type Typed = { place: string; field: Field; value: string; checked: boolean; files: FileList | null };

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const fieldsNamed = (name: string) => [...document.getElementsByName(name)].filter(isField);

/** Which field it is among those of its name, which are in the same order when the page is drawn anew. */
const placeOf = (field: Field) => `${field.name} ${fieldsNamed(field.name).indexOf(field)}`;

const typedInto = (field: Field): Typed => {
  const input = field instanceof HTMLInputElement ? field : undefined;
  return {
    place: placeOf(field),
    field,
    value: field.value,
    checked: input?.checked ?? false,
    files: input?.files ?? null,
  };
};

/** Follows what is typed from now on; the function that is returned ends that, and fills in fields that were drawn anew. */
export function followTyping(): () => void {
  const typed = new Map<string, Typed>();
  const note = (field: Field) => {
    if (field.name) typed.set(placeOf(field), typedInto(field));
  };
  const onInput = ({ target }: Event) => isField(target) && note(target);
  for (const field of document.querySelectorAll<Field>("input, select, textarea")) if (isTyped(field)) note(field);
  document.addEventListener("input", onInput, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    for (const each of typed.values()) if (!each.field.isConnected) fillIn(each);
  };
}

function fillIn({ place, value, checked, files }: Typed) {
  const [name, at] = place.split(/ (?=\d+$)/);
  const field = fieldsNamed(name!)[Number(at)];
  if (!field) return;
  if (field instanceof HTMLInputElement && field.type === "file") {
    field.files = files;
    announceInput(field);
  } else if (isChoice(field)) chooseField(field, checked);
  else fillField(field, value);
}
