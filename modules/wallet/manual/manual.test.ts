import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { hour, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, asAdmin, asCenter, aTicket } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { leadLeft } from "../ledger/by-hand.ts";
import { payLeadFromWallet, returnLeadFee } from "../ledger/lead-fee.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { entriesBetween, transfer } from "../ledger/transfer.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { refundToSource } from "../refunds/refund-to-source.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { adjustWallet } from "./adjust.ts";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./decide.ts";
import type { AdjustmentKind } from "./input.ts";
import { objectToPenalty, settleObjection } from "./objections.ts";
import { adjustments, adjustmentsToDecide, listAdjustments, ownPenalties } from "./reads.ts";

openDatabase();

const till = openTill();

afterEach(async () => {
  resetClock();
  configure({ secondAdminAboveRupees: 2_000, penaltyCapRupees: 5_000 });
  expect(await ledgerFaults()).toEqual([]);
});

const permissions = ["adjust_wallet", "view_Wallet"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );
const alone = <T>(work: () => Promise<T>) => unitOfWork(work);

let made = 0;
/** A center that paid this lead price from its wallet for a request it accepted, and has nothing left. */
async function aPaidLead(rupees = 49) {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const cause = `lead ${++made} ${ticket.id}`;
  const lead = { centerId: center.id, ticketId: ticket.id };
  if (rupees > 0) {
    const amountPaise = fromRupees(rupees);
    const entries = entriesBetween(amountPaise, "bonus_expense", { centerId: center.id });
    await transfer({ kind: "bonus", cause, entries, actor: system("test") });
    await payLeadFromWallet({ ...lead, amountPaise, cause });
  }
  const ask = (kind: AdjustmentKind, amount: number) => ({
    kind,
    amount,
    ticketId: ticket.publicId,
    centerId: center.id,
    remarks: "The address was wrong",
  });
  return { center, ticket, cause, lead, ask };
}

