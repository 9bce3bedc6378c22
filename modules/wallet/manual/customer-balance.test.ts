import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderClosed, orderPaid, orderRefunded } from "../events.ts";
import { openFee } from "../fees/open-fee.ts";
import { returnBookingFee } from "../fees/return-booking-fee.ts";
import { earnBookingFee, isFeeHeld } from "../ledger/booking-fee.ts";
import { paidFromBalance, payablePaise } from "../ledger/customer-balance.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { consumerBalance } from "../ledger/wallets.ts";
import { getOrder } from "../orders/orders.ts";
import { payable } from "../orders/payable.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { closeOrder } from "../settling/complete-order.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { actOnWallet } from "./adjust.ts";
import { approveAdjustment, refuseAdjustment } from "./decide.ts";
import { NewWalletAction } from "./input.ts";
import { getAdjustment } from "./reads.ts";

openDatabase();

/* A customer's balance: what of an earned fee is refunded into it, what a fee takes from it, and how it leaves the house. */

const till = openTill();

// The wallet alone: what a payment does to its request is tested with requests.
beforeAll(() => {
  muteListeners(orderPaid, orderClosed, orderRefunded);
});

afterEach(async () => {
  resetClock();
  configure({ secondAdminAboveRupees: 2_000 });
  expect(await ledgerFaults()).toEqual([]);
});

