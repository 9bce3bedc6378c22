import { announceInput, type Field } from "#app/exchange/fill-input.ts";
import { pagePart } from "#app/exchange/page-part.ts";
import { bareNumber } from "#modules/kernel/text/digits.ts";

/** A whole mobile number. */
const whole = /^[6-9]\d{9}$/;

/**
 * Reads what is known of a phone as soon as its tenth digit is typed, and again with the service; another phone takes it
 * away. Its button fills the last address in.
 */
export default function knownBefore(element: HTMLElement, left: AbortSignal) {
  const form = element.closest("form");
  if (!form) return;
  let last = "";
  const look = async () => {
    const fields = new FormData(form);
    const phone = bareNumber(String(fields.get("phone") ?? ""));
    const serviceId = String(fields.get("serviceId") ?? "");
    const next = whole.test(phone) ? `${phone} ${serviceId}` : "";
    if (next === last) return;
    last = next;
    element.replaceChildren();
    if (!next) return;
    const known = await pagePart("[data-known]", new URLSearchParams({ intent: "look", phone, serviceId }));
    if (known && last === next) element.replaceChildren(...known.childNodes);
  };
  form.addEventListener("input", () => void look(), { signal: left });
  form.addEventListener(
    "reset",
    () => {
      last = "";
      element.replaceChildren();
    },
    { signal: left },
  );
  element.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-fields]");
    if (!button) return;
    event.preventDefault();
    const { fields = "{}", taken = "" } = button.dataset;
    fillIn(form, JSON.parse(fields) as Record<string, string | null>);
    const line = document.createElement("p");
    line.textContent = taken;
    button.replaceWith(line);
  });
}

/** Fills the fields in as if a person had typed. */
function fillIn(form: HTMLFormElement, values: Record<string, string | null>) {
  for (const field of [...form.elements] as Field[]) {
    const value = values[field.name];
    if (value === undefined || field.type === "hidden") continue;
    field.value = value ?? "";
    announceInput(field);
  }
}
