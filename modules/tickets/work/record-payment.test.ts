import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, asAdmin, asCenter, asTechnician, asVisitor } from "#modules/testing/factories.ts";
import { lettersOf, prints } from "#modules/testing/pdf.ts";
import { aDoneJob, aJob, closeAs, free, fresh, notApproved, notVisited, paid } from "#modules/testing/work.ts";
import { closeTicket, invoiceFile, recordPayment, renderInvoice, ticketDetail, trackTicket } from "../index.ts";
import { InvoiceSchema } from "../invoices/invoice.entity.ts";
import { factsNow } from "../invoices/invoice-file.ts";
import { AdminCloseTicket, CloseTicket, RecordPayment } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
afterEach(resetClock);

const reference = "412345678901";

const factsOf = async ({ id }: { id: string }) =>
  (await em().fork().findOneOrFail(InvoiceSchema, { ticketId: id })).facts;

/** A job for 500 rupees, closed as its center with these words about its payment. */
async function closedWith(payment: Record<string, unknown>, fields: Partial<Ticket> = {}) {
  const { center, ticket, code } = await aDoneJob(fields);
  const row = await closeAs(center, ticket, { amount: 500, closeRemarks: paid, code, ...payment });
  return { center, ticket, row };
}

const aRecord = (ticket: { publicId: string }, fields: Record<string, unknown> = {}) =>
  RecordPayment.parse({ ticketId: ticket.publicId, paymentReference: reference, ...fields });

test("an online closing is paid with its reference, and not when the center says so", async () => {
  const online = await closedWith({ paymentReference: " 4123 4567 8901 " });
  expect(online.row).toMatchObject({ paymentType: "Online", paymentReference: reference, paidAt: online.row.closedAt });
  expect(await factsOf(online.ticket)).toMatchObject({ paid: true, paymentType: "Online" });
  const later = await closedWith({ notYetPaid: true });
  expect(later.row).toMatchObject({ paymentType: "Online", paymentReference: null, paidAt: null });
  expect(await factsOf(later.ticket)).toMatchObject({ paid: false, termsDays: 15 });
  expect(
    (await historyOf("ticket", later.ticket.id)).find(({ event }) => event === "ticket.closed")?.data,
  ).toMatchObject({ payment: "notYet" });
});

test("cash and a price of 0 are paid at closing, whatever the remark", async () => {
  const visit = { ticketPricePaise: fromRupees(199) };
  const { center, ticket } = await aJob(visit);
  await closeAs(center, ticket, { amount: 199, closeRemarks: notApproved, paymentType: "Cash" });
  expect(await factsOf(ticket)).toMatchObject({ paid: true, paymentType: "Cash" });
  const nothing = await closedWith({ amount: 0, closeRemarks: free });
  expect(await factsOf(nothing.ticket)).toMatchObject({ paid: true });
  expect(nothing.row.paidAt).toEqual(nothing.row.closedAt);
});

test("who closes without the new fields is read by the remark: collected is paid, anything else is not", async () => {
  expect(await factsOf((await closedWith({})).ticket)).toMatchObject({ paid: true });
  const { center, ticket } = await aJob({ ticketPricePaise: fromRupees(199) });
  await closeAs(center, ticket, { amount: 199, closeRemarks: notApproved });
  expect(await factsOf(ticket)).toMatchObject({ paid: false });
  const byAdmin = await aJob();
  const input = AdminCloseTicket.parse({ ticketId: byAdmin.ticket.publicId, amount: 500, closeRemarks: "Done" });
  await closeTicket(asAdmin(), input);
  expect(await factsOf(byAdmin.ticket)).toMatchObject({ paid: false });
});

test.each([
  ["a form that offered both got neither", { needsReference: true }, "paymentReference", "jobPayment.referenceMissing"],
  ["both", { paymentReference: reference, notYetPaid: true }, "paymentReference", "jobPayment.paidOrNot"],
  [
    "a reference of cash",
    { paymentReference: reference, paymentType: "Cash" },
    "paymentReference",
    "jobPayment.referenceUnused",
  ],
  ["cash not yet paid", { notYetPaid: true, paymentType: "Cash" }, "notYetPaid", "jobPayment.cashIsPaid"],
  [
    "a reference of nothing",
    { amount: 0, closeRemarks: free, paymentReference: reference },
    "paymentReference",
    "jobPayment.referenceUnused",
  ],
])("%s is refused, and the request stays open", async (_name, payment, field, key) => {
  const { center, ticket, code } = await aDoneJob();
  const closing = closeAs(center, ticket, { amount: 500, closeRemarks: paid, code, ...payment });
  await expect(closing).rejects.toMatchObject({ kind: "invalid", key, fields: { [field]: key } });
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
});

