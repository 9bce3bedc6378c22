import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { buildOf } from "./remix-internals.ts";

type Routes = ServerBuild["routes"];

/**
 * Remix's request handler, one for each first path segment (`/tickets-center`), made when first asked for. Remix sorts
 * and compiles all its routes several times per request; given only the routes that can match, it has little to do.
 */
export function handlersOf(build: ServerBuild, mode: string): RequestHandler {
  const leaves = leavesOf(build.routes).map((id) => ({ id, first: firstPartOf(build.routes, id) }));
  const parts = new Set(leaves.map(({ first }) => first));
  // The leaf routes below one first segment, and those that can match any (`*`).
  const leavesBelow = (part: string) =>
    leaves.filter(({ first }) => first === part || first === "*").map(({ id }) => id);
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const asked = partOf(new URL(request.url).pathname);
    const part = parts.has(asked) ? asked : "*";
    let handle = handlers.get(part);
    if (!handle) {
      handle = createRequestHandler(buildOf(build, leavesBelow(part)), mode);
      handlers.set(part, handle);
    }
    return handle(request, context);
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

/** The first segment of a requested path, or of the page whose data is requested (`/tickets-center.data`). */
const partOf = (pathname: string) =>
  pathname
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .split("/")
    .find(Boolean)
    ?.toLowerCase() ?? "";
