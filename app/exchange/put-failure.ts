import { putToast } from "#app/ui/feedback/show-toast.ts";
import type { Journey } from "./go.ts";

const words = (name: string) => document.querySelector<HTMLTemplateElement>(`template[data-failure="${name}"]`);

/**
 * A server that was not reached: the form says so, with what was typed; a page says so in place of the one asked for,
 * whose address is entered.
 */
export function putUnreached(journey: Journey, enter: (address: string) => void) {
  if (journey.form && journey.body) return putProblem(journey.form, "unreached");
  const main = document.getElementById("main");
  const page = words("unreached-page")?.content.cloneNode(true) as DocumentFragment | undefined;
  const unreached = page?.querySelector<HTMLElement>("[data-title]");
  if (!main || !page || !unreached) return location.assign(journey.to);
  enter(journey.to);
  document.title = unreached.dataset.title!;
  unreached.querySelector("a")!.href = journey.to;
  main.replaceChildren(page);
}

/** A server that failed: the form says so, with what was typed. */
export const putError = ({ form }: Journey) => form && putProblem(form, "failed");

/**
 * Puts the sentence where the form's errors stand; `data-failed` is the specified sentence of its act's failure, shown
 * first. An operator's console says it as a toast, too (R319).
 */
function putProblem(form: HTMLFormElement, name: "unreached" | "failed") {
  const template = words(name);
  const box = template?.content.cloneNode(true) as DocumentFragment | undefined;
  const summary = box?.querySelector<HTMLElement>("[data-error-summary]");
  if (!box || !summary) return;
  const lead = summary.querySelector<HTMLElement>("[data-failed-act]")!;
  lead.textContent = form.dataset.failed ?? "";
  lead.hidden = !form.dataset.failed;
  const place = placeOf(form);
  place?.parentElement?.querySelector(":scope > [data-error-summary]")?.remove();
  if (place) place.after(box);
  else form.prepend(box);
  summary.focus();
  const prefix = template?.dataset.prefix ?? "";
  if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
  if (!document.querySelector("[data-toasts=desk]")) return;
  const toast = document.createElement("div");
  const sentences = summary.querySelectorAll("p:not([hidden])");
  toast.append(...[...sentences].map((sentence) => sentence.cloneNode(true)));
  putToast(toast.textContent ?? name, "bad", toast);
}

/** Where the errors of a form stand: in it, else before it, else on its page. */
function placeOf(form: HTMLFormElement): Element | undefined {
  const intent = new FormData(form).get("intent") ?? "";
  const places = [...document.querySelectorAll<HTMLElement>("template[data-problem-place]")].filter(
    ({ dataset: { problemPlace } }) => !problemPlace || problemPlace === intent,
  );
  const isBefore = (place: Element) => Boolean(place.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
  return places.find((place) => form.contains(place)) ?? places.findLast(isBefore) ?? places[0];
}
