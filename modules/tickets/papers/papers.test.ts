import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { beforeCommit, em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees, type Paise, toPaise } from "#modules/kernel/money.ts";
import { beforeCommit as overlapping } from "#modules/testing/before-commit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aService, asAdmin, asCenter, aTicket } from "#modules/testing/factories.ts";
import { aPaidJob, aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { aPhoto, closeAs, codesOf, paid } from "#modules/testing/work.ts";
import {
  buySubscription,
  confirmCheckout,
  earnBookingFee,
  enterSubscription,
  ledgerFaults,
  moved,
  orderOfTicket,
  payable,
  payLeadFromWallet,
  returnLeadFee,
  salesMoved,
  transfer,
} from "#modules/wallet/index.ts";
import { refundFee, refundLead } from "#modules/wallet/ledger/by-hand.ts";
import { BuySubscription, EnterSubscription } from "#modules/wallet/shared.ts";
import { addOnsitePicture, cancelTicket, feePapersList } from "../index.ts";
import { InvoiceBuyerSchema, InvoiceSchema } from "../invoices/invoice.entity.ts";
import { invoiceBuyer, invoiceFacts } from "../invoices/invoice.ts";
import { CancelTicket } from "../shared.ts";
import { buyerOf } from "./issue.ts";
import { type FeePaper, FeePaperBuyerSchema, FeePaperSchema } from "./paper.entity.ts";
import { creditSums, saleSums } from "./paper-sums.ts";

openDatabase();
const till = openTill();

const configured = { ...env };
beforeEach(() => {
  freezeClock("2026-12-01T12:00:00+05:30");
  configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" });
});
afterEach(async () => {
  const { operatorGstin, operatorStateCode, secondAdminAboveRupees } = configured;
  configure({ operatorGstin, operatorStateCode, secondAdminAboveRupees });
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const papers = (where: Partial<Pick<FeePaper, "centerId" | "ticketId" | "kind">>) =>
  em()
    .fork()
    .find(FeePaperSchema, where, { orderBy: { kind: "desc", sequence: "asc" } });

/** A center with money in its wallet, and a request whose lead it pays. */
async function aBuyer({ state = "Karnataka", rupees = 20_000 } = {}) {
  const center = await aCenter({ state });
  const entries = moved(fromRupees(rupees), "received_by_hand", { centerId: center.id });
  await transfer({ kind: "wallet_added", cause: center.id, entries, actor: system("test") });
  return center;
}

async function aLead(center: { id: string }, amountPaise: Paise = fromRupees(99), ticketId?: string) {
  const request = ticketId ?? (await aTicket()).id;
  const cause = rowId();
  await payLeadFromWallet({ centerId: center.id, ticketId: request, amountPaise, cause });
  return { ticketId: request, centerId: center.id, cause };
}

test("a lead fee is invoiced to its center when it is charged, once, and credited when it goes back, once", async () => {
  const center = await aBuyer();
  const lead = await aLead(center);
  await payLeadFromWallet({ ...lead, amountPaise: fromRupees(99) });
  const [invoice, ...more] = await papers({ centerId: center.id });
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ kind: "invoice", product: "lead_fee", totalPaise: 9_900, ticketId: lead.ticketId });
  expect(invoice!.number).toMatch(/^GF\/26-27\/\d{6}$/);
  expect(invoice!.facts).toMatchObject({
    kind: "tax_invoice",
    supplier: { gstin: "29ABCDE1234F1Z5" },
    lines: [{ sac: "998599", amountPaise: 9_900, taxablePaise: 8_390, cgstPaise: 755, sgstPaise: 755 }],
    placeOfSupply: "Karnataka (29)",
  });
  const buyer = await em().findOneOrFail(FeePaperBuyerSchema, { paperId: invoice!.id });
  expect(buyer).toMatchObject({ name: center.centerName, stateCode: "29" });
  for (let again = 0; again < 2; again += 1) expect(await returnLeadFee(lead)).toBe(true);
  const notes = await papers({ centerId: center.id, kind: "credit_note" });
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatchObject({ invoiceId: invoice!.id, totalPaise: 9_900 });
  expect(notes[0]!.number).toMatch(/^GC\/26-27\/\d{6}$/);
  expect(notes[0]!.facts).toMatchObject({
    invoice: { number: invoice!.number, totalPaise: 9_900 },
    taxablePaise: 8_390,
  });
});

test("a center of another state pays IGST, and without the operator's GSTIN nobody pays tax", async () => {
  const delhi = await aBuyer({ state: "Delhi" });
  await aLead(delhi);
  const [invoice] = await papers({ centerId: delhi.id });
  expect(invoice!.facts).toMatchObject({ igstPaise: 1_510, cgstPaise: 0, placeOfSupply: "Delhi (07)" });
  configure({ operatorGstin: undefined });
  await aLead(delhi);
  const [, plain] = await papers({ centerId: delhi.id });
  expect(plain!.facts).toMatchObject({ kind: "bill_of_supply", taxRate: 0, taxablePaise: 9_900, igstPaise: 0 });
});

test("R050 a pick and drop's platform charge is invoiced in the state of its pincode", async () => {
  const ride = { state: null, houseNumber: null, pickLocation: "Majestic", dropLocation: "Airport", pincode: "110001" };
  const center = await aCenter({ services: [await aService()], pincodes: [ride.pincode] });
  const { ticket } = await aPaidRequest(till, ride, center);
  await earnBookingFee(ticket.id);
  const [invoice] = await papers({ ticketId: ticket.id, centerId: null });
  expect(invoice!.facts).toMatchObject({ igstPaise: 1_510, cgstPaise: 0, placeOfSupply: "Delhi (07)" });
  expect(await buyerOf(invoice!.id)).toMatchObject({ state: "Delhi", stateCode: "07" });
});

test("what is refunded in parts is credited in parts that sum to the invoice's taxes", async () => {
  const center = await aBuyer({ state: "Delhi" });
  const lead = await aLead(center, fromRupees(100));
  const back = { centerId: lead.centerId, ticketId: lead.ticketId, actor: system("test") };
  for (const amount of [33, 33, 34]) await refundLead({ ...back, amountPaise: fromRupees(amount), cause: rowId() });
  const [invoice, ...notes] = await papers({ centerId: center.id });
  expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([3_300, 3_300, 3_400]);
  expect(notes.reduce((sum, { facts }) => sum + facts.igstPaise, 0)).toBe(invoice!.facts.igstPaise);
});

test("a booking fee is invoiced when it is earned, and on no other bill; a held one that goes back has no paper", async () => {
  const { center, ticket } = await aPaidJob(till);
  expect(await papers({ ticketId: ticket.id, centerId: null })).toEqual([]);
  await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  const { happy: code } = await codesOf(ticket);
  await closeAs(center, ticket, { closeRemarks: paid, code });
  const [invoice, ...more] = await papers({ ticketId: ticket.id, centerId: null });
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ product: "booking_fee", totalPaise: 9_900 });
  expect(invoice!.facts.request).toBe(ticket.ticketId);
  expect(JSON.stringify(invoice!.facts)).not.toContain(ticket.name);
  const bill = await em().fork().findOneOrFail(InvoiceSchema, { ticketId: ticket.id });
  expect(bill.facts).toMatchObject({ totalPaise: 0, alreadyPaidPaise: 0, feeInvoicedPaise: 9_900 });

  const held = await aPaidRequest(till);
  await cancelTicket(asAdmin(), CancelTicket.parse({ ticketId: held.ticket.publicId }));
  await till.work();
  expect(await papers({ ticketId: held.ticket.id, centerId: null })).toEqual([]);
});