const permissions = ["adjust_wallet", "view_Wallet"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

let references = 0;
const act = async (consumer: string, fields: Record<string, unknown>) =>
  actOnWallet(
    await anAdjuster(),
    NewWalletAction.parse({
      userType: "Consumer",
      consumer,
      remarks: "As asked on the phone",
      ...(fields.kind === "Payout" && { reference: `UTR${String(++references).padStart(9, "0")}` }),
      ...fields,
    }),
  );

async function aCustomer(money: { added?: number; bonus?: number } = {}) {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Asha", phone });
  if (money.added) await act(id, { kind: "Wallet Added", amount: money.added });
  if (money.bonus) await act(id, { kind: "BONUS", amount: money.bonus });
  return { id, phone };
}

/** A fee of a customer's request, its order less what the balance pays. */
async function aFee({ id, phone }: { id: string; phone: string }, rupees = 99) {
  const ticket = await aTicket({ phone });
  const order = await transaction(() =>
    openFee({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(rupees), consumerId: id }),
  );
  return { ticket, orderId: order.id, order };
}

/** A customer who paid 99 rupees by card for a request, which is earned. */
async function anEarnedFee() {
  const customer = await aCustomer();
  const ticket = await anAcceptedTicket(await aCenter(), { phone: customer.phone });
  const order = await till.anOrder({ ticketId: ticket.id });
  await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
  expect(await earnBookingFee(ticket.id)).toBe(true);
  return { ...customer, ticket, order };
}

const payCard = async (orderId: string) => {
  const { order_id } = await payable(orderId);
  await confirmCheckout(system("test"), (await till.pay(order_id))!);
};
const refundOf = (orderId: string) =>
  row<{ paise: string; status: string }>(
    sql`select amount_paise as paise, status from refunds where order_id = ${orderId}`,
  );

test("an earned fee goes back to its source for 180 days, as a whole and once, and is no income from then on", async () => {
  const { id, ticket, order } = await anEarnedFee();
  moveClock(179 * day);
  const refund = (amount: number) => act(id, { kind: "Refund", amount, ticket: ticket.ticketId });
  expect(await refusal(refund(60))).toBe("conflict adjust.wholeFee");
  const done = await refund(99);
  expect((await getAdjustment(await anAdjuster(), done.id)).went).toBe("source");
  expect(await consumerBalance(id)).toBe(0);
  expect(await refusal(refund(99))).toBe("conflict adjust.aboveRefundCustomer");
  expect(await earnBookingFee(ticket.id)).toBe(false);
  await drain([sendRefund]);
  expect(await refundOf(order.id)).toEqual({ paise: "9900", status: "processed" });
});

test("an earned fee older than 180 days goes to the customer's wallet, in parts where they are asked for", async () => {
  const { id, ticket, order } = await anEarnedFee();
  moveClock(181 * day);
  const done = await act(id, { kind: "Refund", amount: 60, ticket: ticket.ticketId });
  expect((await getAdjustment(await anAdjuster(), done.id)).went).toBe("wallet");
  await act(id, { kind: "Refund", amount: 39, ticket: ticket.ticketId });
  expect(await consumerBalance(id)).toBe(9_900);
  expect(await payablePaise(id)).toBe(9_900);
  expect(await refundOf(order.id)).toBeUndefined();
});

test("a fee held longer than 180 days goes to the customer's wallet when it is returned, once, and is never earned", async () => {
  const customer = await aCustomer();
  const ticket = await aTicket({ phone: customer.phone });
  const order = await till.anOrder({ ticketId: ticket.id });
  await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
  moveClock(181 * day);
  await returnBookingFee(system("test"), { orderId: order.id, reason: "cancelled" });
  await returnBookingFee(system("test"), { orderId: order.id, reason: "cancelled" });
  expect(await consumerBalance(customer.id)).toBe(9_900);
  expect(await payablePaise(customer.id)).toBe(9_900);
  expect(await refundOf(order.id)).toBeUndefined();
  expect(await isFeeHeld(ticket.id)).toBe(false);
  expect(await earnBookingFee(ticket.id)).toBe(false);
});

test("a held fee goes to its source for 180 days, and after that where nobody registered has the phone", async () => {
  const paid = async (phone: string) => {
    const ticket = await aTicket({ phone });
    const order = await till.anOrder({ ticketId: ticket.id });
    await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
    return order.id;
  };
  const customer = await aCustomer();
  const young = await paid(customer.phone);
  const unregistered = await paid(aPhone());
  moveClock(179 * day);
  await returnBookingFee(system("test"), { orderId: young, reason: "cancelled" });
  moveClock(2 * day);
  // Asked for in time it stays on its way to the source.
  await returnBookingFee(system("test"), { orderId: young, reason: "cancelled" });
  await returnBookingFee(system("test"), { orderId: unregistered, reason: "cancelled" });
  expect(await consumerBalance(customer.id)).toBe(0);
  for (const orderId of [young, unregistered])
    expect(await refundOf(orderId)).toEqual({ paise: "9900", status: "requested" });
});

test("a balance pays a part of a fee, the order is over the rest, and a refund returns each part to where it came from", async () => {
  const customer = await aCustomer({ added: 30 });
  const { orderId, order, ticket } = await aFee(customer);
  expect(order).toMatchObject({ amountPaise: 6_900, walletPaise: 3_000, status: "created" });
  expect((await payable(orderId)).amount).toBe(6_900);
  expect(await consumerBalance(customer.id)).toBe(0);
  await payCard(orderId);
  await returnBookingFee(system("test"), { orderId, reason: "cancelled" });
  await returnBookingFee(system("test"), { orderId, reason: "cancelled" });
  expect(await consumerBalance(customer.id)).toBe(3_000);
  expect(await earnBookingFee(ticket.id)).toBe(false);
  await drain([sendRefund]);
  expect(await refundOf(orderId)).toEqual({ paise: "6900", status: "processed" });
});

test("a balance that pays a whole fee leaves nothing to pay, and what is earned of it and refunded comes back", async () => {
  const customer = await aCustomer({ added: 150 });
  const { orderId, order, ticket } = await aFee(customer);
  expect(order).toMatchObject({ amountPaise: 0, walletPaise: 9_900, status: "paid" });
  expect(await refusal(payable(orderId))).toBe("conflict payment.alreadyPaid");
  expect(await earnBookingFee(ticket.id)).toBe(true);
  expect(await refusal(returnBookingFee(system("test"), { orderId, reason: "cancelled" }))).toBe(
    "conflict refund.earned",
  );
  await act(customer.id, { kind: "Refund", amount: 99, ticket: ticket.ticketId });
  expect(await consumerBalance(customer.id)).toBe(15_000);
});

test("two bookings at once spend the balance once", async () => {
  const customer = await aCustomer({ added: 99 });
  const fees = await Promise.all([1, 2, 3].map(() => aFee(customer)));
  expect(fees.map(({ order }) => order.walletPaise ?? 0).sort()).toEqual([0, 0, 9_900]);
  expect(await consumerBalance(customer.id)).toBe(0);
});

test("an order that is closed unpaid gives the balance back; paid late it takes again what is still there", async () => {
  const customer = await aCustomer({ added: 30 });
  const first = await aFee(customer);
  const second = await aCustomer({ added: 30 });
  const { order_id } = await payable(first.orderId);
  await closeOrder(first.orderId);
  expect(await consumerBalance(customer.id)).toBe(3_000);
  await confirmCheckout(system("test"), (await till.pay(order_id))!);
  expect(await consumerBalance(customer.id)).toBe(0);
  expect(await paidFromBalance(first.orderId)).toBe(3_000);
  expect(await earnBookingFee(first.ticket.id)).toBe(true);

  // Meanwhile another booking spent it: the card alone pays, and no rupee is spent twice.
  const late = await aFee(second);
  const checkout = await payable(late.orderId);
  await closeOrder(late.orderId);
  await aFee(second);
  await confirmCheckout(system("test"), (await till.pay(checkout.order_id))!);
  expect((await getOrder(late.orderId)).status).toBe("paid");
  expect(await paidFromBalance(late.orderId)).toBe(0);
  expect(await consumerBalance(second.id)).toBe(0);
});

test("refunded money is paid out with the bank's reference, once; a bonus never is, also not by way of a fee", async () => {
  const customer = await aCustomer({ added: 100, bonus: 50 });
  expect(await payablePaise(customer.id)).toBe(10_000);
  // Spending takes the bonus first, and its return is that bonus again.
  const { orderId, ticket } = await aFee(customer, 60);
  expect(await payablePaise(customer.id)).toBe(9_000);
  expect(await earnBookingFee(ticket.id)).toBe(true);
  await act(customer.id, { kind: "Refund", amount: 60, ticket: ticket.ticketId });
  expect((await getOrder(orderId)).walletPaise).toBe(6_000);
  expect(await payablePaise(customer.id)).toBe(10_000);
  const payout = (amount: number, reference?: string) =>
    act(customer.id, { kind: "Payout", amount, ...(reference && { reference }) });
  expect(await refusal(payout(101))).toBe("conflict walletAct.abovePayout");
  await payout(40, "neft 2026 77 01");
  expect(await refusal(payout(40, "NEFT20267701"))).toBe("conflict walletAct.referenceTaken");
  await payout(60);
  expect(await refusal(payout(1))).toBe("conflict walletAct.abovePayout");
  expect(await consumerBalance(customer.id)).toBe(5_000);
  await act(customer.id, { kind: "Waiver", amount: 50 });
  expect(await consumerBalance(customer.id)).toBe(0);
});

test("a payout above the configured sum waits for a second admin, and no booking spends what waits", async () => {
  configure({ secondAdminAboveRupees: 50 });
  const customer = await aCustomer({ added: 40 });
  configure({ secondAdminAboveRupees: 100 });
  await act(customer.id, { kind: "Wallet Added", amount: 60 });
  configure({ secondAdminAboveRupees: 50 });
  const payout = await act(customer.id, { kind: "Payout", amount: 90 });
  expect(payout.state).toBe("WAITING");
  expect((await aFee(customer)).order.walletPaise).toBe(1_000);
  expect(await refusal(act(customer.id, { kind: "Payout", amount: 1 }))).toBe("conflict walletAct.abovePayout");
  const second = await anAdjuster();
  await approveAdjustment(second, { adjustmentId: payout.id });
  expect(await consumerBalance(customer.id)).toBe(0);

  const other = await aCustomer();
  configure({ secondAdminAboveRupees: 2_000 });
  await act(other.id, { kind: "Wallet Added", amount: 99 });
  configure({ secondAdminAboveRupees: 50 });
  const refused = await act(other.id, { kind: "Payout", amount: 99 });
  await refuseAdjustment(second, { adjustmentId: refused.id, remarks: "Not the account's owner" });
  expect((await aFee(other)).order.status).toBe("paid");
});

test("a payout and a booking at once never spend the same rupee", async () => {
  const customer = await aCustomer({ added: 99 });
  const [paid, fee] = await Promise.allSettled([act(customer.id, { kind: "Payout", amount: 99 }), aFee(customer)]);
  const spent = fee.status === "fulfilled" ? ((fee.value.order.walletPaise ?? 0) as Paise) : 0;
  expect(spent + (paid.status === "fulfilled" ? 9_900 : 0)).toBe(9_900);
  expect(await consumerBalance(customer.id)).toBe(0);
});

test("a payout needs the bank's reference, and only a customer's balance is paid out or waived", () => {
  const problems = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      (
        NewWalletAction.safeParse({ userType: "Consumer", phone: "9876543210", remarks: "x", amount: 1, ...fields })
          .error?.issues ?? []
      ).map(({ path, message }) => [path.join("."), message]),
    );
  expect(problems({ kind: "Payout" })).toEqual({ reference: "walletAct.fields" });
  expect(problems({ kind: "Payout", reference: "by cash" })).toEqual({ reference: "walletAct.reference" });
  expect(problems({ kind: "Payout", reference: "utr 0001 2345" })).toEqual({});
  // What is erased with a customer is not a payout's reference.
  for (const reference of ["98765 43210", "09876543210", "UPI/9876543210/MEERA", "98765-43210"])
    expect(problems({ kind: "Payout", reference })).toEqual({ reference: "walletAct.referencePhone" });
  for (const reference of ["HDFCN52026112712345678", "633112345678", "933112345678", "1234567890"])
    expect(problems({ kind: "Payout", reference })).toEqual({});
  expect(problems({ kind: "Waiver" })).toEqual({});
  expect(problems({ kind: "Waiver", userType: "Technician", technician: "T-1" })).toEqual({
    kind: "walletAct.ofCustomers",
  });
});
