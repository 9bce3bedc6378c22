import { sql } from "kysely";
import { priceInForce } from "#modules/catalog/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openOrder } from "#modules/wallet/index.ts";
import { type Broadcast, BroadcastSchema } from "../broadcast.entity.ts";
import { ticketById } from "../get-ticket.ts";
import { moveBroadcast } from "../lifecycle.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { isFurther, needTurn, pastTriesOf } from "./unpaid.ts";

/**
 * Reserve a locked ticket for a locked center for RESERVATION_MINUTES while it pays the lead price (paise). Trying
 * again does not prolong a running reservation; after an unpaid one its rivals go first.
 */
export async function reserve(actor: Actor, ticket: Ticket, broadcast: Broadcast, amountPaise: Paise) {
  const runs = broadcast.status === "RESERVED" && broadcast.reservedUntil && broadcast.reservedUntil > now();
  if (broadcast.status === "RESERVED" && !runs) await endUnpaid(actor, broadcast);
  const further = !runs && isFurther(await needTurn(broadcast));
  const { subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise } = await priceInForce();
  const order = await openOrder({
    purpose: "lead_fee",
    ticketId: ticket.id,
    centerId: broadcast.centerId,
    broadcastId: broadcast.id,
    amountPaise,
    priceSnapshot: { subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise },
  });
  if (runs) {
    broadcast.orderId = order.id;
    return;
  }
  const reservedUntil = fromNow(env.reservationMinutes * minute);
  await moveBroadcast(actor, broadcast, "reserve", {
    set: { reservedUntil, orderId: order.id, furtherTries: broadcast.furtherTries + (further ? 1 : 0) },
    data: { orderId: order.id, amountPaise },
  });
  await announce(await topicsOf(ticket));
}

/**
 * Why a reservation ends: expired, released by its center, or no checkout from the provider. The last is not the
 * center's fault and does not count against it.
 */
type End = "expired" | "given back" | "no checkout";

/** Free the ticket a center has reserved; returns false when the reservation was paid or has already ended. */
export const endReservation = (actor: Actor, broadcastId: string, why: End): Promise<boolean> =>
  transaction(async () => {
    const { ticketId } = await em().findOneOrFail(BroadcastSchema, { id: broadcastId });
    const ticket = await ticketById(ticketId, { lock: true });
    const broadcast = await em().findOneOrFail(BroadcastSchema, { id: broadcastId }, { refresh: true });
    if (broadcast.status !== "RESERVED") return false;
    if (why === "expired" && broadcast.reservedUntil && broadcast.reservedUntil > now()) return false;
    if (why === "no checkout") await endUncounted(actor, broadcast);
    else await endUnpaid(actor, broadcast);
    await announce(await topicsOf(ticket));
    return true;
  });

/** End a reservation of a locked ticket as unpaid. An expired one ended when its time was over, not when this runs. */
export async function endUnpaid(actor: Actor, broadcast: Broadcast) {
  const { reservedUntil, unpaidEnds } = broadcast;
  const unpaidEndedAt = reservedUntil && reservedUntil < now() ? reservedUntil : now();
  await moveBroadcast(actor, broadcast, "release", {
    set: { reservedUntil: null, unpaidEnds: unpaidEnds + 1, unpaidEndedAt },
  });
}

/** End a reservation that could not be paid, without counting it as an unpaid end or a further try. */
export async function endUncounted(actor: Actor, broadcast: Broadcast) {
  const further = broadcast.furtherTries > 0 && isFurther(await pastTriesOf(broadcast.id));
  const furtherTries = broadcast.furtherTries - (further ? 1 : 0);
  await moveBroadcast(actor, broadcast, "release", { set: { reservedUntil: null, furtherTries } });
}

/** End all expired reservations (runs each minute); an error in one does not stop the others. */
export async function expireReservations(): Promise<number> {
  const over = await rows<{ id: string }>(
    sql`select id from broadcasts where status = 'RESERVED' and reserved_until <= ${now()} order by reserved_until limit 500`,
  );
  let freed = 0;
  for (const { id } of over) {
    try {
      if (await unitOfWork(() => endReservation(system("reservations"), id, "expired"))) freed += 1;
    } catch (error) {
      log.error({ err: error, broadcast: id }, "reservation not freed");
    }
  }
  return freed;
}
