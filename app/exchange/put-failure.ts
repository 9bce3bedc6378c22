import type { Journey } from "./journey.ts";

const words = (name: string) => document.querySelector<HTMLTemplateElement>(`template[data-failure="${name}"]`);

/**
 * A server that was not reached, or failed without a page of its own: the form says so, with what was typed; a page says
 * so in place of the one asked for, whose address is entered.
 */
export function putFailure(
  { to, form, body }: Journey,
  name: "unreached" | "failed",
  enter: (address: string) => void,
) {
  if (form && body) return putProblem(form, name);
  const main = document.getElementById("main");
  const page = words(`${name}-page`)?.content.cloneNode(true) as DocumentFragment | undefined;
  const failure = page?.querySelector<HTMLElement>("[data-title]");
  if (!main || !page || !failure) return location.assign(to);
  enter(to);
  document.title = failure.dataset.title!;
  failure.querySelector("a")!.href = to;
  main.replaceChildren(page);
}

/**
 * Puts the sentence where the form's errors stand; `data-failed` is the specified sentence of its act's failure, shown
 * first (R323). An operator's console says that one as a toast, too (R319). `data-noted` goes to the browser's console.
 */
function putProblem(form: HTMLFormElement, name: string) {
  if (form.dataset.noted) console.info(form.dataset.noted);
  const template = words(name);
  const box = template?.content.cloneNode(true) as DocumentFragment | undefined;
  const summary = box?.querySelector<HTMLElement>("[data-error-summary]");
  if (!box || !summary) return;
  // Live news leave both: the form's key says that it is sent again.
  form.dataset.unanswered = "";
  summary.dataset.still = "";
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
  if (!form.dataset.failed || !document.querySelector("[data-toasts=desk]")) return;
  const toast = document.createElement("div");
  const sentences = summary.querySelectorAll("p:not([hidden])");
  toast.append(...[...sentences].map((sentence) => sentence.cloneNode(true)));
  document.dispatchEvent(new CustomEvent("page:failed", { detail: toast }));
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