describe("a refund", () => {
  test("R472 credits the center's wallet at once and says so in the history of request and center", async () => {
    const finance = await anAdjuster();
    const { center, ticket, ask } = await aPaidLead();
    const done = await adjustWallet(finance, ask("Refund", 49));
    expect(done).toMatchObject({ state: "DONE", kind: "Refund", amountPaise: 4900, ticketId: ticket.publicId });
    expect(await walletBalance(center.id)).toBe(4900);
    for (const [subject, id] of [
      ["ticket", ticket.id],
      ["center", center.id],
    ] as const) {
      const [row] = (await historyOf(subject, id)).filter(({ event }) => event === "refund.done");
      expect(row).toMatchObject({ actor_id: finance.adminId, data: { adjustmentId: done.id, amountPaise: 4900 } });
      expect(JSON.stringify(row!.data)).not.toContain("address");
    }
  });

  test("H18 is at most what the center paid for that request, less earlier refunds", async () => {
    const finance = await anAdjuster();
    const { lead, ask, cause } = await aPaidLead(49);
    expect(await refusal(adjustWallet(finance, ask("Refund", 50)))).toBe("conflict adjust.aboveRefund");
    await adjustWallet(finance, ask("Refund", 20));
    expect(await refusal(adjustWallet(finance, ask("Refund", 30)))).toBe("conflict adjust.aboveRefund");
    await adjustWallet(finance, ask("Refund", 29));
    expect(await leadLeft(lead)).toBe(0);
    // The request is taken away afterwards: nothing of the lead price is left to return.
    expect(await returnLeadFee({ ...lead, cause })).toBe(false);
    expect(await walletBalance(lead.centerId)).toBe(4900);
  });

  test("and the automatic return of the lead price together never exceed it", async () => {
    const finance = await anAdjuster();
    const { lead, ask, cause } = await aPaidLead(49);
    await adjustWallet(finance, ask("Refund", 20));
    expect(await returnLeadFee({ ...lead, cause })).toBe(true);
    expect(await returnLeadFee({ ...lead, cause })).toBe(true);
    expect(await walletBalance(lead.centerId)).toBe(4900);
    expect(await refusal(adjustWallet(finance, ask("Refund", 1)))).toBe("conflict adjust.aboveRefund");
  });

  test("of a lead price paid by card goes to the wallet, and then not to the card as well", async () => {
    const finance = await anAdjuster();
    const center = await aCenter();
    const { id: ticketId, publicId } = await anAcceptedTicket(center);
    const order = await till.anOrder({ purpose: "lead_fee", centerId: center.id, ticketId, rupees: 99 });
    await confirmCheckout(asCenter(center), (await till.pay(order.providerOrderId!))!);
    const ask = { kind: "Refund", ticketId: publicId, centerId: center.id, remarks: "Twice" } as const;
    await adjustWallet(finance, { ...ask, amount: 40 });
    expect(await refusal(refundToSource({ orderId: order.id, reason: "cancelled" }))).toBe("conflict refund.inWallet");
    expect(await refusal(adjustWallet(finance, { ...ask, amount: 60 }))).toBe("conflict adjust.aboveRefund");
    await adjustWallet(finance, { ...ask, amount: 59 });
    expect(await walletBalance(center.id)).toBe(9900);
  });

  test("of another center's payment, of an unknown request or for a stranger is refused", async () => {
    const finance = await anAdjuster();
    const { ask, center } = await aPaidLead();
    const stranger = await aCenter();
    const other = { ...ask("Refund", 1), centerId: stranger.id };
    expect(await refusal(adjustWallet(finance, other))).toBe("missing adjust.noCenter");
    expect(await refusal(adjustWallet(finance, { ...ask("Penalty", 1), centerId: stranger.id }))).toBe(
      "missing adjust.noCenter",
    );
    const elsewhere = await aTicket();
    expect(await refusal(adjustWallet(finance, { ...ask("Refund", 1), ticketId: elsewhere.publicId }))).toBe(
      "missing adjust.noCenter",
    );
    expect(await refusal(adjustWallet(finance, { ...ask("Refund", 1), ticketId: "nowhere" }))).toBe(
      "missing ticket.notFound",
    );
    expect(await walletBalance(center.id)).toBe(0);
  });

  test("needs adjust_wallet, which a client's admin never has, nor the system, nor the center itself", async () => {
    const { center, ask } = await aPaidLead();
    const without = asAdmin(await anAdmin({ permissions: ["edit_ticket.full_access"] }), {
      permissions: ["edit_ticket.full_access", "view_Wallet"],
    });
    const client = asAdmin(await anAdmin(), { permissions: ["adjust_wallet"], clientId: center.id });
    for (const actor of [without, client, system("job"), asCenter(center)]) {
      expect(await refusal(adjustWallet(actor, ask("Refund", 1)))).toBe("denied permission.denied");
      expect(await refusal(approveAdjustment(actor, { adjustmentId: center.id }))).toBe("denied permission.denied");
    }
    for (const actor of [without, client]) {
      expect(await refusal(listAdjustments(actor, {}))).toBe("denied permission.denied");
      expect(await refusal(adjustments(actor, { ticketId: "any" }))).toBe("denied permission.denied");
    }
  });

  test("ten at once return no more than was paid", async () => {
    const finance = await anAdjuster();
    const { center, ask } = await aPaidLead(49);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusal(alone(() => adjustWallet(finance, ask("Refund", 20))))),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2);
    expect(await walletBalance(center.id)).toBe(4000);
  });
});

