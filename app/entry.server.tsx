import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { exchangeHeader } from "#app/exchange/names.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { LocaleContext } from "#app/ui/base/locale.ts";
import { codeWords, log, plainWords } from "#modules/kernel/log.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { madePage } from "./http/process/made-pages.server.ts";
import { errorOf, forEverybody, madeOf, withMatchedAlone } from "./http/process/remix-internals.ts";
import { WholeAnswer } from "./http/process/whole-answer.ts";
import { asPrivateAsItsDoors, type LoadContext } from "./http/request/door.server.ts";
import { localeOf } from "./http/request/locale.server.ts";
import { NonceContext } from "./nonce.ts";
import { PageErrorContext } from "./page-error.ts";

// The server process imports everything stateful from this build, so that there is one copy of it.
export { assertDeclared } from "./http/doors/gate.ts";
export { boot, ready, shutdown } from "./http/process/boot.server.ts";

/** Renders a page as one string: without streaming, status and headers are final. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: AppLoadContext,
) {
  const { nonce, same } = load as LoadContext;
  const locale = localeOf(request);
  const matched = withMatchedAlone(context);
  if (same !== undefined && status === 200)
    return madePage(same, locale, () =>
      rendered(forEverybody(matched, same), { url: new URL(same, request.url).href, locale }),
    );
  const html = rendered(matched, { url: request.url, locale, nonce });
  carryHeaders(context, headers);
  if (isPublic(context) && request.headers.has(exchangeHeader)) withoutToastEnd(headers);
  asPrivateAsItsDoors(headers, load);
  headers.set("content-type", "text/html; charset=utf-8");
  return new WholeAnswer(html, { status, headers });
}

type Shown = { url: string; locale: Locale; nonce?: string | undefined };

const rendered = (context: EntryContext, { url, locale, nonce }: Shown) =>
  `<!doctype html>${renderToString(
    <NonceContext.Provider value={nonce}>
      <LocaleContext.Provider value={locale}>
        <PageErrorContext.Provider value={errorOf(context)}>
          <RemixServer context={context} url={url} {...(nonce && { nonce })} />
        </PageErrorContext.Provider>
      </LocaleContext.Provider>
    </NonceContext.Provider>,
  )}`;

/** Page data fetched by scripts is as private as the page itself; the response to a form is for its sender alone. */
export function handleDataRequest(answer: Response, { request, context }: { request: Request; context: unknown }) {
  if (request.method === "GET") asPrivateAsItsDoors(answer.headers, context);
  else answer.headers.set("cache-control", "private, no-store");
  return answer;
}

const isPublic = (context: EntryContext) =>
  madeOf(context).some(({ handle }) => (handle as Handle | undefined)?.public);

/** A console that reads a page of another kind has the browser load it: its toast waits for that. */
function withoutToastEnd(headers: Headers) {
  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) if (!/^(__Host-)?toast=;/.test(cookie)) headers.append("set-cookie", cookie);
}

/**
 * Copies headers of loaders and actions to the page, so that routes need no `headers` export; the deepest route wins.
 */
function carryHeaders(context: EntryContext, to: Headers) {
  for (const { headers } of madeOf(context)) {
    for (const from of headers) {
      for (const [name, value] of from) if (name !== "set-cookie" && name !== "content-type") to.set(name, value);
    }
  }
}

/** Logs unexpected errors; refusals were translated in their route. Neither query values nor bodies reach the log. */
export function handleError(error: unknown, { request, context }: { request: Request; context?: unknown }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const cause = isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error;
  const { requestId, pattern } = (context ?? {}) as LoadContext;
  log.error({ requestId, route: pattern, method: request.method, ...described(cause) }, "a request failed");
}

/** An error's message without the values in it: quoted texts and long numbers are removed. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
  const message = plainWords(error.message)
    .slice(0, 500)
    .replace(/\d{4,}/g, "#");
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { error: error.name, message, ...codeWords(code), constraint, stack: frames?.join("\n") };
}
