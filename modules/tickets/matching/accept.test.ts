import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, freezeClock, fromNow, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  aTicket,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { cancelTicket } from "../work/cancel.ts";
import { type Accepted, acceptBroadcast, acceptPaid, acceptUnpaid } from "./accept.ts";
import { matchTicket } from "./broadcast.ts";
import { recomputeReasons, storedReasons } from "./match.ts";
import { checkAcceptance, confirmAcceptance } from "./pay-acceptance.ts";
import { rejectBroadcast } from "./reject.ts";
import { expireReservations } from "./reserve.ts";

openDatabase();

const till = openTill();
beforeEach(() => aPriceList());
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const reread = (ticket: Ticket) => ticketById(ticket.id);
/** The states of a ticket's offers, by center name. */
const statesOf = async (ticket: Ticket) =>
  (
    await rows<{ status: string }>(
      sql`select b.status from broadcasts b join centers c on c.id = b.center_id where b.ticket_id = ${ticket.id} order by c.center_name`,
    )
  ).map(({ status }) => status);
const kindsOf = async (ticket: Ticket) =>
  (await rows<{ kind: string }>(sql`select kind from transfers where ticket_id = ${ticket.id} order by kind`)).map(
    ({ kind }) => kind,
  );
const fill = (center: Center, rupees: number) => joiningBonus({ centerId: center.id, amountPaise: fromRupees(rupees) });

/** Two centers and a ticket offered to both. */
async function anOffer({
  paid = false,
  first = {},
  second = {},
}: {
  paid?: boolean;
  first?: object;
  second?: object;
} = {}) {
  const a = await aCenter({ centerName: "A", ...first });
  const b = await aCenter({ centerName: "B", ...second });
  const { ticket, broadcasts } = await aBroadcastTicket([a, b], { paid });
  const [offerA, offerB] = broadcasts.map(({ id }) => ({ broadcastId: id }));
  return { a, b, ticket, offerA: offerA!, offerB: offerB! };
}
function checkoutOf(accepted: Accepted) {
  if (accepted.accepted) throw new Error("accepted without a payment");
  return accepted.payment;
}

describe("an unpaid ticket", () => {
  test("R139 is accepted directly; everybody else has lost it", async () => {
    const { a, b, ticket, offerA, offerB } = await anOffer();
    expect(await acceptUnpaid(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: null });
    expect(await reread(ticket)).toMatchObject({
      status: "ACCEPTED",
      broadcastStatus: "accepted after broadcast",
      centerId: a.id,
      isPaidByTechnician: false,
    });
    expect(await statesOf(ticket)).toEqual(["ACCEPTED", "TAKEN"]);
    await expect(acceptUnpaid(asCenter(b), offerB)).rejects.toMatchObject({ kind: "conflict", key: "broadcast.taken" });
    expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toEqual([
      "broadcast.accepted",
      "ticket.accepted",
    ]);
  });
  test("accepting again is harmless", async () => {
    const { a, offerA } = await anOffer();
    await acceptBroadcast(asCenter(a), offerA);
    expect(await acceptBroadcast(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: null });
  });
  test("fixed point 6: C046 on it is a conflict, and it stays open", async () => {
    const { a, ticket, offerA } = await anOffer();
    await expect(acceptPaid(asCenter(a), offerA)).rejects.toMatchObject({
      kind: "conflict",
      key: "broadcast.noPayment",
    });
    expect(await statesOf(ticket)).toEqual(["PENDING", "PENDING"]);
  });
  test("H13 another center's offer does not exist", async () => {
    const { b, offerA } = await anOffer();
    await expect(acceptUnpaid(asCenter(b), offerA)).rejects.toMatchObject({ kind: "missing" });
    await expect(rejectBroadcast(asCenter(b), offerA)).rejects.toMatchObject({ kind: "missing" });
    await expect(acceptUnpaid(asAdmin(), offerA)).rejects.toMatchObject({ kind: "denied" });
  });
  test("a cancelled ticket is not accepted any more", async () => {
    const { a, ticket, offerA } = await anOffer();
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    await expect(acceptUnpaid(asCenter(a), offerA)).rejects.toMatchObject({ kind: "conflict" });
    expect(await statesOf(ticket)).toEqual(["TAKEN", "TAKEN"]);
  });
});

