/**
 * Says that there is no line. A form that is sent meanwhile stays on its page as it is, and is offered again when the
 * line is back; it carries its own key, so that it is done once however often it is sent.
 */
export default function offline(element: HTMLElement) {
  // The page that stands in for another says so itself, and asks for the other one by itself.
  if (document.querySelector("[data-stand-in]")) return addEventListener("online", () => location.reload());

  let waiting: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;

  // A page that follows news tells in its own place that none come.
  const live = () => document.querySelector("[data-live]") !== null;
  const show = () => {
    const state = waiting ? (navigator.onLine ? "back" : "kept") : navigator.onLine || live() ? undefined : "away";
    for (const part of element.querySelectorAll<HTMLElement>("[data-when]")) part.hidden = part.dataset.when !== state;
  };
  addEventListener("online", show);
  addEventListener("offline", show);

  // Before the form's own enhancers hear of it: to them it was not sent, but kept.
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (navigator.onLine || form.method !== "post") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = { form, submitter: event.submitter };
      form.dispatchEvent(new Event("kept"));
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
