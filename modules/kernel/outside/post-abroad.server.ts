import { type LookupAddress, lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";

/** Why a request had no answer. */
export const postFailures = ["address", "name", "refused", "timeout", "tls", "broken"] as const;
export type PostFailure = (typeof postFailures)[number];

/** The answer's status, or why there was none, and how long it took in milliseconds. */
export type Posted = ({ status: number } | { failure: PostFailure }) & { tookMs: number };

/** The host has, or its name means, an address that may not be called. */
class ForbiddenAddress extends Error {}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Which IP addresses may be called. */
  may: (address: string) => boolean;
  /** For all of it: name, connection, answer. */
  timeoutMs?: number;
  resolve?: Resolve;
};

/** More of an answer is not read; nothing of it is kept. */
const mostRead = 4_096;

/**
 * Send one POST to an address that a stranger chose. Where it goes is decided on the IP address the socket connects to,
 * not on an earlier look at its name, so a name that changes its meaning gains nothing. Redirects are not followed,
 * nothing of ours is sent along, and at most 4 KB of the answer are read. Never throws.
 */
export async function postAbroad({ url, headers, body, may, timeoutMs = 10_000, resolve = lookup }: Post) {
  const began = performance.now();
  const timed = <T extends object>(outcome: T) => ({ ...outcome, tookMs: Math.round(performance.now() - began) });
  try {
    return timed({ status: await send({ url, headers, body, may, timeoutMs, resolve }) }) satisfies Posted;
  } catch (error) {
    return timed({ failure: failureOf(error) }) satisfies Posted;
  }
}

function send({ url, headers, body, may, timeoutMs, resolve }: Required<Post>): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  // An address written out is connected to without any lookup.
  if (isIP(host) && !may(host)) return Promise.reject(new ForbiddenAddress());
  const checked: LookupFunction = (name, options, done) =>
    resolve(name, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error("no address"), "", 0);
      if (!addresses.every(({ address }) => may(address))) return done(new ForbiddenAddress(), "", 0);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  const { request } = target.protocol === "https:" ? https : http;
  return new Promise((answered, failed) => {
    const sending = request(
      target,
      {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        agent: false,
        lookup: checked,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        let read = 0;
        response.on("data", (part: Buffer) => {
          read += part.length;
          if (read > mostRead) response.destroy();
        });
        response.on("error", () => {});
        response.once("close", () => answered(response.statusCode ?? 0));
      },
    );
    sending.on("error", failed);
    sending.end(body);
  });
}

function failureOf(error: unknown): PostFailure {
  if (error instanceof ForbiddenAddress) return "address";
  const { name, code = "" } = error as { name: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError" || code === "ETIMEDOUT") return "timeout";
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return "name";
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return "refused";
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(code)) return "tls";
  return "broken";
}
