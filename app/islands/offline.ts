import { whenReached } from "#app/ui/shell/when-reached.ts";

/**
 * Shows that the browser is offline. A form submitted meanwhile stays on its page unchanged and is offered again when
 * the connection is back; its form key makes sure that it is done only once.
 */
export default function offline(element: HTMLElement) {
  // The offline page shows this itself, and reloading it returns to the wanted one.
  if (document.querySelector("[data-stand-in]")) return void whenReached();

  let waiting: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;

  // A page with live news shows in its own place that it is disconnected.
  const live = () => document.querySelector("[data-live]") !== null;
  const show = () => {
    const state = waiting ? (navigator.onLine ? "back" : "unsent") : navigator.onLine || live() ? undefined : "away";
    for (const part of element.querySelectorAll<HTMLElement>("[data-when]")) part.hidden = part.dataset.when !== state;
  };
  addEventListener("online", show);
  addEventListener("offline", show);

  // In the capture phase, before the form's own islands: for them the form was not sent.
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (navigator.onLine || form.method !== "post") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = { form, submitter: event.submitter };
      form.dispatchEvent(new Event("unsent"));
      show();
    },
    { capture: true },
  );
  element.querySelector("button")?.addEventListener("click", () => {
    const { form, submitter } = waiting!;
    waiting = undefined;
    show();
    form.requestSubmit(submitter);
  });
  show();
}