test("a fee that was earned and goes to its customer's wallet is credited", async () => {
  const { ticket } = await aPaidRequest(till);
  await earnBookingFee(ticket.id);
  const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
  const orderId = (await orderOfTicket(ticket.id))!.id;
  const back = { consumerId, ticketId: ticket.id, orderId, actor: system("test") };
  expect(await refundFee({ ...back, amountPaise: fromRupees(40), cause: rowId() })).toBe(true);
  const [invoice, note] = await papers({ ticketId: ticket.id, centerId: null });
  expect(note).toMatchObject({
    kind: "credit_note",
    invoiceId: invoice!.id,
    totalPaise: 4_000,
    product: "booking_fee",
  });
});

test("a subscription is invoiced when it is given, however it was paid; what is no longer sold has no paper", async () => {
  const byWallet = await aBuyer();
  const byCard = await aBuyer();
  const outside = await aBuyer();
  const late = await aBuyer();
  const annual = (payBy: string) => BuySubscription.parse({ product: "annual", payBy });
  await buySubscription(asCenter(byWallet), annual("wallet"));
  await payByCard((await buySubscription(asCenter(byCard), annual("card"))).orderId!);
  configure({ secondAdminAboveRupees: 100_000 });
  await enterSubscription(
    asAdmin(await anAdmin()),
    EnterSubscription.parse({ centerId: outside.id, product: "annual", reference: "UTR 1" }),
  );
  const { orderId } = await buySubscription(asCenter(late), annual("card"));
  await payable(orderId!);
  await buySubscription(asCenter(late), annual("wallet"));
  await payByCard(orderId!);
  await till.work();
  for (const center of [byWallet, byCard, outside, late]) {
    const [invoice, ...more] = await papers({ centerId: center.id });
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ product: "subscription", ticketId: null, kind: "invoice" });
    expect(invoice!.facts.lines[0]!.description).toBe("Annual subscription, 1 Dec 2026 to 1 Dec 2027");
  }
});

