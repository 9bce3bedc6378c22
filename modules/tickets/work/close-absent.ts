import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { zero } from "#modules/kernel/money.ts";
import { notVisited } from "../labels.ts";
import { CloseTicket } from "../shared.ts";
import { absentRule, arrivalOf, atTheDoor, missingForAbsent } from "../visit/arrival.ts";
import { decideFinally } from "../visit-rules/decisions.ts";
import { closeTicket } from "./close.ts";

/**
 * Close a request whose customer was not found, as its technician or center: nothing is charged, a paid booking fee is held
 * and a case decides about it; the decision keeps the rule it was made by. Refuses with `visit.notReached`,
 * `visit.callsMissing`, `visit.callByDay` and `visit.waitLonger` before, and like `atTheDoor`.
 */
export const closeAbsent = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    const ticket = await atTheDoor(actor, ticketId);
    const rule = await absentRule();
    const missing = missingForAbsent(ticket, await arrivalOf(ticket), rule);
    if (missing) throw missing;
    await decideFinally({ ticket, rule, leadBackPaise: zero });
    ticket.customerAbsentAt = now();
    await em().flush();
    await closeTicket(actor, CloseTicket.parse({ ticketId, amount: 0, closeRemarks: notVisited, paymentType: "Cash" }));
  });
