import { go } from "#app/exchange/go.ts";
import type { Entry, FindResult } from "./find.ts";

/** How long one may pause between two letters, in milliseconds. */
const pauseMs = 150;

/**
 * Fills search and jump: typing makes the first entry the active one, arrows, Home and End move, Enter or a press chooses,
 * Escape closes all of it.
 */
export function fillPalette(box: HTMLDialogElement) {
  const input = box.querySelector("input")!;
  const list = box.querySelector<HTMLElement>("[role=listbox]")!;
  const status = box.querySelector<HTMLElement>("[role=status]")!;
  const groups = [...list.querySelectorAll<HTMLElement>("[data-group]")];
  /** Whether the active entry was chosen by a key or the pointer: it stays the active one when more are found. */
  let isMoved = false;
  let looking = new AbortController();

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const activeOption = () => list.querySelector<HTMLElement>("[data-focus]");

  function activate(option: HTMLElement | null | undefined, scrolls = true) {
    const last = activeOption();
    last?.removeAttribute("data-focus");
    last?.setAttribute("aria-selected", "false");
    option?.setAttribute("data-focus", "");
    option?.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option?.id ?? "");
    if (scrolls) option?.scrollIntoView({ block: "nearest" });
  }

  function put(result: FindResult) {
    const text = input.value.trim();
    const before = isMoved ? activeOption()?.dataset.to : undefined;
    for (const group of groups) {
      const { group: name = "", to = "", words = "" } = group.dataset;
      if (name === "pages") putGroup(group, pagesNamed(text));
      else if (name === "more") putGroup(group, text ? [listOfAll(text, to, words)] : []);
      else putGroup(group, result[name] ?? []);
    }
    const now = options();
    for (const [n, option] of now.entries()) option.id = `palette-${n}`;
    activate(now.find(({ dataset }) => dataset.to === before) ?? now[0], isMoved);
  }

  function look() {
    const text = input.value.trim();
    looking.abort();
    looking = new AbortController();
    isMoved = false;
    const { find: from } = box.dataset;
    const asks = from !== undefined && text.length >= 2;
    list.ariaBusy = String(asks);
    put({});
    if (asks) void find(from, text, looking.signal);
    else announceCount();
  }

  async function find(from: string, text: string, signal: AbortSignal) {
    await new Promise((done) => setTimeout(done, pauseMs));
    if (signal.aborted) return;
    // Left for another text, or without a connection, nothing is found.
    const answer = await fetch(`${from}?${new URLSearchParams({ q: text })}`, { signal }).catch(() => undefined);
    const result = answer?.ok ? ((await answer.json()) as FindResult) : {};
    if (signal.aborted) return;
    list.ariaBusy = "false";
    put(result);
    announceCount();
  }

  const announceCount = () => {
    const words = status.dataset.words ?? "";
    status.textContent = input.value.trim() ? words.replace("{n}", String(options().length)) : "";
  };

  function choose(option: HTMLElement | null) {
    if (!option) return;
    box.close();
    void go({ to: option.dataset.to! });
  }

  function press(event: KeyboardEvent) {
    const all = options();
    const at = all.findIndex((option) => option.hasAttribute("data-focus"));
    const moves: Record<string, number> = {
      ArrowDown: Math.min(at + 1, all.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: all.length - 1,
    };
    const next = moves[event.key];
    if (event.key === "Enter") choose(activeOption());
    // The field's own Escape would only empty it.
    else if (event.key === "Escape") box.close();
    else if (next !== undefined) {
      isMoved = true;
      activate(all[next]);
      // The list is all there is to reach; Tab chooses nothing by the way.
    } else if (event.key !== "Tab") return;
    event.preventDefault();
  }

  const optionAt = ({ target }: Event) => (target as Element).closest<HTMLElement>("[role=option]");
  input.addEventListener("input", look);
  input.addEventListener("keydown", press);
  list.addEventListener("pointermove", (event) => {
    const option = optionAt(event);
    if (!option || option.hasAttribute("data-focus")) return;
    isMoved = true;
    activate(option, false);
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => choose(optionAt(event)));
  box.addEventListener("close", () => {
    input.value = "";
    look();
  });
  look();
}

function putGroup(group: HTMLElement, entries: readonly Entry[]) {
  const template = group.querySelector("template")!.content.firstElementChild!;
  for (const option of group.querySelectorAll("[role=option]")) option.remove();
  group.hidden = entries.length === 0;
  for (const { to, label, strong, hint } of entries) {
    const option = template.cloneNode(true) as HTMLElement;
    option.dataset.to = to;
    const words = option.querySelector("span")!;
    if (strong) words.append(Object.assign(document.createElement("b"), { textContent: strong }), " ");
    words.append(label);
    if (hint) option.querySelector("small")!.textContent = hint;
    else option.querySelector("small")!.remove();
    group.append(option);
  }
}

const listOfAll = (text: string, to: string, words: string): Entry => ({
  to: to.replace("{text}", () => encodeURIComponent(text)),
  label: words.replace("{text}", () => text),
});

/** The pages of the menu whose name holds a text. */
const pagesNamed = (text: string): Entry[] =>
  [...document.querySelectorAll<HTMLAnchorElement>("[data-menu] a[data-page]")]
    .map((link) => ({ to: link.getAttribute("href")!, label: link.dataset.page! }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
