import { bareNumber } from "#modules/kernel/text/digits.ts";

/** The digits of an Indian mobile number. */
const whole = 10;

/**
 * Shows the number of a phone field as the server will read it when the field loses focus. Nothing is cut: a number with
 * too many digits says so beside the field.
 */
export default function showNumber({ target }: Event) {
  if (!(target instanceof HTMLInputElement) || target.dataset.phone === undefined || target.readOnly) return;
  const number = bareNumber(target.value);
  const isNumber = /^\d+$/.test(number);
  if (isNumber && number !== target.value) {
    target.value = number;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const said = document.getElementById(`${target.id}-digits`);
  if (!said) return;
  const tooLong = isNumber && number.length > whole;
  if (tooLong) target.setAttribute("aria-invalid", "true");
  else if (said.textContent) target.removeAttribute("aria-invalid");
  said.textContent = tooLong ? target.dataset.phone.replace("{digits}", String(number.length)) : "";
}
