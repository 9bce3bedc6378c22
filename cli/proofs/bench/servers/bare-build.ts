import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { RemixServer, useLoaderData } from "@remix-run/react";
import pg from "pg";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The floors of the web: the product's own server (app/server.ts) with minimal builds. `hello` is one route without a
 * database; `show` is a page that reads one row by its index and prints it; `file` reads one row by its index and sends
 * the stored file it names.
 */

type Route = NonNullable<ServerBuild["routes"][string]>;

const page = (title: string, ...body: unknown[]) =>
  h("html", { lang: "en" }, h("head", null, h("title", null, title)), h("body", null, ...(body as string[])));

const routes: Record<string, Route> = {
  root: { id: "root", path: "", module: { default: () => page("Hello", h("h1", null, "Hello")) } },
};

/** One route and no database. */
export const hello = () => bare(routes, async () => {});

/** One route that reads one row by its index and prints it. */
export function show() {
  const pool = new pg.Pool({ connectionString: env.databaseUrl, max: env.databasePool });
  const loader = async ({ params }: { params: { id?: string } }) => {
    const text = "select ticket_id, status, name, pincode, created_at from tickets where public_id = $1";
    return (await pool.query(text, [params.id])).rows[0];
  };
  function Show() {
    const row = useLoaderData<typeof loader>();
    return page(row.ticket_id, h("h1", null, row.ticket_id), h("p", null, `${row.status} ${row.name} ${row.pincode}`));
  }
  return bare(
    { root: { id: "root", path: "show/:id", module: { default: Show, loader: loader as never } } },
    async () => void (await pool.query("select 1")),
  );
}

/** One route that reads one row by its index and sends the stored file it names. */
export function file() {
  const pool = new pg.Pool({ connectionString: env.databaseUrl, max: env.databasePool });
  const loader = async ({ params }: { params: { id?: string } }) => {
    const text = `select b.key, b.mime from invoice_files f join blobs b on b.id = f.blob_id where f.invoice_id = $1`;
    const { key, mime } = (await pool.query(text, [params.id])).rows[0];
    return new Response(await readFile(path.join(env.blobDir, key)), { headers: { "content-type": mime } });
  };
  return bare(
    { root: { id: "root", path: "file/:id", module: { loader: loader as never } as never } },
    async () => void (await pool.query("select 1")),
  );
}

function bare(routes: Record<string, Route>, boot: () => Promise<void>): ServerBuild {
  const module = {
    boot,
    ready: async () => ({ ok: true, checks: {} }),
    assertDeclared() {},
    shutdown: async () => {},
    default: (request: Request, status: number, headers: Headers, context: never) => {
      headers.set("content-type", "text/html; charset=utf-8");
      const html = renderToString(h(RemixServer, { context, url: request.url }));
      return new Response(`<!doctype html>${html}`, { status, headers });
    },
  };
  const known = Object.values(routes).map(({ id, path, module: { loader } }) => [
    id,
    { id, path, module: "", hasAction: false, hasLoader: Boolean(loader), hasErrorBoundary: false },
  ]);
  return {
    entry: { module },
    routes,
    assets: { entry: { module: "", imports: [] }, routes: Object.fromEntries(known), url: "", version: "1" },
    assetsBuildDirectory: "build/client",
    basename: "/",
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false } as never,
    isSpaMode: false,
    mode: "production",
    publicPath: "/",
  } as never;
}