test("a form with both fields closes a visit that costs nothing without either", async () => {
  const { center, ticket } = await aJob();
  const row = await closeAs(center, ticket, { closeRemarks: notVisited, needsReference: true });
  expect(row.status).toBe("CLOSED");
});

test("a reference is 12 to 22 letters and digits, and not the customer's number", async () => {
  const parsed = (paymentReference: unknown) =>
    CloseTicket.safeParse({ ticketId: "x", amount: 1, closeRemarks: paid, paymentReference });
  for (const good of [reference, "SBIN0001234567AB", "SBINR52026112700000001", "", "   ", null, undefined])
    expect(parsed(good).success, String(good)).toBe(true);
  expect(parsed(" ab12cd34ef56 ").data?.paymentReference).toBe("AB12CD34EF56");
  for (const wrong of [
    "12345678901",
    "1".repeat(23),
    "4123-4567-8901",
    "४१२३४५६७८९०१",
    "<script>1234</script>",
    412345678901,
    [reference],
    {},
  ])
    expect(parsed(wrong).error?.issues[0], String(wrong)).toMatchObject({
      path: ["paymentReference"],
      message: "jobPayment.reference",
    });
  const { center, ticket, code } = await aDoneJob();
  const closing = closeAs(center, ticket, {
    amount: 500,
    closeRemarks: paid,
    code,
    paymentReference: `91${ticket.phone}`,
  });
  await expect(closing).rejects.toMatchObject({ key: "jobPayment.referenceIsPhone" });
});

test("a payment entered afterwards, once, makes the same bill say PAID, without a due date", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const { center, ticket } = await closedWith({ notYetPaid: true });
  const drainBills = () => drain(jobs.filter(({ name }) => name === renderInvoice.name));
  const printed = async () => {
    const letters = lettersOf(await buffer((await invoiceFile(asCenter(center), ticket.publicId)).stream));
    return { paid: prints(letters, "PAID"), due: prints(letters, "Due by"), terms: prints(letters, "15 days") };
  };
  await drainBills();
  const before = await em().fork().findOneOrFail(InvoiceSchema, { ticketId: ticket.id });
  expect(await printed()).toEqual({ paid: false, due: true, terms: true });
  freezeClock("2026-11-24T10:00:00+05:30");
  const row = await recordPayment(asCenter(center), aRecord(ticket));
  expect(row).toMatchObject({ paymentReference: reference, paidAt: new Date("2026-11-24T10:00:00+05:30") });
  expect(row.may.recordPayment).toBe(false);
  expect(await printed()).toEqual({ paid: true, due: false, terms: true });
  await drainBills();
  expect(await printed()).toEqual({ paid: true, due: false, terms: true });
  expect(await em().fork().findOneOrFail(InvoiceSchema, { ticketId: ticket.id })).toMatchObject({
    number: before.number,
    facts: before.facts,
    issuedAt: before.issuedAt,
  });
  const recorded = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.paymentRecorded");
  expect(recorded.map(({ data }) => data)).toMatchObject([{ closingPricePaise: 50_000, reference: "…8901" }]);
  expect(JSON.stringify(recorded)).not.toContain(reference);
  await expect(recordPayment(asCenter(center), aRecord(ticket))).rejects.toMatchObject({
    kind: "conflict",
    key: "jobPayment.recordedBefore",
  });
});

