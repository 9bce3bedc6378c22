import { text } from "node:stream/consumers";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { Handle } from "#app/ui/handle.ts";
import { LocaleContext } from "#app/ui/locale.ts";
import { log } from "#modules/kernel/log.server.ts";
import { say } from "#modules/kernel/messages/index.ts";
import type { LoadContext } from "./http/door.server.ts";
import { localeOf } from "./http/locale.server.ts";
import { WholeAnswer } from "./http/whole-answer.ts";
import { NonceContext } from "./nonce.ts";

// The server process takes everything stateful from this build, so that there is one copy of it.
export { boot, ready, shutdown } from "./http/boot.server.ts";

/** A page as one string: no streaming, so that status and headers are final. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: AppLoadContext,
) {
  const { nonce } = load as LoadContext;
  const entry = isPublic(context) ? context : await withData(context);
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <LocaleContext.Provider value={localeOf(request)}>
        <RemixServer context={entry} url={request.url} nonce={nonce} />
      </LocaleContext.Provider>
    </NonceContext.Provider>,
  );
  carryHeaders(context, headers);
  headers.set("content-type", "text/html; charset=utf-8");
  const told = isPublic(context) ? withErrorTitle(html, context, request) : html;
  return new WholeAnswer(`<!doctype html>${told}`, { status, headers });
}

const isPublic = ({ staticHandlerContext: { matches }, routeModules }: EntryContext) =>
  matches.some(({ route }) => (routeModules[route.id]?.handle as Handle | undefined)?.public);

/** The title says that the form was refused; in consoles ErrorSummary does it, as hydration would undo this. */
function withErrorTitle(html: string, { staticHandlerContext: { actionData } }: EntryContext, request: Request) {
  const refused = Object.values(actionData ?? {}).some((answer) => answer?.problem);
  return refused ? html.replace("<title>", () => `<title>${say("error.prefix", {}, localeOf(request))}`) : html;
}

/**
 * A console page carries its data for hydration at its end. It is read before the page is drawn, since renderToString
 * waits for nothing, and laid where the framework looks for what it has read already.
 */
async function withData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream } = context as { serverHandoffStream?: WebStream };
  if (!serverHandoffStream) return context;
  const read = { done: true, value: await text(serverHandoffStream) };
  const renderMeta = { streamCache: { 0: Object.assign(Promise.resolve(), { result: read }) } };
  return { ...context, renderMeta, serverHandoffStream: new ReadableStream() } as EntryContext;
}

/** Headers of loaders and actions reach the page without a `headers` export in each route; the deepest wins. */
function carryHeaders({ staticHandlerContext: { matches, loaderHeaders, actionHeaders } }: EntryContext, to: Headers) {
  for (const { route } of matches) {
    for (const from of [loaderHeaders[route.id], actionHeaders[route.id]]) {
      for (const [name, value] of from ?? []) if (name !== "set-cookie" && name !== "content-type") to.set(name, value);
    }
  }
}

/** Only bugs come here; refusals were translated at their door. Neither query values nor bodies reach the log. */
export function handleError(error: unknown, { request, context }: { request: Request; context?: unknown }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const cause = isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error;
  const { requestId, pattern } = (context ?? {}) as LoadContext;
  log.error({ requestId, route: pattern, method: request.method, ...described(cause) }, "a request failed");
}

/** An error without the values it met: quoted texts and long numbers are left out of its message. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
  const message = error.message
    .slice(0, 500)
    .replace(/'[^']*'|"[^"]*"/g, "'…'")
    .replace(/\d{4,}/g, "#");
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { error: error.name, message, code, constraint, stack: frames?.join("\n") };
}
