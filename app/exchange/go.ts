import type { Journey } from "./journey.ts";
import { exchangeHeader, refusedName } from "./names.ts";
import { putFailure } from "./put-failure.ts";
import { isOfThisConsole, putPage } from "./put-page.ts";
import { forgetTyping } from "./typed-on.ts";

/*
 * From page to page in a console. A link or form that is near (ui/base/near.ts) is answered here instead of by the browser:
 *
 * 1. `go` fetches the address (or sends the form) and reads the HTML of the page the server answers with, after its
 *    redirects. One page is fetched at a time, and a newer one ends the waiting for an older one; a form that is being sent
 *    is not sent a second time.
 * 2. Another kind of page (public, a login, another console, another build) is loaded by the browser as a whole.
 * 3. The address and its place in the history follow: a new entry, or the same one for the same address, a dialog that
 *    closes, and forms in dialogs. Each entry holds how far its window was scrolled; Back and Forward fetch their page.
 * 4. `putPage` puts the page's parts in place of the shown ones. What did not change stays the same element, with its
 *    focus, its scroll and its islands; another page's `main` is new and begins at its top.
 * 5. The document then tells what happened: `page:left` before anything is fetched (cancelable: unsaved input asks first),
 *    `page:read` before a page is put in place, `page:shown` after it, `page:failed` with the words of an act that failed,
 *    and `page:unloads` before the browser loads another kind of page.
 *
 * A server that is not reached, or fails, leaves a form as it was, with the sentence that says so in it.
 * Without JavaScript all of these links and forms are the browser's own.
 */

/** The header of a page whose policy allows more than others': what it loads works only in a document of its own. */
const ownPolicy = "x-csp-allow";

/** A page or answer that is not there after so many ms is not waited for; files are sent as long as they need. */
const patienceMs = 60_000;

type Sending = { journey: Journey; ends: AbortController };
let sending: Sending | undefined;
let putInPlace = false;
/** The address of the page that is shown: Back and Forward change the browser's own before their page is there. */
let shownAt: URL;
let again: Journey | undefined;

const here = () => location.pathname + location.search;
const announce = (name: string, detail: unknown, cancelable = false) =>
  document.dispatchEvent(new CustomEvent(name, { detail, cancelable }));

/** Whether a page is being fetched or a form sent, other than by live news. */
export const isGoing = () => sending !== undefined && !sending.journey.quiet;

/** Whether the page that is shown was put in place of another one, other than by live news. */
export const isPutInPlace = () => putInPlace;

/** Goes to a page, or sends a form and shows the page it is answered with. */
export async function go(journey: Journey): Promise<void> {
  // Live news wait for what is on its way, and a form that is being sent is not sent a second time.
  if (journey.quiet && sending) {
    again ??= journey;
    return;
  }
  if (journey.body && sending?.journey.body) {
    // Another form is sent after it.
    if (journey.form !== sending.journey.form) again = journey;
    return;
  }
  // The same page is on its way: a key that is pressed again, or held, does not begin anew.
  if (!journey.body && !journey.quiet && isUnderWay(journey)) return;
  if (!journey.confirmed && !journey.quiet && !announce("page:left", journey, true)) return goBack(journey);
  if (journey.confirmed && journey.by && journey.to !== here()) {
    skipsQuestion = true;
    return history.go(journey.by);
  }
  sending?.ends.abort();
  if (!journey.quiet) forgetTyping();
  const mine: Sending = { journey, ends: new AbortController() };
  sending = mine;
  setBusy(journey, true);
  try {
    await exchange(journey, mine.ends.signal);
  } finally {
    if (sending === mine) {
      sending = undefined;
      const next = again;
      again = undefined;
      // Live news are of the page that is shown by then.
      if (next) void go(next.body ? next : { ...next, to: here() });
    }
  }
}

const isUnderWay = ({ to, by }: Journey) =>
  sending?.journey.to === to && by === undefined && !sending.journey.body && !sending.journey.quiet;

