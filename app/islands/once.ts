/** A form that is sent once: a second press while the first is under way does nothing. */
export default function once(element: HTMLElement) {
  let sent = false;
  element.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    element.setAttribute("aria-busy", "true");
  });
  // Back from the next page shows this one from memory: it may be sent again.
  addEventListener("pageshow", () => {
    sent = false;
    element.removeAttribute("aria-busy");
  });
}