async function payByCard(orderId: string) {
  const { order_id } = await payable(orderId);
  await confirmCheckout(system("test"), (await till.pay(order_id))!);
}

test("numbers have no gap, whoever sells and refunds at once, and whichever of them fail", async () => {
  const centers = await Promise.all(Array.from({ length: 5 }, () => aBuyer()));
  await Promise.all(
    Array.from({ length: 60 }, (_, nth) =>
      unitOfWork(() =>
        transaction(async () => {
          const lead = await aLead(centers[nth % 5]!);
          if (nth % 2 === 0) await returnLeadFee(lead);
          if (nth % 3 === 0) throw new Error("rolled back");
        }),
      ).catch((error) => expect(error.message).toBe("rolled back")),
    ),
  );
  const mine = await papers({ centerId: { $in: centers.map(({ id }) => id) } as never });
  expect(mine.filter(({ kind }) => kind === "invoice")).toHaveLength(40);
  expect(mine.filter(({ kind }) => kind === "credit_note")).toHaveLength(20);
  const series = await rows<{ kind: string; numbers: number; first: number; last: number; counter: number }>(
    sql`select p.kind, count(*)::int as numbers, min(p.sequence) as first, max(p.sequence) as last,
        max(case p.kind when 'invoice' then s.invoices else s.credit_notes end) as counter
      from fee_papers p join fee_paper_sequences s on s.financial_year = p.financial_year group by p.kind`,
  );
  expect(series).toHaveLength(2);
  for (const { numbers, first, last, counter } of series) expect([first, last, counter]).toEqual([1, numbers, numbers]);
});

test("a fee that was a line of the visit's bill is credited against that bill, in parts, and no more than the line", async () => {
  const { ticket } = await aPaidRequest(till, { name: "Meera Nair", state: "Delhi" });
  // As version 0.3 did: the fee is earned without an invoice, and the bill charges and deducts it.
  const listeners = salesMoved.listeners.splice(0);
  await earnBookingFee(ticket.id);
  salesMoved.listeners.push(...listeners);
  const billed = {
    ...ticket,
    service: { name: "AC REPAIR", sac: "998713" },
    centerName: "Cool Point",
    closingPricePaise: fromRupees(500),
    materialPaise: fromRupees(0),
    feePaidPaise: fromRupees(99),
  };
  const number = `GS/26-27/9${ticket.ticketId.slice(-5)}`;
  const issuedAt = new Date("2026-06-01T12:00:00+05:30");
  const facts = invoiceFacts(billed, { number, issuedAt });
  const fork = em().fork();
  const bill = fork.create(InvoiceSchema, {
    ticketId: ticket.id,
    number,
    financialYear: "25-26",
    sequence: 1,
    supplierCenterId: null,
    totalPaise: facts.totalPaise,
    facts,
    issuedAt,
  });
  await fork.flush();
  fork.create(InvoiceBuyerSchema, { invoiceId: bill.id, ...invoiceBuyer(billed) });
  await fork.flush();
  const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
  const orderId = (await orderOfTicket(ticket.id))!.id;
  const refund = (rupees: number) =>
    refundFee({
      consumerId,
      ticketId: ticket.id,
      orderId,
      actor: system("test"),
      amountPaise: fromRupees(rupees),
      cause: rowId(),
    });
  expect([await refund(40), await refund(59), await refund(1)]).toEqual([true, true, false]);
  const notes = await papers({ ticketId: ticket.id });
  expect(notes.map(({ kind, invoiceId, billId, totalPaise }) => ({ kind, invoiceId, billId, totalPaise }))).toEqual([
    { kind: "credit_note", invoiceId: null, billId: bill.id, totalPaise: 4_000 },
    { kind: "credit_note", invoiceId: null, billId: bill.id, totalPaise: 5_900 },
  ]);
  expect(notes[1]!.facts).toMatchObject({
    invoice: { number, issuedAt: issuedAt.toISOString(), totalPaise: 59_900 },
    placeOfSupply: "Delhi (07)",
    lines: [{ sac: "998713", amountPaise: 5_900 }],
  });
  expect(notes[0]!.facts.igstPaise + notes[1]!.facts.igstPaise).toBe(facts.lines[0]!.igstPaise);
  expect(await buyerOf(notes[0]!.id)).toMatchObject({ name: "Meera Nair", stateCode: "07", gstin: null });
  const files = await feePapersList.page(asAdmin(), feePapersList.filter.parse({ kind: "credit_note" }));
  expect(files.rows.find(({ id }) => id === notes[0]!.id)?.ofInvoice).toBe(number);
});

