import { sql } from "kysely";
import { stateOfPincode } from "#modules/catalog/index.ts";
import { gstCodeOf, type ServiceSupplier } from "#modules/catalog/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type Invoice, InvoiceBuyerSchema, InvoiceSchema } from "./invoice.entity.ts";
import {
  centerInvoiceNumber,
  type InvoiceBuyer,
  type InvoiceFacts,
  invoiceNumber,
  termsDays,
} from "./invoice-facts.ts";
import { renderInvoice } from "./invoice-file.ts";
import { billOf, type Charge } from "./invoice-tax.ts";
import { type BillingCenter, type Supplier, supplierOf, takeNumber } from "./supplier.ts";

/** What an invoice is made from, besides its number and date; also used by the seeder, which writes many at once. */
export type Billed = Pick<
  Ticket,
  "ticketId" | "name" | "houseNumber" | "locality" | "city" | "state" | "pincode" | "paymentType"
> &
  /** Set for a pick and drop, which has no other address. */
  Partial<Pick<Ticket, "pickLocation" | "dropLocation" | "paidAt">> & {
    service: { name: string; sac: string | null };
    centerName: string | null;
    closingPricePaise: Paise;
    /** Null where the material has both. */
    labourPaise?: Paise | null | undefined;
    materialPaise: Paise;
    /**
     * The fee the customer has paid: the booking fee, or the platform charge of a pick and drop; 0 when there was none.
     */
    feePaidPaise: Paise;
    /** The fee the customer has paid that has an invoice of its own, so that this one only mentions it. */
    feeInvoicedPaise?: Paise | undefined;
    /** The operator where it is left out. */
    supplier?: Supplier;
  };

/**
 * The facts of an invoice (CGST Rule 46, fixed point 10). With a GSTIN of the supplier it is a tax invoice whose prices
 * include GST, without one a bill of supply. A fee without an invoice of its own is a line, and is already paid, so it
 * is deducted: the remainder is the closing price.
 */
export function invoiceFacts(billed: Billed, { number, issuedAt }: { number: string; issuedAt: Date }): InvoiceFacts {
  const { kind, party: supplier } = billed.supplier ?? supplierOf("operator", null);
  const registered = supplier.gstin !== null;
  const state = stateOfBuyer(billed);
  const stateCode = gstCodeOf(state);
  // Without a customer state, the place of supply is the supplier's (IGST Act, section 12(2)(b)(ii)).
  const supplyCode = stateCode ?? supplier.stateCode;
  const supplyState = stateCode ? state : supplier.state;
  const sameState = supplyCode === supplier.stateCode;
  const rate = registered ? env.gstRate : 0;
  return {
    kind: registered ? "tax_invoice" : "bill_of_supply",
    number,
    issuedAt: issuedAt.toISOString(),
    supplier,
    suppliedBy: kind,
    servedBy: billed.centerName && withoutContacts(billed.centerName),
    ticketId: billed.ticketId,
    ...billOf(charges(billed), { rate, sameState }),
    alreadyPaidPaise: billed.feePaidPaise,
    ...(billed.feeInvoicedPaise && { feeInvoicedPaise: billed.feeInvoicedPaise }),
    taxRate: rate,
    placeOfSupply: [supplyState, supplyCode && `(${supplyCode})`].filter(Boolean).join(" "),
    sameState,
    paymentType: billed.paymentType ?? "",
    paid: billed.closingPricePaise === 0 || billed.paidAt != null,
    termsDays,
  };
}

/** What is known of who bought. */
type Buying = Pick<
  Billed,
  "name" | "houseNumber" | "locality" | "city" | "state" | "pincode" | "pickLocation" | "dropLocation"
>;

/** The buyer as the invoice prints it; stored apart from the invoice, never in it. */
export function invoiceBuyer(billed: Buying): InvoiceBuyer {
  const state = stateOfBuyer(billed);
  return {
    name: billed.name,
    address: addressOf(billed),
    city: billed.city ?? "",
    state: state ?? "",
    stateCode: gstCodeOf(state),
    pincode: billed.pincode,
  };
}

/** The state a buyer is taxed in: the one of the address, else, as for a pick and drop, the one of the pincode. */
export function stateOfBuyer({ state, pincode }: Placed): string | null {
  if (gstCodeOf(state)) return state ?? null;
  return stateOfPincode(pincode)?.name ?? state ?? null;
}

type Placed = { state?: string | null | undefined; pincode: string };

