import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

export type WithNonce = ServerResponse & { nonce?: string };

type Site = { https: boolean; dev: boolean };

/**
 * Security headers of every response; scripts and styles run only from our files or with this response's nonce. Only
 * the nonce differs between responses, so helmet runs once.
 */
export function securityHeaders(site: Site) {
  const headers = headersOf(site);
  return (_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const { nonce = "" } = response as WithNonce;
    for (const [name, value] of headers) response.setHeader(name, value.replaceAll(place, nonce));
    next();
  };
}

/** A policy under which only files run: for an answer that caches share, whose nonce everybody would know. */
export const withoutNonce = (policy: string) => policy.replace(/ 'nonce-[^']*'/g, "");

const place = "{nonce}";
const nonce = `'nonce-${place}'`;

function headersOf({ https, dev }: Site) {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
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
  })({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * Widens a policy by a response's `x-csp-allow` header: `directive source…; directive source…`, https sources only. Pay
 * pages allow the gateway's checkout with it; a console that reads such a page loads it as a document of its own.
 */
export function widened(policy: string, allow: string | null) {
  if (!allow) return policy;
  const directives = new Map(policy.split(";").map((part) => [part.trim().split(/\s+/)[0] ?? "", part.trim()]));
  for (const addition of allow.split(";")) {
    const [name = "", ...sources] = addition.trim().split(/\s+/);
    const allowed = sources.filter((source) => /^https:\/\/[\w.-]+(:\d+)?$/.test(source));
    const base =
      directives.get(name) ??
      (/^(form-action|frame-src|script-src|connect-src|img-src)$/.test(name) ? `${name} 'self'` : "");
    if (base && allowed.length > 0) directives.set(name, [base, ...allowed].join(" "));
  }
  return [...directives.values()].join(";");
}