describe("the accepting center is looked at again", () => {
  test("Q100 disabled for tickets since the offer", async () => {
    const { a, offerA } = await anOffer({ first: { broadcastDisabled: true } });
    await expect(acceptUnpaid(asCenter(a), offerA)).rejects.toMatchObject({ key: "broadcast.disabled" });
  });
  test("subscription and trial over", async () => {
    const { a, offerA } = await anOffer({ first: { createdAt: fromNow(-16 * day) } });
    await expect(acceptUnpaid(asCenter(a), offerA)).rejects.toMatchObject({ key: "broadcast.subscriptionOver" });
  });
  test("at its limit of open tickets, also when it accepts many at once", async () => {
    const center = await aCenter({ ticketAcceptLimit: 3 });
    await anAcceptedTicket(center);
    const offers = await Promise.all(Array.from({ length: 6 }, () => unitOfWork(() => aBroadcastTicket([center]))));
    const tries = await Promise.allSettled(
      offers.map(({ broadcasts }) =>
        unitOfWork(() => acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id })),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const one of tries)
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({ key: "broadcast.capacity", params: { limit: 3 } });
  });
  test("reservations count as open tickets", async () => {
    const center = await aCenter({ ticketAcceptLimit: 1 });
    const one = await aBroadcastTicket([center], { paid: true });
    const two = await aBroadcastTicket([center]);
    await acceptPaid(asCenter(center), { broadcastId: one.broadcasts[0]!.id });
    const second = { broadcastId: two.broadcasts[0]!.id };
    await expect(acceptUnpaid(asCenter(center), second)).rejects.toMatchObject({ key: "broadcast.capacity" });
  });
});

