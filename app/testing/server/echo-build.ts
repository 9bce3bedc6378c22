import type { ServerBuild } from "@remix-run/node";
import type { LoadContext } from "#app/http/request/door.server.ts";

/*
 * A build that repeats the request's address in its body, in a link, in a redirect and in a cookie, as a careless page
 * could: whatever the server lets through becomes visible.
 */

const echo = ({ request, context }: { request: Request; context: LoadContext }) => {
  const { href, pathname } = new URL(request.url);
  const headers = { link: `<${href}>; rel="canonical"`, "set-cookie": `at=${encodeURIComponent(href)}` };
  if (pathname === "/held")
    return new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
  if (pathname.startsWith("/go/"))
    return new Response(null, { status: 302, headers: { ...headers, location: new URL("/there", href).href } });
  const { ofThisMachine } = context;
  return Response.json({ served: pathname, href, host: request.headers.get("host"), ofThisMachine }, { headers });
};

const route = { id: "echo", path: "*", module: { loader: echo, action: echo } };

export const entry = {
  module: {
    boot: async () => {},
    ready: async () => ({ ok: true, checks: {} }),
    assertDeclared() {},
    shutdown: async () => {},
    default: () => new Response("no page"),
  },
};
export const routes = {
  root: { id: "root", path: "", module: { default: () => null } },
  echo: { ...route, parentId: "root" },
  index: { ...route, id: "index", path: undefined, index: true, parentId: "root" },
} as unknown as ServerBuild["routes"];
export const assets = { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" };
export const assetsBuildDirectory = "public";
export const basename = "/";
export const future = { v3_singleFetch: true, v3_lazyRouteDiscovery: false };
export const isSpaMode = false;
export const mode = "production";
export const publicPath = "/";
