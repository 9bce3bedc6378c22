import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError, missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { BroadcastState } from "../labels.ts";
import { needMay, visibleTo } from "../policy.ts";

/** An offer that an admin may answer for its center. */
export type OfferToAnswer = { id: string; centerId: string; center: string; number: string; status: BroadcastState };

/**
 * One offer of New Tickets for an admin who may answer it (R137).
 */
export async function offerToAnswer(actor: Actor, broadcastId: string): Promise<OfferToAnswer> {
  needMay(actor, "answerOffers");
  const offer = await row<OfferToAnswer>(
    sql`select b.id, b.center_id as "centerId", c.center_name as center, t.ticket_id as number, b.status
       from broadcasts b join tickets t on t.id = b.ticket_id join centers c on c.id = b.center_id
      where b.id = ${broadcastId} and ${visibleTo(actor)}`,
  );
  if (!offer) throw missing("broadcast.gone");
  return { ...offer, center: nameFor(actor, offer.center) };
}

/** The refusals about a center itself, in the words for an admin. */
const ofCenter: Partial<Record<MessageKey, MessageKey>> = {
  "broadcast.rejectedAlready": "broadcast.ofCenter.rejectedAlready",
  "broadcast.acceptedAlready": "broadcast.ofCenter.acceptedAlready",
  "broadcast.disabled": "broadcast.ofCenter.disabled",
  "broadcast.otherClients": "broadcast.ofCenter.otherClients",
  "broadcast.subscriptionOver": "broadcast.ofCenter.subscriptionOver",
  "broadcast.capacity": "broadcast.ofCenter.capacity",
  "broadcast.unverified": "broadcast.ofCenter.unverified",
  "broadcast.notFound": "broadcast.gone",
};

/** Answer an offer as an admin for its center; refuses actors who may not, in words about the center. */
export async function answerFor(
  actor: Actor,
  broadcastId: string,
  answer: (centerId: string) => Promise<unknown>,
): Promise<void> {
  const { centerId } = await offerToAnswer(actor, broadcastId);
  try {
    await answer(centerId);
  } catch (error) {
    const key = error instanceof DomainError && ofCenter[error.key];
    throw key ? conflict(key, error.params) : error;
  }
}
