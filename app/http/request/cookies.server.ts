import { env } from "#modules/kernel/env.server.ts";

const hour = 60 * 60;
const day = 24 * hour;

/** Our cookies and their lifetimes in seconds; a session row may end a session sooner. */
const lifetimes = {
  center_session: 30 * day,
  admin_session: 12 * hour,
  onboarder_session: 30 * day,
  technician_session: day,
  center_known: 90 * day,
  admin_known: 90 * day,
  onboarder_known: 90 * day,
  technician_known: 90 * day,
  admin_sign_in: 5 * 60,
  visitor: 90 * day,
  otp_nonce: 10 * 60,
  typed_phone: 10 * 60,
  registered: 10 * 60,
  proof: 15 * 60,
  draft: 2 * hour,
  scan: hour / 2,
  registration: 2 * hour,
  lang: 365 * day,
  toast: 60,
  undo: 60,
  desk: 365 * day,
  refused: hour / 2,
  admin_back: hour / 2,
  center_back: hour / 2,
  onboarder_back: hour / 2,
  technician_back: hour / 2,
} as const;

export type CookieName = keyof typeof lifetimes;

/** Cookies that speak for a person: a mutation that carries one must come from our own pages. */
export const personalCookies = [
  "center_session",
  "admin_session",
  "onboarder_session",
  "technician_session",
  "admin_sign_in",
  "visitor",
  "proof",
] as const satisfies readonly CookieName[];

const isHttps = () => env.publicUrl.startsWith("https:");

/**
 * The cookie's name on the wire. Under an https address it carries the `__Host-` prefix: browsers accept such a cookie
 * only from this host, for all paths and over https, so that neither a subdomain nor an attacker on the network can
 * plant one. A cookie without the prefix is ignored.
 */
const wireName = (name: CookieName) => (isHttps() ? `__Host-${name}` : name);

/** The value of one of our cookies in a request. */
export function readCookie(request: Request, name: CookieName) {
  const header = request.headers.get("cookie");
  if (!header) return undefined;
  const wanted = wireName(name);
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim() !== wanted) continue;
    const value = part.slice(equals + 1).trim();
    try {
      return decodeURIComponent(value) || undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** A `Set-Cookie` header: httpOnly, SameSite=Lax, Secure when the public address is https. */
export function cookieHeader(name: CookieName, value: string, maxAge: number = lifetimes[name]) {
  const secure = isHttps() ? "; Secure" : "";
  return `${wireName(name)}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * The `Set-Cookie` headers that delete a cookie, under its name and under the one it had before the address was https.
 */
export const endCookie = (name: CookieName) =>
  isHttps()
    ? [cookieHeader(name, "", 0), `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`]
    : [cookieHeader(name, "", 0)];
