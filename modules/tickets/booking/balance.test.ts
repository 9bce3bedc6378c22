import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { hour, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAdmin,
  anOffer,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { lettersOf, prints } from "#modules/testing/pdf.ts";
import { deletionSettles } from "#modules/testing/work.ts";
import {
  consumerBalance,
  type GatewayPayment,
  joiningBonus,
  ledgerFaults,
  orderOfTicket,
} from "#modules/wallet/index.ts";
import { actOnWallet } from "#modules/wallet/manual/adjust.ts";
import { completeOrder } from "#modules/wallet/settling/complete-order.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { rebookTicket } from "../again/rebook.ts";
import { ticketById } from "../get-ticket.ts";
import { feeReceipt } from "../invoices/fee-receipt.ts";
import { acceptPaid } from "../matching/accept.ts";
import { broadcastTicket } from "../matching/broadcast.ts";
import { trackTicket } from "../tracking/track.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket, undoDelete } from "../work/delete.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { balanceNotCounted, bookingState, fromBalance } from "./booking-state.ts";
import { confirmBooking } from "./pay-booking.ts";
import { endUnpaidUse } from "./use-window.ts";

openDatabase();

/* A customer's balance pays the fee of the next booking whose phone is proved. */

const till = openTill();

let center: Awaited<ReturnType<typeof aCenter>>;
let market: { serviceId: string; pincode: string };
const permissions = ["adjust_wallet", "edit_ticket.full_access", "delete_ticket"] as const;
let admin: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  await aPriceList();
  const service = await aService();
  const pincode = aPincode();
  center = await aCenter({ services: [service], pincodes: [pincode] });
  market = { serviceId: service.id, pincode };
  admin = asAdmin(await anAdmin({ permissions }), { permissions });
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

/** A customer with this balance in rupees; the fee is 99. */
async function aCustomer(amount: number) {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  if (amount > 0) await fill(id, amount);
  return { id, phone };
}

const fill = (consumer: string, amount: number) =>
  actOnWallet(
    admin,
    NewWalletAction.parse({
      userType: "Consumer",
      consumer,
      kind: "Wallet Added",
      amount,
      remarks: "Refunded by hand",
    }),
  );

async function book(phone: string, more: Partial<BookingInput> = {}) {
  const place = { houseNumber: "221", city: "Bengaluru", state: "Karnataka", name: "Meera Nair" };
  const input = { ...market, ...place, phone, timePreference: { type: "IMMEDIATELY" }, ...more };
  return bookTicket(asVisitor(), { ...input, proof: await aProof({ phone }) } as BookingInput);
}
type Booked = Awaited<ReturnType<typeof book>>;
const pay = async ({ payment }: Booked) => confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);

test("a balance that covers the fee books without a checkout, and a cancellation puts it back at once", async () => {
  const { id, phone } = await aCustomer(120);
  const booked = await book(phone);
  expect(booked).toMatchObject({ payment: null, message: "booking.created" });
  expect(booked.ticket).toMatchObject({ isPaidByPublic: true, bookingFeePaise: 9_900 });
  expect(await consumerBalance(id)).toBe(2_100);
  const events = (await historyOf("ticket", booked.ticket.id)).map(({ event }) => event);
  expect(events).toEqual(["ticket.created", "ticket.feePaid", "ticket.broadcasted"]);
  await cancelTicket(admin, { ticketId: booked.ticket.publicId });
  expect(await consumerBalance(id)).toBe(12_000);
  const tracked = await trackTicket(asVisitor(phone), booked.ticket.publicId);
  expect(tracked).toMatchObject({ feeReturnedPaise: null, feeToBalancePaise: 9_900 });
});

