import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { endReservation } from "./reserve.ts";

/**
 * Release a ticket that the center reserved but has not paid for, so that others may accept it before the reservation
 * expires. Counts as unpaid; without a running reservation nothing changes.
 */
export async function giveBack(actor: Actor, { broadcastId }: { broadcastId: string }): Promise<void> {
  needKind(actor, "center");
  const reserved = await em().findOne(BroadcastSchema, { id: broadcastId, centerId: actor.centerId });
  if (!reserved) throw missing("broadcast.notFound");
  await endReservation(actor, broadcastId, "given back");
}
