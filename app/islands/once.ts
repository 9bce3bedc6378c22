/** Sends a form once: a second press while the first submission runs does nothing. */
export default function once(element: HTMLElement) {
  let sent = false;
  element.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    element.setAttribute("aria-busy", "true");
  });
  // After Back the page comes from the back/forward cache and may be sent again.
  addEventListener("pageshow", () => {
    sent = false;
    element.removeAttribute("aria-busy");
  });
}
