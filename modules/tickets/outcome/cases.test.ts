import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { day, freezeClock, fromIst, hour, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aClosedJob, codesOf, fresh } from "#modules/testing/work.ts";
import { holdFeeAgain, ledgerFaults, reconcileOrders } from "#modules/wallet/index.ts";
import { openCase } from "../cases/open-case.ts";
import { ticketById } from "../get-ticket.ts";
import {
  answerOutcome,
  appealCase,
  casesList,
  casesToDecide,
  closeTicket,
  countCases,
  decideAppeal,
  decideCase,
  decideHeldFee,
  getCase,
  heldFeesList,
  rateTicket,
  settleOutcomes,
} from "../index.ts";
import {
  AdminCloseTicket,
  AnswerOutcome,
  AppealCase,
  type CaseCause,
  DecideCase,
  DecideHeldFee,
  RateTicket,
} from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();

/** A Wednesday. */
beforeEach(() => freezeClock(fromIst("2026-11-25", "10:00")));
afterEach(async () => {
  resetClock();
  await clearFaults();
  closeCircuits();
});

const admin = async () => asAdmin(await anAdmin());

const open = ({ id }: Ticket, cause: CaseCause = "low_answer") =>
  unitOfWork(() => transaction(async () => (await openCase(await ticketById(id, { lock: true }), cause)).id));
const decision = (caseId: string, decided: string, reason = "Both were called") =>
  DecideCase.parse({ caseId, decision: decided, reason });

/** A closed request with a paid fee: earned with the customer's code, else held. */
async function aPaidClosed({ code = true } = {}): Promise<Ticket> {
  const { ticket } = await aPaidJob(till);
  const { happy } = await codesOf(ticket);
  await closeTicket(
    asAdmin(),
    AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, code: code ? happy : undefined }),
  );
  return fresh(ticket);
}

const moves = async ({ id }: Ticket) =>
  (await rows<{ kind: string }>(sql`select kind from transfers where ticket_id = ${id} order by created_at, id`)).map(
    ({ kind }) => kind,
  );

describe("a case", () => {
  test("is opened once a request, waits 24 working hours, and has the customer's contradiction as its cause", async () => {
    await rows(sql`delete from cases`);
    const { ticket } = await aClosedJob();
    const first = await open(ticket, "unhappy_code");
    expect(await open(ticket, "not_so")).toBe(first);
    expect(await open(ticket, "low_answer")).toBe(first);
    const finance = await admin();
    const line = { caseId: first, ticketId: ticket.publicId, cause: "not_so", state: "open", late: false };
    expect((await casesList.page(finance, { view: "waiting" })).rows).toMatchObject([
      { ...line, dueAt: fromIst("2026-11-27", "14:00") },
    ]);
    expect(await countCases(finance, { view: "waiting" })).toEqual({ n: 1, exact: true });
    moveClock(3 * day);
    expect((await casesList.page(finance, { view: "waiting" })).rows).toMatchObject([{ ...line, late: true }]);
    const events = await rows(sql`select event from history where subject_id = ${ticket.id} and event like '%case%'`);
    expect(events).toEqual([{ event: "ticket.caseOpened" }]);
  });

  test("is opened by an unhappy code and by up to two stars", async () => {
    const unhappy = await aPaidJob(till);
    const code = (await codesOf(unhappy.ticket)).unhappy;
    await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: unhappy.ticket.publicId, amount: 500, code }));
    const causeOf = async ({ id }: Ticket) =>
      (await row<{ cause: string }>(sql`select cause from cases where ticket_id = ${id}`))?.cause;
    expect(await causeOf(unhappy.ticket)).toBe("unhappy_code");
    for (const [rating, cause] of [
      [2, "low_answer"],
      [3, undefined],
    ] as const) {
      const { ticket } = await aClosedJob();
      await rateTicket(asVisitor(ticket.phone), RateTicket.parse({ ticketId: ticket.publicId, rating }));
      expect(await causeOf(ticket)).toBe(cause);
    }
  });

  test("is read by who may edit requests and decided by who may move money, never by who closed or by a client", async () => {
    const closer = await admin();
    const { ticket } = await aPaidJob(till);
    await closeTicket(closer, AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500 }));
    const caseId = await open(ticket);
    await expect(decideCase(closer, decision(caseId, "earned"))).rejects.toMatchObject({ key: "case.ownClosing" });
    expect((await getCase(closer, { caseId })).choices).toEqual([]);
    const clerk = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
    const finance = asAdmin(undefined, { permissions: ["adjust_wallet"] });
    expect(await casesToDecide(clerk)).toBeGreaterThan(0);
    await expect(decideCase(clerk, decision(caseId, "earned"))).rejects.toMatchObject({ kind: "denied" });
    await expect(getCase(finance, { caseId })).rejects.toMatchObject({ kind: "denied" });
    const client = asAdmin(undefined, {
      clientId: ticket.id,
      permissions: ["edit_ticket.full_access"],
    });
    await expect(getCase(client, { caseId })).rejects.toMatchObject({ kind: "denied" });
    await expect(casesList.page(client, { view: "waiting" })).rejects.toMatchObject({ kind: "denied" });
  });
});

