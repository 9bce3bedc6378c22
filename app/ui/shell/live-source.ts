/** Called on `news` whenever something may have changed, and on `connected` when the stream opens or is lost. */
type Listener = { news: () => void; connected: (is: boolean) => void };

/** The server sends at least a heartbeat every 25 s; after this silence the connection counts as lost. */
const silentAfterMs = 60_000;
const againAfterMs = 3_000;
const checkEveryMs = 20_000;

/**
 * Follows a stream of server-sent events that says `changed`; returns a function that stops it. Opening the stream
 * counts as news, because earlier changes were missed. While it is lost it reconnects, and the page refreshes every 20
 * s.
 */
export function followNews(path: string, { news, connected }: Listener) {
  let source: EventSource | undefined;
  let receivedAt = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const onMessage = () => {
    receivedAt = Date.now();
  };

  function open() {
    clearTimeout(again);
    source?.close();
    onMessage();
    source = new EventSource(path);
    source.addEventListener("open", () => {
      onMessage();
      connected(true);
      news();
    });
    source.addEventListener("beat", onMessage);
    source.addEventListener("changed", () => {
      onMessage();
      news();
    });
    source.addEventListener("error", () => {
      connected(false);
      // After an error response (a restart, an ended session) the browser does not reconnect by itself.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, againAfterMs);
    });
  }

  async function check() {
    if (source?.readyState !== EventSource.OPEN) {
      if (await answers()) news();
    } else if (Date.now() - receivedAt > silentAfterMs) open();
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

/** Whether the server is reachable: revalidating without it would replace the page by its error page. */
const answers = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
