import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import {
  aJob,
  aPhoto,
  aWrongCode,
  closeAs,
  codesOf,
  free,
  fresh,
  type Job,
  notApproved,
  notRepairable,
  notVisited,
  paid,
} from "#modules/testing/work.ts";
import { holdBookingFee, ledgerFaults } from "#modules/wallet/index.ts";
import { addOnsitePicture, closeTicket, trackTicket } from "../index.ts";
import { closureRemarks } from "../labels.ts";
import { AdminCloseTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

const till = openTill();

/** What became of the fee of a request: its transfers, and whether a refund was asked for. */
const feeOf = ({ id }: { id: string }) =>
  row<{ transfers: string[]; refunds: number }>(
    sql`select array(select kind from transfers where ticket_id = ${id} and kind like 'booking_fee%' order by created_at, id) as transfers,
            (select count(*)::int from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${id}) as refunds`,
  );
const earned = { transfers: ["booking_fee", "booking_fee_earned"], refunds: 0 };
const returned = { transfers: ["booking_fee"], refunds: 1 };
const held = { transfers: ["booking_fee"], refunds: 0 };

const paidJob = (fields: Partial<Ticket> = {}) => aPaidJob(till, fields);

const aPicture = async ({ center, ticket }: Job) =>
  addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });

const closeByAdmin = (ticket: Ticket, fields: Record<string, unknown> = {}) =>
  closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, ...fields }));

