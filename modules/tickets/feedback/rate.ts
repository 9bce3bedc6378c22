import type { Actor } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openLowAnswer } from "../cases/open-case.ts";
import { customerClaim, refuseOwnWork, spendClaim } from "../customer.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { RateTicket } from "../shared.ts";
import { topicsOf } from "../topics.ts";

/** H5: tries per ticket and hour. */
const ratingLimit = { name: "rating", points: 5, seconds: 3600, onFailure: "open" } as const;

/** Up to so many stars open a case. */
const lowStars = 2;

/**
 * Rate a closed ticket with 0 to 5 stars, once and for good (R094, fixed point 15): only its customer, shown by browser
 * or proof, and never the center that did the work. Only the customer's tries count towards the limit, so that holders
 * of the link alone cannot block the customer's rating.
 */
export async function rateTicket(
  actor: Actor,
  { ticketId, rating, proof }: RateTicket,
): Promise<{ starRating: number }> {
  const ticket = await ticketOfLink(ticketId);
  await refuseOwnWork(actor, ticket);
  const claim = await customerClaim(actor, ticket, proof);
  await countUse(ratingLimit, ticket.id);
  return transaction(async () => {
    const ticket = await ticketOfLink(ticketId, { lock: true });
    if (ticket.status !== "CLOSED") throw conflict("rating.closedOnly");
    if (ticket.starRating != null) throw conflict("rating.given");
    await spendClaim(actor, claim);
    ticket.starRating = rating;
    await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.rated", data: { rating } });
    if (rating <= lowStars) await openLowAnswer(ticket);
    await announce(await topicsOf(ticket));
    return { starRating: rating };
  });
}
