import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { assignTechnician, closeTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket } from "#modules/tickets/shared.ts";
import { fixedId } from "../fixed-id.ts";
import { demoAdmin } from "./actors.ts";
import { asOf } from "./past.ts";

/* What happens to a request of the demo after it was made. A request is named by its public id. */

/** The id of the offer of a request to a center. */
export async function offerTo({ centerId }: ActorOf<"center">, ticketId: string): Promise<string> {
  const offer = await row<{ id: string }>(
    sql`select b.id from broadcasts b join tickets t on t.id = b.ticket_id where t.public_id = ${ticketId} and b.center_id = ${centerId}`,
  );
  if (!offer) throw new Error(`the request ${ticketId} was not offered to the center ${centerId}`);
  return offer.id;
}

/** Its center sends a technician, who is named by the phone. */
export const sendTechnician = (center: ActorOf<"center">, ticketId: string, phone: string, at: Date) =>
  asOf(at, () => assignTechnician(center, { ticketId, technicianId: fixedId(`technician:${phone}`) }));

/** An operator closes it after a call of the center: the customer paid so many rupees. */
export const closeAs = (ticketId: string, amount: number, at: Date) =>
  asOf(at, async () =>
    closeTicket(
      await demoAdmin("operations"),
      AdminCloseTicket.parse({
        ticketId,
        amount,
        paymentType: "Cash",
        closeRemarks: "Visit Done, Work Completed (Payment Collected)",
      }),
    ),
  );
