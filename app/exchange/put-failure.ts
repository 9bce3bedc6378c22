import { putToast } from "#app/ui/feedback/show-toast.ts";
import type { Journey } from "./go.ts";

const words = (name: string) => document.querySelector<HTMLTemplateElement>(`template[data-failure="${name}"]`);

/** A server that was not reached: the form says so, with what was typed; a page says so in place of the one asked for. */
export function putUnreached(journey: Journey) {
  if (journey.form && journey.body) return putInForm(journey, "unreached");
  const main = document.getElementById("main");
  const page = words("unreached-page")?.content.cloneNode(true) as DocumentFragment | undefined;
  const unreached = page?.querySelector<HTMLElement>("[data-title]");
  if (!main || !page || !unreached) return location.assign(journey.to);
  if (!journey.replace) history.pushState({ scroll: 0 }, "", journey.to);
  document.title = unreached.dataset.title!;
  unreached.querySelector("a")!.href = journey.to;
  main.replaceChildren(page);
}

/** A server that failed: the form says so, with what was typed. */
export const putError = (journey: Journey) => putInForm(journey, "failed");

/**
 * Puts the sentence at the form's top; `data-failed` is the specified sentence of its act's failure, shown first. An
 * operator's console says it as a toast, too (R319).
 */
function putInForm({ form }: Journey, name: "unreached" | "failed") {
  const template = words(name);
  const box = template?.content.cloneNode(true) as DocumentFragment | undefined;
  const summary = box?.querySelector<HTMLElement>("[data-error-summary]");
  if (!form || !box || !summary) return;
  form.querySelector("[data-error-summary]")?.remove();
  const lead = summary.querySelector<HTMLElement>("[data-failed-act]")!;
  lead.textContent = form.dataset.failed ?? "";
  lead.hidden = !form.dataset.failed;
  form.prepend(box);
  summary.focus();
  const prefix = template?.dataset.prefix ?? "";
  if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
  if (!document.querySelector("[data-toasts=desk]")) return;
  const toast = document.createElement("div");
  const sentences = summary.querySelectorAll("p:not([hidden])");
  toast.append(...[...sentences].map((sentence) => sentence.cloneNode(true)));
  putToast(toast.textContent ?? name, "bad", toast);
}