describe("its decision", () => {
  test("earns a held fee or returns it, once; the page of held fees leaves it to the case", async () => {
    const earned = await aPaidClosed({ code: false });
    const back = await aPaidClosed({ code: false });
    const finance = await admin();
    for (const [ticket, decided] of [
      [earned, "earned"],
      [back, "returned"],
    ] as const) {
      const caseId = await open(ticket, "not_so");
      const held = { ticketId: ticket.publicId, verdict: "EARNED", remarks: "Seen" };
      await expect(decideHeldFee(finance, DecideHeldFee.parse(held))).rejects.toMatchObject({ key: "heldFee.ofCase" });
      const listed = (await heldFeesList.page(finance, {})).rows.map(({ ticketId }) => ticketId);
      expect(listed).not.toContain(ticket.publicId);
      expect(await getCase(finance, { caseId })).toMatchObject({ fee: "held", choices: ["earned", "returned"] });
      await expect(decideCase(finance, decision(caseId, "none"))).rejects.toMatchObject({ key: "case.choice" });
      await decideCase(finance, decision(caseId, decided));
      await expect(decideCase(finance, decision(caseId, decided))).rejects.toMatchObject({ key: "case.decided" });
    }
    await till.work();
    expect(await moves(earned)).toEqual(["booking_fee", "booking_fee_earned"]);
    expect(await moves(back)).toEqual(["booking_fee", "booking_fee_refund"]);
    expect(await fresh(earned)).toMatchObject({ feeHeldAt: null, isPaidByPublic: true, platformSharePaise: 9_900 });
    expect(await fresh(back)).toMatchObject({ feeHeldAt: null, isPaidByPublic: false, platformSharePaise: 0 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test("leaves an earned fee earned or returns it with a credit note, and of no fee decides no money", async () => {
    const earned = await aPaidClosed();
    const back = await aPaidClosed();
    const { ticket: free } = await aClosedJob();
    const finance = await admin();
    await decideCase(finance, decision(await open(earned), "earned"));
    await decideCase(finance, decision(await open(back), "returned"));
    const caseId = await open(free);
    await expect(decideCase(finance, decision(caseId, "returned"))).rejects.toMatchObject({ key: "case.choice" });
    await decideCase(finance, decision(caseId, "none"));
    await till.work();
    expect(await moves(earned)).toEqual(["booking_fee", "booking_fee_earned"]);
    expect(await moves(back)).toEqual([
      "booking_fee",
      "booking_fee_earned",
      "booking_fee_held_again",
      "booking_fee_refund",
    ]);
    expect(await rows(sql`select kind from fee_papers where ticket_id = ${back.id} order by issued_at, id`)).toEqual([
      { kind: "invoice" },
      { kind: "credit_note" },
    ]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test("earns again what was held again, with another invoice", async () => {
    const ticket = await aPaidClosed();
    const caseId = await open(ticket, "not_so");
    const finance = await admin();
    expect(await holdFeeAgain(finance, { ticketId: ticket.id, cause: "an answer" })).toBe(true);
    expect(await holdFeeAgain(finance, { ticketId: ticket.id, cause: "another one" })).toBe(false);
    expect((await getCase(finance, { caseId })).fee).toBe("held");
    await decideCase(finance, decision(caseId, "earned"));
    expect(await moves(ticket)).toEqual([
      "booking_fee",
      "booking_fee_earned",
      "booking_fee_held_again",
      "booking_fee_earned",
    ]);
    expect(await rows(sql`select kind from fee_papers where ticket_id = ${ticket.id} order by issued_at, id`)).toEqual([
      { kind: "invoice" },
      { kind: "credit_note" },
      { kind: "invoice" },
    ]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test.each(["earned", "returned"] as const)("%s stands whatever the customer answers afterwards", async (decided) => {
    for (const says of [
      { came: "yes", done: "no" },
      { came: "yes", done: "yes" },
    ]) {
      const ticket = await aPaidClosed();
      await decideCase(await admin(), decision(await open(ticket, "unhappy_code"), decided));
      await till.work();
      const before = await moves(ticket);
      const answer = AnswerOutcome.parse({ ticketId: ticket.publicId, ...says });
      expect(await answerOutcome(asVisitor(ticket.phone), answer)).toMatchObject({ came: true });
      expect(await moves(ticket)).toEqual(before);
      expect(await rows(sql`select state from cases where ticket_id = ${ticket.id}`)).toEqual([{ state: "decided" }]);
      expect(await fresh(ticket)).toMatchObject({ feeHeldAt: null });
    }
    expect(await ledgerFaults()).toEqual([]);
  });

  test("returns the money once, whatever is decided and answered while the provider refuses to send it", async () => {
    await setFaults({ calls: ["refund"], refuse: 1 });
    const ticket = await aPaidClosed({ code: false });
    const caseId = await open(ticket, "not_so");
    await decideCase(await admin(), decision(caseId, "returned"));
    await till.work();
    const answer = AnswerOutcome.parse({ ticketId: ticket.publicId, came: "no" });
    await answerOutcome(asVisitor(ticket.phone), answer);
    await appealCase(await admin(), AppealCase.parse({ caseId, reason: "The center appeals" }));
    const other = await admin();
    await expect(decideAppeal(other, decision(caseId, "earned"))).rejects.toMatchObject({ key: "case.choice" });
    await decideAppeal(other, decision(caseId, "none"));
    moveClock(49 * hour);
    await settleOutcomes();
    await clearFaults();
    await reconcileOrders();
    await till.work();
    expect(await moves(ticket)).toEqual(["booking_fee", "booking_fee_refund"]);
    expect(
      await rows(
        sql`select r.status from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${ticket.id}`,
      ),
    ).toEqual([{ status: "processed" }]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test("is one, of ten that are made at once", async () => {
    const ticket = await aPaidClosed({ code: false });
    const caseId = await open(ticket, "not_so");
    const deciders = [await admin(), await admin()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, nth) =>
        unitOfWork(() => decideCase(deciders[nth % 2]!, decision(caseId, nth % 3 ? "earned" : "returned"))),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await till.work();
    expect(await ledgerFaults()).toEqual([]);
  });
});

describe("an appeal", () => {
  test("is made once, within 30 days, and decided by another admin", async () => {
    const ticket = await aPaidClosed({ code: false });
    const caseId = await open(ticket, "not_so");
    const finance = await admin();
    const second = await admin();
    const appeal = AppealCase.parse({ caseId, reason: "The neighbor saw the van" });
    await expect(appealCase(second, appeal)).rejects.toMatchObject({ key: "case.notAppealable" });
    await decideCase(finance, decision(caseId, "earned"));
    moveClock(29 * day);
    await appealCase(second, appeal);
    await expect(appealCase(second, appeal)).rejects.toMatchObject({ key: "case.notAppealable" });
    expect((await casesList.page(second, { view: "waiting" })).rows).toContainEqual(
      expect.objectContaining({ caseId, state: "appealed" }),
    );
    await expect(decideAppeal(finance, decision(caseId, "returned"))).rejects.toMatchObject({
      key: "case.ownDecision",
    });
    await decideAppeal(second, decision(caseId, "returned"));
    await till.work();
    expect(await getCase(second, { caseId })).toMatchObject({
      state: "closed",
      decision: "returned",
      sameAdmin: false,
      decidedBy: finance.name,
      appealDecidedBy: second.name,
      fee: null,
      mayAppeal: false,
    });
    expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: false, platformSharePaise: 0 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test("is too late after that", async () => {
    const { ticket } = await aClosedJob();
    const caseId = await open(ticket);
    const finance = await admin();
    await decideCase(finance, decision(caseId, "none"));
    moveClock(30 * day + hour);
    const appeal = AppealCase.parse({ caseId, reason: "Late" });
    await expect(appealCase(finance, appeal)).rejects.toMatchObject({ key: "case.notAppealable" });
  });

  test("is decided by the same admin where no other one may move money, and marked so", async () => {
    await rows(sql`update admins set is_active = false`);
    const only = await admin();
    const { ticket } = await aClosedJob();
    const caseId = await open(ticket);
    await decideCase(only, decision(caseId, "none"));
    await appealCase(only, AppealCase.parse({ caseId, reason: "The center appeals" }));
    await decideAppeal(only, decision(caseId, "none"));
    expect(await getCase(only, { caseId })).toMatchObject({ state: "closed", sameAdmin: true });
  });
});
