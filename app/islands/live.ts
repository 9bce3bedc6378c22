/** A page that nobody changed is read again after this long: steps become late by time alone. */
const rereadMs = 5 * 60_000;
const retryMs = 5_000;

/**
 * A page that follows its news: at each one the page is fetched again and those of its `data-part`s that have changed
 * are exchanged, so that nothing typed or focused elsewhere is touched. In a hidden tab it rests.
 */
export default function live(element: HTMLElement) {
  let news: EventSource | undefined;
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
    if (reading) return;
    reading = true;
    do {
      again = false;
      await exchange(element).catch(() => setTimeout(read, retryMs));
    } while (again);
    reading = false;
  }

  function listen() {
    if (news || document.hidden) return;
    const stream = new EventSource(element.dataset.live ?? "");
    news = stream;
    stream.addEventListener("open", () => {
      connected(true);
      // What happened since the page was made, or while the connection was lost, was not told.
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

/** Fetch this very page and put what is new in its place. */
async function exchange(element: HTMLElement) {
  const answer = await fetch(location.href, { cache: "no-store", headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of element.querySelectorAll<HTMLElement>("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh && !refused(part) && serverSent(fresh) !== before(part)) put(part, fresh);
  }
}

/** What is wrong with a form stays said at its field until the form is sent again. */
const refused = (part: Element) => part.querySelector(".wrong") !== null;

const sent = new WeakMap<Element, string>();
const serverSent = (part: Element) => part.innerHTML;

/** What the server last sent for a part; what enhancers changed in it meanwhile does not count. */
const before = (part: Element) => sent.get(part) ?? serverSent(part);

/** Exchange a part; a choice made in it and the focus stay where they were. */
function put(part: HTMLElement, fresh: Element) {
  const chosen = [...part.querySelectorAll<HTMLInputElement>("input:checked")].map(({ id }) => id);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  sent.set(part, serverSent(fresh));
  part.replaceChildren(...fresh.childNodes);
  part.dispatchEvent(new CustomEvent("arrived", { bubbles: true }));
  for (const id of chosen) {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
