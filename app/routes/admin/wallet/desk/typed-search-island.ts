import { isTyped } from "#app/exchange/fill-input.ts";

/** How long one may pause between two letters, in milliseconds. */
const pauseMs = 150;

/**
 * A search whose page is asked a moment after the last letter: the parts of the form that say what is found (`data-found`)
 * are then those of the answer; until it comes, the first of them says `data-looking`.
 */
export default function typedSearch(element: HTMLElement, left: AbortSignal) {
  const form = element as HTMLFormElement;
  const parts = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>("[data-found]")];
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout>;

  async function ask(signal: AbortSignal) {
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const [line] = parts(form);
    if (line) line.textContent = form.dataset.looking ?? "";
    const answer = await fetch(`${form.getAttribute("action")}?${query}`, { signal, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (signal.aborted) return;
    const answered = parts(page);
    for (const [at, part] of parts(form).entries()) part.replaceChildren(...(answered[at]?.childNodes ?? []));
  }

  const stop = () => {
    clearTimeout(timer);
    asking.abort();
  };
  const search = () => {
    stop();
    const mine = new AbortController();
    asking = mine;
    timer = setTimeout(() => {
      ask(mine.signal).catch(() => {
        // Without a connection nothing is found; for another text it is asked again.
        if (!mine.signal.aborted) for (const part of parts(form)) part.replaceChildren();
      });
    }, pauseMs);
  };
  form.addEventListener("input", search);
  form.addEventListener("submit", stop);
  left.addEventListener("abort", stop);
  // What was typed before this came.
  if ([...form.elements].some(isTyped)) search();
}
