import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { hour, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAdmin,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { consumerBalance, ledgerFaults } from "#modules/wallet/index.ts";
import { actOnWallet } from "#modules/wallet/manual/adjust.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { rebookTicket } from "../again/rebook.ts";
import { ticketById } from "../get-ticket.ts";
import { trackTicket } from "../tracking/track.ts";
import { cancelTicket } from "../work/cancel.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { bookingState, fromBalance } from "./booking-state.ts";
import { confirmBooking } from "./pay-booking.ts";
import { endUnpaidUse } from "./use-window.ts";

openDatabase();

/* A customer's balance pays the fee of the next booking whose phone is proved. */

const till = openTill();

let center: Awaited<ReturnType<typeof aCenter>>;
let market: { serviceId: string; pincode: string };
const permissions = ["adjust_wallet", "edit_ticket.full_access"] as const;
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
  const input = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount, remarks: "Refunded by hand" };
  await actOnWallet(admin, NewWalletAction.parse(input));
  return { id, phone };
}

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

test("paid after its hour the fee is what was paid, once the balance is spent otherwise", async () => {
  const { phone } = await aCustomer(30);
  const late = await book(phone);
  moveClock(hour + minute);
  await runJob(endUnpaidUse, { ticketId: late.ticket.id });
  await book(phone, { houseNumber: "7" });
  await pay(late);
  expect(await ticketById(late.ticket.id)).toMatchObject({ isPaidByPublic: true, bookingFeePaise: 6_900 });
});

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
