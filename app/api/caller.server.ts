import type { Door } from "#app/http/door.server.ts";
import { actorIfAny, anyoneOf } from "#app/http/session.server.ts";
import { actorOfToken } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { denied, unauthenticated } from "#modules/kernel/errors.ts";
import { type AnyCall, admits } from "./call.server.ts";

/** The token an API client sends: `access-token`, `x-access-token` or `Authorization: Bearer`. */
export function tokenOf({ headers }: Request) {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return headers.get("access-token") ?? headers.get("x-access-token") ?? bearer;
}

const anyone = (address: string): Actor => ({ kind: "anyone", phones: [], address });

/**
 * Who makes this call: the token's owner, else the browser's session of a portal the call is for. A call open to
 * anyone takes everybody else as a member of the public; one that is for nobody else does not even look at tokens, so
 * that an app whose session is over can still log in.
 */
export async function callerOf(line: AnyCall, door: Door): Promise<Actor> {
  const open = admits(line, anyone(door.address));
  if (open && line.as.length === 1) return anyoneOf(door.request, door.address);
  const token = tokenOf(door.request);
  const actor = token ? await actorOfToken(token) : await byCookie(line, door);
  if (actor && admits(line, actor)) return actor;
  if (open) return anyoneOf(door.request, door.address);
  throw actor ? denied() : unauthenticated("session.invalid");
}

async function byCookie(line: AnyCall, { request }: Door) {
  for (const portal of ["center", "admin", "onboarder"] as const) {
    if (!(line.as as readonly string[]).includes(portal)) continue;
    const actor = await actorIfAny(portal, request);
    if (actor) return actor;
  }
  return undefined;
}
