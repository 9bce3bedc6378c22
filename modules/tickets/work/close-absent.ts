import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { notVisited } from "../labels.ts";
import { CloseTicket } from "../shared.ts";
import { arrivalOf, atTheDoor, missingForAbsent } from "../visit/arrival.ts";
import { closeTicket } from "./close.ts";

/**
 * Close a request whose customer was not found, as its technician or center: nothing is charged, a paid booking fee is held
 * and a case decides about it. Refuses with `visit.notReached`, `visit.callsMissing`, `visit.callByDay` and
 * `visit.waitLonger` before, and like `atTheDoor`.
 */
export const closeAbsent = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    const ticket = await atTheDoor(actor, ticketId);
    const missing = missingForAbsent(ticket, await arrivalOf(ticket));
    if (missing) throw conflict(missing);
    ticket.customerAbsentAt = now();
    await em().flush();
    await closeTicket(actor, CloseTicket.parse({ ticketId, amount: 0, closeRemarks: notVisited, paymentType: "Cash" }));
  });
