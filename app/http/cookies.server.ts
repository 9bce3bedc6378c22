import { env } from "#modules/kernel/env.server.ts";

const hour = 60 * 60;
const day = 24 * hour;

/** Our cookies and how long each lives, in seconds; a session row may end a session sooner. */
const lifetimes = {
  center_session: 30 * day,
  admin_session: 12 * hour,
  onboarder_session: 30 * day,
  visitor: 90 * day,
  proof: 15 * 60,
  draft: 2 * hour,
  scan: hour / 2,
  registration: 2 * hour,
  lang: 365 * day,
  toast: 60,
} as const;

export type CookieName = keyof typeof lifetimes;

/** Cookies that speak for a person: a mutation that carries one must come from our own pages. */
export const personalCookies = [
  "center_session",
  "admin_session",
  "onboarder_session",
  "visitor",
  "proof",
] as const satisfies readonly CookieName[];

/** The value of one of our cookies in a request. */
export function readCookie(request: Request, name: CookieName) {
  const header = request.headers.get("cookie");
  if (!header) return undefined;
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim() !== name) continue;
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
  const secure = env.publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The `Set-Cookie` header that ends a cookie. */
export const endCookie = (name: CookieName) => cookieHeader(name, "", 0);
