import { getCenter } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { withFreshNumber } from "../number.ts";
import { type Booked, bookingReply } from "./booking-reply.ts";
import { createTicket, type Made } from "./create-ticket.ts";
import type { CenterTicket } from "./input.ts";

/**
 * Create a ticket for a customer of a center (R161): no fee and no OTP, because the center is signed in. The center
 * has the ticket if it can serve it; otherwise it is offered to other centers.
 */
export async function createCenterTicket(actor: Actor, input: CenterTicket): Promise<Booked> {
  needKind(actor, "center");
  const { centerId } = actor;
  return bookingReply(await withFreshNumber(() => transaction(() => write(actor, centerId, input))));
}

const write = async (actor: Actor, centerId: string, input: CenterTicket): Promise<Made> =>
  createTicket(actor, {
    ...input,
    createdBy: "CENTER",
    createdByCenterId: centerId,
    createName: (await getCenter(centerId)).centerName,
  });