test("a smaller balance leaves the rest to the card, and only who proved the phone sees it", async () => {
  const { id, phone } = await aCustomer(30);
  const booked = await book(phone);
  expect(booked.payment).toMatchObject({ amount: 6_900 });
  const of = { ticketId: booked.ticket.publicId };
  expect(await bookingState(of)).toMatchObject({ feePaise: 9_900, duePaise: 6_900 });
  expect(await fromBalance(asVisitor(phone), of)).toMatchObject({ amountPaise: 3_000 });
  expect(await fromBalance(asVisitor(), of)).toBeNull();
  expect((await pay(booked)).ticket).toMatchObject({ isPaidByPublic: true, bookingFeePaise: 9_900 });
  const own = asVisitor(phone);
  const other = asVisitor();
  expect((await trackTicket(own, of.ticketId)).details?.balancePaise).toBe(3_000);
  expect((await trackTicket(other, of.ticketId)).details?.balancePaise).toBeNull();
  await cancelTicket(admin, of);
  expect(await consumerBalance(id)).toBe(3_000);
  expect(await trackTicket(own, of.ticketId)).toMatchObject({ feeReturnedPaise: 6_900, feeToBalancePaise: 3_000 });
  expect(await trackTicket(other, of.ticketId)).toMatchObject({ feeReturnedPaise: null, feeToBalancePaise: null });
});

test("two bookings at once spend a balance once", async () => {
  const { id, phone } = await aCustomer(99);
  const both = await Promise.all([book(phone, { houseNumber: "1" }), book(phone, { houseNumber: "2" })]);
  expect(both.map(({ payment }) => payment?.amount ?? 0).sort()).toEqual([0, 9_900]);
  expect(await consumerBalance(id)).toBe(0);
});

test("what an unpaid booking holds of a balance is free when it is cancelled, and after its hour", async () => {
  const { id, phone } = await aCustomer(30);
  const cancelled = await book(phone);
  expect(await consumerBalance(id)).toBe(0);
  await cancelTicket(admin, { ticketId: cancelled.ticket.publicId });
  expect(await consumerBalance(id)).toBe(3_000);
  const left = await book(phone);
  moveClock(hour - minute);
  await runJob(endUnpaidUse, { ticketId: left.ticket.id });
  expect(await consumerBalance(id)).toBe(0);
  moveClock(2 * minute);
  await runJob(endUnpaidUse, { ticketId: left.ticket.id });
  expect(await consumerBalance(id)).toBe(3_000);
  expect((await bookingState({ ticketId: left.ticket.publicId })).state).toBe("over");
});

/** A booking that is paid after its hour, when what its balance was to pay is spent for another one as far as it is there. */
async function aLatePayment(amount: number, meanwhile: (late: Booked["ticket"], id: string) => Promise<unknown>) {
  const { id, phone } = await aCustomer(amount);
  const late = await book(phone);
  moveClock(hour + minute);
  await runJob(endUnpaidUse, { ticketId: late.ticket.id });
  await book(phone, { houseNumber: "7" });
  await meanwhile(late.ticket, id);
  const paid = await pay(late);
  return { id, phone, paid, ticketId: late.ticket.id, publicId: late.ticket.publicId };
}
const eventsOf = async (ticketId: string) => (await historyOf("ticket", ticketId)).map(({ event }) => event);

test("paid after its hour the fee goes back, and nobody is offered the request, once the balance is spent otherwise", async () => {
  const { id, phone, paid, ticketId, publicId } = await aLatePayment(98, async () => {});
  expect(paid.message).toBe("booking.feeReturned");
  expect(await ticketById(ticketId)).toMatchObject({ isPaidByPublic: false, broadcastStatus: null });
  expect(await eventsOf(ticketId)).toEqual(["ticket.created", "ticket.feePaid", "ticket.feeReturned"]);
  expect((await bookingState({ ticketId: publicId })).state).toBe("feeReturned");
  expect(await trackTicket(asVisitor(phone), publicId)).toMatchObject({
    now: { key: "booking.pay.over" },
    feeReturnedPaise: 100,
    feeToBalancePaise: null,
  });
  await expect(broadcastTicket(admin, { ticketId: publicId })).rejects.toMatchObject({ key: "ticket.feeUnpaid" });
  expect(await consumerBalance(id)).toBe(0);
  await till.work();
  expect(
    await row(sql`select amount_paise from refunds where order_id = ${(await orderOfTicket(ticketId))!.id}`),
  ).toEqual({ amount_paise: "100" });
});

