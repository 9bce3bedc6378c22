import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { eraseConsumer, finishErasure } from "#modules/consumers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  aProof,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { lettersOf, prints } from "#modules/testing/pdf.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { earnBookingFee, moved, payLeadFromWallet, returnLeadFee, transfer } from "#modules/wallet/index.ts";
import { feePaperFile, feePapersList, invoiceFile, trackTicket } from "../index.ts";
import { FeePaperSchema } from "./paper.entity.ts";

openDatabase();
const till = openTill();

const configured = { ...env };
beforeEach(() => configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" }));
afterEach(() => {
  configure({ operatorGstin: configured.operatorGstin, operatorStateCode: configured.operatorStateCode });
  resetClock();
});

const accountant = asAdmin(undefined, { permissions: ["view_Wallet"] });
const idOf = async (where: { ticketId: string; kind: "invoice" | "credit_note" }) =>
  (await em().fork().findOneOrFail(FeePaperSchema, where)).id;

/** A lead fee that a center paid and got back. */
async function aReturnedLead() {
  const center = await aCenter({ state: "Delhi" });
  const { id: ticketId, ticketId: number } = await aTicket();
  const entries = moved(fromRupees(500), "received_by_hand", { centerId: center.id });
  await transfer({ kind: "wallet_added", cause: center.id, entries, actor: system("test") });
  const lead = { centerId: center.id, ticketId, cause: rowId() };
  await payLeadFromWallet({ ...lead, amountPaise: fromRupees(99) });
  await returnLeadFee(lead);
  return { center, ticketId, number };
}

/** A fee a customer paid that was earned. */
async function anEarnedFee(fields: { city?: string } = {}) {
  const { center, ticket } = await aPaidRequest(till, { name: "Meera Nair", state: "Karnataka", ...fields });
  await earnBookingFee(ticket.id);
  return { center, ticket, paperId: await idOf({ ticketId: ticket.id, kind: "invoice" }) };
}

test("B6 a credit note prints both parties, its invoice, the tax and the amount in words", async () => {
  const { center, ticketId, number } = await aReturnedLead();
  const { name, stream } = await feePaperFile(asCenter(center), await idOf({ ticketId, kind: "credit_note" }));
  expect(name).toMatch(/^GC-\d\d-\d\d-\d{6}\.pdf$/);
  const letters = lettersOf(await buffer(stream));
  const invoice = await em().fork().findOneOrFail(FeePaperSchema, { ticketId, kind: "invoice" });
  for (const words of [
    say("feePaper.creditNote"),
    invoice.number,
    number,
    center.centerName,
    "29ABCDE1234F1Z5",
    "Delhi (07)",
    "IGST 18 %",
    "₹15.10",
    "₹99.00",
    "Rupees Ninety Nine Only",
    "998599",
  ])
    expect([words, prints(letters, words)]).toEqual([words, true]);
});

test("within a union territory without a legislature a paper and a bill print UTGST; Delhi's print SGST", async () => {
  const printed = async (stateCode: string, state: string) => {
    configure({ operatorGstin: `${stateCode}ABCDE1234F1Z5`, operatorStateCode: stateCode });
    const { center, ticket } = await aPaidRequest(till, { state });
    await earnBookingFee(ticket.id);
    const paper = await feePaperFile(accountant, await idOf({ ticketId: ticket.id, kind: "invoice" }));
    const closed = await aClosedJob({ state }, 500, center);
    const bill = await invoiceFile(asAdmin(), closed.ticket.publicId);
    return Promise.all(
      [paper, bill].map(
        async ({ stream }) => /GST9%.*?((?:SGST|UTGST|IGST)\d+%)/.exec(lettersOf(await buffer(stream)))?.[1],
      ),
    );
  };
  expect(await printed("04", "Chandigarh")).toEqual(["UTGST9%", "UTGST9%"]);
  expect(await printed("07", "Delhi")).toEqual(["SGST9%", "SGST9%"]);
});

test("a paper goes to who bought and to admins with view_Wallet, and does not exist for others", async () => {
  const { center, ticketId } = await aReturnedLead();
  const lead = await idOf({ ticketId, kind: "invoice" });
  const fee = await anEarnedFee();
  const read = async (actor: Parameters<typeof feePaperFile>[0], id: string, proof?: string) =>
    (await feePaperFile(actor, id, proof)).stream.destroy();
  await read(asCenter(center), lead);
  await read(accountant, lead);
  await read(accountant, fee.paperId);
  await read(asVisitor(fee.ticket.phone), fee.paperId);
  await read(asVisitor(), fee.paperId, await aProof({ phone: fee.ticket.phone, purpose: "tracking" }));
  await expect(read(asVisitor(), fee.paperId)).rejects.toMatchObject({ kind: "unauthenticated" });
  const client = await aClient();
  for (const [stranger, id] of [
    [asCenter(await aCenter()), lead],
    [asCenter(fee.center), fee.paperId],
    [asVisitor(fee.ticket.phone), lead],
    [asTechnician(await aTechnician({ center })), lead],
    [asAdmin(undefined, { permissions: ["view_ticket.full_access", "edit_ticket.full_access"] }), lead],
    [asAdmin(undefined, { permissions: ["view_Wallet"], clientId: client.id }), lead],
    [asAdmin(), rowId()],
  ] as const)
    await expect(read(stranger, id)).rejects.toMatchObject({ kind: "missing", key: "feePaper.missing" });
});

test("a customer's name and address are on a paper for who may view requests; view_Wallet alone prints state and pincode", async () => {
  const { ticket, paperId } = await anEarnedFee({ city: "Hubballi" });
  const printed = async (actor: Parameters<typeof feePaperFile>[0]) => {
    const letters = lettersOf(await buffer((await feePaperFile(actor, paperId)).stream));
    return ["Meera Nair", "Indiranagar", "Hubballi", ticket.pincode, "₹99.00"].map((words) => prints(letters, words));
  };
  expect(await printed(accountant)).toEqual([false, false, false, true, true]);
  const desk = asAdmin(undefined, { permissions: ["view_Wallet", "view_ticket.full_access"] });
  for (const reader of [desk, asAdmin(), asVisitor(ticket.phone)])
    expect(await printed(reader)).toEqual([true, true, true, true, true]);
});

test("a center lists its own papers, an accountant all of a period and kind with what they sum up to", async () => {
  freezeClock("2028-05-10T12:00:00+05:30");
  const { center, ticketId } = await aReturnedLead();
  await anEarnedFee();
  const own = (await feePapersList.page(asCenter(center), {})).rows;
  expect(own.map(({ kind, totalPaise }) => [kind, totalPaise])).toEqual([
    ["credit_note", -9_900],
    ["invoice", 9_900],
  ]);
  expect(own[0]!.ofInvoice).toBe(own[1]!.number);
  const may = feePapersList.filter.parse({ from: "2028-05-10", to: "2028-05-10" });
  const all = await feePapersList.page(accountant, may);
  expect(all.rows.map(({ product }) => product)).toEqual(["booking_fee", "lead_fee", "lead_fee"]);
  expect(all.rows.reduce((sum, { totalPaise }) => sum + totalPaise, 0)).toBe(9_900);
  expect((await feePapersList.count!(accountant, { ...may, kind: "credit_note" })).n).toBe(1);
  expect((await feePapersList.page(accountant, { ...may, take: 1 })).next).not.toBeNull();
  const before = feePapersList.filter.parse({ to: "2028-05-09" });
  expect((await feePapersList.page(accountant, before)).rows.some((row) => row.ticketId === ticketId)).toBe(false);
  for (const stranger of [asAdmin(undefined, { permissions: ["view_ticket.full_access"] }), asVisitor()])
    await expect(feePapersList.page(stranger, {})).rejects.toMatchObject({ kind: "denied" });
});

test("the proven phone finds the invoice of its fee on tracking, a holder of the link does not", async () => {
  const { ticket, paperId } = await anEarnedFee();
  const tracked = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
  expect(tracked.feePapers).toMatchObject([{ id: paperId, kind: "invoice" }]);
  expect((await trackTicket(asVisitor(), ticket.publicId)).feePapers).toEqual([]);
});

test("R13 an erasure takes the buyer of a customer's paper; its numbers stay, and the PDF says so", async () => {
  const { ticket, paperId } = await anEarnedFee();
  await rows(sql`update tickets set status = 'CLOSED', closed_at = now() where id = ${ticket.id}`);
  const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
  await runJob(finishErasure, { erasureId: await eraseConsumer(asAdmin(), { consumerId }) });
  expect(await rows(sql`select from fee_paper_buyers where paper_id = ${paperId}`)).toEqual([]);
  const letters = lettersOf(await buffer((await feePaperFile(accountant, paperId)).stream));
  expect([prints(letters, say("invoice.buyerErased")), prints(letters, "₹99.00")]).toEqual([true, true]);
  expect(prints(letters, ticket.name)).toBe(false);
});
