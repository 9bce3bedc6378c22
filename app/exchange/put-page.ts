import { Idiomorph } from "idiomorph";
import { type Field, isChoice, isTyped } from "./fill-input.ts";
import { isTypedOn } from "./typed-on.ts";

/** How a page is put in place. */
type Put = {
  /** Whether it is the page that is shown, or belongs to it: its parts are then changed one by one. */
  samePage: boolean;
  /** Whether nobody asked for it: a form with unsaved input, and an open popover, stay as they are. */
  quiet: boolean;
  /** The form that was answered: it is no unsaved input any more. */
  sent?: HTMLFormElement | undefined;
  /** Aborted when another page is on its way. */
  signal: AbortSignal;
};

const entryOf = (page: Document) => page.querySelector("script[data-entry]")?.getAttribute("src");
const frameOf = (page: Document) => page.querySelector<HTMLElement>("[data-who]")?.dataset.who;

/** Whether a page is one of the console that is shown, of the same build and the same person. */
export const isOfThisConsole = (page: Document) =>
  page.documentElement.dataset.page === "console" &&
  page.documentElement.lang === document.documentElement.lang &&
  entryOf(page) === entryOf(document) &&
  frameOf(page) === frameOf(document);

/** Puts a page in place of the one that is shown. */
export async function putPage(page: Document, how: Put): Promise<void> {
  await addStyles(page);
  if (how.signal.aborted) return;
  document.title = page.title;
  const shown = document.getElementById("main");
  const next = page.getElementById("main");
  if (!shown || !next || how.samePage) return morph(document.body, page.body, how);
  // Another page: its main part is new, so that nothing of the last one is left in it.
  next.replaceWith(next.cloneNode(false));
  shown.replaceWith(document.adoptNode(next));
  morph(document.body, page.body, how, next);
}

/** Adds the stylesheets that the page needs besides those that are there, and waits for them. */
async function addStyles(page: Document) {
  const has = (href: string) => document.head.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`);
  const missing = [...page.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(
    (link) => !has(link.getAttribute("href") ?? ""),
  );
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((done) => {
          const added = document.createElement("link");
          added.rel = "stylesheet";
          added.addEventListener("load", done);
          added.addEventListener("error", done);
          added.href = link.getAttribute("href") ?? "";
          document.head.append(added);
        }),
    ),
  );
}

/**
 * Changes the shown elements to those of the page. An island owns the content of an element with `data-own`, and the
 * attributes that its element's `data-holds` names; it hears of a change of its element by the event `changed`. Live news
 * leave an element with `data-still` as it is.
 */
function morph(shown: Element, next: Element, { quiet, sent }: Put, except?: Element) {
  const changed = new Set<Element>();
  const isRefused = next.querySelector("form[data-refused]") !== null;
  // A refused form keeps what was sent, also what the server never sends back, such as a code.
  const keepsTyped = (element: Element) =>
    isTypedOn(element) ||
    (isRefused && sent?.contains(element) && !(element instanceof HTMLInputElement && element.type === "hidden"));
  Idiomorph.morph(shown, next, {
    morphStyle: "outerHTML",
    restoreFocus: false,
    callbacks: {
      beforeNodeMorphed: (before: Node, after: Node) => {
        if (before === except) return false;
        if (!(before instanceof Element) || !(after instanceof Element)) return true;
        if (before.matches("[data-own]")) return false;
        if (quiet && (before.matches("[data-still]") || (before instanceof HTMLFormElement && isUnsaved(before))))
          return false;
        // The control under the hand does not become another one: Enter then does nothing.
        if (quiet && before === document.activeElement && isOtherAct(before, after)) (before as HTMLElement).blur();
        // The same as the server sent it: what is typed in it, ticked and scrolled stays.
        if (before.isEqualNode(after)) return false;
        if (before.matches("[data-enhance]")) changed.add(before);
        return true;
      },
      // What stands in the body besides the page is not ours: a checkout over it, or an extension's.
      beforeNodeRemoved: (node: Node) =>
        node.parentElement !== document.body &&
        !(node instanceof Element && (node.matches("[data-own], [data-added]") || (quiet && isHeld(node)))),
      beforeAttributeUpdated: (name: string, element: Element) =>
        !(
          (name === "open" && element instanceof HTMLDetailsElement) ||
          // Without it what took the focus for what changed would lose it.
          (name === "tabindex" && element === document.activeElement) ||
          (/^(value|checked|selected)$/.test(name) && keepsTyped(element)) ||
          (element instanceof HTMLElement && element.dataset.holds?.split(" ").includes(name))
        ),
    },
  });
  if (sent?.isConnected && !document.querySelector("form[data-refused]")) resetSent(sent);
  for (const element of changed) if (element.isConnected) element.dispatchEvent(new Event("changed"));
}

/** A form that was done is empty again, or holds what is stored now, but for what was typed on meanwhile. */
function resetSent(form: HTMLFormElement) {
  const typedOn = ([...form.elements] as Field[])
    .filter(isTypedOn)
    .map((field) => [field, field.value, isChoice(field) && field.checked] as const);
  form.reset();
  for (const [field, value, checked] of typedOn)
    if (isChoice(field)) field.checked = checked;
    else field.value = value;
}

/** A form with input that was not sent, or whose sending was not answered. */
const isUnsaved = (form: HTMLFormElement) =>
  form.dataset.unanswered !== undefined ||
  [...form.elements].some((field) => "name" in field && field.name !== "" && isTyped(field as HTMLInputElement));

/** What live news leave on the page: unsaved input, and what is said of it. */
const isHeld = (part: Element) =>
  part.matches("[data-still]") ||
  [part, ...part.querySelectorAll("form")].some((form) => form instanceof HTMLFormElement && isUnsaved(form));

const isOtherAct = (before: Element, after: Element) =>
  before.matches("a, button") &&
  (before.getAttribute("href") !== after.getAttribute("href") || before.textContent !== after.textContent);
