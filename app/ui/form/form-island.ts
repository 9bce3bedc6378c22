import { isTyped } from "#app/exchange/fill-input.ts";
import { go } from "#app/exchange/go.ts";
import type { Journey, Leaving } from "#app/exchange/journey.ts";
import { restoreInput, storeInput } from "../typed/console-input.ts";
import { namedFields, storableFields } from "../typed/typed-input.ts";

/** Where a session that is over leads to. */
const logins = /^\/(login|admin-login|center-onboard-login|booking)?\/?$/;

const copyOf = (selector: string) =>
  document.querySelector<HTMLTemplateElement>(`template[${selector}]`)?.content.firstElementChild?.cloneNode(true) as
    | HTMLElement
    | undefined;

const addressOf = (to: string) => {
  const { pathname, search } = new URL(to, location.href);
  return pathname + search;
};

/**
 * A console's form. Its input is stored over a change of language and over a login that comes in between, and filled in
 * when its page comes back; `data-stored-as` tells it from other forms. With `data-guarded` it asks before it is left with
 * unsaved input: with a dialog on the way to another page of the console, with the browser's own question otherwise. It
 * does not ask while nothing is typed, or while it is sent. `data-refused`: its input was sent and refused.
 */
export default function form(element: HTMLElement, left: AbortSignal) {
  const form = element as HTMLFormElement;
  const { storedAs } = form.dataset;
  // It only asks for a page.
  if (storedAs === undefined) return;
  const owner = form.closest<HTMLElement>("[data-who]")?.dataset.who ?? "";
  const isRefused = () => form.dataset.refused !== undefined;
  const storeTyped = () => (isRefused() || storableFields(form).some(isTyped)) && storeInput(form, storedAs, owner);
  // A field without a name is a help in front of another one.
  const isUnsaved = () => form.ariaBusy !== "true" && (isRefused() || namedFields(form).some(isTyped));
  /** Whether the browser leaves the page without a question. */
  let leaves = false;

  if (storableFields(form).length > 0) {
    const notRestored = restoreInput(form, storedAs, owner);
    const note = notRestored && copyOf(`data-again="${notRestored}"`);
    if (note) form.prepend(note);
  }
  document.addEventListener(
    "submit",
    ({ target }) => {
      if ((target as HTMLFormElement).getAttribute("action") === "/language") leaves = storeTyped();
      // Sent by the browser itself.
      else if (target === form) leaves = form.dataset.near === undefined;
    },
    { capture: true, signal: left },
  );
  document.addEventListener(
    "page:unloads",
    (event) => {
      const { to } = (event as CustomEvent<{ to: string }>).detail;
      // A login comes in between, or this page in another language or of another build.
      if (logins.test(new URL(to, location.href).pathname) || addressOf(to) === addressOf(location.href)) storeTyped();
      leaves = true;
    },
    { signal: left },
  );
  if (form.dataset.guarded === undefined) return;

  let shown = addressOf(location.href);
  document.addEventListener(
    "page:shown",
    () => {
      shown = addressOf(location.href);
    },
    { signal: left },
  );
  document.addEventListener(
    "page:left",
    (event) => {
      const { detail: journey } = event as Leaving;
      if (event.defaultPrevented || journey.form === form || addressOf(journey.to) === shown || !isUnsaved()) return;
      event.preventDefault();
      askToLeave(journey);
    },
    { signal: left },
  );
  addEventListener("beforeunload", (event) => !leaves && isUnsaved() && event.preventDefault(), { signal: left });
}

let question: HTMLDialogElement | undefined;

/** Asks whether to leave without saving, and goes on if so. */
function askToLeave(journey: Journey) {
  question?.remove();
  const box = copyOf("data-leave") as HTMLDialogElement | undefined;
  if (!box) return;
  question = box;
  const stay = () => {
    box.close();
    box.remove();
  };
  box.addEventListener("cancel", stay);
  box.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest("button");
    if (!button) return;
    stay();
    if (button.value === "leave") void go({ ...journey, confirmed: true });
  });
  document.body.append(box);
  box.showModal();
}
