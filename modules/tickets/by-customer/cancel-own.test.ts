import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { deleteCenter, deleteTechnician } from "#modules/centers/index.ts";
import {
  day,
  fromIst,
  fromNow,
  hour,
  istDate,
  minute,
  moveClock,
  now,
  resetClock,
  second,
} from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPriceList, asAdmin, asCenter, asTechnician, asVisitor, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { deletionSettles, fresh, startCodeOf } from "#modules/testing/work.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { ticketCancelled } from "../events.ts";
import {
  acceptBroadcast,
  assignTechnician,
  cancelOwn,
  closeTicket,
  deleteTicket,
  handBack,
  ownCancelTerms,
  startJob,
  startVisit,
  trackTicket,
  undoCancel,
} from "../index.ts";
import { AdminCloseTicket, CancelOwn, HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { settleCancellation } from "./cancel-own.ts";

openDatabase();
const till = openTill();
beforeEach(async () => {
  resetClock();
  await aPriceList();
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const wallet = 100_000;

/** A request with a paid fee, offered to a center with a full wallet. */
async function aRequest(fields: Partial<Ticket> = {}, at?: Center) {
  const { center, ticket } = await aPaidRequest(till, fields, at);
  if (!at) await joiningBonus({ centerId: center.id, amountPaise: fromRupees(wallet / 100) });
  return { center, ticket, customer: asVisitor(ticket.phone) };
}

async function accept(center: Center, { id }: Ticket) {
  const offer = await row<{ id: string }>(
    sql`select id from broadcasts where ticket_id = ${id} and center_id = ${center.id}`,
  );
  await acceptBroadcast(asCenter(center), { broadcastId: offer!.id });
}

/** Opens a center every day from 08:00 to 20:00. */
const openDaily = ({ id }: Center) =>
  rows(sql`insert into center_hours (center_id, weekday, opens, closes)
           select ${id}::uuid, weekday, 480, 1200 from generate_series(1, 7) as weekday`);

/** Cancels by the terms that are shown now. */
async function cancel(ticket: Ticket, more: Partial<CancelOwn> = {}) {
  const customer = asVisitor(ticket.phone);
  const terms = await ownCancelTerms(customer, ticket.publicId);
  const { rule, feePaise } = terms!;
  await cancelOwn(customer, CancelOwn.parse({ ticketId: ticket.publicId, ruleId: rule.id, feePaise, ...more }));
  return terms!;
}

const jobsOf = ({ id }: Ticket) =>
  rows<{ id: string; decision: string }>(
    sql`select j.id, d.id as decision from pgboss.job j join visit_decisions d on d.id::text = j.data->>'decisionId'
      where j.name = ${settleCancellation.name} and d.ticket_id = ${id} and j.state = 'created'`,
  );

/** Lets the time of the undo pass and runs the job, where there is one. */
async function settles(ticket: Ticket) {
  moveClock(10 * second);
  for (const { decision } of await jobsOf(ticket)) await runJob(settleCancellation, { decisionId: decision });
}

const moneyOf = async ({ id }: Ticket) =>
  (
    await rows<{ kind: string }>(
      sql`select kind from transfers where ticket_id = ${id} and kind in
        ('booking_fee_earned', 'booking_fee_refund', 'lead_fee', 'lead_fee_refund') order by kind`,
    )
  ).map(({ kind }) => kind);
const refunds = async ({ id }: Ticket) =>
  (await row<{ n: number }>(
    sql`select count(*)::int as n from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${id}`,
  ))!.n;
const offerStates = async ({ id }: Ticket) =>
  (await rows<{ status: string }>(sql`select status from broadcasts where ticket_id = ${id}`)).map(
    ({ status }) => status,
  );

describe("a customer cancels", () => {
  test("before a center accepts everything goes back, ten seconds later and not before", async () => {
    const news: string[] = [];
    hear(ticketCancelled, async ({ ticketId }) => news.push(ticketId));
    const { ticket } = await aRequest();
    const terms = await cancel(ticket, { reason: "works_again" });
    expect([terms.rule.band, terms.feePaise, terms.feeBackPaise]).toEqual(["before_acceptance", 9_900, 9_900]);
    expect(await fresh(ticket)).toMatchObject({ status: "CANCEL", isPaidByPublic: true });
    expect([await offerStates(ticket), await refunds(ticket), news]).toEqual([["PENDING"], 0, []]);
    await settles(ticket);
    expect(await fresh(ticket)).toMatchObject({ status: "CANCEL", isPaidByPublic: false });
    expect([await offerStates(ticket), await refunds(ticket), news]).toEqual([["TAKEN"], 1, [ticket.id]]);
    const decision = await row(
      sql`select d.state, d.reason, v.version from visit_decisions d join visit_rules r on r.id = d.rule_id
        join visit_rule_versions v on v.id = r.version_id where d.ticket_id = ${ticket.id}`,
    );
    expect(decision).toEqual({ state: "FINAL", reason: "works_again", version: 1 });
  });

  test("three hours before the wanted moment everything goes back, later the fee stays and half of the lead price goes to the center", async () => {
    moveClock(fromIst(istDate(fromNow(day)), "08:30").getTime() - now().getTime());
    const at = fromNow(10 * hour);
    const timed = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: at } as const;
    const early = await aRequest(timed);
    const late = await aRequest(timed);
    await openDaily(early.center);
    await openDaily(late.center);
    await accept(early.center, early.ticket);
    await accept(late.center, late.ticket);
    moveClock(7 * hour - 60 * second);
    expect((await cancel(early.ticket)).rule.band).toBe("early");
    await settles(early.ticket);
    expect([await walletBalance(early.center.id), await refunds(early.ticket)]).toEqual([wallet, 1]);
    moveClock(hour);
    const terms = await cancel(late.ticket);
    expect([terms.rule.band, terms.feeBackPaise, terms.leadBackPaise]).toEqual(["late", 0, 4_950]);
    await settles(late.ticket);
    expect([await walletBalance(late.center.id), await refunds(late.ticket)]).toEqual([wallet - 4_950, 0]);
    expect(await moneyOf(late.ticket)).toEqual(["booking_fee_earned", "lead_fee", "lead_fee_refund"]);
    // An admin's deletion afterwards moves nothing more.
    await deleteTicket(asAdmin(), { ticketId: late.ticket.publicId });
    await deletionSettles(late.ticket);
    expect([await walletBalance(late.center.id), await refunds(late.ticket)]).toEqual([wallet - 4_950, 0]);
  });

  test("the undo leads back to the state before: no message, no money, no job is left", async () => {
    const news: string[] = [];
    hear(ticketCancelled, async ({ ticketId }) => news.push(ticketId));
    const { center, ticket, customer } = await aRequest();
    await accept(center, ticket);
    await cancel(ticket);
    expect((await trackTicket(customer, ticket.publicId)).undoSeconds).toBe(10);
    expect(await jobsOf(ticket)).toHaveLength(1);
    await undoCancel(customer, { ticketId: ticket.publicId });
    await undoCancel(customer, { ticketId: ticket.publicId });
    expect(await jobsOf(ticket)).toEqual([]);
    expect(await fresh(ticket)).toMatchObject({ status: "ACCEPTED", centerId: center.id, cancelledAt: null });
    await settles(ticket);
    expect([await moneyOf(ticket), news]).toEqual([["lead_fee"], []]);
    // It can be cancelled once more.
    await cancel(ticket);
    moveClock(20 * second);
    await expect(undoCancel(customer, { ticketId: ticket.publicId })).rejects.toMatchObject({ key: "cancel.undoOver" });
    await settles(ticket);
    await expect(undoCancel(customer, { ticketId: ticket.publicId })).rejects.toMatchObject({ key: "cancel.undoOver" });
    expect(news).toEqual([ticket.id]);
  });

  test("a confirmation whose rule does not hold any more is refused: accepted meanwhile, or another version", async () => {
    const { center, ticket, customer } = await aRequest();
    const { rule, feePaise } = (await ownCancelTerms(customer, ticket.publicId))!;
    await accept(center, ticket);
    const stale = { ticketId: ticket.publicId, ruleId: rule.id, feePaise };
    await expect(cancelOwn(customer, stale)).rejects.toMatchObject({ key: "cancel.changed" });
    const now = (await ownCancelTerms(customer, ticket.publicId))!;
    await expect(cancelOwn(customer, { ...stale, ruleId: now.rule.id, feePaise: 0 })).rejects.toMatchObject({
      key: "cancel.changed",
    });
    expect((await fresh(ticket)).status).toBe("ACCEPTED");
  });

  test("accepted shortly before the visit it is free for a quarter of an hour, but never after the visit's begin", async () => {
    const begins = fromIst(istDate(fromNow(2 * day)), "10:00");
    const timed = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: begins } as const;
    const acceptedBefore = async (minutes: number) => {
      const { center, ticket, customer } = await aRequest(timed);
      await openDaily(center);
      moveClock(begins.getTime() - minutes * minute - now().getTime());
      await accept(center, ticket);
      return { ticket, customer };
    };
    const { ticket, customer } = await acceptedBefore(60);
    const terms = await ownCancelTerms(customer, ticket.publicId);
    expect(terms).toMatchObject({ rule: { band: "early" }, afterMinutes: 15 });
    expect(terms!.freeUntil!.getTime() - begins.getTime()).toBeCloseTo(-45 * minute, -4);
    moveClock(16 * minute);
    expect(await ownCancelTerms(customer, ticket.publicId)).toMatchObject({ rule: { band: "late" } });
    const last = await acceptedBefore(5);
    expect(await ownCancelTerms(last.customer, last.ticket.publicId)).toMatchObject({ freeUntil: begins });
    resetClock();
    const early = await acceptedBefore(24 * 60);
    expect(await ownCancelTerms(early.customer, early.ticket.publicId)).toMatchObject({
      afterMinutes: null,
      freeUntil: new Date(begins.getTime() - 3 * hour),
    });
  });

  test("while the cancellation or the deletion can be undone, neither center nor technician can be deleted", async () => {
    const { center, ticket, customer } = await aRequest();
    await accept(center, ticket);
    const technician = await aTechnician({ center });
    await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
    const refused = async () => {
      await expect(deleteTechnician(asCenter(center), technician.id)).rejects.toMatchObject({
        key: "technician.hasOpenTickets",
      });
      await expect(deleteCenter(asAdmin(), { centerId: center.id })).rejects.toMatchObject({ key: "center.hasOpen" });
    };
    await cancel(ticket);
    await refused();
    await undoCancel(customer, { ticketId: ticket.publicId });
    await deleteTicket(asAdmin(), { ticketId: ticket.publicId });
    await refused();
    await deletionSettles(ticket);
    await deleteTechnician(asCenter(center), technician.id);
  });

  test("a bare link, another phone, a center and a begun job cancel nothing", async () => {
    const { center, ticket, customer } = await aRequest();
    const { rule, feePaise } = (await ownCancelTerms(customer, ticket.publicId))!;
    const input = { ticketId: ticket.publicId, ruleId: rule.id, feePaise };
    await expect(cancelOwn(asVisitor(), input)).rejects.toMatchObject({ kind: "unauthenticated" });
    await expect(cancelOwn(asVisitor("9812345678"), input)).rejects.toBeInstanceOf(DomainError);
    await expect(cancelOwn(asCenter(center), input)).rejects.toMatchObject({ kind: "denied" });
    await expect(ownCancelTerms(asVisitor(), ticket.publicId)).rejects.toMatchObject({ kind: "denied" });
    await accept(center, ticket);
    const technician = await aTechnician({ center });
    await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
    // A technician's status proves no start.
    await startJob(asTechnician(technician), { ticketId: ticket.publicId });
    expect(await ownCancelTerms(customer, ticket.publicId)).toMatchObject({ rule: { cause: "customer_cancel" } });
    await startVisit(asCenter(center), { ticketId: ticket.publicId, code: await startCodeOf(ticket) });
    expect(await ownCancelTerms(customer, ticket.publicId)).toBeNull();
    await expect(cancelOwn(customer, input)).rejects.toMatchObject({ key: "cancel.started" });
  });
});

/** What a refused act leaves as it was. */
async function tried(act: () => Promise<unknown>) {
  try {
    await unitOfWork(act);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

const acts = ["accept", "cancel", "undo", "settle", "handBack", "close", "late"] as const;

property.prop([fc.array(fc.constantFrom(...acts), { minLength: 3, maxLength: 9 })], { numRuns: 12 })(
  "accept, cancel, undo, hand back and close in any order: one money outcome, and the ledger sums to zero",
  async (order) => {
    resetClock();
    const at = new Date(Date.now() + 10 * hour);
    const { center, ticket, customer } = await aRequest({
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: at,
    });
    const technician = await aTechnician({ center });
    const ticketId = ticket.publicId;
    const steps: Record<(typeof acts)[number], () => Promise<unknown>> = {
      accept: async () => {
        await accept(center, ticket);
        await assignTechnician(asCenter(center), { ticketId, technicianId: technician.id });
      },
      cancel: async () => (await ownCancelTerms(customer, ticketId)) && cancel(ticket),
      undo: () => undoCancel(customer, { ticketId }),
      settle: () => settles(ticket),
      handBack: () => handBack(asCenter(center), HandBackTicket.parse({ ticketId, reason: "too_far" })),
      close: () => closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId, amount: 0 })),
      late: async () => moveClock(8 * hour),
    };
    for (const act of order) await tried(steps[act]);
    moveClock(9 * hour);
    await tried(steps.settle);
    expect(await ledgerFaults()).toEqual([]);
    const { status, isPaidByPublic } = await fresh(ticket);
    const money = await moneyOf(ticket);
    const earned = money.filter((kind) => kind === "booking_fee_earned").length;
    const back = await refunds(ticket);
    // A hand-back that leaves no center returns the fee; else it is held until the request ends.
    expect([earned, back]).toEqual(status === "CANCEL" && isPaidByPublic ? [1, 0] : [0, isPaidByPublic ? 0 : 1]);
    expect(money.filter((kind) => kind === "lead_fee_refund").length).toBeLessThanOrEqual(
      money.filter((kind) => kind === "lead_fee").length,
    );
    const total = await row<{ n: string }>(sql`select coalesce(sum(amount_paise), 0)::text as n from entries`);
    expect(total!.n).toBe("0");
    expect(await row(sql`select 1 from visit_decisions where ticket_id = ${ticket.id} and state = 'UNDOABLE'`)).toBe(
      undefined,
    );
  },
  120_000,
);
