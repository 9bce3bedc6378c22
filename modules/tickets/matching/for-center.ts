import type { Actor } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";
import { getTicket } from "../get-ticket.ts";
import { needMay } from "../policy.ts";

/**
 * The center that acts on a request: the actor itself, or, for an operator who acts in a center's name, the one that has the
 * request now.
 */
export async function actingCenter(actor: Actor, ticketId: string): Promise<string> {
  if (actor.kind === "center") return actor.centerId;
  needMay(actor, "actForCenters");
  const { centerId } = await getTicket(actor, ticketId);
  if (!centerId) throw missing("ticket.notFound");
  return centerId;
}

/** For whom an act of a center was done, as its history row says it: nothing where the center did it. */
export const forCenter = (actor: Actor): { forWhom?: "center" } =>
  actor.kind === "center" ? {} : { forWhom: "center" };
