/** How the page is told: `news` whenever something may have changed, `connected` when the stream opens or is lost. */
type Listener = { news: () => void; connected: (is: boolean) => void };

/** The server says something at least each 25 s; after this silence the line is dead although nobody said so. */
const silentAfterMs = 60_000;
const againAfterMs = 3_000;
const checkEveryMs = 20_000;

/**
 * Follow a stream of server-sent events that says `changed`; returns how to stop. What happened before the stream was
 * open counts as news too. While it is lost it is tried again, and every 20 s the page asks by itself.
 */
export function followNews(path: string, { news, connected }: Listener) {
  let source: EventSource | undefined;
  let heardAt = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    heardAt = Date.now();
  };

  function open() {
    clearTimeout(again);
    source?.close();
    heard();
    source = new EventSource(path);
    source.addEventListener("open", () => {
      heard();
      connected(true);
      news();
    });
    source.addEventListener("beat", heard);
    source.addEventListener("changed", () => {
      heard();
      news();
    });
    source.addEventListener("error", () => {
      connected(false);
      // After a refusal (a restart, a session that ended) the browser does not try again by itself.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, againAfterMs);
    });
  }

  async function check() {
    if (source?.readyState !== EventSource.OPEN) {
      if (await answers()) news();
    } else if (Date.now() - heardAt > silentAfterMs) open();
  }

  const awake = () => void (document.visibilityState === "visible" && check());
  const checking = setInterval(check, checkEveryMs);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", awake);
  open();
  return function stop() {
    clearInterval(checking);
    clearTimeout(again);
    removeEventListener("online", open);
    document.removeEventListener("visibilitychange", awake);
    source?.close();
  };
}

/** Asked first, because a page that asks a server in vain would be replaced by its error page. */
const answers = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
