import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { jobs } from "#modules/index.ts";
import { minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { work } from "#modules/kernel/work/jobs.server.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { deletionSettles } from "#modules/testing/work.ts";
import {
  joiningBonus,
  ledgerFaults,
  orderOfBroadcast,
  receiveWebhook,
  reconcileOrders,
  refundToSource,
  walletBalance,
} from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { acceptPaid } from "../matching/accept.ts";
import { confirmAcceptance } from "../matching/pay-acceptance.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket } from "../work/delete.ts";
import { bookTicket } from "./book.ts";
import { confirmBooking, confirmBookingWithProvider, payBooking } from "./pay-booking.ts";

openDatabase();

/** The product's own timeout, read before the test setup (`openTill`) raises it. */
const { paymentPatienceMs } = env;
const till = openTill();
let market: { serviceId: string; pincode: string };
beforeAll(async () => {
  await aPriceList();
  const service = await aService();
  market = { serviceId: service.id, pincode: aPincode() };
  await aCenter({ services: [service], pincodes: [market.pincode] });
});
afterEach(async () => {
  await clearFaults();
  closeCircuits();
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const bookingInput = async (phone = aPhone()) => ({
  ...market,
  name: "Meera Nair",
  phone,
  houseNumber: "221",
  city: "Bengaluru",
  state: "Karnataka",
  timePreference: { type: "IMMEDIATELY" as const },
  offerCode: "GHARSEVA2025",
  proof: await aProof({ phone }),
});
const aBooking = async () => bookTicket(asVisitor(), await bookingInput());
const confirmed = { status: "PENDING", isPaidByPublic: true, broadcastStatus: "broadcasted" };

describe("R5 a payment whose browser died", () => {
  test("is a confirmed booking within a minute of the webhook, by the worker alone", async () => {
    const { ticket, payment } = await aBooking();
    await till.pay(payment!.order_id);
    await till.settled();
    const worker = await work(jobs, []);
    const startedAt = performance.now();
    for (const webhook of till.sent) await unitOfWork(() => receiveWebhook(webhook));
    await expect
      .poll(() => unitOfWork(() => ticketById(ticket.id)), { timeout: 25_000, interval: 50 })
      .toMatchObject(confirmed);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await worker.stop();
  });

  test("is one within the reconciler's period without any webhook: fifteen minutes and a sweep", async () => {
    const { ticket, payment } = await aBooking();
    await till.pay(payment!.order_id);
    moveClock(14 * minute);
    await reconcileOrders();
    expect(await ticketById(ticket.id)).toMatchObject({ isPaidByPublic: false, broadcastStatus: null });
    moveClock(2 * minute);
    await reconcileOrders();
    expect(await ticketById(ticket.id)).toMatchObject(confirmed);
  });

  test("is one when the provider was out of order at the webhook: the next sweep finds it", async () => {
    const { ticket, payment } = await aBooking();
    await till.pay(payment!.order_id);
    await till.settled();
    await setFaults({ fail: 1 });
    await expect(till.deliver(...till.sent)).rejects.toMatchObject({ kind: "unavailable" });
    moveClock(16 * minute);
    await reconcileOrders();
    await clearFaults();
    closeCircuits();
    moveClock(minute);
    await reconcileOrders();
    expect(await ticketById(ticket.id)).toMatchObject(confirmed);
  });
});

/** The result of some work and its duration in milliseconds. */
async function timed<T>(work: () => Promise<T>) {
  const began = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - began };
}

/** How long a booking takes now with a responsive provider, so that a slow machine is not blamed on the provider. */
async function usually(bookings = 1) {
  const inputs = await Promise.all(Array.from({ length: bookings }, () => bookingInput()));
  const booked = inputs.map((one) => timed(() => unitOfWork(() => bookTicket(asVisitor(), one))));
  return Math.max(...(await Promise.all(booked)).map(({ ms }) => ms));
}

describe("R14 a booking while the provider", () => {
  test("is slow answers within a second and can be paid later; the circuit opens within ten seconds and closes by itself", async () => {
    const usual = await usually(5);
    const { paymentPatienceMs: patient } = env;
    configure({ paymentPatienceMs });
    onTestFinished(() => configure({ paymentPatienceMs: patient }));
    await setFaults({ slow: 1, slowMs: 30_000 });
    const began = performance.now();
    const inputs = await Promise.all(Array.from({ length: 5 }, () => bookingInput()));
    const booked = await Promise.all(inputs.map((one) => timed(() => unitOfWork(() => bookTicket(asVisitor(), one)))));
    for (const { answer, ms } of booked) {
      expect(ms - usual).toBeLessThan(1_000);
      expect(answer).toMatchObject({ payment: null, message: "booking.completePayment" });
    }
    const [{ answer }] = booked as [(typeof booked)[0]];
    const ticketId = answer.ticket.publicId;
    const later = () => unitOfWork(() => payBooking(asVisitor(), { ticketId }));
    const { answer: refusal, ms } = await timed(() => later().catch((error) => error));
    expect(refusal).toMatchObject({ kind: "unavailable", key: "payment.unavailable" });
    expect(ms - usual).toBeLessThan(1_000);

    // An open circuit refuses at once.
    const atOnce = async () => (await timed(() => later().catch(() => undefined))).ms < paymentPatienceMs / 2;
    await expect.poll(atOnce, { timeout: 10_000, interval: 250 }).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await timed(aBooking)).ms - usual).toBeLessThan(1_000);

    await clearFaults();
    // Slow calls that are still running fail later and open the circuit again: each try looks ten more seconds ahead.
    const real = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
    onTestFinished(() => void clock.mockRestore());
    const tenSecondsOn = () => {
      ahead += 10_000;
      return later();
    };
    expect(await vi.waitFor(tenSecondsOn, { timeout: 20_000, interval: 250 })).toMatchObject({ amount: 9900 });
  });

  test.each([
    ["is out of order", { fail: 1 }],
    ["cuts the connection", { cut: 1 }],
    ["cuts it after the order was made", { cut: 1, done: 1 }],
    ["refuses", { refuse: 1 }],
    ["lies", { lie: 1, lies: ["amount" as const] }],
  ])("%s is kept, answers within a second, and is paid later", async (_what, plan) => {
    const usual = await usually();
    await setFaults(plan);
    const { answer, ms } = await timed(aBooking);
    expect(ms - usual).toBeLessThan(1_000);
    expect(answer).toMatchObject({ payment: null, message: "booking.completePayment" });
    const ticketId = answer.ticket.publicId;
    await clearFaults();
    closeCircuits();
    // Both ways lead to the checkout: the page requests it, an API caller asks for the state of the payment.
    const { payment } = await confirmBookingWithProvider(asVisitor(), { ticketId });
    expect(payment).toEqual(await payBooking(asVisitor(), { ticketId }));
    const paid = await confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);
    expect(paid).toMatchObject({ state: "paid", message: "booking.created" });
  });

  test("is slow when the customer comes back from it says that it is being confirmed, and a job confirms it", async () => {
    const { ticket, payment } = await aBooking();
    const callback = (await till.pay(payment!.order_id))!;
    await setFaults({ slow: 1, slowMs: 4_000 });
    const { answer, ms } = await timed(() => confirmBooking(asVisitor(), callback));
    expect(answer).toMatchObject({ state: "pending", message: "booking.paymentPending" });
    expect(ms).toBeLessThan(4_000);
    await clearFaults();
    await till.work();
    expect(await ticketById(ticket.id)).toMatchObject(confirmed);
  });
});