describe("what is above the sum for one admin", () => {
  test("waits for a second one, who is not its author; nothing moves before", async () => {
    const author = await anAdjuster();
    const second = await anAdjuster();
    const { center, ask } = await aPaidLead(3_000);
    const waiting = await adjustWallet(author, ask("Refund", 2_001));
    expect([waiting.state, await walletBalance(center.id)]).toEqual(["WAITING", 0]);
    const which = { adjustmentId: waiting.id };
    expect(await refusal(approveAdjustment(author, which))).toBe("denied adjust.own");
    expect(await refusal(refuseAdjustment(author, { ...which, remarks: "no" }))).toBe("denied adjust.own");
    expect(await refusal(withdrawAdjustment(second, which))).toBe("denied adjust.notOwn");
    expect([await adjustmentsToDecide(second), await adjustmentsToDecide(author)].map((n) => n > 0)).toEqual([
      true,
      false,
    ]);
    expect(await approveAdjustment(second, which)).toMatchObject({ state: "DONE" });
    expect(await walletBalance(center.id)).toBe(200_100);
    for (const again of [() => approveAdjustment(second, which), () => withdrawAdjustment(author, which)])
      expect(await refusal(again())).toBe("conflict adjust.decided");
  });

  test("is not evaded by splitting it", async () => {
    const author = await anAdjuster();
    const { ask } = await aPaidLead(3_000);
    const states = [];
    for (const amount of [1_000, 1_000, 1]) states.push((await adjustWallet(author, ask("Refund", amount))).state);
    expect(states).toEqual(["DONE", "DONE", "WAITING"]);
  });

  test("is checked against the limit again when it is approved", async () => {
    const author = await anAdjuster();
    const second = await anAdjuster();
    const { lead, ask, cause } = await aPaidLead(3_000);
    const { id } = await adjustWallet(author, ask("Refund", 2_500));
    await returnLeadFee({ ...lead, cause });
    expect(await refusal(approveAdjustment(second, { adjustmentId: id }))).toBe("conflict adjust.aboveRefund");
    expect(await walletBalance(lead.centerId)).toBe(300_000);
    expect(await withdrawAdjustment(author, { adjustmentId: id })).toMatchObject({ state: "WITHDRAWN" });
  });

  test("is decided once, whoever comes at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const author = await anAdjuster();
      const one = await anAdjuster();
      const two = await anAdjuster();
      const { center, ask } = await aPaidLead(3_000);
      const { id: adjustmentId } = await adjustWallet(author, ask("Refund", 2_500));
      const answers = await Promise.all([
        refusal(alone(() => approveAdjustment(one, { adjustmentId }))),
        refusal(alone(() => approveAdjustment(two, { adjustmentId }))),
        refusal(alone(() => withdrawAdjustment(author, { adjustmentId }))),
        refusal(alone(() => refuseAdjustment(two, { adjustmentId, remarks: "no" }))),
      ]);
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
      const [row] = await rows<{ state: string }>(sql`select state from adjustments where id = ${adjustmentId}`);
      expect(await walletBalance(center.id)).toBe(row!.state === "DONE" ? 250_000 : 0);
    }
  });

  test("any order of refunds, approvals, withdrawals and returns leaves the center with at most what it paid", async () => {
    const author = await anAdjuster();
    const second = await anAdjuster();
    configure({ secondAdminAboveRupees: 30 });
    const step = fc.oneof(
      fc.record({ do: fc.constant("refund" as const), amount: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ do: fc.constantFrom("approve", "withdraw", "refuse"), pick: fc.nat(9) }),
      fc.constant({ do: "return" as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { center, lead, cause, ask } = await aPaidLead(99);
        const known: string[] = [];
        for (const each of steps) {
          const adjustmentId = "pick" in each ? known[each.pick % (known.length || 1)] : undefined;
          await alone(async () => {
            if (each.do === "return") await returnLeadFee({ ...lead, cause });
            else if ("amount" in each) known.push((await adjustWallet(author, ask("Refund", each.amount))).id);
            else if (!adjustmentId) return;
            else if (each.do === "approve") await approveAdjustment(second, { adjustmentId });
            else if (each.do === "withdraw") await withdrawAdjustment(author, { adjustmentId });
            else await refuseAdjustment(second, { adjustmentId, remarks: "no" });
          }).catch((error) => {
            if (!(error instanceof DomainError)) throw error;
          });
        }
        const balance = await walletBalance(center.id);
        expect(balance).toBeLessThanOrEqual(9900);
        expect(balance + (await leadLeft(lead))).toBe(9900);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a penalty", () => {
  test("takes from the wallet, below zero if need be, up to its cap for the request", async () => {
    const finance = await anAdjuster();
    const second = await anAdjuster();
    const { center, ask } = await aPaidLead(0);
    await adjustWallet(finance, ask("Penalty", 1_500));
    expect(await walletBalance(center.id)).toBe(-150_000);
    expect(await refusal(adjustWallet(finance, ask("Penalty", 3_501)))).toBe("conflict adjust.abovePenalty");
    const { id, state } = await adjustWallet(finance, ask("Penalty", 3_500));
    expect(state).toBe("WAITING");
    expect(await refusal(adjustWallet(second, ask("Penalty", 1)))).toBe("conflict adjust.abovePenalty");
    await approveAdjustment(second, { adjustmentId: id });
    expect(await walletBalance(center.id)).toBe(-500_000);
  });

  test("is objected to once, within 72 hours, by its own center alone", async () => {
    const finance = await anAdjuster();
    const { center, ask } = await aPaidLead(0);
    const { id: adjustmentId } = await adjustWallet(finance, ask("Penalty", 100));
    const { id: later } = await adjustWallet(finance, ask("Penalty", 50));
    const objection = { adjustmentId, text: "Nobody was at home" };
    expect(await refusal(objectToPenalty(asCenter(await aCenter()), objection))).toBe("missing adjust.missing");
    expect(await refusal(objectToPenalty(finance, objection))).toBe("denied permission.denied");
    moveClock(72 * hour - 5_000);
    expect((await ownPenalties(asCenter(center))).map(({ mayObject }) => mayObject)).toEqual([true, true]);
    await objectToPenalty(asCenter(center), objection);
    expect(await refusal(objectToPenalty(asCenter(center), objection))).toBe("conflict objection.already");
    moveClock(72 * hour + 1_000);
    expect(await refusal(objectToPenalty(asCenter(center), { ...objection, adjustmentId: later }))).toBe(
      "conflict objection.late",
    );
    expect((await ownPenalties(asCenter(center))).map(({ mayObject }) => mayObject)).toEqual([false, false]);
    expect(await ownPenalties(asCenter(await aCenter()))).toEqual([]);
  });

  test("is returned to the paisa by an admin who did not take it; rule and decisions stand in the history", async () => {
    const author = await anAdjuster();
    const second = await anAdjuster();
    const { center, ticket, ask } = await aPaidLead(0);
    const { id: adjustmentId } = await adjustWallet(author, ask("Penalty", 1_234));
    const verdict = { adjustmentId, verdict: "RETURNED", remarks: "You were right" } as const;
    expect(await refusal(settleObjection(second, verdict))).toBe("missing adjust.missing");
    await objectToPenalty(asCenter(center), { adjustmentId, text: "We were there" });
    expect(await refusal(settleObjection(author, verdict))).toBe("denied objection.own");
    const both = await Promise.all([
      refusal(alone(() => settleObjection(second, verdict))),
      refusal(alone(() => settleObjection(second, { ...verdict, verdict: "UPHELD" }))),
    ]);
    expect(both.filter((answer) => answer === undefined)).toHaveLength(1);
    const [row] = await rows<{ objection: string }>(sql`select objection from adjustments where id = ${adjustmentId}`);
    expect(await walletBalance(center.id)).toBe(row!.objection === "RETURNED" ? 0 : toPaise(-123_400));
    const entries = (await historyOf("ticket", ticket.id)).filter(({ event }) => event.startsWith("penalty."));
    expect(entries.map(({ event }) => event)).toEqual([
      "penalty.done",
      "penalty.objected",
      row!.objection === "RETURNED" ? "penalty.returned" : "penalty.upheld",
    ]);
    expect(entries[0]!.data).toMatchObject({ capPaise: 500_000, secondAdminAbovePaise: 200_000 });
  });

  test("that stands stays taken, and its center reads why", async () => {
    const author = await anAdjuster();
    const second = await anAdjuster();
    const { center, ask } = await aPaidLead(0);
    const { id: adjustmentId } = await adjustWallet(author, ask("Penalty", 10));
    await objectToPenalty(asCenter(center), { adjustmentId, text: "No" });
    await settleObjection(second, { adjustmentId, verdict: "UPHELD", remarks: "The customer has pictures" });
    expect(await walletBalance(center.id)).toBe(-1_000);
    expect(await ownPenalties(asCenter(center))).toMatchObject([
      { objection: "UPHELD", answer: "The customer has pictures", mayObject: false },
    ]);
  });
});

test("the list shows what waits first of all; phone numbers in texts are hidden from admins who may not see them", async () => {
  const finance = await anAdjuster();
  const { center, ask } = await aPaidLead(0);
  const { id } = await adjustWallet(finance, { ...ask("Penalty", 2_500), remarks: "Call 98765 43210" });
  await adjustWallet(finance, ask("Penalty", 10));
  const mine = async (filter: Parameters<typeof listAdjustments>[1]) =>
    (await listAdjustments(finance, { ...filter, take: 100 })).rows.filter((row) => row.owner.centerId === center.id);
  expect(await mine({})).toHaveLength(2);
  const waiting = await mine({ shown: "toDecide" });
  expect(waiting).toMatchObject([{ id, may: { approve: false, withdraw: true, settle: false } }]);
  expect(waiting[0]!.remarks).not.toContain("43210");
  const seen = (await listAdjustments(asAdmin(await anAdmin()), { shown: "waiting", take: 100 })).rows;
  expect(seen.find((row) => row.id === id)).toMatchObject({ remarks: "Call 98765 43210", may: { approve: true } });
});
