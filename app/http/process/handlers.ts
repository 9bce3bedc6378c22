import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { LoadContext } from "../request/door.server.ts";
import { buildOf, withModules } from "./remix-internals.ts";

type Routes = ServerBuild["routes"];

/**
 * Remix's request handler, one for each first path segment (`/tickets-center`), made when first asked for. Remix sorts
 * and compiles all its routes several times per request; given only the routes that can match, it has little to do.
 */
export function handlersOf(build: ServerBuild, mode: string): RequestHandler {
  const partOf = partsOf(build.routes);
  const handlers = new Map<string, RequestHandler>();
  return orErrorPage((request, context) => {
    const { name, leaves } = partOf(routedPath(request, context));
    let handle = handlers.get(name);
    if (!handle) {
      handle = createRequestHandler(buildOf(build, leaves()), mode);
      handlers.set(name, handle);
    }
    return handle(request, context);
  });
}

/**
 * The same in development: made for each request, because a module may have been edited, of the modules a request can
 * need. `check` is given every part of the routes that is used.
 */
export function handlerOfEdited(
  current: () => Promise<ServerBuild>,
  check: (routes: Routes) => Promise<void>,
  mode: string,
): RequestHandler {
  return orErrorPage(async (request, context) => {
    const build = await current();
    const part = await withModules(partFor(build, routedPath(request, context)));
    await check(part.routes);
    return createRequestHandler(part, mode)(request, context);
  });
}

/** The build with only the routes an address can match. */
export const partFor = (build: ServerBuild, pathname: string): ServerBuild =>
  buildOf(build, partsOf(build.routes)(pathname).leaves());

type Known = LoadContext | undefined;

/** A file that is refused to a person who opened it is answered with the error page, at its own address. */
const orErrorPage =
  (handle: RequestHandler): RequestHandler =>
  async (request, context) => {
    const answer = await handle(request, context);
    if (!(context as Known)?.refused) return answer;
    await answer.body?.cancel();
    return handle(new Request(request.url, { headers: request.headers, signal: request.signal }), context);
  };

/** The address whose routes answer a request: one whose file was refused is left to the page of any address. */
const routedPath = (request: Request, context: object | undefined) =>
  (context as Known)?.refused ? "/*" : new URL(request.url).pathname;

/** Finds the part of the routes an address can match: its name, and the leaf routes below one first segment or any (`*`). */
function partsOf(routes: Routes) {
  const leaves = leavesOf(routes).map((id) => ({ id, first: firstPartOf(routes, id) }));
  const parts = new Set(leaves.map(({ first }) => first));
  return (pathname: string) => {
    const segment = segmentOf(pathname);
    const name = parts.has(segment) ? segment : "*";
    return {
      name,
      leaves: () => leaves.filter(({ first }) => first === name || first === "*").map(({ id }) => id),
    };
  };
}

/** The routes that have no child routes. */
function leavesOf(routes: Routes) {
  const frames = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.keys(routes).filter((id) => !frames.has(id));
}

/** The first path segment of a route, lowercase as routes are matched; `*` when it can be any. */
function firstPartOf(routes: Routes, id: string): string {
  const path: string[] = [];
  for (let at: Routes[string] | undefined = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
    path.unshift(at.path ?? "");
  const first = path.join("/").split("/").find(Boolean) ?? "";
  return /^[\w-]*$/.test(first) ? first.toLowerCase() : "*";
}

/** The first segment of a requested path. */
const segmentOf = (pathname: string) => pathname.split("/").find(Boolean)?.toLowerCase() ?? "";