describe("a ticket the public paid for", () => {
  test("fixed point 6: C047 on it is a conflict", async () => {
    const { a, offerA } = await anOffer({ paid: true });
    await expect(acceptUnpaid(asCenter(a), offerA)).rejects.toMatchObject({
      kind: "conflict",
      key: "broadcast.payFirst",
    });
  });
  test("R138 fixed point 6: the wallet pays when it covers the price, and the ticket is accepted", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    await fill(a, 100);
    expect(await acceptPaid(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: "wallet" });
    expect(await walletBalance(a.id)).toBe(100);
    expect(await reread(ticket)).toMatchObject({ status: "ACCEPTED", isPaidByTechnician: true, centerId: a.id });
    expect(await kindsOf(ticket)).toEqual(["lead_fee"]);
    expect(await acceptPaid(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: "wallet" });
    expect(await walletBalance(a.id)).toBe(100);
  });
  test("a subscribed center pays the subscribed price", async () => {
    const { a, offerA } = await anOffer({ paid: true, first: { subscribeEndDate: fromNow(day) } });
    await fill(a, 49);
    await acceptPaid(asCenter(a), offerA);
    expect(await walletBalance(a.id)).toBe(0);
  });
  test("R138 R141 otherwise it is reserved for ten minutes, paid by card, and 'Payment successfully'", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const { a, b, ticket, offerA, offerB } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    expect(payment).toMatchObject({
      amount: 9900,
      currency: "INR",
      id: expect.stringMatching(/^order_/),
      reserved_until: new Date("2026-11-21T10:10:00Z"),
    });
    expect(await statesOf(ticket)).toEqual(["RESERVED", "PENDING"]);
    await expect(acceptPaid(asCenter(b), offerB)).rejects.toMatchObject({
      kind: "conflict",
      key: "broadcast.reserved",
      params: { time: "15:40" },
    });
    const done = await confirmAcceptance(asCenter(a), (await till.pay(payment.id))!);
    expect(done).toMatchObject({ state: "paid", accepted: true });
    expect(say(done.message)).toBe("Payment successfully");
    expect(await reread(ticket)).toMatchObject({ status: "ACCEPTED", centerId: a.id, isPaidByTechnician: true });
    expect(await statesOf(ticket)).toEqual(["ACCEPTED", "TAKEN"]);
    expect(await kindsOf(ticket)).toEqual(["lead_fee"]);
    expect(await walletBalance(a.id)).toBe(0);
    expect(await acceptBroadcast(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: "card" });
  });
  test("a payment that fails is tried again on the same order and succeeds", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    expect(await till.pay(payment.id, "failure")).toBeUndefined();
    const failed = await checkAcceptance(asCenter(a), offerA);
    expect(failed).toMatchObject({ state: "failed", accepted: false, message: "broadcast.paymentFailed" });
    expect(await statesOf(ticket)).toEqual(["RESERVED", "PENDING"]);
    const again = checkoutOf(await acceptPaid(asCenter(a), offerA));
    expect(again).toEqual(payment);
    const done = await confirmAcceptance(asCenter(a), (await till.pay(again.id))!);
    expect(done.accepted).toBe(true);
  });
  test("webhook and callback together accept once", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    const callback = (await till.pay(payment.id))!;
    await till.settled();
    await Promise.all([
      unitOfWork(() => confirmAcceptance(asCenter(a), callback)),
      unitOfWork(() => checkAcceptance(asCenter(a), offerA)),
      till.deliver(...till.sent, ...till.sent),
    ]);
    expect((await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.accepted")).toHaveLength(1);
    expect(await kindsOf(ticket)).toEqual(["lead_fee"]);
  });
  test("another center cannot confirm it", async () => {
    const { a, b, offerA } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    const callback = (await till.pay(payment.id))!;
    await expect(confirmAcceptance(asCenter(b), callback)).rejects.toMatchObject({ kind: "missing" });
    await expect(checkAcceptance(asCenter(b), offerA)).rejects.toMatchObject({ kind: "missing" });
  });
  test("a forged callback accepts nothing", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    const forged = { providerOrderId: payment.id, providerPaymentId: "pay_x", signature: "0".repeat(64) };
    await expect(confirmAcceptance(asCenter(a), forged)).rejects.toMatchObject({ kind: "invalid" });
    expect((await reread(ticket)).status).toBe("PENDING");
  });
  test("a wallet filled meanwhile pays the running reservation, and the card order is not needed", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(a), offerA));
    await fill(a, 99);
    expect(await acceptPaid(asCenter(a), offerA)).toEqual({ accepted: true, paidFrom: "wallet" });
    const late = await confirmAcceptance(asCenter(a), (await till.pay(payment.id))!);
    expect(late).toMatchObject({ accepted: false, message: "broadcast.paidLate" });
    expect(await walletBalance(a.id)).toBe(9900);
    expect(await kindsOf(ticket)).toEqual(["late_payment", "lead_fee"]);
  });
  test("R14 a provider that is down gives the reservation up, so that others may try", async () => {
    const { a, ticket, offerA } = await anOffer({ paid: true });
    const dead = createServer((request) => request.destroy());
    await new Promise<void>((listening) => dead.listen(0, "127.0.0.1", listening));
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: `http://127.0.0.1:${(dead.address() as AddressInfo).port}` });
    await expect(acceptPaid(asCenter(a), offerA)).rejects.toMatchObject({ kind: "unavailable" });
    configure({ paymentBaseUrl });
    dead.close();
    expect(await statesOf(ticket)).toEqual(["PENDING", "PENDING"]);
  });
});

