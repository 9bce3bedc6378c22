import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Ticket } from "../ticket.entity.ts";
import { decide, giveTo, type Matched, nobodyLeft, offer, offerAgain } from "./broadcast.ts";
import { type Matchable, reasonsFor } from "./match.ts";

/** What matching a ticket again would do. */
export type MatchPreview = {
  outcome: Matched;
  /** How many centers would be offered it, those asked already included. */
  centers: number;
};

/** What would become of a ticket with these facts; writes nothing. */
export async function previewMatch(ticket: Matchable): Promise<MatchPreview> {
  const reasons = await reasonsFor(ticket);
  if (reasons.some(({ reason }) => reason === "same_center")) return { outcome: "same_center", centers: 1 };
  const centers = reasons.filter(({ reason }) => reason === "offered").length;
  return { outcome: centers > 0 ? "broadcasted" : "none", centers };
}

/**
 * Match a locked PENDING ticket again after a change of the facts matching uses. Open offers to centers that no longer
 * qualify end; a center whose offer had ended that way is offered it again; the others that qualify are asked. When no
 * center is left, a paid fee is refunded (fixed point 8).
 */
export async function matchAgain(actor: Actor, ticket: Ticket): Promise<Matched> {
  const reasons = await decide(ticket);
  const own = reasons.find(({ reason }) => reason === "same_center");
  const fitting = own ? [] : reasons.filter(({ reason }) => reason === "offered").map(({ centerId }) => centerId);
  const { ended, open } = await endOffersBut(ticket.id, fitting);
  await announce(ended.map((centerId) => `center:${centerId}`));
  if (own) {
    await giveTo(actor, ticket, own.centerId);
    return "same_center";
  }
  const again = await offerAgain(actor, ticket, fitting);
  const offerCount = await offer(actor, ticket, reasons);
  if (open + again + offerCount === 0) {
    await nobodyLeft(actor, ticket);
    return "none";
  }
  ticket.serviceAvailable = true;
  return "broadcasted";
}

/** End the open offers of a ticket except those to `centerIds`; returns whose ended and how many are still open. */
async function endOffersBut(ticketId: string, centerIds: string[]): Promise<{ ended: string[]; open: number }> {
  const offers = await rows<{ center_id: string; remains: boolean }>(
    sql`update broadcasts set status = case when center_id = any(${centerIds}::uuid[]) then status else 'TAKEN' end,
           updated_at = ${now()}
      where ticket_id = ${ticketId} and status = 'PENDING'
      returning center_id, center_id = any(${centerIds}::uuid[]) as remains`,
  );
  const ended = offers.filter(({ remains }) => !remains).map(({ center_id }) => center_id);
  return { ended, open: offers.length - ended.length };
}