test("a late payment leaves what the balance holds, when that is less than its part of the fee", async () => {
  const { id, phone, paid, publicId } = await aLatePayment(30, (_late, customer) => fill(customer, 20));
  expect(paid.message).toBe("booking.feeReturned");
  expect(await consumerBalance(id)).toBe(2_000);
  const tracked = await trackTicket(asVisitor(phone), publicId);
  expect(tracked).toMatchObject({ feeReturnedPaise: 6_900, feeToBalancePaise: 2_000 });
});

test("a late payment of a deleted request goes back at once, and bringing it back offers it to nobody", async () => {
  const { ticketId, publicId } = await aLatePayment(98, (late) => deleteTicket(admin, { ticketId: late.publicId }));
  await undoDelete(admin, { ticketId: publicId });
  expect(await ticketById(ticketId)).toMatchObject({ isPaidByPublic: false, broadcastStatus: null });
});

test("a receipt says what of the fee the balance paid, to its customer and not to the center", async () => {
  const { phone } = await aCustomer(30);
  const booked = await book(phone);
  const { ticket } = await pay(booked);
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(200) });
  const offer = await row<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
  await acceptPaid(asCenter(center), { broadcastId: offer!.id });
  const saysBalance = async (actor: Parameters<typeof feeReceipt>[0]) => {
    const letters = lettersOf(await buffer((await feeReceipt(actor, ticket.publicId)).stream));
    expect(prints(letters, "₹99.00")).toBe(true);
    return prints(letters, "Of it from the balance") && prints(letters, "₹30.00");
  };
  expect(await saysBalance(asVisitor(phone))).toBe(true);
  expect(await saysBalance(asCenter(center))).toBe(false);
});

test.each(["cancelled", "deleted"] as const)(
  "the lead price is back before the balance when a request is %s: wallets are locked in one order",
  async (end) => {
    const { id, phone } = await aCustomer(99);
    const { ticket } = await book(phone);
    await joiningBonus({ centerId: center.id, amountPaise: fromRupees(200) });
    const offer = await row<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
    expect(await acceptPaid(asCenter(center), { broadcastId: offer!.id })).toMatchObject({ paidFrom: "wallet" });
    if (end === "cancelled") await cancelTicket(admin, { ticketId: ticket.publicId });
    else {
      await deleteTicket(admin, { ticketId: ticket.publicId });
      await deletionSettles(ticket);
    }
    const returns = (await eventsOf(ticket.id)).filter((event) => event.endsWith("Returned"));
    expect(returns).toEqual(["ticket.leadReturned", "ticket.feeReturned"]);
    expect(await consumerBalance(id)).toBe(9_900);
  },
);

test("a browser's cookie books again without the balance; a proof spends it", async () => {
  const { id, phone } = await aCustomer(100);
  const closed = { status: "CLOSED" as const, closedAt: now(), centerId: center.id, ...market };
  const first = await aTicket({ ...closed, phone, createdBy: "PUBLIC", houseNumber: "221" });
  const again = { ticketId: first.publicId, timePreference: { type: "IMMEDIATELY" as const } };
  const byCookie = await rebookTicket(asVisitor(phone), again);
  expect(byCookie.payment).toMatchObject({ amount: 9_900 });
  expect(await consumerBalance(id)).toBe(10_000);
  const byProof = await rebookTicket(asVisitor(), { ...again, proof: await aProof({ phone }) });
  expect(byProof.payment).toBeNull();
  expect(await consumerBalance(id)).toBe(100);
});

test("an unpaid booking made again once a balance came gives way to one that the balance pays first", async () => {
  const { id, phone } = await aCustomer(0);
  const first = await book(phone);
  await fill(id, 30);
  const own = asVisitor(phone);
  expect(await balanceNotCounted(own, { ticketId: first.ticket.publicId })).toBe(3_000);
  expect(await balanceNotCounted(asVisitor(), { ticketId: first.ticket.publicId })).toBeNull();
  const again = await book(phone);
  expect(again.ticket.id).not.toBe(first.ticket.id);
  expect(again.payment).toMatchObject({ amount: 6_900 });
  expect((await ticketById(first.ticket.id)).status).toBe("CANCEL");
  expect(await balanceNotCounted(own, { ticketId: again.ticket.publicId })).toBeNull();
  // What is counted already is no reason to begin anew.
  expect((await book(phone)).ticket.id).toBe(again.ticket.id);
  await fill(id, 80);
  const whole = await book(phone);
  expect(whole).toMatchObject({ payment: null, message: "booking.created" });
  expect(await consumerBalance(id)).toBe(1_100);
});

