/** The fields that were changed since the page that is on its way was asked for, or since the last one came. */
const changedFields = new Set<Element>();

export function followTyping() {
  document.addEventListener("input", ({ target }) => target instanceof Element && changedFields.add(target));
}

export const forgetTyping = () => changedFields.clear();

/** Whether something was typed while a page was on its way: its errors then do not take the focus out of the field. */
export const hasTypedOn = () => [...changedFields].some((field) => field.isConnected);

/** Whether a field was changed meanwhile, or one of its options or another choice of its name: it stays as it is. */
export function isTypedOn(element: Element): boolean {
  const field = element instanceof HTMLOptionElement ? (element.closest("select") ?? element) : element;
  if (changedFields.has(field)) return true;
  if (!(field instanceof HTMLInputElement) || field.type !== "radio") return false;
  const isOfItsName = (other: Element) =>
    other instanceof HTMLInputElement && other.name === field.name && other.form === field.form;
  return [...changedFields].some(isOfItsName);
}
