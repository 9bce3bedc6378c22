import { bareDigits, bareNumber, beforeNumber } from "#modules/kernel/text/digits.ts";

/** The digits of an Indian mobile number, and of a pincode. */
const whole = 10;
const ofPincode = 6;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a text counts for a field: its digits in whatever way they are written, else its characters. */
const lengthOf = ({ dataset }: HTMLElement, text: string) => (isNumber(dataset) ? bareDigits(text) : text).length;

const isNumber = ({ phone, pincode }: DOMStringMap) => phone !== undefined || pincode !== undefined;

/** The greatest length of a text that begins like this in a field; undefined for a field that takes any. */
function mostOf({ dataset }: HTMLElement, text: string): number | undefined {
  if (dataset.pincode !== undefined) return ofPincode;
  if (dataset.phone !== undefined) return whole + beforeNumber(bareDigits(text));
  return dataset.most === undefined ? undefined : Number(dataset.most);
}

const limited = new WeakSet<Field>();

/**
 * Ends typing at the length a field takes. What is pasted, dropped, composed or filled in is not cut: a number is shown
 * at once as the server will read it, and a text that is too long says so.
 */
export default function limitTyping(field: HTMLElement) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (field.readOnly || limited.has(field)) return;
  limited.add(field);
  field.dataset.limited = "";
  field.dataset.limited = "";
  field.addEventListener("beforeinput", (event) => {
    const { inputType, data } = event as InputEvent;
    const typed = inputType === "insertLineBreak" ? "\n" : inputType === "insertText" ? data : null;
    // Several characters at once come from a clipboard or a keyboard's suggestion.
    if (!typed || [...typed].length > 1) return;
    const { value, selectionStart, selectionEnd } = field;
    const after = value.slice(0, selectionStart ?? value.length) + typed + value.slice(selectionEnd ?? value.length);
    const grows = lengthOf(field, after) > lengthOf(field, value);
    if (grows && lengthOf(field, after) > mostOf(field, after)!) event.preventDefault();
  });
  const look = () => (isNumber(field.dataset) ? showNumber(field) : showLength(field));
  field.addEventListener("input", (event) => {
    const { inputType, data } = event as InputEvent;
    if (!isNumber(field.dataset) || inputType?.startsWith("insertFrom") || (data ?? "").length > 1) look();
  });
  field.addEventListener("blur", look);
  // What was pasted while this was loaded.
  look();
}

/** Shows a number as the server will read it; one with too many digits says so beside the field. */
function showNumber(field: Field) {
  const number = field.dataset.phone === undefined ? bareDigits(field.value) : bareNumber(field.value);
  const isDigits = /^\d+$/.test(number);
  if (isDigits && number !== field.value) {
    field.value = number;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const { phone, pincode } = field.dataset;
  const tooLong = isDigits && number.length > (phone === undefined ? ofPincode : whole);
  showWrong(field, tooLong ? (phone ?? pincode ?? "").replace("{digits}", String(number.length)) : "");
}

/** Says beside a field that its text is too long, and by how much it may be. */
function showLength(field: Field) {
  const most = mostOf(field, field.value)!;
  const text = document.body.dataset.tooLong ?? "";
  showWrong(field, field.value.length > most ? text.replace("{most}", String(most)) : "");
}

/** Shows what is wrong with a field now, in the line for it, which is added where there is none; "" empties it. */
function showWrong(field: Field, text: string) {
  const shown = document.getElementById(`${field.id}-now`);
  if (!shown && !text) return;
  const line = shown ?? addLine(field);
  if (line.textContent === text) return;
  line.textContent = text;
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

let lines = 0;

/** Adds the line below a field that has none, and names it as its description. */
function addLine(field: Field): HTMLElement {
  if (!field.id) {
    lines += 1;
    field.id = `limited-${lines}`;
  }
  const line = document.createElement("span");
  line.id = `${field.id}-now`;
  line.className = "wrong-now";
  line.setAttribute("role", "status");
  (field.closest(".prefixed") ?? field).after(line);
  const described = [line.id, field.getAttribute("aria-describedby")].filter(Boolean).join(" ");
  field.setAttribute("aria-describedby", described);
  return line;
}