test("a paper that waits for the number before it is dated after it", async () => {
  const first = await aBuyer();
  const second = await aBuyer();
  const { id: firstTicket } = await aTicket();
  const { id: secondTicket } = await aTicket();
  const { answer, start } = overlapping(() => aLead(second, fromRupees(99), secondTicket));
  await transaction(async () => {
    await aLead(first, fromRupees(99), firstTicket);
    beforeCommit("papers", async () => {
      await start();
      freezeClock("2026-12-01T12:00:01+05:30");
    });
  });
  await answer;
  const [before] = await papers({ centerId: first.id });
  const [after] = await papers({ centerId: second.id });
  expect(after!.sequence).toBe(before!.sequence + 1);
  expect(after!.issuedAt.getTime() - before!.issuedAt.getTime()).toBe(1_000);
});

test("numbers begin anew on the first of April in India, and a note refers to an invoice of the year before", async () => {
  const center = await aBuyer();
  freezeClock("2030-03-31T23:59:59+05:30");
  const lead = await aLead(center);
  freezeClock("2030-04-01T00:00:00+05:30");
  await aLead(center);
  await returnLeadFee(lead);
  const [before, after, note] = await papers({ centerId: center.id });
  expect([before!.number, after!.number, note!.number].sort()).toEqual([
    "GC/30-31/000001",
    "GF/29-30/000001",
    "GF/30-31/000001",
  ]);
  expect(note!.facts.invoice).toMatchObject({ number: "GF/29-30/000001" });
});

test("what was sold before there were papers gets none, neither when it goes back", async () => {
  const center = await aBuyer();
  const listeners = salesMoved.listeners.splice(0);
  const lead = await aLead(center).finally(() => salesMoved.listeners.push(...listeners));
  await returnLeadFee(lead);
  expect(await papers({ centerId: center.id })).toEqual([]);
});

test("a paper cannot be changed or deleted, by nobody", async () => {
  const { centerId } = await aLead(await aBuyer());
  await expect(rows(sql`update fee_papers set total_paise = 1 where center_id = ${centerId}`)).rejects.toThrow();
  await expect(rows(sql`delete from fee_papers where center_id = ${centerId}`)).rejects.toThrow();
});

property.prop([
  fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 6 }),
  fc.constantFrom(0, 5, 12, 18, 28),
  fc.boolean(),
])("the credit notes of a whole invoice sum to it, to the paisa, in whatever parts", (parts, rate, sameState) => {
  const whole = toPaise(parts.reduce((sum, part) => sum + part, 0));
  const rule = { rate, sameState };
  const invoiced = saleSums({ description: "Lead", sac: "998599", amountPaise: whole }, rule);
  let credited = 0;
  const notes = parts.map((part) => {
    const note = creditSums(invoiced.lines[0]!, rule, { credited: toPaise(credited), amountPaise: toPaise(part) });
    credited += part;
    return note;
  });
  for (const sum of ["totalPaise", "taxablePaise", "cgstPaise", "sgstPaise", "igstPaise"] as const)
    expect([sum, notes.reduce((all, note) => all + note[sum], 0)]).toEqual([sum, invoiced[sum]]);
  for (const note of notes) {
    expect(note.taxablePaise + note.cgstPaise + note.sgstPaise + note.igstPaise).toBe(note.totalPaise);
    expect(Math.min(note.taxablePaise, note.cgstPaise, note.sgstPaise, note.igstPaise)).toBeGreaterThanOrEqual(0);
  }
});
