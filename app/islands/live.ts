/** The page is reloaded after this long without news: steps become late just by time passing. */
const rereadMs = 5 * 60_000;
const retryMs = 5_000;

/**
 * Reloads parts of the page on live news: the page is fetched again and every changed `data-part` is replaced, so that
 * what is typed or focused elsewhere is untouched. It pauses in a hidden tab.
 */
export default function live(element: HTMLElement) {
  let news: EventSource | undefined;
  let over = false;
  let reading = false;
  let again = false;

  const show = (name: string, shown: boolean) => {
    for (const part of element.querySelectorAll<HTMLElement>(`[data-live-${name}]`)) part.hidden = !shown;
  };
  const connected = (is: boolean) => {
    show("on", is);
    show("off", !is);
  };

  async function read() {
    again = reading;
    if (reading || over) return;
    reading = true;
    do {
      again = false;
      const live = await exchange(element).catch(() => setTimeout(read, retryMs));
      if (!live) end();
    } while (again);
    reading = false;
  }

  /** The request has ended: nothing more comes. */
  function end() {
    over = true;
    rest();
  }

  function listen() {
    if (news || over || document.hidden) return;
    const stream = new EventSource(element.dataset.live ?? "");
    news = stream;
    stream.addEventListener("open", () => {
      connected(true);
      // Changes since the page was rendered, or while the stream was disconnected, sent no event.
      void read();
    });
    stream.addEventListener("changed", () => void read());
    stream.addEventListener("error", () => {
      connected(false);
      if (stream.readyState !== EventSource.CLOSED || news !== stream) return;
      rest();
      setTimeout(wake, retryMs);
    });
  }

  function rest() {
    news?.close();
    news = undefined;
  }

  function wake() {
    if (document.hidden || news) return;
    listen();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("offline", () => show("gone", true));
  addEventListener("online", () => {
    show("gone", false);
    void read();
  });
  setInterval(() => document.hidden || void read(), rereadMs);
  listen();
}

/** Fetches the current page and replaces the parts that changed; false when that page is not live any more. */
async function exchange(element: HTMLElement): Promise<boolean> {
  const answer = await fetch(location.href, { cache: "no-store", headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of element.querySelectorAll<HTMLElement>("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh && !refused(part) && serverSent(fresh) !== before(part)) put(part, fresh);
  }
  const header = page.querySelectorAll("[data-band]");
  for (const [at, band] of document.querySelectorAll("[data-band]").entries())
    band.className = header[at]?.className ?? band.className;
  for (const gone of ["[data-while-open]", "[data-while-live]"])
    if (!page.querySelector(gone)) element.querySelector(gone)?.remove();
  return page.querySelector("[data-live]") !== null;
}

/** A part with errors is not replaced until its form is sent again. */
const refused = (part: Element) => part.querySelector(".wrong") !== null;

const sent = new WeakMap<Element, string>();
const serverSent = (part: Element) => part.innerHTML;

/** The HTML the server last sent for a part, so that changes made by islands do not count. */
const before = (part: Element) => sent.get(part) ?? serverSent(part);

/** Replaces a part's content and restores its checked inputs, what is unfolded, and the focus. */
function put(part: HTMLElement, fresh: Element) {
  const chosen = [...part.querySelectorAll<HTMLInputElement>("input:checked")].map(({ id }) => id);
  const unfolded = [...part.querySelectorAll<HTMLDetailsElement>("details[open]")].map(({ id }) => id);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  sent.set(part, serverSent(fresh));
  part.replaceChildren(...fresh.childNodes);
  for (const id of chosen) {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
