import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Document, documentIn } from "./made-once.ts";
import { encodingFor, namesTag, varying } from "./negotiate.ts";
import { widened, withoutNonce } from "./policy.ts";
import { wholeOf } from "./whole-answer.ts";

const mebibyte = 1024 * 1024;

/** The most bytes a request body may have: small forms and calls, and uploads of pictures and sheets. */
export const bodyLimit = (type = "") => (/^multipart\/form-data\b/i.test(type) ? 64 * mebibyte : mebibyte);

/** How reading a body can end early: the caller aborted, or the body is too large. */
export type Reading = { signal: AbortSignal; tooLarge: () => void };

/** Node's request as a web Request at its public address; reading its body fails above the limit. */
export function toRequest(incoming: IncomingMessage, url: URL, { signal, tooLarge }: Reading) {
  const { method, headers } = bare(incoming, url);
  if (method === "GET") return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming, tooLarge);
  return new Request(url, { method, headers, signal, body, duplex: "half" } as unknown as RequestInit);
}

/** The same without its body, for callers that read it with `textOf`: a web stream costs more than a small body. */
export const toBareRequest = (incoming: IncomingMessage, url: URL) => new Request(url, bare(incoming, url));

function bare(incoming: IncomingMessage, url: URL) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // Remix compares the origin with this host; whether they match was checked before.
  headers.set("host", url.host);
  headers.delete("x-forwarded-host");
  // A HEAD is answered as its GET, whose body `send` leaves out: both have the same headers.
  const { method = "GET" } = incoming;
  return { method: method === "HEAD" ? "GET" : method, headers };
}

const utf8 = new TextDecoder();

/** The body of a small request as text; reading fails above the limit. */
export const bodyText = (incoming: IncomingMessage, { tooLarge }: Pick<Reading, "tooLarge">) =>
  new Promise<string>((resolve, reject) => {
    const limit = bodyLimit(incoming.headers["content-type"]);
    const chunks: Buffer[] = [];
    let seen = 0;
    incoming
      .on("data", (chunk: Buffer) => {
        seen += chunk.length;
        chunks.push(chunk);
        if (seen <= limit) return;
        tooLarge();
        incoming.destroy(overLimit());
      })
      .on("end", () => resolve(utf8.decode(Buffer.concat(chunks))))
      .on("error", reject)
      .on("close", () => reject(new Error("the request broke off")));
  });

const overLimit = () => new Error("the request body is over its limit");

/**
 * The body as a stream, read from when it is first asked for. An aborted request fails its reader; when the reader
 * cancels, the rest is discarded so that the connection can carry the response.
 */
