import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { handlersOf } from "./handlers.ts";

type Table = Record<string, object>;

/** The product's routes, each answering with its own id. */
function named(entries: readonly RouteConfigEntry[], parentId: string, into: Table = {}): Table {
  for (const { id, path, index, file, children = [] } of entries) {
    const own = id ?? file;
    into[own] = { id: own, parentId, path, index, module: { loader: () => new Response(own) } };
    named(children, own, into);
  }
  return into;
}

const table = named(await Promise.resolve(routes), "root", { root: { id: "root", path: "", module: {} } });
const build = { routes: table, assets: { routes: {} }, entry: { module: {} }, future: {} } as unknown as ServerBuild;
const [whole, parted] = [createRequestHandler(build, "test"), handlersOf(build, "test")];

const paths = Object.values(table as Record<string, { path?: string }>).map(({ path }) => path ?? "");
const filled = paths.map((path) => `/${path.replace(/:\w+\??/g, "Some-1").replace("*", "some/where")}`);

test("given the routes of its first part alone, an address is answered as by all of them", async () => {
  const asked = [
    ...filled,
    ...filled.map((path) => path.replace(/\?$/, "")),
    "/booking",
    "/feedback",
    "/nowhere",
    "/a/b/c",
  ];
  for (const path of asked.flatMap((path) => [path, path.toUpperCase(), `${path}/`, `${path}?after=1`])) {
    const request = () => new Request(`http://localhost${path}`);
    const [expected, came] = [await whole(request()), await parted(request())];
    expect([path, came.status, await came.text()]).toEqual([path, expected.status, await expected.text()]);
  }
  expect(new Set(filled).size).toBeGreaterThan(30);
});
