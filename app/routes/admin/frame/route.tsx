import type { LinksFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { framed } from "#app/parts/frame/framed.server.ts";
import { AdminFrame } from "#app/parts/frame/framed.tsx";
import desk from "#app/styles/desk.css?url";
import type { Handle } from "#app/ui/base/handle.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];

export const handle = { ownStyles: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", toSetUp: true }, framed);

/** The frame around the admin console's pages. */
export default function AdminLayout() {
  return (
    <AdminFrame admin={useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminFrame>
  );
}
