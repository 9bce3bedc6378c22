import type { EntryContext, ServerBuild } from "@remix-run/node";
import { UNSAFE_RemixContext } from "@remix-run/react";
import { useContext } from "react";
import type { Site } from "#app/ui/base/site.ts";

/*
 * Everything that relies on Remix internals and may break with a new version. Each says what React Router 7 offers
 * instead. It imports only types from server packages.
 */

/**
 * The addresses of the small client entry and, in development, of the hot-reload runtime: a public page loads only
 * these, where `<Scripts>` would hydrate it. React Router 7 has the same context as UNSAFE_FrameworkContext; the
 * manifest in the `EntryContext` of entry.server could be passed down by a context of ours instead.
 */
export function useEntryScripts() {
  const manifest = useContext(UNSAFE_RemixContext)?.manifest;
  return { entry: manifest?.entry.module, reloading: manifest?.hmr?.runtime };
}

/**
 * A page's context with the matched routes alone: Remix matches the address anew while it renders, several times. In
 * React Router 7 this works the same way.
 */
export function withMatchedAlone(context: EntryContext): EntryContext {
  const { routes } = context.manifest;
  const matched = context.staticHandlerContext.matches.map(({ route: { id } }) => [id, routes[id]!] as const);
  return { ...context, manifest: { ...context.manifest, routes: Object.fromEntries(matched) } };
}

/**
 * A page's context as everybody's: at its pattern, without what the root's data has for its one reader. In React Router 7
 * this works the same way.
 */
export function forEverybody(context: EntryContext, pattern: string): EntryContext {
  const { staticHandlerContext } = context;
  const site = staticHandlerContext.loaderData.root as Site;
  const root: Site = { ...site, here: pattern, formKey: "", refused: null, toast: null, undoables: [] };
  return {
    ...context,
    staticHandlerContext: {
      ...staticHandlerContext,
      location: { ...staticHandlerContext.location, pathname: pattern, search: "", hash: "" },
      loaderData: { ...staticHandlerContext.loaderData, root },
    },
  };
}

/**
 * The matched routes of a page, from the root to its own: the handle of each, and the headers its loader and action
 * answered with. In React Router 7 a middleware sets response headers, so none are needed here; the handles are in its
 * `EntryContext` as in this one.
 */
export const madeOf = ({
  staticHandlerContext: { matches, loaderHeaders, actionHeaders },
  routeModules,
}: EntryContext) =>
  matches.map(({ route: { id } }) => ({
    handle: routeModules[id]?.handle as unknown,
    headers: [loaderHeaders[id], actionHeaders[id]].filter((headers) => headers !== undefined),
  }));

/** The error a page shows in place of one of its parts; React Router 7 has it in the same place. */
export const errorOf = ({ staticHandlerContext: { errors } }: EntryContext): unknown => Object.values(errors ?? {})[0];

/**
 * The build with only these leaf routes and their parents. In React Router 7 the option `serverBundles` builds a server
 * for each group of routes.
 */
export function buildOf(build: ServerBuild, leaves: string[]): ServerBuild {
  const routeIds = new Set<string>();
  for (const id of leaves) for (let at: string | undefined = id; at; at = build.routes[at]?.parentId) routeIds.add(at);
  const among = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => routeIds.has(id))) as Record<string, T>;
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}

/**
 * The build with its routes' modules, which in development stand there as functions that load them (remix.config.ts).
 * In React Router 7 every route of the build has such a function, `lazy`.
 */
export async function withModules(build: ServerBuild): Promise<ServerBuild> {
  type Late = { module: Module | (() => Promise<Module>) };
  type Module = ServerBuild["routes"][string]["module"];
  const loaded = Object.entries(build.routes).map(async ([id, route]) => {
    const { module } = route as Late;
    return [id, { ...route, module: typeof module === "function" ? await module() : module }] as const;
  });
  return { ...build, routes: Object.fromEntries(await Promise.all(loaded)) };
}

/** The address at which Remix answers with what a page's loaders return ends like this; so it does in React Router 7. */
export const ofData = /\.data$/i;
