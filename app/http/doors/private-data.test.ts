import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { beforeAll, expect, test } from "vitest";
import * as entry from "#app/entry.server.tsx";
import { aWorld, type Caller, type SessionKind } from "#app/testing/access/callers.ts";
import { routeTable } from "#app/testing/access/knock.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import type { Gated } from "./gate.ts";

openDatabase();

/*
 * Every page of a portal and its data, requested as the page's own script does (`/x.data`) and in the older way
 * (`?_data=`), by every actor it may answer differently: no browser or proxy may store any of it.
 */

const portals = { center: "center", admin: "super", onboarder: "onboard" } as const satisfies Partial<
  Record<string, Caller>
>;
type PortalPage = { id: string; frame: string; to: string; portal: keyof typeof portals; acts: boolean };

let ask: (request: Request) => Promise<Response>;
const pages: PortalPage[] = [];
const shown: Record<string, string> = {};

beforeAll(async () => {
  const routes = await routeTable();
  const known = Object.entries(routes).map(([id, { parentId, path, index, module }]) => {
    const has = { hasLoader: Boolean(module.loader), hasAction: Boolean(module.action), hasErrorBoundary: false };
    return [id, { id, parentId, path, index, module: "", ...has }];
  });
  const assets = { entry: { module: "", imports: [] }, routes: Object.fromEntries(known), url: "", version: "1" };
  const future = { v3_singleFetch: true, v3_relativeSplatPath: true };
  const build = { routes, assets, entry: { module: entry }, future, basename: "/", publicPath: "/" };
  const handle = createRequestHandler(build as unknown as ServerBuild, "production");
  ask = (request) => handle(request, { address: "10.0.0.1", requestId: "kept" } as never);

  for (const [id, { path = "", index, parentId = "", module }] of Object.entries(routes)) {
    const { loader, action, default: component } = module as { loader?: Gated; action?: Gated; default?: unknown };
    const portal = loader?.gate.as as PortalPage["portal"];
    // A layout route has no address of its own; it answers with the pages in it.
    if (!component || !(portal in portals) || !(path || index)) continue;
    let to = path;
    for (let at: string | undefined = parentId; at; at = routes[at]?.parentId) to = `${routes[at]?.path ?? ""}/${to}`;
    const filled = `/${to}`.replace(/\/+/g, "/").replace(/:\w+\??/g, "0190-unknown");
    pages.push({ id, frame: parentId, to: filled, portal, acts: Boolean(action) });
  }
  const { show } = await unitOfWork(() => aWorld());
  for (const [portal, caller] of Object.entries(portals))
    shown[portal] = (await show(caller, { needs: [], kinds: [portal as SessionKind], api: false })).cookie ?? "";
});

test("what a portal's page answers as data is kept by nobody, whoever asks and whatever comes of it", async () => {
  expect(pages.length).toBeGreaterThan(12);
  const wrong: string[] = [];
  const statuses = new Set<number>();
  for (const { id, frame, to, portal, acts } of pages) {
    const addresses = [
      `${to}.data`,
      `${to}.data?_routes=${encodeURIComponent(id)}`,
      `${to}.data?page=x&from=x`,
      `${to}.data?_routes=${encodeURIComponent(frame)}`,
      `${to}?_data=${encodeURIComponent(id)}`,
    ];
    for (const [who, cookie] of Object.entries({
      "signed in": shown[portal]!,
      gone: `${portal}_session=gone`,
      nobody: "",
    }))
      for (const path of addresses)
        for (const method of acts ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"]) {
          const body = method === "POST" ? { body: new URLSearchParams({ intent: "unknown" }) } : {};
          const request = new Request(`http://localhost:3000${path}`, { method, headers: { cookie }, ...body });
          const answer = await ask(request);
          statuses.add(answer.status);
          const cacheControl = answer.headers.get("cache-control");
          if (!cacheControl?.includes("no-store"))
            wrong.push(`${method} ${path} by ${who}: ${answer.status}, ${cacheControl}`);
          await answer.body?.cancel();
        }
  }
  expect(wrong).toEqual([]);
  // Pages, redirects and refusals were among them.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 202]));
});

test("H3 what a page behind a secret link answers as data is kept by nobody either", async () => {
  for (const path of ["/feedback/AAAAAAAAAAAAAAAAAAAAAA.data", "/ServiceStatus.data?AAAAAAAAAAAAAAAAAAAAAA"]) {
    const answer = await ask(new Request(`http://localhost:3000${path}`));
    expect([path, answer.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
  }
});