describe("a reservation that is over", () => {
  const expired = async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const offer = await anOffer({ paid: true });
    const payment = checkoutOf(await acceptPaid(asCenter(offer.a), offer.offerA));
    moveClock(10 * minute);
    return { ...offer, payment };
  };
  test("is freed by the sweep, not a second earlier", async () => {
    const { ticket } = await expired();
    moveClock(-1);
    await expireReservations();
    expect(await statesOf(ticket)).toEqual(["RESERVED", "PENDING"]);
    moveClock(1);
    expect(await expireReservations()).toBeGreaterThan(0);
    expect(await statesOf(ticket)).toEqual(["PENDING", "PENDING"]);
    expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toEqual([
      "broadcast.reserved",
      "broadcast.released",
    ]);
    expect(await expireReservations()).toBe(0);
  });
  test("does not hold others up until the sweep comes", async () => {
    const { b, ticket, offerB } = await expired();
    await fill(b, 99);
    expect(await acceptPaid(asCenter(b), offerB)).toEqual({ accepted: true, paidFrom: "wallet" });
    expect(await statesOf(ticket)).toEqual(["TAKEN", "ACCEPTED"]);
  });
  test("and a payment that comes too late goes back to the wallet by itself", async () => {
    const { a, b, ticket, offerB, payment } = await expired();
    await expireReservations();
    await fill(b, 99);
    await acceptPaid(asCenter(b), offerB);
    const late = await confirmAcceptance(asCenter(a), (await till.pay(payment.id))!);
    expect(late).toMatchObject({ state: "paid", accepted: false, message: "broadcast.paidLate" });
    expect(await walletBalance(a.id)).toBe(9900);
    expect((await reread(ticket)).centerId).toBe(b.id);
  });
  test("may be taken again by the same center when the others had ten minutes, on the same order", async () => {
    const { a, ticket, offerA, payment } = await expired();
    await expect(acceptPaid(asCenter(a), offerA)).rejects.toMatchObject({
      kind: "conflict",
      key: "broadcast.rivalsFirst",
      params: { time: "15:50" },
    });
    moveClock(10 * minute);
    const again = checkoutOf(await acceptPaid(asCenter(a), offerA));
    expect(again.id).toBe(payment.id);
    expect(again.reserved_until).toEqual(new Date("2026-11-21T10:30:00Z"));
    await confirmAcceptance(asCenter(a), (await till.pay(again.id))!);
    expect((await reread(ticket)).centerId).toBe(a.id);
  });
  test("a cancelled ticket's payment goes to the wallet, the fee to its source", async () => {
    const { a, ticket, payment } = await expired();
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    await confirmAcceptance(asCenter(a), (await till.pay(payment.id))!);
    expect(await walletBalance(a.id)).toBe(9900);
  });
});

describe("rejecting", () => {
  test("R140 ends the offer for this center only; again is harmless", async () => {
    const { a, ticket, offerA } = await anOffer();
    expect((await rejectBroadcast(asCenter(a), offerA)).status).toBe("REJECTED");
    expect((await rejectBroadcast(asCenter(a), offerA)).status).toBe("REJECTED");
    expect(await statesOf(ticket)).toEqual(["REJECTED", "PENDING"]);
    await expect(acceptUnpaid(asCenter(a), offerA)).rejects.toMatchObject({ key: "broadcast.rejectedAlready" });
  });
  test("changes the reason of this center and of no other, and it can be recomputed", async () => {
    const service = await aService();
    const pincode = aPincode();
    const a = await aCenter({ services: [service], pincodes: [pincode] });
    const b = await aCenter({ services: [service], pincodes: [pincode] });
    const ticket = await aTicket({ serviceId: service.id, pincode });
    await transaction(async () => matchTicket(system("test"), await ticketById(ticket.id, { lock: true })));
    const offers = await rows<{ id: string; center_id: string }>(
      sql`select id, center_id from broadcasts where ticket_id = ${ticket.id}`,
    );
    await rejectBroadcast(asCenter(a), { broadcastId: offers.find(({ center_id }) => center_id === a.id)!.id });
    const reasons = await storedReasons(ticket.id);
    expect(new Map(reasons.map(({ centerId, reason }) => [centerId, reason]))).toEqual(
      new Map([
        [a.id, "refused"],
        [b.id, "offered"],
      ]),
    );
    expect(await recomputeReasons(await ticketById(ticket.id))).toEqual(reasons);
  });
  test("what is taken or accepted is not rejected", async () => {
    const { a, b, offerA, offerB } = await anOffer();
    await acceptUnpaid(asCenter(a), offerA);
    await expect(rejectBroadcast(asCenter(a), offerA)).rejects.toMatchObject({ key: "broadcast.acceptedAlready" });
    await expect(rejectBroadcast(asCenter(b), offerB)).rejects.toMatchObject({ key: "broadcast.taken" });
  });
  test("when the last center refuses, no center is left", async () => {
    const { a, b, ticket, offerA, offerB } = await anOffer();
    await rejectBroadcast(asCenter(a), offerA);
    expect((await reread(ticket)).serviceAvailable).toBe(true);
    await rejectBroadcast(asCenter(b), offerB);
    expect((await reread(ticket)).serviceAvailable).toBe(false);
  });
});

