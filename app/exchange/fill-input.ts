/** A field a person fills in, as plain DOM. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field's name and its value, once for each chosen value. */
export type TypedValue = [name: string, value: string];

export const isChoice = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);

/** Whether a field differs from what the page filled in; an uploaded picture that waits for its form counts too. */
export function isTyped(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const preset = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, preset);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === "hidden") return "unsaved" in field.dataset;
  return /^(checkbox|radio)$/.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Fills fields in with stored values; `emptyOnly` leaves texts alone that the page has already filled in. */
export function fillFields(fields: Field[], stored: TypedValue[], { emptyOnly = false } = {}) {
  const values = new Map<string, string[]>();
  for (const [name, value] of stored) values.set(name, [...(values.get(name) ?? []), value]);
  for (const field of fields) {
    const typed = values.get(field.name);
    if (isChoice(field)) {
      if (typed || !emptyOnly) chooseField(field, typed?.includes(field.value) ?? false);
    } else {
      const value = typed?.shift();
      if (value !== undefined && !(emptyOnly && field.value)) fillField(field, value);
    }
  }
}

/** Ticks a choice, or takes it back, as if it were clicked. */
export function chooseField(field: HTMLInputElement, chosen: boolean) {
  if (field.checked !== chosen && (chosen || field.type === "checkbox")) field.click();
}

/** Fills a field as if it were typed, so that what follows from it on the page follows. */
export function fillField(field: Field, value: string) {
  if (field.value === value) return;
  // The browser's own property: React puts one of its own over it, which would hide the change from React.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, value);
  announceInput(field);
}

/** Tells the page that a field was filled in. */
export function announceInput(field: Field) {
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
