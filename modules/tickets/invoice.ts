import { gstCodeOf, states } from "../catalog/shared.ts";
import type { Actor } from "../kernel/actor.ts";
import { financialYear } from "../kernel/clock.ts";
import { em, row } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { record } from "../kernel/history.ts";
import { later } from "../kernel/jobs.server.ts";
import { say } from "../kernel/messages/index.ts";
import { type Paise, toPaise, zero } from "../kernel/money.ts";
import { type Invoice, InvoiceSchema } from "./invoice.entity.ts";
import { type InvoiceFacts, invoiceNumber, termsDays } from "./invoice-facts.ts";
import { renderInvoice } from "./invoice-file.ts";
import { billOf, type Charge } from "./invoice-tax.ts";
import type { Ticket } from "./ticket.entity.ts";

/** What an invoice says beside its number and date; also for the seeder, which writes many at once. */
export type Billed = Pick<
  Ticket,
  "ticketId" | "name" | "houseNumber" | "locality" | "city" | "state" | "pincode" | "paymentType"
> &
  /** Of a pick and drop, which has no other address. */
  Partial<Pick<Ticket, "pickLocation" | "dropLocation">> & {
    service: { name: string; sac: string | null };
    centerName: string | null;
    closingPricePaise: Paise;
    materialPaise: Paise;
    /** The booking fee, or the platform charge of a pick and drop, that the customer has paid; 0 when there was none. */
    feePaidPaise: Paise;
  };

/**
 * The facts of an invoice (CGST Rule 46, fixed point 10). The supplier is the operator; with a GSTIN it is a tax
 * invoice whose prices include GST, without one a bill of supply. The booking fee is part of what was supplied, so it
 * is a line, and it is paid already, so it is taken off again: what remains is the closing price.
 */
export function invoiceFacts(billed: Billed, { number, issuedAt }: { number: string; issuedAt: Date }): InvoiceFacts {
  const registered = env.operatorGstin !== undefined;
  const stateCode = gstCodeOf(billed.state);
  const supplierState = states.find(({ gstCode }) => gstCode === env.operatorStateCode)?.name ?? null;
  // A customer without a state is served where the supplier is (IGST Act, section 12(2)(b)(ii)).
  const supplyCode = stateCode ?? env.operatorStateCode;
  const supplyState = stateCode ? billed.state : supplierState;
  const rate = registered ? env.gstRate : 0;
  return {
    kind: registered ? "tax_invoice" : "bill_of_supply",
    number,
    issuedAt: issuedAt.toISOString(),
    supplier: {
      name: env.operatorLegalName,
      address: env.operatorAddress,
      state: supplierState,
      stateCode: env.operatorStateCode,
      gstin: env.operatorGstin ?? null,
    },
    recipient: {
      name: billed.name,
      address: addressOf(billed),
      city: billed.city ?? "",
      state: billed.state ?? "",
      stateCode,
      pincode: billed.pincode,
    },
    servedBy: billed.centerName,
    ticketId: billed.ticketId,
    ...billOf(charges(billed), { rate, sameState: supplyCode === env.operatorStateCode }),
    alreadyPaidPaise: billed.feePaidPaise,
    taxRate: rate,
    placeOfSupply: `${supplyState ?? ""} (${supplyCode})`.trim(),
    paymentType: billed.paymentType ?? "",
    termsDays,
  };
}

const addressOf = ({ pickLocation, dropLocation, houseNumber, locality }: Billed) =>
  pickLocation
    ? [pickLocation, dropLocation].filter(Boolean).join(" – ")
    : [houseNumber, locality].filter(Boolean).join(", ");

/** The lines: fee, visit charge, work and materials; a visit that cost nothing still has its line of 0. */
function charges({ service, pickLocation, closingPricePaise, materialPaise, feePaidPaise }: Billed): Charge[] {
  const sac = service.sac ?? env.defaultSac;
  const named = { service: service.name };
  const lines = [
    {
      description: say(pickLocation ? "invoice.line.platform" : "invoice.line.bookingFee"),
      sac,
      amountPaise: feePaidPaise,
    },
    { description: say("invoice.line.visit", named), sac, amountPaise: toPaise(closingPricePaise - materialPaise) },
    { description: say("invoice.line.material", named), sac, amountPaise: materialPaise },
  ].filter(({ amountPaise }) => amountPaise > 0);
  return closingPricePaise > 0
    ? lines
    : [...lines, { description: say("invoice.line.free", named), sac, amountPaise: zero }];
}

/**
 * Write the invoice of a ticket that closes, in the closing transaction: numbers of a financial year are consecutive,
 * because its counter stays locked until the commit and a closing that fails takes its number back. A closing of ₹0
 * gets one too, so that every customer has a paper and no number is missing.
 */
export async function issueInvoice(actor: Actor, ticket: Ticket): Promise<Invoice> {
  const issuedAt = ticket.closedAt!;
  const around = (await row<{ name: string; sac: string | null; center: string | null }>(
    `select s.service_name as name, s.sac, c.center_name as center
     from services s left join centers c on c.id = $2 where s.id = $1`,
    [ticket.serviceId, ticket.centerId],
  ))!;
  const year = financialYear(issuedAt);
  const taken = (await row<{ last: number }>(
    `insert into invoice_sequences (financial_year, last) values ($1, 1)
     on conflict (financial_year) do update set last = invoice_sequences.last + 1 returning last`,
    [year],
  ))!;
  const number = invoiceNumber(year, taken.last);
  const facts = invoiceFacts(
    {
      ...ticket,
      service: around,
      centerName: around.center,
      closingPricePaise: ticket.closingPricePaise ?? zero,
      materialPaise: ticket.materialPaise ?? zero,
      feePaidPaise: ticket.isPaidByPublic ? ticket.bookingFeePaise : zero,
    },
    { number, issuedAt },
  );
  const invoice = em().create(InvoiceSchema, {
    ticketId: ticket.id,
    number,
    financialYear: year,
    sequence: taken.last,
    totalPaise: facts.totalPaise,
    facts,
    issuedAt,
  });
  await em().flush();
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.invoiced", data: { number } });
  await later(renderInvoice, { invoiceId: invoice.id });
  return invoice;
}