test("a payment of the booking that gave way goes back, and the balance pays the other one", async () => {
  const { id, phone } = await aCustomer(0);
  const first = await book(phone);
  await fill(id, 99);
  const again = await book(phone);
  expect(again.payment).toBeNull();
  expect((await pay(first)).message).toBe("booking.feeReturned");
  expect(await ticketById(again.ticket.id)).toMatchObject({ isPaidByPublic: true, bookingFeePaise: 9_900 });
  expect(await consumerBalance(id)).toBe(0);
  await till.work();
  expect(
    await row(sql`select status from refunds where order_id = ${(await orderOfTicket(first.ticket.id))!.id}`),
  ).toEqual({
    status: "processed",
  });
});

test("a booking made again at the moment its fee is paid is that booking, and the balance stays", async () => {
  const { id, phone } = await aCustomer(0);
  const first = await book(phone);
  await fill(id, 99);
  const callback = (await till.pay(first.payment!.order_id))!;
  const { release, paid, again } = await whileLocked(
    sql`select from tickets where id = ${first.ticket.id} for update`,
    {
      paid: () => confirmBooking(asVisitor(), callback),
      again: () => book(phone),
    },
  );
  await release();
  expect((await paid).message).toBe("booking.created");
  expect(await again).toMatchObject({ payment: null, message: "booking.created", ticket: { id: first.ticket.id } });
  expect(await consumerBalance(id)).toBe(9_900);
  expect(await row(sql`select count(*)::int as n from tickets where phone = ${phone}`)).toEqual({ n: 1 });
});

test("while its payment is under way an unpaid booking stays, whatever came into the balance", async () => {
  const { id, phone } = await aCustomer(0);
  const first = await book(phone);
  await fill(id, 99);
  const { order_id, amount, currency } = first.payment!;
  const begun = {
    id: `pay_${order_id}`,
    orderId: order_id,
    amountPaise: amount,
    currency,
    status: "created",
  } as GatewayPayment;
  await completeOrder((await orderOfTicket(first.ticket.id))!.id, [begun], "webhook");
  expect((await book(phone)).ticket.id).toBe(first.ticket.id);
  expect(await consumerBalance(id)).toBe(9_900);
});

/** Resolves once this many of the test's connections wait for a lock. */
async function waiting(count: number) {
  const blocked = () =>
    row<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  while ((await blocked())!.n < count);
}

/** Begins two acts, the second once the first waits, while a row is locked; `release` lets them go on in that order. */
async function whileLocked<A extends Record<string, () => Promise<unknown>>>(lock: Sql, acts: A) {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holder = unitOfWork(() =>
    transaction(async () => {
      await rows(lock);
      held.resolve();
      await end.promise;
    }),
  );
  await held.promise;
  const begun: Record<string, Promise<unknown>> = {};
  for (const [at, [name, act]] of Object.entries(acts).entries()) {
    begun[name] = unitOfWork(act);
    begun[name].catch(() => {});
    await waiting(at + 1);
  }
  const release = () => {
    end.resolve();
    return holder;
  };
  return { release, ...(begun as { [K in keyof A]: ReturnType<A[K]> }) };
}

test.each(["paid", "unpaid"] as const)(
  "a booking with a limited code and a balance, and the end of a %s one, lock the balance before the code",
  async (first) => {
    const offerCode = (await anOffer({ feeOffPaise: fromRupees(10), totalUses: 9 })).title;
    const { id, phone } = await aCustomer(first === "paid" ? 200 : 20);
    const earlier = await book(phone, { offerCode, houseNumber: "1" });
    await fill(id, 10);
    const { release, ended, later } = await whileLocked(
      sql`select from accounts where consumer_id = ${id} for update`,
      {
        ended: () => cancelTicket(admin, { ticketId: earlier.ticket.publicId }),
        later: () => book(phone, { offerCode, houseNumber: "2" }),
      },
    );
    await release();
    await ended;
    expect((await later).ticket.bookingFeePaise).toBe(8_900);
  },
);
