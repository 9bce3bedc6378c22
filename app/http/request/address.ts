import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { isLoopback } from "#modules/kernel/env-refusals.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** The request's URL, built only from checked parts, or why it is refused. */
export type Addressed = { url: URL } | { status: 400 | 421; key: MessageKey };

/** The hosts this process answers for. */
export type OwnHosts = {
  /** The public address, `https://gharseva.example`. */
  publicUrl: string;
  /**
   * In development any host is answered, because a phone on the same network reaches this machine by its IP address.
   */
  anyHost: boolean;
};

const unreadable = { status: 400, key: "error.address" } as const;
const notHere = { status: 421, key: "error.host" } as const;

/**
 * The URL of a request: the host its caller used (as a trusted proxy reports it) and the requested path, byte for byte.
 * A host, scheme or path that a URL parser would read differently is refused, so that no part of one can become part of
 * another.
 */
export function addressOf(request: IncomingMessage, protocol: string, own: OwnHosts): Addressed {
  const { headers, headersDistinct, url: target = "" } = request;
  if ((headersDistinct.host?.length ?? 0) !== 1) return unreadable;
  const named = [headers.host ?? "", ...listed(headers["x-forwarded-host"])];
  if (!/^https?$/i.test(protocol) || !named.every(isHost) || !isPath(target)) return unreadable;
  const host = (named[1] ?? named[0]!).toLowerCase();
  const base = baseOf(host, protocol.toLowerCase(), own, headers.origin);
  if (!base) return notHere;
  const url = URL.parse(base + target);
  return url && url.origin === URL.parse(base)?.origin && url.pathname === target.split("?")[0] ? { url } : unreadable;
}

/** The values of a header that proxies append to: the first is the one the caller used. */
const listed = (header: string | string[] | undefined) =>
  header ? [header].flat().flatMap((value) => value.split(",").map((part) => part.trim())) : [];

/** A path begins with exactly one slash; an absolute URL or a fragment is refused. */
const isPath = (target: string) => /^\/(?![/\\])[^#]*$/.test(target);

const longestName = 253;

/** A host as a browser writes it: a name of letters, digits and hyphens, an IPv4 or a bracketed IPv6, and a port. */
export function isHost(host: string): boolean {
  const [, name = "", six, port] = /^([\w.-]+|\[([\da-f:.]+)\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  if (!name || (port !== undefined && (/^0/.test(port) || Number(port) > 65_535))) return false;
  if (six !== undefined) return isIPv6(six);
  // URL parsers read a name whose last label is a number as an IPv4 address, in whatever base it is written.
  if (/(^|\.)(\d+|0x[\da-f]*)$/i.test(name)) return isIPv4(name);
  return (
    name.length <= longestName && name.split(".").every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label))
  );
}

/** The scheme and host to answer with, or undefined when the host is not one of ours. */
function baseOf(host: string, protocol: string, { publicUrl, anyHost }: OwnHosts, origin: string | undefined) {
  const own = new URL(publicUrl);
  const requested = URL.parse(`${own.protocol}//${host}`);
  if (requested?.host === own.host) return own.origin;
  // In development a proxy in between may rename the host; a form is answered under the origin that was checked.
  if (anyHost) return origin === own.origin ? own.origin : `${protocol}://${host}`;
  // An installation reachable only from this machine may be called by any loopback name and through any port.
  const here = isLoopback(publicUrl) && isLoopback(`http://${host}`);
  return here ? `${protocol}://${host}` : undefined;
}
