import { handOver, loadCheckout } from "./gateway.ts";

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
    const Checkout = await loadCheckout(script);
    if (!Checkout) return HTMLFormElement.prototype.submit.call(form);
    const { key_id, callback_url, cancel_url: _, ...rest } = Object.fromEntries(new FormData(form));
    const sheet = new Checkout({
      ...rest,
      key: key_id,
      prefill: { name: rest["prefill[name]"], contact: rest["prefill[contact]"] },
      handler: (fields: Record<string, string>) => handOver(fields, String(callback_url)),
      modal: { ondismiss: () => closed(button, again) },
    });
    sheet.open();
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
