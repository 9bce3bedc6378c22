/*
 * What is typed before a console's page is awake stays. Where an extension of the browser has changed the page, React
 * draws all of it anew, with empty fields.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = { place: string; field: Field; value: string; checked: boolean; files: FileList | null };

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const fieldsOf = (name: string) => [...document.getElementsByName(name)].filter(isField);

/** Which field it is among those of its name, which are in the same order when the page is drawn anew. */
const placeOf = (field: Field) => `${field.name} ${fieldsOf(field.name).indexOf(field)}`;

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  return field.type === "file"
    ? (field.files?.length ?? 0) > 0
    : field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

const typedInto = (field: Field): Typed => ({
  place: placeOf(field),
  field,
  value: field.value,
  ...(field instanceof HTMLInputElement
    ? { checked: field.checked, files: field.files }
    : { checked: false, files: null }),
});

/** Follows what is typed from now on; the function that is returned ends that, and fills in fields that were drawn anew. */
export function followTyping(): () => void {
  const typed = new Map<string, Typed>();
  const note = (field: Field) => {
    if (field.name) typed.set(placeOf(field), typedInto(field));
  };
  const onInput = ({ target }: Event) => isField(target) && note(target);
  for (const field of document.querySelectorAll<Field>("input, select, textarea")) if (isChanged(field)) note(field);
  document.addEventListener("input", onInput, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    for (const each of typed.values()) if (!each.field.isConnected) fillIn(each);
  };
}

/** As if it were typed again, so that what follows from it on the page follows. */
function fillIn({ place, value, checked, files }: Typed) {
  const [name, at] = place.split(/ (?=\d+$)/);
  const field = fieldsOf(name!)[Number(at)];
  if (!field) return;
  if (field instanceof HTMLInputElement && field.type === "file") field.files = files;
  else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (field.checked !== checked) field.click();
    return;
  } else valueProperty(field).set!.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The browser's own property: React puts one of its own over it, which would hide the change from React. */
const valueProperty = (field: Field) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!;