/** Reads this page anew and changes what is different, for live news. */
export const refresh = () => go({ to: here(), replace: true, stay: true, quiet: true });

/** Asks the server: its answer, and the HTML of one that is a page. */
async function ask({ to, body, quiet }: Journey, left: AbortSignal) {
  const headers = { accept: "text/html", [exchangeHeader]: quiet ? "news" : "page" };
  const signal = body instanceof FormData ? left : AbortSignal.any([left, AbortSignal.timeout(patienceMs)]);
  const answer = await fetch(
    to,
    body ? { method: "POST", body, headers, signal } : { headers, signal, cache: "no-store" },
  );
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  return { answer, html: isPage ? await answer.text() : undefined };
}

/** The names of the query that say which record a page is about: another record's is another page. */
const recordNames = ["edit", "ticketId", "technicianId", "userId", "clientId", "id"];

/** Whether an address is of the page that is shown, and of its record. */
const isOfThisPage = ({ pathname, searchParams }: URL) =>
  pathname === shownAt.pathname &&
  recordNames.every((name) => searchParams.get(name) === shownAt.searchParams.get(name));

async function exchange(journey: Journey, signal: AbortSignal) {
  const { to, body } = journey;
  const result = await ask(journey, signal).catch(() => undefined);
  // Before the page is put in place: it says itself which of its buttons are switched off.
  setBusy(journey, false);
  if (signal.aborted || (journey.quiet && !result?.answer.ok)) return;
  if (!result) return showFailure(journey, "unreached");
  const { answer, html } = result;
  if (html === undefined ? !answer.ok : body && answer.status >= 500) return showFailure(journey, "failed");
  if (html === undefined) return body ? undefined : load(to);
  const address = new URL(answer.url);
  const page = new DOMParser().parseFromString(html, "text/html");
  // What a page has for browsers without scripts is text in one that has them.
  for (const without of page.querySelectorAll("noscript")) without.textContent = without.innerHTML;
  // A page that opens a checkout has a policy of its own, which it keeps from its document.
  if (body && !answer.ok && !isOfThisConsole(page)) return showFailure(journey, "failed");
  if (!isOfThisConsole(page) || (!journey.quiet && answer.headers.has(ownPolicy))) return load(answer.url);
  const next = address.pathname + address.search + (body ? "" : new URL(to, location.href).hash);
  const samePage = isOfThisPage(address);
  announce("page:read", { ...journey, page });
  putInPlace ||= !journey.quiet;
  // A refused form takes the place of its page: Back leads to the page before it.
  const replace = journey.replace === true || next === here() || (samePage && address.searchParams.has(refusedName));
  if (!journey.quiet) enter(next, replace, journey.scroll);
  await putPage(page, {
    samePage: samePage || journey.stay === true,
    quiet: journey.quiet === true,
    sent: body ? journey.form : undefined,
    signal,
  });
  if (signal.aborted) return;
  if (journey.scroll !== undefined) scrollTo(0, journey.scroll);
  else if (!journey.stay && !journey.quiet && !(samePage && journey.replace)) scrollTo(0, 0);
  announce("page:shown", { ...journey, samePage });
}

function showFailure(journey: Journey, name: "unreached" | "failed") {
  putFailure(journey, name, (address) => enter(address, journey.replace === true));
  if (!journey.body) announce("page:shown", { ...journey, samePage: false });
}

/** Lets the browser load a page of another kind. */
function load(address: string) {
  announce("page:unloads", { to: address });
  location.assign(address);
}

/** What an entry of the history holds: how far its window was scrolled, and its place among the entries. */
type Entry = { scroll: number; at: number };
let at = 0;

