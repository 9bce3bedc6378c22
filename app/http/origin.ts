import type { NextFunction, Request, Response } from "express";
import { personalCookies } from "./cookies.server.ts";

/** What the origin check looks at. */
export type Asked = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** How the caller reached us, as a trusted proxy says it: `http` or `https`. */
  protocol: string;
  /** The public address, `https://gharseva.example`. */
  publicUrl: string;
};

/** The check as the server's own step, before anything of a request is read. */
export const refuseForeign =
  (publicUrl: string, refuse: (response: Response) => void) =>
  (request: Request, response: Response, next: NextFunction) => {
    const { method, path, headers, protocol } = request;
    if (isForeign({ method, path, headers, protocol, publicUrl })) refuse(response);
    else next();
  };

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Proven by a signature instead, and reading no cookie of ours (fixed point 19). */
const signed = new Set(["/webhooks/razorpay", "/webhooks/msg91", "/webhooks/whatsapp", "/payment/return"]);

const personal = new RegExp(`(?:^|;)\\s*(?:${personalCookies.join("|")})\\s*=`);

/**
 * Whether a request is a mutation that did not come from our own pages: every page action, and every call that
 * carries a cookie of ours. `/api/*` without cookies speaks for itself; `Origin: null` is never ours.
 */
export function isForeign({ method, path, headers, protocol, publicUrl }: Asked) {
  if (harmless.has(method.toUpperCase())) return false;
  // As the router will read it: `/api/../login` is the login page.
  if (!URL.canParse(`http://x${path}`)) return true;
  const address = new URL(`http://x${path}`).pathname.toLowerCase().replace(/\/+$/, "");
  if (signed.has(address)) return false;
  const cookie = one(headers.cookie) ?? "";
  // The sandbox stands in for the gateways: it is called by programs, and only where a demo runs.
  if (/^\/(api|sandbox)\//.test(`${address}/`) && !personal.test(cookie)) return false;
  const origin = one(headers.origin);
  if (origin === undefined) return one(headers["sec-fetch-site"]) !== "same-origin";
  return !isOurs(origin, { host: one(headers.host)?.toLowerCase(), protocol, publicUrl });
}

/** The public address, or the one the caller used; where the public one is https, plain http is a stranger. */
function isOurs(
  origin: string,
  { host, protocol, publicUrl }: { host?: string | undefined } & Omit<Asked, "method" | "path" | "headers">,
) {
  if (!URL.canParse(origin)) return false;
  const [asked, own] = [new URL(origin), new URL(publicUrl)];
  if (asked.origin === own.origin) return true;
  const scheme = own.protocol === "https:" ? "https:" : `${protocol}:`;
  return asked.host === host && asked.protocol === scheme;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join("; ") : value);
