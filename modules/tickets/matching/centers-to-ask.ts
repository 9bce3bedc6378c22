import { ticketOfLink } from "../get-ticket.ts";
import { reasonsFor } from "./match.ts";

/** How many centers a request would be offered to now, by its link. */
export async function centersToAsk({ ticketId }: { ticketId: string }): Promise<number> {
  const reasons = await reasonsFor(await ticketOfLink(ticketId));
  return reasons.filter(({ reason }) => reason === "offered").length;
}
