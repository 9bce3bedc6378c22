import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { type DomainError, missing } from "#modules/kernel/errors.ts";
import type { LoadContext } from "../request/door.server.ts";
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
const whole = createRequestHandler(build, "test");
const parted = handlersOf(build, "test");

const paths = Object.values(table as Record<string, { path?: string }>).map(({ path }) => path ?? "");
const filled = paths.map((path) => `/${path.replace(/:\w+\??/g, "Some-1").replace("*", "some/where")}`);

test("given the routes of its first part alone, an address is answered as by all of them", async () => {
  const addresses = [
    ...filled,
    ...filled.map((path) => path.replace(/\?$/, "")),
    "/booking",
    "/feedback",
    "/nowhere",
    "/a/b/c",
  ];
  for (const path of addresses.flatMap((path) => [path, path.toUpperCase(), `${path}/`, `${path}?after=1`])) {
    const request = () => new Request(`http://localhost${path}`);
    const expected = await whole(request());
    const came = await parted(request());
    expect([path, came.status, await came.text()]).toEqual([path, expected.status, await expected.text()]);
  }
  expect(new Set(filled).size).toBeGreaterThan(30);
});

test("a file that is refused to a person is answered by the page of any address, at the file's own", async () => {
  const requestedPaths: string[] = [];
  const answering = (answer: string, refused?: DomainError) => ({
    loader({ request, context }: { request: Request; context: LoadContext }) {
      requestedPaths.push(new URL(request.url).pathname);
      if (refused) context.refused = refused;
      return new Response(answer);
    },
  });
  const replaced = (id: string, module: object) => ({ [id]: { ...table[id], module } });
  const some = {
    ...table,
    ...replaced("routes/files/document.ts", answering("refused", missing("blob.missing"))),
    ...replaced("routes/files/receipt.ts", answering("a receipt")),
    ...replaced("routes/system/not-found.tsx", answering("the error page")),
  };
  const handle = handlersOf({ ...build, routes: some } as unknown as ServerBuild, "test");
  const answer = async (path: string) => (await handle(new Request(`http://localhost${path}`), {})).text();
  expect(await answer("/files/one")).toBe("the error page");
  expect(await answer("/receipts/one")).toBe("a receipt");
  expect(requestedPaths).toEqual(["/files/one", "/files/one", "/receipts/one"]);
});
