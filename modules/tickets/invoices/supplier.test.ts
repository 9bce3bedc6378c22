import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setSupplier } from "#modules/catalog/index.ts";
import type { ServiceSupplier } from "#modules/catalog/shared.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { beforeCommit as overlapping } from "#modules/testing/before-commit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aService, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { lettersOf } from "#modules/testing/pdf.ts";
import { aDoneJob, closeAs, paid } from "#modules/testing/work.ts";
import { closeTicket, invoiceFile } from "../index.ts";
import { AdminCloseTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { InvoiceSchema } from "./invoice.entity.ts";

openDatabase();

const configured = { ...env };
beforeEach(() => configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" }));
afterEach(() => {
  configure({ operatorGstin: configured.operatorGstin, operatorStateCode: configured.operatorStateCode });
  resetClock();
});

type Facts = { gstin?: string | null; legalName?: string | null; state?: string };

/** A finished job of a service with this supplier, not closed yet. */
async function aJobBilledBy(supplier: ServiceSupplier, center: Facts = {}, fields: Partial<Ticket> = {}) {
  const service = await aService();
  if (supplier !== service.supplier) await setSupplier(asAdmin(), { serviceId: service.id, supplier });
  const job = await aDoneJob({ serviceId: service.id, ...fields });
  await rows(
    sql`update centers set gstin = ${center.gstin ?? null}, legal_name = ${center.legalName ?? null}, state = ${center.state ?? "Kerala"} where id = ${job.center.id}`,
  );
  return { ...job, service };
}

const close = ({ center, ticket, code }: Awaited<ReturnType<typeof aJobBilledBy>>) =>
  unitOfWork(() => closeAs(center, ticket, { amount: 500, closeRemarks: paid, code }));

const closeByAdmin = ({ publicId: ticketId }: Ticket) =>
  closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId, amount: 500 }));

async function billOf(job: Awaited<ReturnType<typeof aJobBilledBy>>) {
  await close(job);
  return (await em().fork().findOneOrFail(InvoiceSchema, { ticketId: job.ticket.id })).facts;
}

const keralas = { gstin: "32AAPFU0939F1Z4", legalName: "Asha Rao", state: "Kerala" };
const within = { igstPaise: 0, cgstPaise: 3_814, sgstPaise: 3_814 };
const across = { igstPaise: 7_627, cgstPaise: 0, sgstPaise: 0 };
const none = { igstPaise: 0, cgstPaise: 0, sgstPaise: 0 };