/** Makes an address the current entry of the history, a new one unless it takes the place of the last. */
function enter(address: string, replace: boolean, scroll = 0) {
  shownAt = new URL(address, location.href);
  if (replace) history.replaceState({ scroll, at } satisfies Entry, "", address);
  else {
    history.replaceState({ scroll: scrollY, at } satisfies Entry, "");
    at += 1;
    history.pushState({ scroll, at } satisfies Entry, "", address);
  }
}

/** Whether the next change of the entry takes back one that was refused, or follows one that was agreed to. */
let isTakenBack = false;
let skipsQuestion = false;

/** Back or Forward was not agreed to: the entry of the page that is shown is the current one again. */
function goBack({ by }: Journey) {
  if (!by) return;
  isTakenBack = true;
  history.go(-by);
}

function followEntry(state: unknown) {
  // An address within the page is the browser's own.
  if (state === null) return;
  const { scroll = 0, at: next = 0 } = state as Partial<Entry>;
  const by = next - at;
  at = next;
  if (isTakenBack) isTakenBack = false;
  else void go({ to: here(), replace: true, scroll, by, confirmed: skipsQuestion });
  skipsQuestion = false;
}

/** Marks the page, and the form and its button, while something is on its way. */
function setBusy(journey: Journey, is: boolean) {
  const { form, submitter, quiet } = journey;
  if (quiet) return;
  if (sending?.journey === journey) document.documentElement.toggleAttribute("data-loading", is);
  if (form) form.ariaBusy = is ? "true" : null;
  if (submitter instanceof HTMLButtonElement) submitter.disabled = is;
}

const closestElement = <Match extends HTMLElement>({ target }: Event, which: string) =>
  target instanceof Element ? target.closest<Match>(which) : null;

const keepsScroll = ({ dataset }: HTMLElement) => dataset.near === "stay";

/** Answers near links and forms, and Back and Forward. */
export function followNear() {
  shownAt = new URL(location.href);
  history.scrollRestoration = "manual";
  // A page that is loaded anew, or come back to, is scrolled by the browser.
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
  addEventListener("click", (event) => {
    const link = closestElement<HTMLAnchorElement>(event, "a[data-near], [data-near-links] a[href]");
    if (!link || event.defaultPrevented || opensElsewhere(event, link.target) || leadsWithinPage(link)) return;
    event.preventDefault();
    const to = link.getAttribute("href")!;
    // A dialog that is open by its address is left without a trace in the history.
    const closes = link.closest<HTMLElement>("dialog[data-place]")?.dataset.place === to;
    void go({ to, replace: closes || to === here(), stay: keepsScroll(link) });
  });
  addEventListener("submit", (event) => {
    const form = closestElement<HTMLFormElement>(event, "form[data-near]");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    void send(form, event.submitter);
  });
  addEventListener("popstate", ({ state }) => followEntry(state));
  at = (history.state as Partial<Entry> | null)?.at ?? 0;
  history.replaceState({ scroll: scrollY, at } satisfies Entry, "");
}

/** Sends a form as the browser would, with the control that sends it. */
export function send(form: HTMLFormElement, submitter: HTMLElement | null = null, more: Partial<Journey> = {}) {
  const fields = new FormData(form, submitter);
  delete form.dataset.unanswered;
  const to = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? here();
  const stay = keepsScroll(form);
  if (form.method === "get") {
    const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    return go({ to: `${to.split("?")[0]}?${query}`, form, submitter, stay, ...more });
  }
  const replace = form.closest("dialog[data-place]") !== null;
  const body =
    form.enctype === "multipart/form-data"
      ? fields
      : new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  return go({ to, body, form, submitter, stay, replace, ...more });
}

/** Whether a link leads to a place of the page that is shown. */
const leadsWithinPage = ({ hash, pathname, search }: HTMLAnchorElement) => hash !== "" && pathname + search === here();

/** Whether the browser itself answers the press: with another button, in a new tab or window, as a download. */
const opensElsewhere = (event: MouseEvent, target: string) =>
  event.button !== 0 ||
  (target !== "" && target !== "_self") ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;
