import { getCenter } from "../centers/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import { type Booked, bookingReply } from "./booking-reply.ts";
import type { CenterTicket } from "./booking-schemas.ts";
import { createTicket, type Made } from "./create-ticket.ts";
import { withFreshNumber } from "./number.ts";

/**
 * A center writes down a customer's request (R161): no fee and no OTP, its session is its proof. It keeps the ticket
 * when it can serve it itself, otherwise the ticket is offered to others.
 */
export async function createCenterTicket(actor: Actor, input: CenterTicket): Promise<Booked> {
  if (actor.kind !== "center") throw denied();
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