describe("the booking fee at the closing (fixed point 8)", () => {
  test("is earned by work done, with its picture and code, and is the platform's share", async () => {
    for (const which of ["happy", "unhappy"] as const) {
      const job = await paidJob();
      await aPicture(job);
      await closeAs(job.center, job.ticket, {
        amount: 500,
        closeRemarks: paid,
        code: (await codesOf(job.ticket))[which],
      });
      expect(await feeOf(job.ticket)).toEqual(earned);
      expect(await fresh(job.ticket)).toMatchObject({
        platformSharePaise: 9_900,
        feeHeldAt: null,
        isPaidByPublic: true,
      });
    }
  });

  test.each([notApproved, notRepairable])(
    "with '%s' is earned by a code alone; without one it is held, whatever was photographed",
    async (closeRemarks) => {
      const shown = await paidJob();
      const coded = await paidJob();
      const bare = await paidJob();
      await aPicture(shown);
      await closeAs(shown.center, shown.ticket, { closeRemarks });
      await closeAs(coded.center, coded.ticket, { closeRemarks, code: (await codesOf(coded.ticket)).unhappy });
      await closeAs(bare.center, bare.ticket, { closeRemarks, code: await aWrongCode(bare.ticket) });
      expect(await feeOf(coded.ticket)).toEqual(earned);
      for (const { ticket } of [shown, bare]) {
        expect(await feeOf(ticket)).toEqual(held);
        expect(await fresh(ticket)).toMatchObject({
          feeHeldAt: expect.any(Date),
          isPaidByPublic: true,
          platformSharePaise: 0,
        });
      }
    },
  );

  test("goes back by itself when nobody came, whatever was uploaded and whoever closes", async () => {
    const byCenter = await paidJob();
    const byAdmin = await paidJob();
    await aPicture(byCenter);
    await closeAs(byCenter.center, byCenter.ticket, { closeRemarks: notVisited });
    await closeByAdmin(byAdmin.ticket, { amount: 0, closeRemarks: notVisited });
    for (const { ticket } of [byCenter, byAdmin]) {
      expect(await feeOf(ticket)).toEqual(returned);
      expect((await trackTicket(asVisitor(ticket.phone), ticket.publicId)).feeReturnedPaise).toBe(9_900);
    }
    const { ticket } = byCenter;
    const moneyBack = async (reader: Actor) => (await trackTicket(reader, ticket.publicId)).moneyBack;
    const requested = {
      amountPaise: 9_900,
      requestedAt: expect.any(Date),
      refused: false,
      sentAt: null,
      reference: null,
    };
    expect(await moneyBack(asVisitor(ticket.phone))).toMatchObject(requested);
    await till.work();
    const sent = { amountPaise: 9_900, sentAt: expect.any(Date), reference: expect.stringMatching(/^rfnd_/) };
    expect(await moneyBack(asVisitor(ticket.phone))).toMatchObject(sent);
    // A bare link is read by neighbours, too: not how it was paid, nor the bank's reference.
    expect(await moneyBack(asVisitor())).toMatchObject({ sentAt: expect.any(Date), method: null, reference: null });
    expect((await feeOf(byCenter.ticket))?.transfers).toEqual(["booking_fee", "booking_fee_refund"]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test("of a visit that did not happen has no bill, and no visit charge", async () => {
    const { center, ticket } = await paidJob({ ticketPricePaise: fromRupees(199) });
    const closed = await closeAs(center, ticket, { closeRemarks: notVisited });
    expect(closed).toMatchObject({ status: "CLOSED", closingPricePaise: 0, may: { invoice: false } });
    expect(await rows(sql`select 1 from invoices where ticket_id = ${ticket.id}`)).toEqual([]);
    const { offers, timeline } = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
    expect(offers).toMatchObject({ invoice: false, receipt: false, revisit: false, revisitUntil: null, rebook: true });
    expect(timeline.find(({ step }) => step === "INVOICED")).toMatchObject({ state: "skipped", at: null });
  });

  test("a revisit is free after work that was done, and after no other closing", async () => {
    const done = await paidJob();
    const visited = await paidJob();
    await aPicture(done);
    await closeAs(done.center, done.ticket, { closeRemarks: free, code: (await codesOf(done.ticket)).happy });
    await closeAs(visited.center, visited.ticket, { closeRemarks: notApproved });
    const offersOf = async ({ ticket }: Job) => (await trackTicket(asVisitor(ticket.phone), ticket.publicId)).offers;
    expect(await offersOf(done)).toMatchObject({ revisit: true, revisitUntil: expect.any(Date) });
    expect(await offersOf(visited)).toMatchObject({ revisit: false, revisitUntil: null, rebook: true, invoice: true });
  });

  test("stays held after an admin's closing without a code, and is not on the bill; with a code it is earned", async () => {
    const bare = await paidJob();
    const wrong = await paidJob();
    const coded = await paidJob();
    await aPicture(bare);
    await closeByAdmin(bare.ticket, { closeRemarks: paid });
    await closeByAdmin(wrong.ticket, { code: await aWrongCode(wrong.ticket) });
    await closeByAdmin(coded.ticket, { code: (await codesOf(coded.ticket)).happy });
    for (const { ticket } of [bare, wrong]) {
      expect(await feeOf(ticket)).toEqual(held);
      expect(await fresh(ticket)).toMatchObject({
        feeHeldAt: expect.any(Date),
        isPaidByPublic: true,
        platformSharePaise: 0,
      });
      expect(await row(sql`select total_paise::int as total from invoices where ticket_id = ${ticket.id}`)).toEqual({
        total: 50_000,
      });
    }
    expect(await feeOf(coded.ticket)).toEqual(earned);
    expect((await fresh(coded.ticket)).feeHeldAt).toBeNull();
  });

  test("of a request without a fee is neither held nor returned", async () => {
    const { ticket } = await aJob();
    await closeByAdmin(ticket);
    expect((await fresh(ticket)).feeHeldAt).toBeNull();
    expect(await feeOf(ticket)).toEqual({ transfers: [], refunds: 0 });
  });
});

test("in 500 random closings no fee is earned without a code, and each is earned, returned or held", async () => {
  const template = await paidJob();
  await aPicture(template);
  const { happy, unhappy } = await codesOf(template.ticket);
  const wrong = await aWrongCode(template.ticket);
  const count = 500;
  const tickets = await rows<{ id: string; publicId: string; pictured: boolean }>(
    sql`with made as (
       insert into tickets select (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'public_id', 'random' || n, 'ticket_id', 'random' || n))).*
       from tickets t, generate_series(1, ${count}::int) as n where t.id = ${template.ticket.id} returning id, public_id
     ), ordered as (
       insert into orders select (jsonb_populate_record(o, jsonb_build_object(
         'id', made.id, 'ticket_id', made.id, 'receipt', made.id, 'provider_order_id', made.id))).*
       from orders o, made where o.ticket_id = ${template.ticket.id} returning id
     ), paid as (
       insert into payments select (jsonb_populate_record(p, jsonb_build_object(
         'id', gen_random_uuid(), 'order_id', made.id, 'provider_payment_id', made.id))).*
       from payments p join orders o on o.id = p.order_id, made where o.ticket_id = ${template.ticket.id} returning id
     ), pictured as (
       insert into ticket_pictures select (jsonb_populate_record(p, jsonb_build_object(
         'id', gen_random_uuid(), 'ticket_id', made.id))).*
       from ticket_pictures p, made where p.ticket_id = ${template.ticket.id} and random() < 0.5 returning ticket_id
     ) select id, public_id as "publicId", id in (select ticket_id from pictured) as pictured from made`,
  );
  const any = <T>(choices: readonly T[]) => choices[Math.floor(Math.random() * choices.length)]!;
  const closings = tickets.map(({ id, publicId, pictured }) => ({
    id,
    publicId,
    pictured,
    code: any([undefined, wrong, happy, unhappy]),
    remark: any(closureRemarks),
    byAdmin: Math.random() < 0.4,
  }));
  const closed: typeof closings = [];
  for (const closing of closings) {
    await unitOfWork(async () => {
      await holdBookingFee({
        orderId: closing.id,
        ticketId: closing.id,
        purpose: "booking_fee",
        amountPaise: fromRupees(99),
        centerId: null,
        broadcastId: null,
      });
      const { publicId: ticketId, code, remark: closeRemarks } = closing;
      const fields = { ticketId, amount: 0, ...(code && { code }), closeRemarks };
      await (closing.byAdmin
        ? closeTicket(asAdmin(), AdminCloseTicket.parse(fields))
        : closeAs(template.center, await fresh({ id: closing.id }), fields));
      closed.push(closing);
    }).catch(({ kind }) => expect(kind).toBe("invalid"));
  }
  const ends: Record<string, number> = {};
  for (const closing of closed) {
    const fee = await feeOf(closing);
    const ticket = await fresh(closing);
    const isEarned = fee!.transfers.includes("booking_fee_earned");
    const isReturned = fee!.refunds === 1;
    const isHeld = ticket.feeHeldAt !== null;
    expect(Number(isEarned) + Number(isReturned) + Number(isHeld)).toBe(1);
    if (isEarned) expect(closing.code === happy || closing.code === unhappy).toBe(true);
    if (closing.remark === notVisited) expect(isReturned).toBe(true);
    const end = isEarned ? "earned" : isReturned ? "returned" : "held";
    ends[end] = (ends[end] ?? 0) + 1;
  }
  for (const end of ["earned", "returned", "held"]) expect(ends[end]).toBeGreaterThan(25);
  expect(await ledgerFaults()).toEqual([]);
}, 240_000);
