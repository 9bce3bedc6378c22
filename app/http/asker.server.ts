import { tokenOf } from "#app/api/caller.server.ts";
import { actorOfToken } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Door } from "./door.server.ts";
import { actorIfAny, anyoneOf } from "./session.server.ts";

/**
 * Open a file that several kinds of people may see, for the first of those this request speaks for whom the module
 * lets in: an API token's owner, else the browser with the phones it proved, else who is signed in there. One browser
 * may be a customer and a center at once. If nobody is let in, what the browser itself was told is what counts.
 */
export async function forWhoeverMay<T>(door: Door, open: (asker: Actor) => Promise<T>): Promise<T> {
  let refusal: DomainError | undefined;
  for await (const asker of askersOf(door)) {
    try {
      return await open(asker);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function* askersOf({ request, address }: Door): AsyncGenerator<Actor> {
  const token = tokenOf(request);
  if (token) return yield await actorOfToken(token);
  yield await anyoneOf(request, address);
  for (const portal of ["center", "admin"] as const) {
    const actor = await actorIfAny(portal, request);
    if (actor) yield actor;
  }
}
