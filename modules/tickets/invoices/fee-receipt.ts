import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { zero } from "#modules/kernel/money.ts";
import { feeRefunded, orderOfTicket, paidFromBalance } from "#modules/wallet/index.ts";
import { ticketOfLink } from "../get-ticket.ts";
import type { StoredFile } from "../pictures/picture.ts";
import { hidesContacts, readings } from "../reading.ts";
import { refuseStrangers } from "./invoice-file.ts";
import { supplierHere } from "./supplier.ts";

/**
 * Returns the receipt of the fee a customer paid for a ticket, as a PDF, for actors who may have its invoice. It is
 * drawn each time, shows what of the fee was refunded, and has neither phone nor address; a fee that was refunded as a
 * whole has none.
 */
export async function feeReceipt(actor: Actor, ticketId: string, proof?: string): Promise<StoredFile> {
  const ticket = await ticketOfLink(ticketId);
  await refuseStrangers(actor, ticket, proof);
  const order = ticket.isPaidByPublic ? await orderOfTicket(ticket.id) : null;
  if (order?.status !== "paid" || !order.paidAt) throw missing("receipt.none");
  const refundedPaise = await feeRefunded(ticket.id);
  if (refundedPaise > 0 && refundedPaise >= ticket.bookingFeePaise) throw missing("receipt.refundedAll");
  const { service } = (await row<{ service: string }>(
    sql`select service_name as service from services where id = ${ticket.serviceId}`,
  ))!;
  // react-pdf takes long to load, so it is loaded with the first paper.
  const { receiptPdf } = await import("./receipt-pdf.server.ts");
  const pdf = await receiptPdf({
    number: order.receipt,
    amountPaise: ticket.bookingFeePaise,
    refundedPaise,
    // The customer's balance is nothing of a center's.
    balancePaise: order.walletPaise && actor.kind !== "center" ? await paidFromBalance(order.id) : zero,
    paidAt: order.paidAt,
    request: ticket.ticketId,
    service,
    supplier: supplierHere(),
    what: ticket.vehicleId ? "booking.price.platform" : "common.bookingFee",
    payer: hidesContacts(actor) ? readings.office.name(ticket.name) : ticket.name,
  });
  return {
    stream: Readable.from([pdf]),
    mime: "application/pdf",
    bytes: pdf.byteLength,
    name: `receipt-${ticket.ticketId}.pdf`,
  };
}
