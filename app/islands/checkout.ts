import { openCheckout } from "./gateway.ts";

/**
 * Opens the provider's checkout over the page instead of going to the hosted one, once by itself with `data-opens`.
 * Closing it leaves the page as it was, with a button to try again; when the script cannot be loaded, the form is
 * submitted to the hosted checkout.
 */
export default function checkout(element: HTMLElement, left: AbortSignal) {
  const form = element as HTMLFormElement;
  const button = form.querySelector("button");
  const { script = "", again = "", opens } = form.dataset;
  if (!button) return;

  const open = () => {
    button.disabled = true;
    let failed = false;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    return openCheckout(script, fields, {
      failed: () => {
        failed = true;
      },
      closed: () => closed(button, again, failed),
    });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!button.disabled && !(await open())) HTMLFormElement.prototype.submit.call(form);
  });
  if (opens !== undefined)
    void open().then((isOpen) => {
      if (!isOpen) button.disabled = false;
    });
  // Shown from the back/forward cache it may have been paid meanwhile: the server is asked what is next.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal: left });
}

function closed(button: HTMLButtonElement, again: string, failed: boolean) {
  button.disabled = false;
  (button.querySelector("span") ?? button).textContent = again;
  const template = (name: string) => document.querySelector<HTMLTemplateElement>(`template[data-checkout-${name}]`);
  const words = ((failed && template("failed")) || template("closed"))?.content.cloneNode(true);
  const notice = document.querySelector<HTMLElement>("[data-checkout-said]");
  if (words && notice) notice.replaceChildren(words);
  if (!words || !notice?.hasAttribute("tabindex")) return button.focus();
  // What happened is read first, on a small screen too; the button to try again is the next stop after it.
  notice.scrollIntoView({ block: "center" });
  notice.focus({ preventScroll: true });
}
