import type { Door } from "#app/http/request/door.server.ts";
import { actorIfAny } from "#app/http/session/session.server.ts";
import { isClient } from "#modules/kernel/actor.ts";

/**
 * Leads an admin who is already signed in past a page of logins: to /admin-dashboard, a client's to /client-dashboard
 * (R008, Q44, Q45). The page is not kept by caches, because its answer depends on the session.
 */
export async function pastLogin(door: Door) {
  const admin = await actorIfAny("admin", door.request, { toSetUp: true });
  if (admin?.kind === "admin") throw door.go(isClient(admin) ? "/client-dashboard" : "/admin-dashboard");
  door.headers.set("cache-control", "private, no-store");
}
