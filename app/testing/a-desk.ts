import { openSession } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { anAddress, anAdmin } from "#modules/testing/factories.ts";

/* Browsers of admins for tests of the console's loaders and actions. */

/** The cookie of an admin who has just signed in: a SUPER_ADMIN, one with these permissions, or with a client's. */
export async function aDesk(permissions?: readonly Permission[], clientId?: string): Promise<string> {
  const { id } = await anAdmin({
    ...(permissions && { permissions }),
    ...(clientId && { adminRole: "CLIENT" as const, clientId }),
  });
  const { token } = await openSession({
    kind: "admin",
    subjectId: id,
    via: "cookie",
    address: anAddress(),
    provedAt: now(),
  });
  return `admin_session=${token}`;
}

/** The arguments of a loader or an action for a request with a cookie; `fields` make it a form. */
export function doorArgs(path: string, cookie: string, fields?: Record<string, string | readonly string[]>) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) for (const each of [value].flat()) body.append(name, each);
  const [, lists, list] = path.split(/[/?]/);
  return {
    request: new Request(`http://localhost${path}`, { headers: { cookie }, ...(fields && { method: "POST", body }) }),
    params: lists === "lists" ? { list } : {},
    context: { requestId: "request-1", address: "10.0.0.1" },
  };
}
