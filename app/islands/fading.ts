/** R074: how long a form's errors stay. */
const clearedAfterMs = 10_000;

/** Removes the errors of a refused form after ten seconds, in the summary and beside the fields. */
export default function fading(element: HTMLElement) {
  const messages = element.querySelectorAll("[data-error-summary], .wrong");
  if (messages.length > 0) setTimeout(() => clear(element, messages), clearedAfterMs);
}

function clear(element: HTMLElement, messages: Iterable<Element>) {
  for (const words of messages) words.remove();
  for (const field of element.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const control of element.querySelectorAll("[aria-describedby]")) {
    const left =
      control
        .getAttribute("aria-describedby")
        ?.split(" ")
        .filter((id) => document.getElementById(id)) ?? [];
    if (left.length > 0) control.setAttribute("aria-describedby", left.join(" "));
    else control.removeAttribute("aria-describedby");
  }
}