const addressOf = ({ pickLocation, dropLocation, houseNumber, locality }: Buying) =>
  pickLocation
    ? [pickLocation, dropLocation].filter(Boolean).join(" – ")
    : [houseNumber, locality].filter(Boolean).join(", ");

/** The lines: fee, visit charge, labour and material; a free visit still has a line of 0. */
function charges({ service, pickLocation, closingPricePaise, labourPaise, materialPaise, feePaidPaise }: Billed) {
  const sac = service.sac ?? env.defaultSac;
  const named = { service: service.name };
  const labour = labourPaise ?? zero;
  const visitPaise = toPaise(closingPricePaise - labour - materialPaise);
  const material = labourPaise == null ? "invoice.line.material" : "invoice.line.materialAlone";
  const lines: Charge[] = [
    {
      description: say(pickLocation ? "invoice.line.platform" : "invoice.line.bookingFee"),
      sac,
      amountPaise: feePaidPaise,
    },
    { description: say("invoice.line.visit", named), sac, amountPaise: visitPaise },
    { description: say("invoice.line.labour", named), sac, amountPaise: labour },
    { description: say(material, named), sac, amountPaise: materialPaise },
  ].filter(({ amountPaise }) => amountPaise > 0);
  return closingPricePaise > 0
    ? lines
    : [...lines, { description: say("invoice.line.free", named), sac, amountPaise: zero }];
}

type Sold = { name: string; sac: string | null; supplier: ServiceSupplier; center: BillingCenter | null };

/** The service of a ticket and the center that did the work, as bills need them. */
const soldBy = async ({ serviceId, centerId }: Ticket): Promise<Sold> =>
  (await row(
    sql<Sold>`select s.service_name as name, s.sac, s.supplier, case when c.id is not null then json_build_object(
        'centerName', c.center_name, 'legalName', c.legal_name, 'gstin', c.gstin, 'addressLine', c.address_line,
        'city', c.city, 'state', c.state, 'pincode', c.pincode) end as center
      from services s left join centers c on c.id = ${centerId ?? null}::uuid where s.id = ${serviceId}::uuid`,
  ))!;

/**
 * Whether a closing ticket's fee has an invoice of its own, or gets one in this transaction because it was just earned.
 */
const hasFeeInvoice = async ({ id, platformSharePaise }: Ticket): Promise<boolean> =>
  (platformSharePaise ?? 0) > 0 ||
  Boolean(
    await row(sql`select from fee_papers where ticket_id = ${id} and center_id is null and kind = 'invoice' limit 1`),
  );

/**
 * Write the invoice of a closing ticket, in the closing transaction, dated when its number's counter was locked. A closing
 * of ₹0 gets an invoice too, so that every customer who was visited has one.
 */
export async function issueInvoice(actor: Actor, ticket: Ticket): Promise<Invoice> {
  const { center, ...service } = await soldBy(ticket);
  const supplier = supplierOf(service.supplier, center);
  const supplierCenterId = supplier.kind === "center" ? (ticket.centerId ?? null) : null;
  const { last, series, year, lockedAt: issuedAt } = await takeNumber(supplierCenterId);
  const number = series === null ? invoiceNumber(year, last) : centerInvoiceNumber(series, year, last);
  // An undecided fee may still be refunded, so it is on no bill.
  const paidPaise = ticket.isPaidByPublic && !ticket.feeHeldAt ? ticket.bookingFeePaise : zero;
  // The fee is the operator's own sale: a bill of a center, and one beside the fee's own invoice, only mentions it.
  const mentionsFee = supplierCenterId !== null || (ticket.isPaidByPublic && (await hasFeeInvoice(ticket)));
  const billed = {
    ...ticket,
    service,
    supplier,
    centerName: center?.centerName ?? null,
    closingPricePaise: ticket.closingPricePaise ?? zero,
    labourPaise: ticket.labourPaise ?? null,
    materialPaise: ticket.materialPaise ?? zero,
    feePaidPaise: mentionsFee ? zero : paidPaise,
    feeInvoicedPaise: mentionsFee ? paidPaise : undefined,
  };
  const facts = invoiceFacts(billed, { number, issuedAt });
  const invoice = em().create(InvoiceSchema, {
    ticketId: ticket.id,
    number,
    financialYear: year,
    sequence: last,
    supplierCenterId,
    totalPaise: facts.totalPaise,
    facts,
    issuedAt,
  });
  await em().flush();
  em().create(InvoiceBuyerSchema, { invoiceId: invoice.id, ...invoiceBuyer(billed) });
  await em().flush();
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.invoiced", data: { number } });
  await later(renderInvoice, { invoiceId: invoice.id });
  return invoice;
}
