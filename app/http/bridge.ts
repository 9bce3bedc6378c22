import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { widened } from "./policy.ts";
import { wholeOf } from "./whole-answer.ts";

const mebibyte = 1024 * 1024;

/** The most bytes a request may bring: small forms and calls, and uploads of pictures and sheets. */
export const bodyLimit = (type = "") => (type.startsWith("multipart/") ? 64 * mebibyte : mebibyte);

/** What becomes of a request while its body is read: given up by its caller, or found too large. */
export type Reading = { signal: AbortSignal; tooLarge: () => void };

/** Node's request as a web Request at its public address; its body breaks off above the limit. */
export function toRequest(incoming: IncomingMessage, url: URL, { signal, tooLarge }: Reading) {
  const { method, headers } = bare(incoming, url);
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const body = Readable.toWeb(incoming.pipe(counted(bodyLimit(incoming.headers["content-type"]), tooLarge)));
  return new Request(url, { method, headers, signal, body, duplex: "half" } as unknown as RequestInit);
}

/** The same without its body, for those who read that with `textOf`: a web stream costs more than a small body. */
export const toBareRequest = (incoming: IncomingMessage, url: URL) => new Request(url, bare(incoming, url));

function bare(incoming: IncomingMessage, url: URL) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // The framework compares the origin with this one; whether they agree was settled before.
  headers.set("host", url.host);
  headers.delete("x-forwarded-host");
  return { method: incoming.method ?? "GET", headers };
}

const utf8 = new TextDecoder();

/** The body of a small request as text; it breaks off above the limit. */
export const textOf = (incoming: IncomingMessage, { tooLarge }: Pick<Reading, "tooLarge">) =>
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

function counted(limit: number, tooLarge: () => void) {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      if (seen <= limit) return next(null, chunk);
      tooLarge();
      next(overLimit());
    },
  });
}

/** Send a web Response; pages without a cache rule of their own are kept by nobody. */
export async function send(answer: Response, outgoing: ServerResponse) {
  const policy = outgoing.getHeader("content-security-policy");
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else if (name !== "x-csp-allow") outgoing.setHeader(name, value);
  }
  const allow = answer.headers.get("x-csp-allow");
  if (allow && typeof policy === "string") outgoing.setHeader("content-security-policy", widened(policy, allow));
  if (!outgoing.hasHeader("cache-control")) outgoing.setHeader("cache-control", "private, no-cache");
  const made = wholeOf(answer);
  if (outgoing.req.method === "HEAD" || !(made ?? answer.body)) {
    if (!made) await answer.body?.cancel();
    return void outgoing.end();
  }
  if (made || isWhole(answer)) {
    const whole = made ?? Buffer.from(await answer.arrayBuffer());
    const press = isPage(answer) && /\bgzip\b/.test(String(outgoing.req.headers["accept-encoding"] ?? ""));
    const body = press ? gzipSync(whole, { level: 4 }) : whole;
    if (press) outgoing.setHeader("vary", "accept-encoding").setHeader("content-encoding", "gzip");
    return void outgoing.setHeader("content-length", body.length).end(body);
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as never), outgoing);
}

/** Answers that were made in one piece and are sent in one. */
const isWhole = (answer: Response) =>
  isPage(answer) ||
  answer.headers.get("content-type") === "application/json" ||
  Number(answer.headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= 256 * 1024;

/** Pages and their data: complete and short, so pressing them costs less than a slow network does. */
const isPage = (answer: Response) => /^text\/(html|x-script)/.test(answer.headers.get("content-type") ?? "");
