import { Outlet, useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/page.server.ts";
import { AdminFrame, framed } from "./frame.tsx";

export const loader = adminPage(framed);

/** The frame around the admin console's pages. */
export default function AdminLayout() {
  return (
    <AdminFrame admin={useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminFrame>
  );
}
