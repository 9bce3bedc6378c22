import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { redrawInvoice } from "../invoices/invoice-file.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { refusePhone, refuseUnlessAwaited } from "../prices/payment.ts";
import { lastFour } from "../reading.ts";
import { maySet } from "../rights/field-rights.ts";
import type { RecordPayment } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { topicsOf } from "../topics.ts";

/**
 * Enter the reference of the online payment of a request that was closed as not yet paid, once: by its center, or an
 * admin of the house who may edit requests. Its bill keeps number, day and amounts, and says PAID from then on. Refuses
 * with `jobPayment.notClosed` and `jobPayment.recordedBefore`.
 */
export const recordPayment = (actor: Actor, input: RecordPayment): Promise<TicketRow> =>
  transaction(async () => {
    const { ticketId, paymentReference } = input;
    if (actor.kind === "technician") throw denied();
    const ticket = await ticketInCharge(actor, ticketId);
    if (!maySet(actor, "paymentReference")) throw denied();
    refuseUnlessAwaited(ticket);
    await refuseStale(actor, ticket, input.version);
    refusePhone(ticket, paymentReference);
    ticket.paidAt = now();
    // A reference may name the payer: of a person who was erased none is stored.
    ticket.paymentReference = ticket.phone ? paymentReference : null;
    await recordOn(actor, ticket, {
      event: "ticket.paymentRecorded",
      data: { closingPricePaise: ticket.closingPricePaise ?? null, reference: lastFour(paymentReference) },
    });
    await redrawInvoice(ticket.id);
    await announce(await topicsOf(ticket));
    return rowOf(actor, ticket.id);
  });
