import type { ReactNode } from "react";
import { useSay } from "#app/ui/say.tsx";
import { AdminShell, type MenuItem } from "#app/ui/shell.tsx";
import type { ActorOf } from "#modules/kernel/actor.ts";

/** What the frame knows of the admin who is signed in. */
export const framed = ({ name, role, permissions }: ActorOf<"admin">) => ({ name, role, permissions });

/** The admin console's frame; its menu grows with its screens. */
export function AdminFrame({ admin, children }: { admin: ReturnType<typeof framed>; children: ReactNode }) {
  const say = useSay();
  const home = admin.role === "CLIENT" ? "/client-dashboard" : "/Home";
  const menu: MenuItem[] = [{ to: home, label: say("admin.home"), icon: "house" }];
  return (
    <AdminShell admin={admin} menu={menu}>
      {children}
    </AdminShell>
  );
}