describe("many centers race", () => {
  /** All centers accept all tickets at once; returns who won which ticket. */
  async function race({ paid, centers, tickets }: { paid: boolean; centers: number; tickets: number }) {
    const racers = await Promise.all(Array.from({ length: centers }, () => unitOfWork(() => aCenter())));
    if (paid) for (const center of racers) await fill(center, 99 * tickets);
    const offers = [];
    for (let number = 0; number < tickets; number++) offers.push(await aBroadcastTicket(racers, { paid }));
    const tries = offers.flatMap(({ broadcasts }) =>
      broadcasts.map((broadcast) => ({
        center: racers.find(({ id }) => id === broadcast.centerId)!,
        broadcastId: broadcast.id,
      })),
    );
    const answers = await Promise.allSettled(
      tries
        .toSorted((left, right) => left.broadcastId.slice(-6).localeCompare(right.broadcastId.slice(-6)))
        .map(({ center, broadcastId }) => unitOfWork(() => acceptBroadcast(asCenter(center), { broadcastId }))),
    );
    return { racers, offers, answers };
  }

  test.each([false, true])(
    "for several tickets (paid: %s): exactly one winner each, losers are never charged",
    async (paid) => {
      const { racers, offers, answers } = await race({ paid, centers: 20, tickets: 5 });
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      for (const answer of answers)
        if (answer.status === "rejected") expect(answer.reason).toMatchObject({ kind: "conflict" });
      for (const { ticket } of offers) {
        const states = await statesOf(ticket);
        expect(states.filter((state) => state === "ACCEPTED")).toHaveLength(1);
        expect(states.filter((state) => state === "TAKEN")).toHaveLength(19);
        expect(await kindsOf(ticket)).toEqual(paid ? ["lead_fee"] : []);
      }
      if (!paid) return;
      for (const { id } of racers) {
        const won = await row<{ count: number }>(
          sql`select count(*)::int as count from tickets where center_id = ${id}`,
        );
        expect(await walletBalance(id)).toBe(9900 * (5 - won!.count));
      }
    },
  );

  test("two who reserve and pay by card at the same moment: one wins, nobody is charged twice", async () => {
    const { a, b, ticket, offerA, offerB } = await anOffer({ paid: true });
    const answers = await Promise.allSettled([
      unitOfWork(() => acceptPaid(asCenter(a), offerA)),
      unitOfWork(() => acceptPaid(asCenter(b), offerB)),
    ]);
    const won = answers.flatMap((answer) => (answer.status === "fulfilled" ? [checkoutOf(answer.value)] : []));
    expect(won).toHaveLength(1);
    await till.pay(won[0]!.id);
    await till.settled();
    await Promise.all([till.deliver(...till.sent), till.deliver(...till.sent)]);
    expect((await statesOf(ticket)).sort()).toEqual(["ACCEPTED", "TAKEN"]);
    expect(await kindsOf(ticket)).toEqual(["lead_fee"]);
  });

  test("acceptance against cancellation: one of them, and the fee is not lost", async () => {
    const { a, ticket, offerA } = await anOffer();
    const [accepted, cancelled] = await Promise.allSettled([
      unitOfWork(() => acceptUnpaid(asCenter(a), offerA)),
      unitOfWork(() => cancelTicket(system("test"), { ticketId: ticket.publicId })),
    ]);
    expect(cancelled.status).toBe("fulfilled");
    expect((await reread(ticket)).status).toBe("CANCEL");
    if (accepted.status === "rejected") expect(accepted.reason).toMatchObject({ kind: "conflict" });
  });
});

test("the database itself refuses two winners of one ticket", async () => {
  const { ticket } = await anOffer();
  const both = transaction(() => rows(sql`update broadcasts set status = 'ACCEPTED' where ticket_id = ${ticket.id}`));
  await expect(both).rejects.toThrow(/broadcasts_one_winner/);
  expect(await statesOf(ticket)).toEqual(["PENDING", "PENDING"]);
});

test("every center that was asked hears at once who has the ticket", async () => {
  const { a, offerA, ticket } = await anOffer();
  await rows(sql`delete from live_outbox`);
  await acceptUnpaid(asCenter(a), offerA);
  const news = await rows<{ topic: string }>(
    sql`select distinct topic from live_outbox, unnest(topics) as topic where topic not like 'job:%' order by topic`,
  );
  const centers = await rows<{ topic: string }>(
    sql`select 'center:' || center_id as topic from broadcasts where ticket_id = ${ticket.id}`,
  );
  expect(new Set(news.map(({ topic }) => topic))).toEqual(
    new Set(["requests", `ticket:${ticket.publicId}`, ...centers.map(({ topic }) => topic)]),
  );
});
