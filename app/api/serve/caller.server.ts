import type { Door } from "#app/http/request/door.server.ts";
import { actorIfAny, anyoneOf, tokenOf } from "#app/http/session/session.server.ts";
import { actorOfToken } from "#modules/access/index.ts";
import { actorOfKey, looksLikeKey } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError, denied, type QuotaLeft, unauthenticated } from "#modules/kernel/errors.ts";
import { admits, type Call } from "../line/call.server.ts";

/** Takes what is left of a limit that was counted. */
export type Counted = (left: QuotaLeft | undefined) => void;

const anyone = (address: string): Actor => ({ kind: "anyone", phones: [], address });

/** Who calls. Of a public caller whose API key does not open the call, `keyRefusal` says why it does not. */
export type Caller = { actor: Actor; keyRefusal?: DomainError };

/**
 * Finds the actor of a call: the token's owner, else the browser's session of a portal the call is for. A call open to
 * anyone treats every other caller as the public; one only for the public ignores tokens, so that an app whose session
 * is over can still log in. A client's API key passes where the call names its scope; where it does not, a call open to
 * anyone is answered as if no key had come along, and any other one refuses it.
 */
export async function callerOf(line: Call, door: Door, counted: Counted): Promise<Caller> {
  const open = admits(line, anyone(door.address));
  if (open && line.as.length === 1) return publicly(door);
  const token = tokenOf(door.request);
  if (token && looksLikeKey(token))
    return open ? keyOrPublic(line, token, door, counted) : byKey(line, token, door.address, counted);
  const actor = token ? await actorOfToken(token) : await byCookie(line, door);
  if (actor && admits(line, actor)) return { actor };
  if (open) return publicly(door);
  throw actor ? denied() : unauthenticated("session.invalid");
}

/** The actor of a client's API key; a call that names no scope, or one the key lacks, is refused. */
async function byKey({ scope }: Call, key: string, address: string, counted: Counted): Promise<Caller> {
  const actor = await actorOfKey(key, address, counted);
  if (!scope) throw denied("clientKey.notForCall");
  if (!actor.keyScopes?.includes(scope)) throw denied("clientKey.lacksScope", { scope });
  return { actor };
}

const publicly = async ({ request, address }: Door): Promise<Caller> => ({ actor: await anyoneOf(request, address) });

/** The actor of a key where a call that is open to anyone names one of its scopes, else the public. */
async function keyOrPublic(line: Call, key: string, door: Door, counted: Counted): Promise<Caller> {
  if (!line.scope) return publicly(door);
  try {
    return await byKey(line, key, door.address, counted);
  } catch (error) {
    if (!(error instanceof DomainError) || (error.kind !== "unauthenticated" && error.kind !== "denied")) throw error;
    return { ...(await publicly(door)), keyRefusal: error };
  }
}

async function byCookie(line: Call, { request }: Door) {
  for (const portal of ["center", "admin", "onboarder"] as const) {
    if (!(line.as as readonly string[]).includes(portal)) continue;
    const actor = await actorIfAny(portal, request);
    if (actor) return actor;
  }
  return undefined;
}
