import { data, redirect } from "@remix-run/node";
import { randomToken } from "#modules/kernel/crypto.server.ts";
import type { Locale, MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import { type CookieName, cookieHeader, endCookie, readCookie } from "./cookies.server.ts";
import { localeOf } from "./locale.server.ts";
import { safePath } from "./safe-redirect.ts";
import { toastHeader } from "./toast.server.ts";

/** What the server process knows of a request; absent in tests that call a loader themselves. */
export type LoadContext = {
  requestId?: string;
  address?: string;
  nonce?: string;
  pattern?: string;
  /** The body, where the request was given without it. */
  text?: () => Promise<string>;
  /** What the loaders of this request have asked for together. */
  asked?: Map<string, Promise<unknown>>;
};

export type DoorArgs = { request: Request; params: Record<string, string | undefined>; context?: unknown };

/** The web side of one request: what a page may read beside its input, and what it may add to the answer. */
export type Door = ReturnType<typeof openDoor>;

export function openDoor({ request, params, context }: DoorArgs) {
  const known = (context ?? {}) as LoadContext;
  const headers = new Headers();
  let said: { key: MessageKey; params?: MessageParams } | undefined;
  return {
    request,
    params,
    url: new URL(request.url),
    /** The caller's network address, behind trusted proxies the one they saw. */
    address: known.address ?? "127.0.0.1",
    requestId: known.requestId ?? "",
    get locale(): Locale {
      return localeOf(request);
    },
    /** Headers of the answer; `x-csp-allow: form-action https://…` widens this page's policy. */
    headers,
    /** The whole body of a small request. */
    text: () => known.text?.() ?? request.text(),
    cookie: (name: CookieName) => readCookie(request, name),
    /** Set one of our cookies (its lifetime stands in cookies.server.ts; seconds). */
    keep: (name: CookieName, value: string, maxAge?: number) =>
      headers.append("set-cookie", cookieHeader(name, value, maxAge)),
    /** End one of our cookies. */
    drop: (name: CookieName) => headers.append("set-cookie", endCookie(name)),
    /** Say a sentence once on the next page. */
    toast: (key: MessageKey, params?: MessageParams, kind: "good" | "bad" = "good") => {
      said = { key, ...(params && { params }) };
      headers.append("set-cookie", toastHeader({ key, params, kind, id: randomToken(6) }));
    },
    /** The sentence left for the next page so far. */
    said: () => said,
    /** Answer: go to another page of this site (303). */
    go: (to: string) => redirect(safePath(to), { status: 303, headers }),
    /** Answer: go to another site on purpose, such as the payment gateway's checkout (303). */
    leave: (to: string) => redirect(to, { status: 303, headers }),
    /** Answer: the data of a page, with the headers and cookies collected here. */
    answer: <T>(value: T) => data(value, { headers }) as unknown as T,
    /** Ask for something once for all loaders of this request: a page and its frame want the same. */
    once<T>(name: string, ask: () => Promise<T>): Promise<T> {
      known.asked ??= new Map();
      const asked = known.asked.get(name) ?? ask();
      known.asked.set(name, asked);
      return asked as Promise<T>;
    },
    know: (pattern: string | undefined) => know(known, pattern),
  };
}

/** The deepest matched route names a request in logs and metrics. */
export function know(context: LoadContext, pattern: string | undefined) {
  if (pattern && pattern.length >= (context.pattern?.length ?? 0)) context.pattern = pattern;
}
