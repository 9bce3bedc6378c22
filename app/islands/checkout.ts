import { openCheckout } from "./gateway.ts";

/**
 * Opens the provider's checkout over the page instead of going to the hosted one. Closing it leaves the page as it was,
 * with a button to try again; when the script cannot be loaded, the form is submitted to the hosted checkout.
 */
export default function checkout(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const button = form.querySelector("button");
  const { script = "", again = "" } = form.dataset;
  if (!button) return;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const isOpen = await openCheckout(script, fields, { closed: () => closed(button, again) });
    if (!isOpen) HTMLFormElement.prototype.submit.call(form);
  });
  // Shown from the back/forward cache it may have been paid meanwhile: the server is asked what is next.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

function closed(button: HTMLButtonElement, again: string) {
  button.disabled = false;
  button.textContent = again;
  const words = document.querySelector<HTMLTemplateElement>("[data-checkout-closed]")?.content.cloneNode(true);
  const notice = document.querySelector<HTMLElement>("[data-checkout-said]");
  if (!words || !notice) return button.focus();
  notice.replaceChildren(words);
  // What happened is read first, on a small screen too; the button to try again is the next stop after it.
  notice.scrollIntoView({ block: "center" });
  notice.focus({ preventScroll: true });
}
