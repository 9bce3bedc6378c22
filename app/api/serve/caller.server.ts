import type { Door } from "#app/http/request/door.server.ts";
import { actorIfAny, anyoneOf, tokenOf } from "#app/http/session/session.server.ts";
import { actorOfToken } from "#modules/access/index.ts";
import { actorOfKey, looksLikeKey } from "#modules/catalog/index.ts";
import { scopePermission } from "#modules/catalog/shared.ts";
import { type Actor, can } from "#modules/kernel/actor.ts";
import { denied, unauthenticated } from "#modules/kernel/errors.ts";
import { admits, type Call } from "../line/call.server.ts";

const anyone = (address: string): Actor => ({ kind: "anyone", phones: [], address });

/**
 * Finds the actor of a call: the token's owner, else the browser's session of a portal the call is for. A call open to
 * anyone treats every other caller as the public; one only for the public ignores tokens, so that an app whose session
 * is over can still log in. A client's API key passes where the call names its scope, and nowhere else.
 */
export async function callerOf(line: Call, door: Door): Promise<Actor> {
  const open = admits(line, anyone(door.address));
  if (open && line.as.length === 1) return anyoneOf(door.request, door.address);
  const token = tokenOf(door.request);
  if (token && looksLikeKey(token)) return byKey(line, token, door.address);
  const actor = token ? await actorOfToken(token) : await byCookie(line, door);
  if (actor && admits(line, actor)) return actor;
  if (open) return anyoneOf(door.request, door.address);
  throw actor ? denied() : unauthenticated("session.invalid");
}

/** The actor of a client's API key; a call that names no scope, or one the key lacks, is refused. */
async function byKey({ scope }: Call, key: string, address: string): Promise<Actor> {
  const actor = await actorOfKey(key, address);
  if (!scope) throw denied("clientKey.notForCall");
  if (!can(actor, scopePermission[scope])) throw denied("clientKey.lacksScope", { scope });
  return actor;
}

async function byCookie(line: Call, { request }: Door) {
  for (const portal of ["center", "admin", "onboarder"] as const) {
    if (!(line.as as readonly string[]).includes(portal)) continue;
    const actor = await actorIfAny(portal, request);
    if (actor) return actor;
  }
  return undefined;
}
