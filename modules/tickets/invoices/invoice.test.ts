import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees, sum } from "#modules/kernel/money.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aVehicle,
} from "#modules/testing/factories.ts";
import { lettersOf, prints } from "#modules/testing/pdf.ts";
import { aClosedJob, aDoneJob, aJob, closeAs, paid } from "#modules/testing/work.ts";
import { openOrder } from "#modules/wallet/index.ts";
import { closeTicket, feeReceipt, invoiceFile, renderInvoice } from "../index.ts";
import { AdminCloseTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { InvoiceBuyerSchema, InvoiceSchema } from "./invoice.entity.ts";
import { invoicePdf } from "./invoice-pdf.server.ts";

openDatabase();

const configured = { ...env };
beforeEach(() => configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" }));
afterEach(() => {
  configure({ operatorGstin: configured.operatorGstin, operatorStateCode: configured.operatorStateCode });
  resetClock();
});

const invoiceOf = (ticket: Ticket) => em().findOneOrFail(InvoiceSchema, { ticketId: ticket.id });
const buyerOf = async (ticket: Ticket) =>
  em().findOneOrFail(InvoiceBuyerSchema, { invoiceId: (await invoiceOf(ticket)).id });
const factsOf = async (ticket: Ticket) => (await invoiceOf(ticket)).facts;

test("B6 a tax invoice holds everything of CGST Rule 46", async () => {
  freezeClock("2026-11-21T23:50:00+05:30");
  const service = await aService({ sac: "998719" });
  const { center, ticket } = await aClosedJob({ serviceId: service.id, ticketPricePaise: fromRupees(200) }, 500);
  const facts = await factsOf(ticket);
  expect(facts).toMatchObject({
    kind: "tax_invoice",
    number: expect.stringMatching(/^GS\/26-27\/\d{6}$/),
    issuedAt: "2026-11-21T18:20:00.000Z",
    supplier: {
      name: env.operatorLegalName,
      address: env.operatorAddress,
      state: "Karnataka",
      stateCode: "29",
      gstin: "29ABCDE1234F1Z5",
    },
    servedBy: center.centerName,
    ticketId: ticket.ticketId,
    totalPaise: 50_000,
    taxRate: 18,
    igstPaise: 0,
    placeOfSupply: "Karnataka (29)",
    paymentType: "Online",
    termsDays: 15,
  });
  expect(await buyerOf(ticket)).toMatchObject({
    name: "Meera Nair",
    address: "221, Indiranagar",
    city: "Bengaluru",
    state: "Karnataka",
    stateCode: "29",
    pincode: ticket.pincode,
  });
  expect(JSON.stringify(facts)).not.toContain("Meera");
  expect(facts.lines).toMatchObject([
    { description: `${service.serviceName}: visit charge`, sac: "998719", amountPaise: 20_000 },
    { description: `${service.serviceName}: work and materials`, sac: "998719", amountPaise: 30_000 },
  ]);
  expect(facts.number.length).toBeLessThanOrEqual(16);
  expect(facts.cgstPaise).toBe(facts.sgstPaise);
  expect(facts.taxablePaise + facts.cgstPaise + facts.sgstPaise).toBe(50_000);
});

/** A pincode whose prefix two states share. */
const sharedPincode = "605001";

test("another state pays IGST, an unknown one is served where the supplier is, and without SAC stands the default", async () => {
  const delhi = await factsOf((await aClosedJob({ state: "Delhi" })).ticket);
  expect(delhi).toMatchObject({ cgstPaise: 0, sgstPaise: 0, igstPaise: 7_627, placeOfSupply: "Delhi (07)" });
  const nowhere = await factsOf((await aClosedJob({ state: null, pincode: sharedPincode })).ticket);
  expect(nowhere).toMatchObject({ igstPaise: 0, placeOfSupply: "Karnataka (29)" });
  expect(nowhere.lines[0]?.sac).toBe(env.defaultSac);
});

test("a pick and drop and a request without a state are taxed in the state of their pincode", async () => {
  const ride = { houseNumber: null, locality: null, state: null, pickLocation: "Majestic", dropLocation: "Airport" };
  const { ticket } = await aClosedJob({ ...ride, vehicleId: (await aVehicle()).id, pincode: "110001" });
  expect(await factsOf(ticket)).toMatchObject({ cgstPaise: 0, igstPaise: 7_627, placeOfSupply: "Delhi (07)" });
  expect(await buyerOf(ticket)).toMatchObject({ state: "Delhi", stateCode: "07", pincode: "110001" });
  const unknown = await aClosedJob({ state: "Atlantis", pincode: "560001" });
  expect(await factsOf(unknown.ticket)).toMatchObject({ igstPaise: 0, placeOfSupply: "Karnataka (29)" });
  expect(await buyerOf(unknown.ticket)).toMatchObject({ state: "Karnataka", stateCode: "29" });
});

test("without a GSTIN it is a bill of supply without tax", async () => {
  configure({ operatorGstin: undefined });
  expect(await factsOf((await aClosedJob()).ticket)).toMatchObject({
    kind: "bill_of_supply",
    supplier: { gstin: null },
    taxRate: 0,
    taxablePaise: 50_000,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 0,
    totalPaise: 50_000,
  });
});

test("a paid booking fee is a line of its own, paid already, and never billed twice", async () => {
  const { center, ticket, code } = await aDoneJob({ isPaidByPublic: true, bookingFeePaise: fromRupees(99) });
  await closeAs(center, ticket, { amount: 500, closeRemarks: paid, code });
  const facts = await factsOf(ticket);
  expect(facts).toMatchObject({ totalPaise: 59_900, alreadyPaidPaise: 9_900 });
  expect(facts.totalPaise - facts.alreadyPaidPaise).toBe(50_000);
  expect(facts.lines.filter(({ description }) => /booking fee/i.test(description))).toMatchObject([
    { amountPaise: 9_900 },
  ]);
  expect(sum(facts.lines.map(({ amountPaise }) => amountPaise))).toBe(facts.totalPaise);
  const unpaid = await aClosedJob({ isPaidByPublic: false, bookingFeePaise: fromRupees(99) });
  expect(await factsOf(unpaid.ticket)).toMatchObject({ totalPaise: 50_000, alreadyPaidPaise: 0 });
});

test("R050 a pick and drop's platform charge is billed as such, and its places stand for the address", async () => {
  const ride = { houseNumber: null, locality: null, pickLocation: "Majestic", dropLocation: "Airport" };
  const fee = { isPaidByPublic: true, bookingFeePaise: fromRupees(20) };
  const { ticket } = await aClosedJob({ ...ride, ...fee, vehicleId: (await aVehicle()).id }, 150);
  const facts = await factsOf(ticket);
  expect((await buyerOf(ticket)).address).toBe("Majestic – Airport");
  expect(facts.lines[0]).toMatchObject({ description: say("invoice.line.platform"), amountPaise: 2_000 });
  expect(facts.lines.some(({ description }) => /booking fee/i.test(description))).toBe(false);
});

test("a closing of nothing still gets a paper with a number", async () => {
  const { ticket } = await aClosedJob({}, 0);
  expect(await factsOf(ticket)).toMatchObject({
    totalPaise: 0,
    lines: [{ description: expect.stringContaining("free of charge"), amountPaise: 0 }],
  });
});

test("a bill of nothing names the tax of its place of supply, and an older one, which does not say, what it has", async () => {
  const printed = async (state: string) => {
    const { ticket } = await aClosedJob({ state }, 0);
    const letters = lettersOf(await buffer((await invoiceFile(asAdmin(), ticket.publicId)).stream));
    return ["CGST 9 %", "SGST 9 %", "IGST 18 %"].map((words) => prints(letters, words));
  };
  expect(await printed("Delhi")).toEqual([false, false, true]);
  expect(await printed("Karnataka")).toEqual([true, true, false]);
  const { sameState, ...older } = await factsOf((await aClosedJob({ state: "Delhi" })).ticket);
  expect(sameState).toBe(false);
  expect(prints(lettersOf(await invoicePdf(older, null)), "IGST 18 %")).toBe(true);
});

test("numbers begin anew on the first of April in India", async () => {
  freezeClock("2029-03-31T23:59:59+05:30");
  const before = await invoiceOf((await aClosedJob()).ticket);
  freezeClock("2029-04-01T00:00:00+05:30");
  const after = await invoiceOf((await aClosedJob()).ticket);
  expect([before.number, after.number]).toEqual(["GS/28-29/000001", "GS/29-30/000001"]);
});

test("an invoice cannot be changed or deleted, by nobody", async () => {
  const { ticket } = await aClosedJob();
  await expect(rows(sql`update invoices set total_paise = 1 where ticket_id = ${ticket.id}`)).rejects.toThrow();
  await expect(rows(sql`delete from invoices where ticket_id = ${ticket.id}`)).rejects.toThrow();
});

test("R093 the worker renders an A4 PDF once, and everybody gets the same file", async () => {
  const { center, ticket } = await aClosedJob({ name: "श्रीमती कृष्णप्रिया" });
  await drain(jobs.filter(({ name }) => name === renderInvoice.name));
  const stored = await rows(
    sql`select blob_id from invoice_files f join invoices i on i.id = f.invoice_id where i.ticket_id = ${ticket.id}`,
  );
  expect(stored).toHaveLength(1);
  const file = await invoiceFile(asCenter(center), ticket.publicId);
  expect(file).toMatchObject({ mime: "application/pdf", name: expect.stringMatching(/^GS-\d\d-\d\d-\d{6}\.pdf$/) });
  const pdf = await buffer(file.stream);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1")).toMatch(/MediaBox \[0 0 595\.\d+ 841\.\d+\]/);
  // The worker retries after a crash: there is still one file.
  await runJob(renderInvoice, { invoiceId: (await invoiceOf(ticket)).id });
  expect(await buffer((await invoiceFile(asVisitor(ticket.phone), ticket.publicId)).stream)).toEqual(pdf);
});

test("before the worker came, the invoice is rendered at once, and once for five who ask together", async () => {
  const { ticket } = await aClosedJob();
  const files = await Promise.all(
    Array.from({ length: 5 }, () =>
      unitOfWork(async () => buffer((await invoiceFile(asVisitor(ticket.phone), ticket.publicId)).stream)),
    ),
  );
  expect(new Set(files.map((file) => file.toString("base64"))).size).toBe(1);
  const invoice = await invoiceOf(ticket);
  expect(await rows(sql`select 1 from blobs where owner_kind = 'invoice' and owner_id = ${invoice.id}`)).toHaveLength(
    1,
  );
});

test("the invoice goes to the phone's browser or proof, its center and permitted admins; others are asked for the OTP", async () => {
  const { center, technician, ticket } = await aClosedJob({ clientId: null });
  const read = async (actor: Parameters<typeof invoiceFile>[0], proof?: string) =>
    (await invoiceFile(actor, ticket.publicId, proof)).stream.destroy();
  await read(asCenter(center));
  await read(asAdmin());
  await read(asAdmin(undefined, { permissions: ["view_ticket.full_access"] }));
  await read(asVisitor(ticket.phone));
  await expect(read(asVisitor())).rejects.toMatchObject({ kind: "unauthenticated", key: "otp.proofMissing" });
  for (const purpose of ["tracking", "booking"] as const)
    await read(asVisitor(), await aProof({ phone: ticket.phone, purpose }));
  for (const proof of ["made up", await aProof({ phone: ticket.phone, purpose: "registration" })])
    await expect(read(asVisitor(), proof)).rejects.toMatchObject({
      kind: "unauthenticated",
      key: "tracking.proofNeeded",
    });
  for (const stranger of [
    asCenter(await aCenter()),
    asTechnician(technician),
    asAdmin(undefined, { permissions: ["edit_ticket.full_access"] }),
    asAdmin(undefined, { clientId: "00000000-0000-7000-8000-000000000009" }),
  ]) {
    await expect(read(stranger)).rejects.toMatchObject({ kind: "missing" });
  }
});

test("a request that is not closed has no invoice yet", async () => {
  const { ticket } = await aJob();
  await expect(invoiceFile(asVisitor(ticket.phone), ticket.publicId)).rejects.toMatchObject({
    kind: "missing",
    key: "invoice.notYet",
  });
});

test("a bill that is paid says PAID and no due date, one that is owed the date; both have the terms", async () => {
  const stamped = async (closeRemarks: string) => {
    const { center, ticket } = await aJob();
    await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, closeRemarks }));
    const pdf = await buffer((await invoiceFile(asCenter(center), ticket.publicId)).stream);
    const letters = lettersOf(pdf);
    expect(prints(letters, "15 days")).toBe(true);
    return { paid: prints(letters, say("invoice.paid")), due: prints(letters, "Due by") };
  };
  const paid = "Visit Done, Work Completed (Payment Collected)";
  const owed = "Visited - Estimate Not Approved / Site Not Ready";
  expect(await stamped(paid!)).toEqual({ paid: true, due: false });
  expect(await stamped(owed!)).toEqual({ paid: false, due: true });
});