test.each([
  ["operator", "Karnataka", keralas, within, "29ABCDE1234F1Z5"],
  ["operator", "Kerala", keralas, across, "29ABCDE1234F1Z5"],
  ["operator_9_5", "Karnataka", { state: "Kerala" }, within, "29ABCDE1234F1Z5"],
  ["operator_9_5", "Kerala", { state: "Kerala" }, across, "29ABCDE1234F1Z5"],
  ["center", "Kerala", keralas, within, "32AAPFU0939F1Z4"],
  ["center", "Karnataka", keralas, across, "32AAPFU0939F1Z4"],
  ["center", "Kerala", { state: "Kerala" }, none, null],
  ["center", "Karnataka", { state: "Kerala" }, none, null],
] as const)(
  "%s, work in %s: the bill and its taxes are the supplier's",
  async (supplier, state, center, taxes, gstin) => {
    const facts = await billOf(await aJobBilledBy(supplier, center, { state }));
    expect(facts).toMatchObject({ suppliedBy: supplier, supplier: { gstin }, totalPaise: 50_000, ...taxes });
    expect(facts.kind).toBe(gstin ? "tax_invoice" : "bill_of_supply");
    expect(facts.placeOfSupply).toBe(state === "Kerala" ? "Kerala (32)" : "Karnataka (29)");
    expect(facts.number).toMatch(supplier === "center" ? /^C\w+\/\d\d-\d\d\/\d{5}$/ : /^GS\//);
    expect(facts.number.length).toBeLessThanOrEqual(16);
  },
);

test("a center's bills are numbered without gaps per center and financial year, and bear its legal name", async () => {
  freezeClock("2027-03-31T12:00:00+05:30");
  const first = await aJobBilledBy("center", keralas);
  const facts = await billOf(first);
  expect(facts.supplier).toMatchObject({ name: "Asha Rao", state: "Kerala", stateCode: "32" });
  const series = facts.number.split("/")[0]!;
  expect(facts.number).toBe(`${series}/26-27/00001`);
  const other = await billOf(await aJobBilledBy("center"));
  expect(other.number).toMatch(/\/26-27\/00001$/);
  expect(other.number).not.toBe(facts.number);
  expect(other.supplier.name).not.toBe("Asha Rao");
  const again = await Promise.all([1, 2, 3].map(() => aJobBilledBy("center", keralas)));
  await rows(
    sql`update tickets set center_id = ${first.center.id} where id = any(${again.map((job) => job.ticket.id)})`,
  );
  await Promise.all(again.map(({ ticket }) => unitOfWork(() => closeByAdmin(ticket))));
  const bills = await rows<{ number: string }>(
    sql`select number from invoices where supplier_center_id = ${first.center.id} order by sequence`,
  );
  expect(bills.map(({ number }) => number)).toEqual([1, 2, 3, 4].map((n) => `${series}/26-27/0000${n}`));
});

test("a center's bill only mentions the booking fee, which the operator sold", async () => {
  const fee = { isPaidByPublic: true, bookingFeePaise: fromRupees(99) };
  const job = await aJobBilledBy("center", keralas, fee);
  expect(await billOf(job)).toMatchObject({ totalPaise: 50_000, alreadyPaidPaise: 0, feeInvoicedPaise: 9_900 });
  const pdf = lettersOf(await buffer((await invoiceFile(asCenter(job.center), job.ticket.publicId)).stream));
  for (const printed of ["Asha Rao supplied this work", "32AAPFU0939F1Z4", "Fee, paid (own invoice)"])
    expect(pdf).toContain(printed.replaceAll(" ", ""));
});

test("a bill under section 9(5) is the operator's and says so; without the operator's GSTIN it is refused, or is none", async () => {
  const job = await aJobBilledBy("operator_9_5");
  expect((await billOf(job)).supplier.name).toBe(env.operatorLegalName);
  const pdf = lettersOf(await buffer((await invoiceFile(asCenter(job.center), job.ticket.publicId)).stream));
  expect(pdf).toContain("section9(5)oftheCGSTAct");
  const later = await aJobBilledBy("operator_9_5");
  configure({ operatorGstin: undefined });
  const service = await aService();
  await expect(setSupplier(asAdmin(), { serviceId: service.id, supplier: "operator_9_5" })).rejects.toMatchObject({
    fields: { supplier: "service.supplierGstin" },
  });
  expect(await billOf(later)).toMatchObject({ kind: "bill_of_supply", suppliedBy: "operator", taxRate: 0 });
});

test("a center with a GSTIN bills its work of section 9(5) itself, in its own series, whether or not we have one", async () => {
  const job = await aJobBilledBy("operator_9_5", keralas, { state: "Kerala" });
  expect(await billOf(job)).toMatchObject({
    suppliedBy: "center",
    supplier: { name: "Asha Rao", gstin: "32AAPFU0939F1Z4" },
    number: expect.stringMatching(/^C\w+\//),
    ...within,
  });
  const other = await aJobBilledBy("operator_9_5", keralas);
  configure({ operatorGstin: undefined });
  expect((await billOf(other)).supplier.name).toBe("Asha Rao");
});

test.each(["operator", "center"] as const)(
  "a bill of the %s that waits for the number before it is dated after it",
  async (supplier) => {
    freezeClock("2031-12-01T12:00:00+05:30");
    const first = await aJobBilledBy(supplier);
    const second = await aJobBilledBy(supplier);
    await rows(sql`update tickets set center_id = ${first.center.id} where id = ${second.ticket.id}`);
    const { answer, start } = overlapping(() => closeByAdmin(second.ticket));
    await transaction(async () => {
      await closeByAdmin(first.ticket);
      await start();
      freezeClock("2031-12-01T12:00:01+05:30");
    });
    await answer;
    const bills = await em()
      .fork()
      .find(InvoiceSchema, { ticketId: [first.ticket.id, second.ticket.id] }, { orderBy: { sequence: "asc" } });
    expect(bills.map(({ ticketId }) => ticketId)).toEqual([first.ticket.id, second.ticket.id]);
    expect(bills[1]!.issuedAt.getTime() - bills[0]!.issuedAt.getTime()).toBe(1_000);
    expect(bills.map(({ facts, issuedAt }) => facts.issuedAt === issuedAt.toISOString())).toEqual([true, true]);
  },
);

test("a bill that waits over the end of a financial year is the first of the new one", async () => {
  freezeClock("2032-03-31T23:59:59+05:30");
  const first = await aJobBilledBy("operator");
  const second = await aJobBilledBy("operator");
  const { answer, start } = overlapping(() => closeByAdmin(second.ticket));
  await transaction(async () => {
    await closeByAdmin(first.ticket);
    await start();
    freezeClock("2032-04-01T00:00:00+05:30");
  });
  await answer;
  const numberOf = async ({ ticket }: typeof first) =>
    (await em().fork().findOneOrFail(InvoiceSchema, { ticketId: ticket.id })).number;
  expect(await numberOf(second)).toBe("GS/32-33/000001");
  expect(await rows(sql`select last from invoice_sequences where financial_year = '31-32'`)).toEqual([
    { last: Number((await numberOf(first)).split("/")[2]) },
  ]);
});

test("another supplier counts for closings from then on, is in the service's history, and never overwrites a choice", async () => {
  const job = await aJobBilledBy("operator", keralas);
  const set = (supplier: ServiceSupplier, was: ServiceSupplier) =>
    setSupplier(asAdmin(), { serviceId: job.service.id, supplier, was });
  await set("center", "operator");
  await expect(set("operator", "operator")).rejects.toMatchObject({ key: "service.supplierChanged" });
  expect((await historyOf("catalog", job.service.id)).at(-1)).toMatchObject({
    event: "service.supplierSet",
    from_state: "operator",
    to_state: "center",
  });
  expect(await billOf(job)).toMatchObject({ suppliedBy: "center" });
  await set("operator", "center");
  expect((await em().fork().findOneOrFail(InvoiceSchema, { ticketId: job.ticket.id })).facts.suppliedBy).toBe("center");
  const other = asAdmin(undefined, { permissions: ["view_services_list.full_access"] });
  await expect(setSupplier(other, { serviceId: job.service.id, supplier: "center" })).rejects.toMatchObject({
    key: "service.noView",
  });
});
