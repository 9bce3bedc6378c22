import type { NextFunction, Request, Response } from "express";
import { personalCookies } from "./cookies.server.ts";

/** The parts of a request the origin check looks at. */
export type OriginRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The scheme the caller used, as a trusted proxy reports it: `http` or `https`. */
  protocol: string;
  /** The public address, `https://gharseva.example`. */
  publicUrl: string;
};

/** Middleware that refuses foreign mutations before anything else of a request is read. */
export const refuseForeign =
  (publicUrl: string, refuse: (response: Response) => void) =>
  (request: Request, response: Response, next: NextFunction) => {
    const { method, path, headers, protocol } = request;
    if (isForeign({ method, path, headers, protocol, publicUrl })) refuse(response);
    else next();
  };

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Paths whose callers sign their requests instead; no cookie of ours is read there (fixed point 19). */
const signed = new Set(["/webhooks/razorpay", "/webhooks/msg91", "/webhooks/whatsapp", "/payment/return"]);

/** Our personal cookies with and without the `__Host-` prefix: a request that carries either comes from a browser. */
const personal = new RegExp(`(?:^|;)\\s*(?:__Host-)?(?:${personalCookies.join("|")})\\s*=`);

/**
 * Whether a request is a mutation that does not come from our own pages. Checked are every page action, and every call
 * that carries a personal cookie of ours; `/api/*` without cookies is not checked, and `Origin: null` is always
 * foreign.
 */
export function isForeign({ method, path, headers, protocol, publicUrl }: OriginRequest) {
  if (harmless.has(method.toUpperCase())) return false;
  // The path is resolved as the router will do it: `/api/../login` is the login page.
  if (!URL.canParse(`http://x${path}`)) return true;
  const address = withoutEnd(new URL(`http://x${path}`).pathname.toLowerCase());
  if (signed.has(address)) return false;
  const cookie = one(headers.cookie) ?? "";
  // The sandbox emulates the gateways: programs call it, and it exists only where a demo runs.
  if (/^\/(api|sandbox)\//.test(`${address}/`) && !personal.test(cookie)) return false;
  const origin = one(headers.origin);
  if (origin === undefined) return one(headers["sec-fetch-site"]) !== "same-origin";
  return !isOurs(origin, { host: one(headers.host)?.toLowerCase(), protocol, publicUrl });
}

/** A path without trailing slashes; a loop, because a pattern would take quadratic time on many slashes. */
function withoutEnd(path: string) {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/**
 * Whether an origin is the public address or the host the caller used; where the public one is https, http is foreign.
 */
function isOurs(
  origin: string,
  { host, protocol, publicUrl }: { host?: string | undefined } & Omit<OriginRequest, "method" | "path" | "headers">,
) {
  if (!URL.canParse(origin)) return false;
  const sender = new URL(origin);
  const own = new URL(publicUrl);
  if (sender.origin === own.origin) return true;
  const scheme = own.protocol === "https:" ? "https:" : `${protocol}:`;
  return sender.host === host && sender.protocol === scheme;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join("; ") : value);