describe("the lead price of a center whose accepted ticket is taken away", () => {
  async function accepted(from: "wallet" | "card") {
    const center = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([center], { paid: true });
    const broadcastId = broadcasts[0]!.id;
    if (from === "wallet") await joiningBonus({ centerId: center.id, amountPaise: 10_000 as never });
    const step = await acceptPaid(asCenter(center), { broadcastId });
    if (!step.accepted) await confirmAcceptance(asCenter(center), (await till.pay(step.payment.id))!);
    expect(await ticketById(ticket.id)).toMatchObject({ status: "ACCEPTED", isPaidByTechnician: true });
    return { center, ticket, broadcastId, before: await walletBalance(center.id) };
  }
  const leadKinds = async (ticketId: string) =>
    (
      await rows<{ kind: string }>(sql`select kind from transfers where ticket_id = ${ticketId} and kind like 'lead%'`)
    ).map(({ kind }) => kind);

  test.each(["wallet", "card"] as const)("goes back into its wallet, once, when it was paid by %s", async (from) => {
    const { center, ticket, before } = await accepted(from);
    await Promise.allSettled(
      [1, 2, 3].map(() => unitOfWork(() => cancelTicket(asAdmin(), { ticketId: ticket.publicId }))),
    );
    expect((await walletBalance(center.id)) - before).toBe(9900);
    expect((await leadKinds(ticket.id)).sort()).toEqual(["lead_fee", "lead_fee_refund"]);
    expect(await ticketById(ticket.id)).toMatchObject({ status: "CANCEL", isPaidByTechnician: false });
    expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toContain("ticket.leadReturned");
  });

  test("goes back when an admin deletes the ticket, too", async () => {
    const { center, ticket, before } = await accepted("wallet");
    await deleteTicket(asAdmin(), { ticketId: ticket.publicId });
    expect(await walletBalance(center.id)).toBe(before);
    await deletionSettles(ticket);
    expect((await walletBalance(center.id)) - before).toBe(9900);
  });

  test("that is back in the wallet is not refunded to the card as well", async () => {
    const { ticket, broadcastId } = await accepted("card");
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    const order = (await orderOfBroadcast(broadcastId))!;
    await expect(refundToSource({ orderId: order.id, reason: "again" })).rejects.toMatchObject({
      key: "refund.inWallet",
    });
  });

  test("that goes back to the card is not put into the wallet as well", async () => {
    const { center, ticket, broadcastId, before } = await accepted("card");
    await refundToSource({ orderId: (await orderOfBroadcast(broadcastId))!.id, reason: "by hand" });
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    await till.work();
    expect(await walletBalance(center.id)).toBe(before);
    expect((await leadKinds(ticket.id)).sort()).toEqual(["lead_fee", "lead_fee_refund"]);
  });
});
