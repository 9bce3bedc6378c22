import { sessionLives } from "#modules/access/index.ts";
import { limited } from "#modules/kernel/errors.ts";
import { listen, listenForMissed } from "#modules/kernel/work/live.server.ts";

const heartbeatMs = 25_000;
const open = new Set<() => void>();

/** Streams of one network address in this process; many phones may share one address behind a carrier. */
const mostOfAddress = 200;
/** Streams of one account in this process, whatever its addresses: a window each, on every desk of a center. */
const mostOfAccount = 40;
/** The open streams of each address and account. */
const counted = new Map<string, number>();

type Listening = {
  topics: readonly string[];
  address: string;
  /** The account it belongs to, such as `center:<id>`; the public has none. */
  account?: string;
  /** The session it belongs to and ends with. */
  sessionId?: string;
};

/**
 * A server-sent event stream that says `changed` whenever one of the topics has news; it carries no data, and the page
 * reloads what it may see through its own loader. It ends with its session, and when news may have been missed: the
 * browser reconnects and is authenticated again. A heartbeat every 25 s keeps proxies from closing it and tells the
 * page that the connection is alive. Above the most streams of one address, or of one account, it refuses with
 * `error.tooMany`; the page still works by reloading.
 */
export function liveStream(request: Request, { topics, address, account, sessionId }: Listening) {
  const places = [
    { name: "live-network", key: `address ${address}`, points: mostOfAddress },
    ...(account ? [{ name: "live-account", key: `account ${account}`, points: mostOfAccount }] : []),
  ];
  for (const { name, key, points } of places)
    if ((counted.get(key) ?? 0) >= points) throw limited("error.tooMany", { seconds: 60 }, { name, points });
  const encoder = new TextEncoder();
  let end = () => {};
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      write("retry: 2000\n\n");
      const stops = topics.map((topic) => listen(topic, () => write("event: changed\ndata: 1\n\n")));
      const heartbeat = setInterval(() => {
        write("event: beat\ndata: 1\n\n");
        void endWithSession();
      }, heartbeatMs);
      // An expired session raises no event, and it may have ended before this stream subscribed.
      const endWithSession = async () => {
        if (sessionId && !(await sessionLives(sessionId).catch(() => false))) end();
      };
      end = () => {
        if (!open.delete(end)) return;
        for (const { key } of places) leave(key);
        clearInterval(heartbeat);
        for (const stop of stops) stop();
        if (!cancelled) controller.close();
      };
      open.add(end);
      for (const { key } of places) counted.set(key, (counted.get(key) ?? 0) + 1);
      if (sessionId)
        stops.push(
          listen(`session:${sessionId}`, () => end()),
          listenForMissed(() => end()),
        );
      void endWithSession();
      request.signal.addEventListener("abort", end);
      if (request.signal.aborted) end();
    },
    cancel() {
      // The client has disconnected: its stream is closed already.
      cancelled = true;
      end();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function leave(key: string) {
  const left = (counted.get(key) ?? 1) - 1;
  if (left > 0) counted.set(key, left);
  else counted.delete(key);
}

/** Ends every open stream so that the process can stop; browsers reconnect to another one. */
export function closeStreams() {
  for (const end of [...open]) end();
}
