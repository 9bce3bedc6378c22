import { getCenter } from "../centers/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { hashToken } from "../kernel/crypto.server.ts";
import { transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import { madeEarlier } from "./book.ts";
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

async function write(actor: Actor, centerId: string, { idempotencyKey, ...fields }: CenterTicket): Promise<Made> {
  const key = idempotencyKey && `center:${centerId}:${hashToken(idempotencyKey)}`;
  const earlier = key && (await madeEarlier(key));
  if (earlier) return earlier;
  return createTicket(actor, {
    ...fields,
    createdBy: "CENTER",
    createdByCenterId: centerId,
    createName: (await getCenter(centerId)).centerName,
    ...(key && { idempotencyKey: key }),
  });
}
