import { sql } from "kysely";
import type { z } from "zod";
import { financialYear, now, showDate } from "#modules/kernel/clock.ts";
import { beforeCommit, em, row, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import {
  getOrder,
  type SubscriptionSale,
  type salesMoved,
  subscriptionPaidBy,
  subscriptionSale,
} from "#modules/wallet/index.ts";
import type { InvoiceFacts } from "../invoices/invoice-facts.ts";
import { supplierHere } from "../invoices/supplier.ts";
import type { FeePaperKind, FeeProduct } from "../labels.ts";
import { centerBuyer, customerBuyer, stateNamed } from "./buyers.ts";
import { FeePaperBuyerSchema, FeePaperSchema } from "./paper.entity.ts";
import { type FeePaperBuyer, type FeePaperFacts, feePaperNumber } from "./paper-facts.ts";
import { creditSums, saleSums } from "./paper-sums.ts";

/*
 * The papers of what the operator sells, each made in the transaction that moves its money: an invoice when a lead fee is
 * charged, a booking fee earned or a subscription begun, a credit note when a part of it is refunded. A fee that is
 * only held has none, and neither has a sale of before there were papers. They are numbered last in their transaction,
 * because the financial year's counters are locked until the commit: a rollback returns its numbers.
 */

type Moved = z.output<(typeof salesMoved)["payload"]>;

/** Have the paper of a movement of the operator's sales made with it. */
export async function notePaper(moved: Moved): Promise<void> {
  if (moved.amountPaise < 0) return beforeCommit("papers", () => issueCreditNotes(moved));
  // A subscription is invoiced when it begins: a payment for one that is no longer sold is refunded.
  if (moved.account !== "subscription_income" && moved.amountPaise > 0)
    beforeCommit("papers", () => invoiceMoved(moved));
}

/** Have the invoice of a subscription made with its giving. */
export async function noteSubscriptionPaper({ subscriptionId }: { subscriptionId: string }): Promise<void> {
  beforeCommit("papers", async () => {
    const sale = await subscriptionSale(subscriptionId);
    if (sale && sale.amountPaise > 0) await invoiceSubscription(sale);
  });
}

/** What is invoiced. */
type Sale = {
  transferId: string;
  product: FeeProduct;
  description: string;
  amountPaise: Paise;
  buyer: FeePaperBuyer;
  ticketId: string | null;
  centerId: string | null;
  orderId: string | null;
  /** The human number of the request. */
  request: string | null;
};

async function invoiceMoved({ transferId, account, amountPaise, ticketId, orderId, centerId }: Moved): Promise<void> {
  const order = orderId ? await getOrder(orderId) : null;
  const payer = centerId ?? order?.centerId;
  if (!ticketId || (account === "lead_fee_income" && !payer)) {
    // The money has moved: an error of the paper must not undo it.
    log.error({ transfer: transferId }, "a sale names no request or no buyer, so it has no invoice");
    return;
  }
  const { buyer, request, service } = await customerBuyer(ticketId);
  const sold = { transferId, amountPaise, ticketId, orderId, request };
  if (account === "booking_fee_income") {
    const product = order?.purpose === "pick_drop" ? "pick_drop" : "booking_fee";
    const description = say(`feePaper.line.${product}`, { service });
    return invoice({ ...sold, product, description, buyer, centerId: null });
  }
  return invoice({
    ...sold,
    product: "lead_fee",
    description: say("feePaper.line.lead_fee", { service }),
    buyer: await centerBuyer(payer!),
    centerId: payer!,
  });
}

async function invoiceSubscription({ product, startsAt, endsAt, ...sale }: SubscriptionSale): Promise<void> {
  return invoice({
    ...sale,
    product: "subscription",
    description: say("feePaper.line.subscription", {
      product: say(`subscription.of.${product}`),
      from: showDate(startsAt),
      to: showDate(endsAt),
    }),
    buyer: await centerBuyer(sale.centerId),
    ticketId: null,
    request: null,
  });
}

const sacOf = (product: FeeProduct) =>
  ({
    lead_fee: env.leadFeeSac,
    subscription: env.subscriptionSac,
    booking_fee: env.bookingFeeSac,
    pick_drop: env.bookingFeeSac,
  })[product];

async function invoice({ buyer, description, request, ...sale }: Sale): Promise<void> {
  const { product, amountPaise } = sale;
  const registered = env.operatorGstin !== undefined;
  const taxRate = registered ? env.gstRate : 0;
  // Without a buyer's state, the place of supply is the supplier's (IGST Act, section 12(2)(b)(ii)).
  const stateCode = buyer.stateCode ?? env.operatorStateCode;
  const sameState = stateCode === env.operatorStateCode;
  await issue("invoice", { ...sale, invoiceId: null, billId: null }, buyer, {
    kind: registered ? "tax_invoice" : "bill_of_supply",
    supplier: supplierHere(),
    sameState,
    taxRate,
    placeOfSupply: `${stateNamed(stateCode)} (${stateCode})`.trim(),
    request,
    invoice: null,
    ...saleSums({ description, sac: sacOf(product), amountPaise }, { rate: taxRate, sameState }),
  });
}

type Invoiced = {
  id: string;
  product: FeeProduct;
  ticketId: string | null;
  centerId: string | null;
  orderId: string | null;
  facts: FeePaperFacts;
  credited: string;
};

const productsOf = {
  booking_fee_income: ["booking_fee", "pick_drop"],
  lead_fee_income: ["lead_fee"],
  subscription_income: ["subscription"],
} as const satisfies Record<Moved["account"], readonly FeeProduct[]>;

/**
 * The credit notes of money that goes back, over the newest invoices of the same sale first, then over the visit's bill
 * where the fee was a line of it; what no paper is about, because it was sold before there were any, has none.
 */
async function issueCreditNotes({ transferId, account, ticketId, orderId, centerId, amountPaise }: Moved) {
  await lockCounters();
  const ofBuyer = account === "booking_fee_income" ? sql`p.center_id is null` : sql`p.center_id = ${centerId}`;
  const paidBy = account === "subscription_income" ? await subscriptionPaidBy(transferId) : undefined;
  const ofSale = paidBy
    ? sql`p.transfer_id = ${paidBy}::uuid`
    : orderId
      ? sql`p.order_id = ${orderId}`
      : sql`p.ticket_id = ${ticketId} and ${ofBuyer}`;
  const invoices = await rows(
    sql<Invoiced>`select p.id, p.product, p.ticket_id as "ticketId", p.center_id as "centerId",
        p.order_id as "orderId", p.facts,
        (select coalesce(sum(n.total_paise), 0) from fee_papers n where n.invoice_id = p.id) as credited
      from fee_papers p
      where p.kind = 'invoice' and p.product in (${sql.join([...productsOf[account]])}) and ${ofSale}
      order by p.issued_at desc, p.id desc`,
  );
  let left = -amountPaise;
  for (const { id: invoiceId, facts, credited, ...sale } of invoices) {
    const part = Math.min(left, facts.totalPaise - Number(credited));
    if (part <= 0) continue;
    left -= part;
    const { lines, taxRate, sameState } = facts;
    const sums = creditSums(
      lines[0]!,
      { rate: taxRate, sameState },
      { credited: toPaise(credited), amountPaise: toPaise(part) },
    );
    await issue("credit_note", { ...sale, transferId, invoiceId, billId: null }, await buyerOf(invoiceId), {
      ...facts,
      ...sums,
      invoice: { number: facts.number, issuedAt: facts.issuedAt, totalPaise: facts.totalPaise },
    });
  }
  if (left > 0 && account === "booking_fee_income")
    await creditFeeOfBill({ transferId, ticketId, orderId, amountPaise: toPaise(left) });
}

/**
 * The credit note of a fee that goes back and was a line of the visit's bill, as before fees had invoices: it refers to
 * that bill, over what is left of the line.
 */
async function creditFeeOfBill({ transferId, ticketId, orderId, amountPaise }: CreditedFee) {
  const billed = ticketId ?? (orderId && (await getOrder(orderId))?.ticketId);
  const bill = billed && (await billWithFee(billed));
  if (!bill) return;
  const { facts, pickDrop, service } = bill;
  const part = Math.min(amountPaise, facts.alreadyPaidPaise - Number(bill.credited));
  if (part <= 0) return;
  const product = pickDrop ? "pick_drop" : "booking_fee";
  const line = facts.lines.find((each) => each.amountPaise === facts.alreadyPaidPaise)!;
  const sameState = facts.sameState ?? facts.igstPaise === 0;
  const sums = creditSums(
    { ...line, description: say(`feePaper.line.${product}`, { service }) },
    { rate: facts.taxRate, sameState },
    { credited: toPaise(bill.credited), amountPaise: toPaise(part) },
  );
  const filed = { transferId, invoiceId: null, billId: bill.id, ticketId: billed, centerId: null, orderId };
  await issue("credit_note", { ...filed, product }, await buyerOfBill(bill.id), {
    kind: facts.kind,
    supplier: facts.supplier,
    sameState,
    taxRate: facts.taxRate,
    placeOfSupply: facts.placeOfSupply,
    request: facts.ticketId,
    invoice: { number: facts.number, issuedAt: facts.issuedAt, totalPaise: facts.totalPaise },
    ...sums,
  });
}

type CreditedFee = Pick<Moved, "transferId" | "ticketId" | "orderId" | "amountPaise">;
type BillWithFee = { id: string; facts: InvoiceFacts; pickDrop: boolean; service: string; credited: string };

/** The bill of a request's visit where its fee is a line, with what of that was credited. */
const billWithFee = (ticketId: string) =>
  row(
    sql<BillWithFee>`select i.id, i.facts, t.vehicle_id is not null as "pickDrop", s.service_name as service,
        (select coalesce(sum(n.total_paise), 0) from fee_papers n where n.bill_id = i.id) as credited
      from invoices i join tickets t on t.id = i.ticket_id join services s on s.id = t.service_id
      where i.ticket_id = ${ticketId} and (i.facts->>'alreadyPaidPaise')::bigint > 0`,
  );

/** Who bought what a visit's bill is about; null once the person was erased. */
const buyerOfBill = async (billId: string): Promise<FeePaperBuyer | null> =>
  (await row(
    sql<FeePaperBuyer>`select name, address, city, state, state_code as "stateCode", pincode, null as gstin
      from invoice_buyers where invoice_id = ${billId}`,
  )) ?? null;

/** Who bought what a paper is about; null once the person was erased. */
export const buyerOf = async (paperId: string): Promise<FeePaperBuyer | null> =>
  (await row(
    sql<FeePaperBuyer>`select name, address, city, state, state_code as "stateCode", pincode, gstin
      from fee_paper_buyers where paper_id = ${paperId}`,
  )) ?? null;

/**
 * Lock the counters of this financial year until the commit. Returns the moment they were locked, which dates what is
 * numbered then: so numbers and dates have one order.
 */
async function lockCounters(): Promise<Date> {
  const year = financialYear();
  await rows(
    sql`insert into fee_paper_sequences (financial_year, invoices, credit_notes) values (${year}, 0, 0)
      on conflict (financial_year) do update set invoices = fee_paper_sequences.invoices`,
  );
  const lockedAt = now();
  // The year may have ended while another transaction had the lock.
  return financialYear(lockedAt) === year ? lockedAt : lockCounters();
}

const counters = { invoice: sql.ref("invoices"), credit_note: sql.ref("credit_notes") };

/** The next number of a kind in a financial year. */
async function nextOf(kind: FeePaperKind, year: string): Promise<number> {
  const taken = await row(
    sql<{ last: number }>`insert into fee_paper_sequences (financial_year, invoices, credit_notes)
      values (${year}, ${kind === "invoice" ? 1 : 0}, ${kind === "credit_note" ? 1 : 0})
      on conflict (financial_year) do update set ${counters[kind]} = fee_paper_sequences.${counters[kind]} + 1
      returning ${counters[kind]} as last`,
  );
  return taken!.last;
}

type Filed = {
  transferId: string;
  product: FeeProduct;
  invoiceId: string | null;
  billId: string | null;
  ticketId: string | null;
  centerId: string | null;
  orderId: string | null;
};

async function issue(
  kind: FeePaperKind,
  { transferId, product, invoiceId, billId, ticketId, centerId, orderId }: Filed,
  buyer: FeePaperBuyer | null,
  facts: Omit<FeePaperFacts, "number" | "issuedAt">,
): Promise<void> {
  const issuedAt = await lockCounters();
  const year = financialYear(issuedAt);
  const sequence = await nextOf(kind, year);
  const number = feePaperNumber(kind, year, sequence);
  const id = rowId();
  em().create(FeePaperSchema, {
    id,
    kind,
    product,
    number,
    financialYear: year,
    sequence,
    transferId,
    invoiceId,
    billId,
    ticketId,
    centerId,
    orderId,
    totalPaise: facts.totalPaise,
    facts: { ...facts, number, issuedAt: issuedAt.toISOString() },
    issuedAt,
  });
  await em().flush();
  if (buyer) em().create(FeePaperBuyerSchema, { paperId: id, ...buyer });
  await em().flush();
}
