import { priceInForce } from "../catalog/index.ts";
import { type Actor, system } from "../kernel/actor.ts";
import { fromNow, minute, now } from "../kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { announce } from "../kernel/live.server.ts";
import { log } from "../kernel/log.server.ts";
import type { Paise } from "../kernel/money.ts";
import { openOrder } from "../wallet/index.ts";
import { type Broadcast, BroadcastSchema } from "./broadcast.entity.ts";
import { moveBroadcast } from "./lifecycle.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { ticketById } from "./visible.ts";

/**
 * Keep a locked ticket for one center for RESERVATION_MINUTES while it pays the lead price (paise). Trying again does
 * not prolong a running reservation.
 */
export async function reserve(actor: Actor, ticket: Ticket, broadcast: Broadcast, amountPaise: Paise) {
  const { subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise } = await priceInForce();
  const order = await openOrder({
    purpose: "lead_fee",
    ticketId: ticket.id,
    centerId: broadcast.centerId,
    broadcastId: broadcast.id,
    amountPaise,
    priceSnapshot: { subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise },
  });
  const runs = broadcast.status === "RESERVED" && broadcast.reservedUntil && broadcast.reservedUntil > now();
  if (runs) {
    broadcast.orderId = order.id;
    return;
  }
  if (broadcast.status === "RESERVED")
    await moveBroadcast(actor, broadcast, "release", { set: { reservedUntil: null } });
  const reservedUntil = fromNow(env.reservationMinutes * minute);
  await moveBroadcast(actor, broadcast, "reserve", {
    set: { reservedUntil, orderId: order.id },
    data: { orderId: order.id, amountPaise },
  });
  await announce(await topicsOf(ticket));
}

/** Free the ticket a center has reserved; nothing happens when the reservation was paid or is over. */
export const releaseReservation = (actor: Actor, broadcastId: string, { onlyExpired = false } = {}): Promise<boolean> =>
  transaction(async () => {
    const { ticketId } = await em().findOneOrFail(BroadcastSchema, { id: broadcastId });
    const ticket = await ticketById(ticketId, { lock: true });
    const broadcast = await em().findOneOrFail(BroadcastSchema, { id: broadcastId }, { refresh: true });
    if (broadcast.status !== "RESERVED") return false;
    if (onlyExpired && broadcast.reservedUntil && broadcast.reservedUntil > now()) return false;
    await moveBroadcast(actor, broadcast, "release", { set: { reservedUntil: null } });
    await announce(await topicsOf(ticket));
    return true;
  });

/** Free every ticket whose reservation is over (each minute); one that cannot be freed does not hold up the others. */
export async function expireReservations(): Promise<number> {
  const over = await rows<{ id: string }>(
    "select id from broadcasts where status = 'RESERVED' and reserved_until <= $1 order by reserved_until limit 500",
    [now()],
  );
  let freed = 0;
  for (const { id } of over) {
    try {
      if (await unitOfWork(() => releaseReservation(system("reservations"), id, { onlyExpired: true }))) freed += 1;
    } catch (error) {
      log.error({ err: error, broadcast: id }, "reservation not freed");
    }
  }
  return freed;
}
