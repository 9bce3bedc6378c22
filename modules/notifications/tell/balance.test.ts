import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, freezeClock, fromIst, istDate, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { actOnWallet, earnBookingFee, orderPaid, returnBookingFee } from "#modules/wallet/index.ts";
import { confirmCheckout } from "#modules/wallet/settling/confirm-payment.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { notificationJobs } from "../jobs.ts";

openDatabase();

/* What a customer is told of their balance. */

const till = openTill();
const whatsapp = { whatsappToken: env.whatsappToken, whatsappPhoneId: env.whatsappPhoneId };
beforeAll(() => {
  muteListeners(orderPaid);
  configure({ whatsappToken: "", whatsappPhoneId: "" });
});
afterAll(() => configure(whatsapp));
beforeEach(() => freezeClock(fromIst(istDate(), "12:00")));
afterEach(resetClock);

const permissions = ["adjust_wallet", "view_Wallet"] as const;
const act = async (consumer: string, fields: Record<string, unknown>) => {
  const admin = asAdmin(await anAdmin({ permissions }), { permissions });
  const input = NewWalletAction.parse({
    userType: "Consumer",
    consumer,
    remarks: "Paid twice, call 98765 43210",
    ...fields,
  });
  return unitOfWork(() => actOnWallet(admin, input));
};

async function aCustomer() {
  const phone = aPhone();
  return { phone, id: (await registerConsumer(system("test"), { name: "Asha", phone })).id };
}

/** A request of a customer whose fee of 99 rupees was paid by card. */
async function aPaidFee(phone: string) {
  const ticket = await aTicket({ phone });
  const order = await till.anOrder({ ticketId: ticket.id });
  await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
  return { ticket, orderId: order.id };
}

async function textsTo(phone: string) {
  await drain(notificationJobs);
  return (await outboxMessages(phone)).map(({ text }) => text).sort();
}

test("a customer is told what came into their balance and how it is used, what was paid out and what was waived, each once", async () => {
  const { id, phone } = await aCustomer();
  await act(id, { kind: "Wallet Added", amount: 150 });
  await act(id, { kind: "Payout", amount: 60, reference: "HDFCN52026112712345678" });
  await act(id, { kind: "Waiver", amount: 90 });
  const texts = await textsTo(phone);
  expect(texts).toEqual([
    expect.stringMatching(
      /Rs 150 was added to your balance: Paid twice, call x+\. It pays first when you book again\.$/,
    ),
    expect.stringContaining("Rs 60 of your balance was paid to your bank account. The bank's reference ends in 5678."),
    expect.stringContaining("as you agreed, Rs 90 was taken off your balance"),
  ]);
  expect(texts.join()).not.toMatch(/43210|1234/);
  expect(await textsTo(phone)).toHaveLength(3);
});

test("a fee that goes to the balance is told with its request: refunded by an admin, or returned after 180 days", async () => {
  const { id, phone } = await aCustomer();
  const earned = await aPaidFee(phone);
  const held = await aPaidFee(phone);
  await earnBookingFee(earned.ticket.id);
  freezeClock(fromIst(istDate(), "12:00"));
  moveClock(181 * day);
  await act(id, { kind: "Refund", amount: 40, ticket: earned.ticket.ticketId });
  await returnBookingFee(system("test"), { orderId: held.orderId, reason: "cancelled" });
  const line = (rupees: number, { ticketId }: { ticketId: string }) =>
    expect.stringContaining(`Rs ${rupees} of your fee for request ${ticketId} is in your balance`);
  expect(await textsTo(phone)).toEqual([line(40, earned.ticket), line(99, held.ticket)]);
});

test("a refund to its source and a penalty are no news of a balance", async () => {
  const { id, phone } = await aCustomer();
  const { ticket } = await aPaidFee(phone);
  await earnBookingFee(ticket.id);
  await act(id, { kind: "Refund", amount: 99, ticket: ticket.ticketId });
  await act(id, { kind: "Penalty", amount: 10, ticket: ticket.ticketId });
  expect((await textsTo(phone)).filter((text) => text.includes("balance"))).toEqual([]);
});

test("at night nothing is sent of a balance; it leaves in the morning", async () => {
  const { id, phone } = await aCustomer();
  freezeClock(fromIst(istDate(), "23:00"));
  await act(id, { kind: "Wallet Added", amount: 10 });
  const due = await transaction(() =>
    rows<{ at: Date }>(
      sql`select start_after as at from pgboss.job where name = 'notifications.tellBalance' and state = 'created'`,
    ),
  );
  expect(due.map(({ at }) => new Date(at).toISOString())).toContain(
    new Date(fromIst(istDate(), "09:00").getTime() + day).toISOString(),
  );
  expect(await outboxMessages(phone)).toEqual([]);
});

test("with WhatsApp the customer is told there", async () => {
  configure(whatsapp);
  const { id, phone } = await aCustomer();
  await act(id, { kind: "Wallet Added", amount: 10 });
  await textsTo(phone);
  expect((await outboxMessages(phone)).map(({ channel }) => channel)).toEqual(["whatsapp"]);
});
