import { actorOfToken, type KnownAccount, knownAccounts } from "#modules/access/index.ts";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Door } from "../request/door.server.ts";
import { askerOf } from "./known-browser.server.ts";
import { actorIfAny, anyoneOf, tokenOf } from "./session.server.ts";

/**
 * Opens a file as the first of the request's actors whom the module lets in: an API token's owner, else the visitor
 * with the phones it proved, else the center, admin or technician signed in in the same browser. One browser may be a customer and
 * a center at once. If nobody is let in, the refusal of the first one is thrown, or that of
 * an admin who only has to give the password again.
 */
export async function withPermittedAsker<T>(door: Door, open: (asker: Actor) => Promise<T>): Promise<T> {
  let refusal: DomainError | undefined;
  for await (const asker of askersOf(door)) {
    try {
      return await open(asker);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (!refusal || error.key === "confirm.byApi" || error.key === "confirm.byLogin") refusal = error;
    }
  }
  throw refusal;
}

async function* askersOf({ request, address }: Door): AsyncGenerator<Actor> {
  const token = tokenOf(request);
  if (token) return yield await actorOfToken(token);
  yield await anyoneOf(request, address);
  for (const portal of ["center", "admin", "technician"] as const) {
    const actor = await actorIfAny(portal, request);
    if (actor) yield actor;
  }
}

/** Who gives a rating: an API token's owner; in a browser the public visitor, even when somebody is signed in there. */
export async function raterOf(anyone: ActorOf<"anyone">, { request }: Door): Promise<Actor> {
  const token = tokenOf(request);
  return token ? actorOfToken(token) : anyone;
}

/** The center signed in in the request's browser, if any. */
export const signedInCenter = async ({ request }: Door): Promise<ActorOf<"center"> | undefined> =>
  (await actorIfAny("center", request)) as ActorOf<"center"> | undefined;

/** Who of a center or of the house is signed in in the request's browser, and the accounts it is known by. */
export async function workersIn(door: Door): Promise<{ signedIn: Actor[]; knownAs: KnownAccount[] }> {
  const portals = ["center", "admin", "technician"] as const;
  const signedIn = await Promise.all(portals.map((portal) => actorIfAny(portal, door.request)));
  const knownAs = await knownAccounts(askerOf(door).sessions ?? []);
  return { signedIn: signedIn.filter((actor) => actor !== undefined), knownAs };
}
