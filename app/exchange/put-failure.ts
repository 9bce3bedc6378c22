import type { Journey } from "./go.ts";

const words = (name: string) => document.querySelector<HTMLTemplateElement>(`template[data-failure="${name}"]`);

/** A server that was not reached: the form says so, with what was typed; a page says so in place of the one asked for. */
export function putUnreached(journey: Journey) {
  if (journey.form && journey.body) return putInForm(journey, "unreached");
  const main = document.getElementById("main");
  const page = words("unreached-page");
  if (!main || !page) return location.assign(journey.to);
  if (!journey.replace) history.pushState({ scroll: 0 }, "", journey.to);
  const place = main.querySelector("[data-page-body]") ?? main;
  place.replaceChildren(page.content.cloneNode(true));
}

/** A server that failed: the form says so, with what was typed. */
export const putError = (journey: Journey) => putInForm(journey, "failed");

/** Puts the sentence at the form's top; `data-failed` is the specified sentence of its act's failure, shown first. */
function putInForm({ form }: Journey, name: "unreached" | "failed") {
  const box = words(name)?.content.cloneNode(true) as DocumentFragment | undefined;
  const summary = box?.querySelector<HTMLElement>("[data-error-summary]");
  if (!form || !box || !summary) return;
  form.querySelector("[data-error-summary]")?.remove();
  const lead = summary.querySelector<HTMLElement>("[data-failed-act]");
  if (lead) {
    lead.textContent = form.dataset.failed ?? "";
    lead.hidden = !form.dataset.failed;
  }
  form.prepend(box);
  summary.focus();
}