function bodyOf(incoming: IncomingMessage, tooLarge: () => void): ReadableStream<Uint8Array> {
  const limit = bodyLimit(incoming.headers["content-type"]);
  let seen = 0;
  let stop: (() => void) | undefined;
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const over = (how: () => void) => {
      stop?.();
      how();
    };
    const take = (chunk: Buffer) => {
      incoming.pause();
      seen += chunk.length;
      if (seen <= limit) return controller.enqueue(chunk);
      tooLarge();
      over(() => controller.error(overLimit()));
    };
    const end = () => over(() => controller.close());
    const fail = () => over(() => controller.error(new Error("the request broke off")));
    stop = () => {
      incoming.off("data", take).off("end", end).off("error", fail).off("close", fail);
    };
    incoming.on("data", take).on("end", end).on("error", fail).on("close", fail);
    if (incoming.destroyed && !incoming.readableEnded) fail();
  };
  return new ReadableStream(
    {
      pull(controller) {
        if (!stop) begin(controller);
        incoming.resume();
      },
      cancel() {
        stop?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a web Response; without a `cache-control` of its own it is sent as `private, no-cache`. */
export async function send(answer: Response, outgoing: ServerResponse) {
  await dropRest(outgoing);
  const policy = outgoing.getHeader("content-security-policy");
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  const allow = answer.headers.get("x-csp-allow");
  if (allow && typeof policy === "string") outgoing.setHeader("content-security-policy", widened(policy, allow));
  if (!outgoing.hasHeader("cache-control")) outgoing.setHeader("cache-control", "private, no-cache");
  const document = documentIn(answer);
  if (document) return sendDocument(document, outgoing);
  const made = wholeOf(answer);
  if (outgoing.req.method === "HEAD" || !(made ?? answer.body)) {
    if (!made) await answer.body?.cancel();
    return void outgoing.end();
  }
  if (made || isWhole(answer)) {
    const whole = made ?? Buffer.from(await answer.arrayBuffer());
    const body = pressed(answer, whole, outgoing);
    return void outgoing.setHeader("content-length", body.length).end(body);
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as never), outgoing);
}

/**
 * Sends a document that is the same for everybody, in the encoding its reader likes best, or 304 to who has it already.
 * Each encoding has a tag of its own. Parts of it (`range`) are not served: the whole one is small when compressed.
 */
function sendDocument(document: Document, outgoing: ServerResponse) {
  const { headers, method } = outgoing.req;
  const encoding = encodingFor(String(headers["accept-encoding"] ?? ""), ["br", "gzip"]);
  const tag = `"${document.tag}${encoding ? `-${encoding}` : ""}"`;
  const policy = outgoing.getHeader("content-security-policy");
  if (typeof policy === "string") outgoing.setHeader("content-security-policy", withoutNonce(policy));
  outgoing.setHeader("etag", tag);
  outgoing.setHeader("accept-ranges", "none");
  outgoing.setHeader("vary", varying(String(outgoing.getHeader("vary") ?? ""), "accept-encoding"));
  if (namesTag(headers["if-none-match"], tag)) {
    outgoing.removeHeader("content-type");
    outgoing.statusCode = 304;
    return void outgoing.end();
  }
  const body = document[encoding ?? "plain"];
  if (encoding) outgoing.setHeader("content-encoding", encoding);
  outgoing.setHeader("content-length", body.length);
  outgoing.end(method === "HEAD" ? undefined : body);
}

/** Smaller answers of calls are sent as they are. */
const leastPressedBytes = 1_024;

/** Pages and answers of calls are complete and short: compressing them costs less than a slow network does. */
function pressed(answer: Response, whole: Buffer, outgoing: ServerResponse): Buffer {
  const call = isJson(answer);
  if (!isPage(answer) && !(call && whole.length >= leastPressedBytes)) return whole;
  outgoing.setHeader("vary", varying(String(outgoing.getHeader("vary") ?? ""), "accept-encoding"));
  const accepted = String(outgoing.req.headers["accept-encoding"] ?? "");
  // Programs that make calls may know Brotli only; browsers know both, and gzip costs less for a page.
  const encoding = encodingFor(accepted, ["gzip"]) ?? (call ? encodingFor(accepted, ["br"]) : undefined);
  if (!encoding) return whole;
  outgoing.setHeader("content-encoding", encoding);
  if (encoding === "gzip") return gzipSync(whole, { level: 4 });
  return brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** The most bytes of a refused body that are discarded so that the response arrives. */
const mostDropped = 12 * mebibyte;

/**
 * Discards the rest of the request before a response that closes the connection: closing while the caller still sends
 * would lose the response. A keep-alive connection discards it afterwards, unless the rest is large: then it closes,
 * too.
 */
async function dropRest(outgoing: ServerResponse) {
  const incoming = outgoing.req;
  if (incoming.complete || incoming.destroyed) return;
  const length = Number(incoming.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (outgoing.shouldKeepAlive && length <= 2 * mostDropped) return;
  outgoing.setHeader("connection", "close");
  let dropped = 0;
  await new Promise<void>((done) => {
    const drop = (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped < mostDropped) return;
      incoming.off("data", drop).pause();
      done();
    };
    incoming.on("data", drop).on("end", done).on("close", done).resume();
  });
}

/** Whether an answer is complete and small enough to be sent in one piece. */
const isWhole = (answer: Response) =>
  isPage(answer) ||
  isJson(answer) ||
  Number(answer.headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= 256 * 1024;

const isJson = (answer: Response) => answer.headers.get("content-type") === "application/json";

/** Pages and their data. */
const isPage = (answer: Response) => /^text\/(html|x-script)/.test(answer.headers.get("content-type") ?? "");
