import { data, redirect } from "@remix-run/node";
import { refusedName } from "#app/exchange/names.ts";
import { randomToken } from "#modules/kernel/crypto.server.ts";
import type { DomainError, QuotaLeft } from "#modules/kernel/errors.ts";
import type { Locale, MessageKey, MessageParams } from "#modules/messages/index.ts";
import { bodyBytes, bodyText } from "./body.ts";
import { type CookieName, cookieHeader, endCookie, readCookie } from "./cookies.server.ts";
import { localeOf } from "./locale.server.ts";
import { safePath } from "./safe-redirect.ts";
import { type About, readUndoables, type ToastKind, toastHeader, type Undo, undoHeader } from "./toast.server.ts";

/** What the server process knows of a request; absent in tests that call a loader directly. */
export type LoadContext = {
  requestId?: string;
  address?: string;
  nonce?: string;
  /** Whether the request comes from this machine without a proxy in between (this-machine.ts). */
  ofThisMachine?: boolean;
  /** What is left of its network's concurrent requests. */
  concurrent?: QuotaLeft;
  /** Set when the browser itself navigates or sends a form and shows the answer; absent when our script fetches. */
  document?: boolean;
  pattern?: string;
  /** The page that is the same for everybody, as its route's pattern; what it renders is made once (entry.server). */
  same?: string;
  /** Reads the body, for requests made without one. */
  text?: () => Promise<string>;
  /** Results shared by the loaders of this request, by name. */
  answers?: Map<string, Promise<unknown>>;
  /** The response headers of all doors this request went through. */
  collected?: Headers[];
  /** Why a person who opened a file gets the error page instead (handlers.ts). */
  refused?: DomainError;
};

export type DoorArgs = { request: Request; params: Record<string, string | undefined>; context?: unknown };

/** What a toast says, and how its reader takes it. */
export type ToastMessage = { key: MessageKey; kind: ToastKind; params?: MessageParams };

/** The web side of one request: what a page may read beside its input, and what it may add to the answer. */
export type Door = ReturnType<typeof openDoor>;

export function openDoor({ request, params, context }: DoorArgs) {
  const known = (context ?? {}) as LoadContext;
  const headers = new Headers();
  const url = new URL(request.url);
  known.collected ??= [];
  known.collected.push(headers);
  let toast: ToastMessage | undefined;
  return {
    request,
    params,
    url,
    /** Path and query of this page, without the reference to a stored refused form. */
    here: hereOf(url),
    /** Whether the browser itself shows the answer, as a page. */
    document: known.document ?? false,
    /** Whether a person opened this address and reads the answer, whatever it is of; not a picture inside a page. */
    opened: isOpened(request),
    /** Why the file at this address was refused, on the error page that is shown for it. */
    refused: known.refused,
    /** Lets the error page be shown in place of this door's answer. */
    refuse: (error: DomainError) => {
      known.refused = error;
    },
    /** The caller's network address; behind trusted proxies, the one they report. */
    address: known.address ?? "127.0.0.1",
    requestId: known.requestId ?? "",
    /** What is left of the network's concurrent requests; undefined in tests without a server. */
    concurrent: known.concurrent,
    get locale(): Locale {
      return localeOf(request);
    },
    /** Response headers; `x-csp-allow: form-action https://…` widens this page's policy. */
    headers,
    /** Reads the whole body of a small request. */
    text: () => known.text?.() ?? bodyText(request),
    /** The raw bytes of the body, to check a signature over them. */
    bytes: () => bodyBytes(request),
    cookie: (name: CookieName) => readCookie(request, name),
    /** Sets one of our cookies (lifetimes in cookies.server.ts; seconds). */
    keep: (name: CookieName, value: string, maxAge?: number) =>
      headers.append("set-cookie", cookieHeader(name, value, maxAge)),
    /** Deletes one of our cookies. */
    drop: (name: CookieName) => {
      for (const header of endCookie(name)) headers.append("set-cookie", header);
    },
    /** Shows a toast once on the next page; it may link what it is about, and what it says may be undone for a while. */
    toast: (
      key: MessageKey,
      params?: MessageParams,
      kind: ToastKind = "good",
      { undo, about }: { undo?: Undo | undefined; about?: About | undefined } = {},
    ) => {
      toast = { key, kind, ...(params && { params }) };
      const id = randomToken(6);
      headers.append("set-cookie", toastHeader({ key, params, kind, id, about }));
      if (!undo) return;
      const undoable = { ...undo, id, key, params, until: undo.until.getTime() };
      headers.append("set-cookie", undoHeader(request, [...readUndoables(request), undoable].slice(-mostUndoable)));
    },
    /** Offers no more to undo what the form with this field undid. */
    undone: (field: string, value: string) => {
      const rest = readUndoables(request).filter(({ fields }) => fields[field] !== value);
      headers.append("set-cookie", undoHeader(request, rest));
    },
    /** The toast set so far. */
    pendingToast: () => toast,
    /** Redirects to another page of this site (303). */
    go: (to: string) => redirect(safePath(to), { status: 303, headers }),
    /** Redirects to another site on purpose, such as the payment gateway's checkout (303). */
    leave: (to: string) => redirect(to, { status: 303, headers }),
    /** Answers the data of a page with the headers and cookies collected here. */
    answer: <T>(value: T) => data(value, { headers }) as unknown as T,
    /** Runs a query once for all loaders of this request: a page and its layout need the same data. */
    once<T>(name: string, ask: () => Promise<T>): Promise<T> {
      known.answers ??= new Map();
      const cached = known.answers.get(name) ?? ask();
      known.answers.set(name, cached);
      return cached as Promise<T>;
    },
    know: (pattern: string | undefined) => know(known, pattern),
  };
}

/** How many things done one after the other can be undone. */
const mostUndoable = 3;

/** A link that saves its file names no page as its destination: a page in place of the file would be saved. */
const isOpened = ({ method, headers }: Request) =>
  method === "GET" &&
  (headers.get("accept")?.includes("text/html") ?? false) &&
  (headers.get("sec-fetch-dest") ?? "document") === "document";

/** The rest of the query stays unchanged: some links are just `?` and an id. */
function hereOf({ pathname, search }: URL) {
  const rest = search
    .slice(1)
    .split("&")
    .filter((part) => part && !part.startsWith(`${refusedName}=`))
    .join("&");
  return rest ? `${pathname}?${rest}` : pathname;
}

/**
 * When one door of a request answers `no-store`, every form of its answer is `no-store`: the page, the page's data
 * (`/x.data`), redirects of either, and error answers.
 */
export function asPrivateAsItsDoors(answer: Headers, context: unknown) {
  const { collected = [] } = (context ?? {}) as LoadContext;
  if (collected.some((headers) => headers.get("cache-control")?.includes("no-store")))
    answer.set("cache-control", "private, no-store");
}

/** Records the deepest matched route, which names the request in logs and metrics. */
export function know(context: LoadContext, pattern: string | undefined) {
  if (pattern && pattern.length >= (context.pattern?.length ?? 0)) context.pattern = pattern;
}
