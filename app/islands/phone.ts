import { bareDigits, bareNumber, beforeNumber } from "#modules/kernel/text/digits.ts";

/** The digits of an Indian mobile number, and of a pincode. */
const [whole, ofPincode] = [10, 6] as const;

/** The most characters, separators apart, that a field takes of a text that begins like this; undefined for other fields. */
export function mostOf({ dataset }: HTMLElement, text: string): number | undefined {
  if (dataset.pincode !== undefined) return ofPincode;
  return dataset.phone === undefined ? undefined : whole + beforeNumber(bareDigits(text));
}

/**
 * Lets a phone or pincode field take no more by typing than it has digits, in whatever way they are written. What is
 * pasted is shown at once as the server will read it; a number that is too long then is not cut, and says so.
 */
export default function countDigits(field: HTMLElement) {
  if (!(field instanceof HTMLInputElement) || field.readOnly || field.dataset.counted !== undefined) return;
  field.dataset.counted = "";
  field.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertText" || !event.data) return;
    const { value, selectionStart, selectionEnd } = field;
    const after =
      value.slice(0, selectionStart ?? value.length) + event.data + value.slice(selectionEnd ?? value.length);
    const grows = bareDigits(after).length > bareDigits(value).length;
    if (grows && bareDigits(after).length > mostOf(field, after)!) event.preventDefault();
  });
  field.addEventListener("input", (event) => {
    if ((event as InputEvent).inputType?.startsWith("insertFrom")) showNumber(field);
  });
  field.addEventListener("blur", () => showNumber(field));
}

/** Shows a number as the server will read it; a phone number with too many digits says so beside the field. */
function showNumber(field: HTMLInputElement) {
  const number = field.dataset.phone === undefined ? bareDigits(field.value) : bareNumber(field.value);
  const isNumber = /^\d+$/.test(number);
  if (isNumber && number !== field.value) {
    field.value = number;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const said = document.getElementById(`${field.id}-digits`);
  if (!said) return;
  const tooLong = isNumber && number.length > whole;
  if (tooLong) field.setAttribute("aria-invalid", "true");
  else if (said.textContent) field.removeAttribute("aria-invalid");
  said.textContent = tooLong ? field.dataset.phone!.replace("{digits}", String(number.length)) : "";
}
