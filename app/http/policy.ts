import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

export type WithNonce = ServerResponse & { nonce?: string };

const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${(response as WithNonce).nonce}'`;

/** Security headers of every answer; scripts and styles run from our files or with this answer's nonce only. */
export const securityHeaders = ({ https, dev }: { https: boolean; dev: boolean }) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce],
        // Vite's dev client adds style elements without a nonce.
        styleSrc: dev ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: dev ? ["'self'", "ws:"] : ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    // helmet's own `no-referrer` makes browsers send `Origin: null` on plain form posts.
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  });

/**
 * A policy widened by an answer's `x-csp-allow` header: `directive source…; directive source…`, https sources only.
 * Pay pages let the gateway's checkout in this way; the header itself is not sent on.
 */
export function widened(policy: string, allow: string | null) {
  if (!allow) return policy;
  const directives = new Map(policy.split(";").map((part) => [part.trim().split(/\s+/)[0] ?? "", part.trim()]));
  for (const wish of allow.split(";")) {
    const [name = "", ...sources] = wish.trim().split(/\s+/);
    const allowed = sources.filter((source) => /^https:\/\/[\w.-]+(:\d+)?$/.test(source));
    const base =
      directives.get(name) ??
      (/^(form-action|frame-src|script-src|connect-src|img-src)$/.test(name) ? `${name} 'self'` : "");
    if (base && allowed.length > 0) directives.set(name, [base, ...allowed].join(" "));
  }
  return [...directives.values()].join(";");
}
