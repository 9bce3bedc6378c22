import { tokenOf } from "#app/api/caller.server.ts";
import { actorOfToken } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import type { Door } from "./door.server.ts";
import { actorIfAny, anyoneOf } from "./session.server.ts";

/**
 * Who asks for a file that several kinds of people may see: an API token's owner, a signed-in center or admin, else the
 * browser with the phones it proved. Whether this one may see it is the module's answer.
 */
export async function askerOf({ request, address }: Door): Promise<Actor> {
  const token = tokenOf(request);
  if (token) return actorOfToken(token);
  return (
    (await actorIfAny("center", request)) ?? (await actorIfAny("admin", request)) ?? (await anyoneOf(request, address))
  );
}
