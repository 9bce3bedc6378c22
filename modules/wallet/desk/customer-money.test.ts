import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderClosed, orderPaid, orderRefunded } from "../events.ts";
import { openFee } from "../fees/open-fee.ts";
import { returnBookingFee } from "../fees/return-booking-fee.ts";
import { earnBookingFee } from "../ledger/booking-fee.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { actOnWallet } from "../manual/adjust.ts";
import { NewWalletAction } from "../manual/input.ts";
import { payable } from "../orders/payable.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { closeOrder } from "../settling/complete-order.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { paidForTickets } from "../statements/paid-for.ts";
import { customerMoney } from "./customer-money.ts";
import { paymentHistory } from "./payment-history.ts";

openDatabase();

/* What the desk shows of a customer's fees that cards and balances pay, beside the ledger. */

const till = openTill();
beforeAll(() => {
  muteListeners(orderPaid, orderClosed, orderRefunded);
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const permissions = ["adjust_wallet", "view_Wallet", "view_ticket.full_access"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });

async function aCustomer() {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Asha", phone });
  const tickets: { id: string; ticketId: string }[] = [];
  const act = async (fields: Record<string, unknown>) =>
    actOnWallet(
      await anAdjuster(),
      NewWalletAction.parse({ userType: "Consumer", consumer: id, remarks: "As asked on the phone", ...fields }),
    );
  /** A fee of 99 rupees that the balance pays first; `paid` by the card where something is left. */
  const fee = async (paid = true) => {
    const ticket = await aTicket({ phone });
    tickets.push(ticket);
    const input = { purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99), consumerId: id } as const;
    const order = await transaction(() => openFee(input));
    const checkout = order.amountPaise > 0 ? (await payable(order.id)).order_id : null;
    const pay = async () => confirmCheckout(system("test"), (await till.pay(checkout!))!);
    if (paid && checkout) await pay();
    return { ticket, orderId: order.id, pay };
  };
  const shown = async () => {
    const { rows } = await paymentHistory(await anAdjuster(), { wallets: "consumer", take: 100 } as never);
    return new Map(
      rows.map(({ number, state, balancePaise, backPaise }) => [number, { state, balancePaise, backPaise }]),
    );
  };
  return { id, tickets, act, fee, shown };
}
const returned = ({ orderId }: { orderId: string }) =>
  returnBookingFee(system("test"), { orderId, reason: "cancelled" });

/** The figures by the ledger's own accounts: what of the customer's fees is held and earned, and their wallet. */
const byLedger = (consumerId: string, ticketIds: readonly string[]) =>
  row<{ held: number; earned: number; wallet: number }>(
    sql`select coalesce(sum(e.amount_paise) filter (where a.kind = 'booking_fees_held'), 0)::int as held,
       coalesce(sum(e.amount_paise) filter (where a.kind = 'booking_fee_income'), 0)::int as earned,
       (select coalesce(sum(e.amount_paise), 0)::int from entries e join accounts w on w.id = e.account_id
         where w.consumer_id = ${consumerId}) as wallet
     from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
    where t.ticket_id = any(${[...ticketIds]}::uuid[])`,
  );

test("what a customer paid is held, earned or refunded, whatever part of it a balance paid, as the ledger says", async () => {
  const customer = await aCustomer();
  const agree = async () => {
    const ticketIds = customer.tickets.map(({ id }) => id);
    const money = await customerMoney(await anAdjuster(), { consumerId: customer.id, ticketIds });
    const ledger = (await byLedger(customer.id, ticketIds))!;
    expect({ held: money.heldPaise, wallet: money.walletPaise }).toEqual({ held: ledger.held, wallet: ledger.wallet });
    expect(money.paidPaise - money.refundedPaise).toBe(ledger.held + ledger.earned);
    expect(await paidForTickets(ticketIds)).toBe(ledger.held + ledger.earned);
    return { paid: money.paidPaise, refunded: money.refundedPaise };
  };
  await customer.act({ kind: "Wallet Added", amount: 130 });
  const whole = await customer.fee();
  const part = await customer.fee();
  expect(await agree()).toEqual({ paid: 19_800, refunded: 0 });
  await earnBookingFee(whole.ticket.id);
  await returned(part);
  await drain([sendRefund]);
  expect(await agree()).toEqual({ paid: 19_800, refunded: 9_900 });
  // An order that is closed unpaid paid nothing; paid late it takes its part again.
  const late = await customer.fee(false);
  await agree();
  await closeOrder(late.orderId);
  expect(await agree()).toEqual({ paid: 19_800, refunded: 9_900 });
  await late.pay();
  expect(await agree()).toEqual({ paid: 29_700, refunded: 9_900 });
  // Earned and refunded by an admin: into the wallet, and to its source with the balance's part at once.
  await customer.act({ kind: "Refund", amount: 40, ticket: whole.ticket.ticketId });
  await earnBookingFee(late.ticket.id);
  await customer.act({ kind: "Refund", amount: 99, ticket: late.ticket.ticketId });
  await agree();
  await drain([sendRefund]);
  expect(await agree()).toEqual({ paid: 29_700, refunded: 9_900 + 4_000 + 9_900 });
  const old = await customer.fee();
  moveClock(181 * day);
  await returned(old);
  expect(await agree()).toEqual({ paid: 39_600, refunded: 9_900 + 4_000 + 9_900 + 9_900 });
});

test("the payment history says what of a fee is in the balance again, and calls refunded what went back as a whole", async () => {
  const customer = await aCustomer();
  await customer.act({ kind: "Wallet Added", amount: 130 });
  const whole = await customer.fee();
  const part = await customer.fee();
  const line = async ({ ticket }: { ticket: { ticketId: string } }) => (await customer.shown()).get(ticket.ticketId);
  expect(await line(whole)).toEqual({ state: "paid", balancePaise: 9_900, backPaise: 0 });
  expect(await line(part)).toEqual({ state: "paid", balancePaise: 3_100, backPaise: 0 });
  await returned(whole);
  await returned(part);
  expect(await line(whole)).toEqual({ state: "refunded", balancePaise: 9_900, backPaise: 9_900 });
  expect(await line(part)).toEqual({ state: "paid", balancePaise: 3_100, backPaise: 3_100 });
  await drain([sendRefund]);
  expect(await line(part)).toEqual({ state: "refunded", balancePaise: 3_100, backPaise: 3_100 });
  await customer.act({ kind: "Waiver", amount: 100 });
  const unpaid = await customer.fee(false);
  await closeOrder(unpaid.orderId);
  expect(await line(unpaid)).toEqual({ state: "closed", balancePaise: 3_000, backPaise: 3_000 });
  await unpaid.pay();
  expect(await line(unpaid)).toEqual({ state: "paid", balancePaise: 3_000, backPaise: 0 });
  moveClock(181 * day);
  await returned(unpaid);
  expect(await line(unpaid)).toEqual({ state: "refunded", balancePaise: 3_000, backPaise: 9_900 });
  await customer.act({ kind: "Waiver", amount: 99 });
  const earned = await customer.fee();
  await earnBookingFee(earned.ticket.id);
  moveClock(181 * day);
  await customer.act({ kind: "Refund", amount: 40, ticket: earned.ticket.ticketId });
  expect(await line(earned)).toEqual({ state: "paid", balancePaise: 0, backPaise: 4_000 });
  await customer.act({ kind: "Refund", amount: 59, ticket: earned.ticket.ticketId });
  expect(await line(earned)).toEqual({ state: "refunded", balancePaise: 0, backPaise: 9_900 });
});