test("of two who enter it at once one does, and a bill that is just being drawn says PAID in the end", async () => {
  const { center, ticket } = await closedWith({ notYetPaid: true });
  const enter = () => unitOfWork(() => recordPayment(asCenter(center), aRecord(ticket)));
  const file = () => unitOfWork(async () => buffer((await invoiceFile(asCenter(center), ticket.publicId)).stream));
  const [drawn, ...entered] = await Promise.allSettled([file(), enter(), enter()]);
  expect(drawn.status).toBe("fulfilled");
  expect(entered.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(prints(lettersOf(await file()), "PAID")).toBe(true);
});

test("a payment that is entered while the bill is drawn waits for it, and the bill is drawn again", async () => {
  const { center, ticket } = await closedWith({ notYetPaid: true });
  const begun = Promise.withResolvers<void>();
  const drawn = Promise.withResolvers<void>();
  const drawing = unitOfWork(() =>
    transaction(async () => {
      expect((await factsNow({ facts: await factsOf(ticket), ticketId: ticket.id })).paid).toBe(false);
      begun.resolve();
      await drawn.promise;
    }),
  );
  await begun.promise;
  const entered = unitOfWork(() => recordPayment(asCenter(center), aRecord(ticket)));
  const waits = () =>
    row<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`);
  await expect.poll(async () => (await waits())!.n).toBeGreaterThan(0);
  drawn.resolve();
  await drawing;
  expect(await entered).toMatchObject({ paymentReference: reference });
});

test("a reference of an erased customer's payment is not stored", async () => {
  const { center, ticket } = await closedWith({ notYetPaid: true });
  await rows(sql`update tickets set phone = '' where id = ${ticket.id}`);
  expect(await recordPayment(asCenter(center), aRecord(ticket))).toMatchObject({
    paidAt: expect.anything(),
    paymentReference: null,
  });
});

test("a center that only created a request reads the reference of another center's job by its end", async () => {
  const creator = await aCenter();
  const { ticket } = await closedWith({ paymentReference: reference }, { createdByCenterId: creator.id });
  expect((await ticketDetail(asCenter(creator), ticket.publicId)).paymentReference).toBe("…8901");
});

test("the center of the request and an admin of the house enter a payment, others do not", async () => {
  const client = await aClient();
  const { ticket } = await closedWith({ notYetPaid: true }, { clientId: client.id });
  const input = aRecord(ticket);
  const technician = asTechnician({ id: (await fresh(ticket)).technicianId! });
  const ofClient = asAdmin(await anAdmin(), { permissions: ["edit_ticket.full_access"], clientId: client.id });
  const reader = asAdmin(await anAdmin(), { permissions: ["view_ticket.full_access"] });
  for (const actor of [technician, ofClient, reader, asVisitor(ticket.phone)])
    await expect(recordPayment(actor, input)).rejects.toMatchObject({ kind: "denied" });
  await expect(recordPayment(asCenter(await aCenter()), input)).rejects.toMatchObject({ kind: "missing" });
  expect((await ticketDetail(ofClient, ticket.publicId)).may.recordPayment).toBe(false);
  const editor = asAdmin(await anAdmin(), { permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  expect((await ticketDetail(editor, ticket.publicId)).may.recordPayment).toBe(true);
  expect(await recordPayment(editor, input)).toMatchObject({ paymentReference: reference });
  expect(await ticketDetail(ofClient, ticket.publicId)).toMatchObject({ paymentReference: "…8901" });
});

test("a client that closes its own request does not say that it was paid, by whatever method or remark", async () => {
  const client = await aClient();
  const { ticket } = await aJob({ clientId: client.id, closingPricePaise: fromRupees(500) });
  const ofClient = asAdmin(await anAdmin(), { permissions: ["edit_ticket.full_access"], clientId: client.id });
  const close = (fields: object) =>
    closeTicket(ofClient, AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, ...fields }));
  for (const [field, value] of [
    ["paymentReference", reference],
    ["notYetPaid", true],
  ] as const)
    await expect(close({ [field]: value })).rejects.toMatchObject({
      kind: "denied",
      fields: { [field]: "ticket.fieldNotSettable" },
    });
  expect(await close({ paymentType: "Cash", closeRemarks: paid })).toMatchObject({ status: "CLOSED", paidAt: null });
  expect((await factsOf(ticket)).paid).toBe(false);
  const editor = asAdmin(await anAdmin(), { permissions: ["edit_ticket.full_access"] });
  expect(await recordPayment(editor, aRecord(ticket))).toMatchObject({ paidAt: expect.anything() });
});

test("an open request, and one of which nothing is owed, take no payment", async () => {
  const open = await aJob();
  await expect(recordPayment(asCenter(open.center), aRecord(open.ticket))).rejects.toMatchObject({
    key: "jobPayment.notClosed",
  });
  const cash = await closedWith({ paymentType: "Cash" });
  await expect(recordPayment(asCenter(cash.center), aRecord(cash.ticket))).rejects.toMatchObject({
    key: "jobPayment.recordedBefore",
  });
  const later = await closedWith({ notYetPaid: true });
  const phone = aRecord(later.ticket, { paymentReference: `91${later.ticket.phone}` });
  await expect(recordPayment(asCenter(later.center), phone)).rejects.toMatchObject({
    key: "jobPayment.referenceIsPhone",
  });
});

test("the customer reads how it was paid, the reference by its end, and the center no more than that after 30 days", async () => {
  freezeClock("2026-10-01T10:00:00+05:30");
  const { center, ticket } = await closedWith({ paymentReference: reference });
  const { details } = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
  expect(details).toMatchObject({ paymentType: "Online", paymentReference: "…8901", paidAt: expect.any(Date) });
  expect(await ticketDetail(asCenter(center), ticket.publicId)).toMatchObject({ paymentReference: reference });
  freezeClock("2026-11-15T10:00:00+05:30");
  expect(await ticketDetail(asCenter(center), ticket.publicId)).toMatchObject({ paymentReference: "…8901" });
});