test("a paid fee has a receipt, for whoever may have the invoice; an unpaid one has none", async () => {
  const { center, ticket } = await aJob({ bookingFeePaise: fromRupees(99), isPaidByPublic: true });
  const read = async (actor: Parameters<typeof feeReceipt>[0]) =>
    buffer((await feeReceipt(actor, ticket.publicId)).stream);
  await expect(read(asVisitor(ticket.phone))).rejects.toMatchObject({ kind: "missing", key: "receipt.none" });
  const order = await transaction(() =>
    openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
  );
  await transaction(() => rows(sql`update orders set status = 'paid', paid_at = now() where id = ${order.id}`));
  const letters = lettersOf(await read(asVisitor(ticket.phone)));
  for (const words of [say("common.receipt"), say("invoice.paid"), ticket.ticketId, "Meera Nair", order.receipt])
    expect([words, prints(letters, words)]).toEqual([words, true]);
  for (const hidden of [ticket.phone, "Indiranagar"]) expect(prints(letters, hidden)).toBe(false);
  expect((await read(asCenter(center))).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(read(asVisitor())).rejects.toMatchObject({ kind: "unauthenticated" });
  await expect(read(asCenter(await aCenter()))).rejects.toMatchObject({ kind: "missing" });
});

test.each([
  ["Tamil", "தமிழ்ச்செல்வி", "சென்னை", "எண் 4, கோடம்பாக்கம் நெடுஞ்சாலை"],
  ["Telugu", "శ్రీనివాస్ రావు", "హైదరాబాద్", "ఇంటి నం. 12-3, అమీర్‌పేట"],
  ["Kannada", "ಕೃಷ್ಣಮೂರ್ತಿ", "ಬೆಂಗಳೂರು", "ಮನೆ ೧೨, ಶ್ರೀರಂಗಪಟ್ಟಣ"],
  ["Malayalam", "ശ്രീകൃഷ്ണൻ", "തിരുവനന്തപുരം", "വീട് 7, ലക്ഷ്മി ക്ഷേത്രം"],
  ["Bengali", "বন্দ্যোপাধ্যায়", "কলকাতা", "বাড়ি ১২, উৎপল সরণি"],
  ["Gujarati", "શ્રીકૃષ્ણ સૂર્યા", "અમદાવાદ", "ઘર ૧૨, લક્ષ્મી સોસાયટી"],
  ["Gurmukhi", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "ਅੰਮ੍ਰਿਤਸਰ", "ਮਕਾਨ ੧੨, ਸ੍ਰੀ ਰੋਡ"],
  ["Odia", "ଶ୍ରୀକୃଷ୍ଣ", "ଭୁବନେଶ୍ୱର", "ଘର ୧୨, ଲକ୍ଷ୍ମୀ ସାଗର"],
  ["Urdu", "محمد عارف خان", "لکھنؤ", "مکان ۱۲، گلی قاسم"],
  ["Devanagari beyond Hind", "ऴिङ्गम्", "र्‍हाळ", "घर १२, ऒरंगाबाद"],
])(
  "a bill and a receipt for a customer who writes %s print the name and the address",
  async (_, name, city, locality) => {
    const { ticket } = await aClosedJob({ name, city, locality, houseNumber: null, isPaidByPublic: true });
    const bill = lettersOf(await buffer((await invoiceFile(asAdmin(), ticket.publicId)).stream));
    for (const words of [name, city, locality]) expect([words, prints(bill, words)]).toEqual([words, true]);
    const order = await transaction(() =>
      openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
    );
    await transaction(() => rows(sql`update orders set status = 'paid', paid_at = now() where id = ${order.id}`));
    const receipt = lettersOf(await buffer((await feeReceipt(asAdmin(), ticket.publicId)).stream));
    expect(prints(receipt, name)).toBe(true);
  },
);

test("a bill says plainly what no font has", async () => {
  const { ticket } = await aClosedJob({ name: "Anu ★ 😀", locality: "№ 7 → 2nd floor ✓ 5′", city: "Kodagu\u200e" });
  const letters = lettersOf(await buffer((await invoiceFile(asAdmin(), ticket.publicId)).stream));
  for (const words of ["Anu * [emoji]", "No 7 -> 2nd floor [check] 5'", "Kodagu"])
    expect([words, letters.includes(words.replace(/\s/g, ""))]).toEqual([words, true]);
});
