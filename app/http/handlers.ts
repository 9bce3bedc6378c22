import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * The framework's request handler, one for each first part of an address (`/tickets-center`), made when it is first
 * asked for. The framework sorts and compiles all the routes it is given several times for each request; given those
 * that can match at all, it has little to sort.
 */
export function handlersOf(build: ServerBuild, mode: string): RequestHandler {
  const parts = new Set(leavesOf(build.routes).map((id) => firstPartOf(build.routes, id)));
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const asked = partOf(new URL(request.url).pathname);
    const part = parts.has(asked) ? asked : "*";
    let handle = handlers.get(part);
    if (!handle) {
      handle = createRequestHandler(onlyOf(build, part), mode);
      handlers.set(part, handle);
    }
    return handle(request, context);
  };
}

/** The build with the routes below one first part, and those that can match any (`*`). */
function onlyOf(build: ServerBuild, part: string): ServerBuild {
  const kept = new Set<string>();
  for (const id of leavesOf(build.routes)) {
    const first = firstPartOf(build.routes, id);
    if (first !== part && first !== "*") continue;
    for (let at: string | undefined = id; at; at = build.routes[at]?.parentId) kept.add(at);
  }
  const among = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as Record<string, T>;
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}

/** The routes that are no frame of others. */
function leavesOf(routes: Routes) {
  const frames = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.keys(routes).filter((id) => !frames.has(id));
}

/** The first part of a route's address, in small letters as routes are matched; `*` when it can be any. */
function firstPartOf(routes: Routes, id: string): string {
  const path: string[] = [];
  for (let at: Routes[string] | undefined = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined)
    path.unshift(at.path ?? "");
  const first = path.join("/").split("/").find(Boolean) ?? "";
  return /^[\w-]*$/.test(first) ? first.toLowerCase() : "*";
}

/** The first part of an asked address, or of the page whose data is asked for (`/tickets-center.data`). */
const partOf = (pathname: string) =>
  pathname
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .split("/")
    .find(Boolean)
    ?.toLowerCase() ?? "";
