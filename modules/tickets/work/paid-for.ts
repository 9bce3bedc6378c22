import { kysely, rows } from "#modules/kernel/db/db.server.ts";
import { pickedKeys } from "#modules/kernel/lists/bulk-act.server.ts";
import { paidForTickets } from "#modules/wallet/index.ts";
import type { TicketSchema } from "../ticket.entity.ts";

/**
 * Returns what was paid for a request and not refunded, in paise: the most that ending or moving it can move. Nothing
 * where there is no such request; the act checks who may see it.
 */
export const paidFor = ({ ticketId }: { ticketId: string }) => paidForAll([ticketId]);

/** Returns the same sum for all requests of a bulk act. */
export const paidForPicked = async (actId: string) => paidForAll(await pickedKeys(actId));

async function paidForAll(publicIds: readonly string[]): Promise<number> {
  if (publicIds.length === 0) return 0;
  const tickets = await rows<{ id: string }>(
    kysely<typeof TicketSchema>().selectFrom("tickets").select("id").where("public_id", "in", publicIds),
  );
  return paidForTickets(tickets.map(({ id }) => id));
}
