import { broadcastMoves } from "#modules/tickets/index.ts";
import { isoInstant } from "./copy.ts";
import type { VolumeTicket, World } from "./volume-world.ts";

/** The offer that won a ticket, and its order if the center paid by card. */
export type Winner = { broadcastId: string; leadOrderId: string | null } | null;

/** Write the offers and match reasons of a ticket; returns the offer that won. */
export function writeOffers(
  { random, batch, money, leadPaise }: World,
  { id, course, bookedAt, origin }: VolumeTicket,
): Winner {
  const decidedAt = isoInstant(course.matchedAt ?? bookedAt);
  const same = course.broadcastStatus === "matched_in_same_center";
  for (const { center, verdict } of course.verdicts) {
    const reason = !same || verdict !== "offered" ? verdict : center === origin.own ? "same_center" : "not_needed";
    batch.add("match_reasons", [id, center.id, reason, decidedAt]);
  }
  let winner: Winner = null;
  let waiting = course.offered.length;
  for (const center of course.offered) {
    const broadcastId = random.id(course.matchedAt!);
    const won = center === course.center;
    const over = course.acceptedAt ?? course.cancelledAt;
    const refused = !won && random.chance(0.1) && (over !== undefined || --waiting > 0);
    const lost = refused ? broadcastMoves.reject.to : over === undefined ? "PENDING" : broadcastMoves.lose.to;
    const status = won ? (course.closedAt === undefined ? broadcastMoves.accept : broadcastMoves.close).to : lost;
    const leadOrderId = won && course.paidFrom === "card" ? random.id(course.acceptedAt!) : null;
    const changedAt = isoInstant((won ? course.closedAt : undefined) ?? over ?? course.matchedAt!);
    const paidFrom = won ? course.paidFrom : null;
    batch.add("broadcasts", [broadcastId, id, center.id, status, leadOrderId, paidFrom, decidedAt, changedAt]);
    if (!won) continue;
    winner = { broadcastId, leadOrderId };
    const lead = { center, at: course.acceptedAt!, amountPaise: leadPaise, ticketId: id, broadcastId };
    if (paidFrom === "wallet") money.leadFromWallet(lead);
    if (leadOrderId) {
      const prices = { subscribedUserTicketAmountPaise: leadPaise };
      money.paid({ ...lead, orderId: leadOrderId, purpose: "lead_fee", prices }, "lead_fee", "lead_fee_income");
    }
  }
  return winner;
}
