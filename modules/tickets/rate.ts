import type { Actor } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { countUse } from "../kernel/limits.server.ts";
import { announce } from "../kernel/live.server.ts";
import type { RateTicket } from "./shared.ts";
import { topicsOf } from "./topics.ts";
import { ticketOfLink } from "./visible.ts";

/** H5: tries per ticket and hour. */
const ratingLimit = { name: "rating", points: 5, seconds: 3600, onFailure: "open" } as const;

/** Give a closed ticket 0 to 5 stars, once and for good, by its link alone (R094, fixed point 15). */
export async function rateTicket(actor: Actor, { ticketId, rating }: RateTicket): Promise<{ starRating: number }> {
  const { id } = await ticketOfLink(ticketId);
  await countUse(ratingLimit, id);
  return transaction(async () => {
    const ticket = await ticketOfLink(ticketId, { lock: true });
    if (ticket.status !== "CLOSED") throw conflict("rating.closedOnly");
    if (ticket.starRating != null) throw conflict("rating.given");
    ticket.starRating = rating;
    await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.rated", data: { rating } });
    await announce(await topicsOf(ticket));
    return { starRating: rating };
  });
}
