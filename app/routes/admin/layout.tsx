import { Outlet, useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/page.server.ts";
import { useSay } from "#app/ui/say.tsx";
import { AdminShell, type MenuItem } from "#app/ui/shell.tsx";

export const loader = adminPage(({ name, role, permissions }) => ({ name, role, permissions }));

/** The admin console's frame; its menu grows with its screens. */
export default function AdminLayout() {
  const admin = useLoaderData<typeof loader>();
  const say = useSay();
  const home = admin.role === "CLIENT" ? "/client-dashboard" : "/Home";
  const menu: MenuItem[] = [{ to: home, label: say("admin.home"), icon: "house" }];
  return (
    <AdminShell admin={admin} menu={menu}>
      <Outlet />
    </AdminShell>
  );
}
