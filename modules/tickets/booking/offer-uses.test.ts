import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { day, fromNow, hour, minute, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
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
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc, property } from "#modules/testing/property.ts";
import { orderOfTicket, reconcileOrders } from "#modules/wallet/index.ts";
import { closeOrder } from "#modules/wallet/settling/complete-order.ts";
import { createRequest } from "../desk/create-request.ts";
import { updateRequest } from "../desk/update-request.ts";
import { CreateRequest, UpdateRequest } from "../shared.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket, settleDeletion, undoDelete } from "../work/delete.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { bookingState } from "./booking-state.ts";
import { createCenterTicket } from "./center-ticket.ts";
import { CenterTicket } from "./input.ts";
import { confirmBooking } from "./pay-booking.ts";
import { endUnpaidUse } from "./use-window.ts";

openDatabase();

/** What limited offers take off here. */
const off = fromRupees(10);

/* Which bookings hold a use of a limited offer, and when they give it back. */

const till = openTill();

async function aMarket() {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  return { market: { serviceId: service.id, pincode }, center, partnerCode: (await qrOf(center)).qrId };
}
let market: { serviceId: string; pincode: string };
let center: Awaited<ReturnType<typeof aCenter>>;
let partnerCode: string;
let admin: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  await aPriceList();
  ({ market, center, partnerCode } = await aMarket());
  const permissions = ["add_ticket", "edit_ticket.full_access", "delete_ticket"] as const;
  admin = asAdmin(await anAdmin({ permissions }), { permissions });
});
beforeEach(resetClock);
afterEach(resetClock);

async function book(offerCode: string, { phone = aPhone(), ...more }: Partial<BookingInput> = {}) {
  const place = { houseNumber: "221", city: "Bengaluru", state: "Karnataka", name: "Meera Nair" };
  const input = { ...market, ...place, phone, timePreference: { type: "IMMEDIATELY" }, offerCode, ...more };
  return bookTicket(asVisitor(), { ...input, proof: await aProof({ phone }) } as BookingInput);
}
type Booked = Awaited<ReturnType<typeof book>>;

const pay = async ({ payment }: Booked) => {
  const callback = await till.pay(payment!.order_id);
  if (callback) await confirmBooking(asVisitor(), callback);
};
const cancel = ({ ticket }: Booked) => cancelTicket(admin, { ticketId: ticket.publicId });
const expire = async ({ ticket }: Booked) => closeOrder((await orderOfTicket(ticket.id))!.id);
const remove = ({ ticket }: Booked) => deleteTicket(admin, { ticketId: ticket.publicId });
/** Ten seconds later deletions are final. */
async function settleDeletions(...made: Booked[]) {
  moveClock(10 * second);
  await Promise.all(made.map(({ ticket }) => runJob(settleDeletion, { ticketId: ticket.id })));
}

const usesOf = async (id: string) => (await row<{ uses: number }>(sql`select uses from offers where id = ${id}`))!.uses;
const stateOf = async ({ ticket }: Booked) =>
  (await row<{ state: string }>(sql`select state from offer_uses where ticket_id = ${ticket.id}`))?.state;
const returns = async ({ ticket }: Booked) =>
  (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.offerReturned").length;

const ends = {
  leave: async () => {},
  pay,
  cancel,
  remove,
  expire,
  "cancel twice and expire": (booked: Booked) => Promise.allSettled([cancel(booked), expire(booked), cancel(booked)]),
  "remove and expire": (booked: Booked) => Promise.allSettled([remove(booked), expire(booked)]),
  "pay and cancel": (booked: Booked) => Promise.allSettled([pay(booked), cancel(booked)]),
  "pay, then cancel": async (booked: Booked) => {
    await pay(booked);
    await cancel(booked);
  },
} as const satisfies Record<string, (booked: Booked) => Promise<unknown>>;
const returningActs = [
  "cancel",
  "remove",
  "expire",
  "cancel twice and expire",
  "remove and expire",
  // The fee goes back, and its use with it.
  "pay and cancel",
  "pay, then cancel",
];
type End = keyof typeof ends;

property.prop(
  [
    fc.array(fc.constantFrom(...(Object.keys(ends) as End[])), { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 1, max: 4 }),
  ],
  { numRuns: { quick: 3, whole: 12 }[env.testSize] },
)(
  "of phones that book, pay, leave and cancel at once an offer counts what bookings hold, and never more than it has",
  async (inputs, totalUses) => {
    const offer = await anOffer({ totalUses, feeOffPaise: fromRupees(10) });
    const ended = await Promise.all(
      inputs.map(async (end) => {
        // Refused while others hold all uses; a booking that ended makes room for the next one.
        const booked = await book(offer.title).catch(() => null);
        if (booked) await ends[end](booked);
        expect(await usesOf(offer.id)).toBeLessThanOrEqual(totalUses);
        return booked && { booked, end };
      }),
    );
    await settleDeletions(...ended.flatMap((each) => (each ? [each.booked] : [])));
    let held = 0;
    for (const each of ended) {
      if (!each) continue;
      const state = await stateOf(each.booked);
      if (state !== "returned") held += 1;
      expect(await returns(each.booked)).toBe(state === "returned" ? 1 : 0);
      if (each.end === "leave") expect(state).toBe("held");
      if (each.end === "pay") expect(state).toBe("used");
      if (returningActs.includes(each.end)) expect(state).toBe("returned");
    }
    expect(await usesOf(offer.id)).toBe(held);
    resetClock();
  },
  60_000,
);

test("who books and has it cancelled in a loop takes nothing from the others, and may book again", async () => {
  const offer = await anOffer({ totalUses: 1, usesPerPhone: 1, feeOffPaise: off });
  const phone = aPhone();
  for (let turn = 0; turn < 3; turn += 1) {
    const booked = await book(offer.title, { phone });
    await expect(book(offer.title)).rejects.toMatchObject({ key: "offer.notValid" });
    await cancel(booked);
  }
  expect(await usesOf(offer.id)).toBe(0);
  const refunded = await book(offer.title, { phone });
  await pay(refunded);
  expect(await stateOf(refunded)).toBe("used");
  await Promise.allSettled([cancel(refunded), cancel(refunded)]);
  expect([await stateOf(refunded), await returns(refunded)]).toEqual(["returned", 1]);
  expect(await usesOf(offer.id)).toBe(0);
  await pay(await book(offer.title, { phone }));
  expect(await usesOf(offer.id)).toBe(1);
});

/* Who asks for no fee takes no use: requests of centers and desks, of a partner's customers, free visits, pick and drop. */

const place = { houseNumber: "221", locality: "Indiranagar", city: "Bengaluru", state: "Karnataka" };
const request = (offerCode: string) => ({
  ...market,
  ...place,
  offerCode,
  name: "Meera Nair",
  phone: aPhone(),
  timePreference: { type: "IMMEDIATELY" as const },
});

const withoutFee = {
  center: async (code: string) => createCenterTicket(asCenter(center), CenterTicket.parse(request(code))),
  desk: async (code: string) => createRequest(admin, CreateRequest.parse(request(code))),
  "a partner's customer": async (code: string) => book(code, { qrId: partnerCode } as Partial<BookingInput>),
  "nowhere served": async (code: string) => book(code, { pincode: aPincode() }),
} as const;

property.prop(
  [
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 4 }),
    fc.array(fc.constantFrom(...(Object.keys(withoutFee) as (keyof typeof withoutFee)[])), { maxLength: 5 }),
  ],
  { numRuns: { quick: 3, whole: 10 }[env.testSize] },
)(
  "of an offer's uses as many lower a fee as it has, whoever else uses its code at once for a request without one",
  async (totalUses, buyers, others) => {
    const offer = await anOffer({ totalUses, feeOffPaise: off });
    const [bought, free] = await Promise.all([
      Promise.allSettled(Array.from({ length: buyers }, () => book(offer.title))),
      Promise.allSettled(others.map((which) => withoutFee[which](offer.title))),
    ]);
    expect(free.filter(({ status }) => status === "rejected")).toEqual([]);
    const lowered = bought.flatMap((each) => (each.status === "fulfilled" ? [each.value.payment!.amount] : []));
    expect(lowered).toEqual(Array.from({ length: Math.min(totalUses, buyers) }, () => 8900));
    expect(await usesOf(offer.id)).toBe(lowered.length);
  },
  60_000,
);

test("a code that takes nothing off the fee has no use to take", async () => {
  const offer = await anOffer({ totalUses: 1 });
  const one = await book(offer.title);
  const two = await book(offer.title);
  expect([await stateOf(one), await stateOf(two), await usesOf(offer.id)]).toEqual([undefined, undefined, 0]);
});

test("a booking nobody pays gives its use back with its order, after three days; not before", async () => {
  const offer = await anOffer({ totalUses: 1, feeOffPaise: off, toDate: fromNow(9 * day) });
  const left = await book(offer.title);
  moveClock(2.9 * day);
  await reconcileOrders();
  expect(await stateOf(left)).toBe("held");
  moveClock(0.2 * day);
  await reconcileOrders();
  expect(await stateOf(left)).toBe("returned");
  expect(await usesOf(offer.id)).toBe(0);
});

test("a booking that is not paid within its hour gives its use back and is over; one that is paid keeps it", async () => {
  const offer = await anOffer({ totalUses: 2, feeOffPaise: off, toDate: fromNow(9 * day) });
  const left = await book(offer.title);
  const paid = await book(offer.title);
  await pay(paid);
  const ending = async ({ ticket }: Booked) => runJob(endUnpaidUse, { ticketId: ticket.id });
  moveClock(hour - minute);
  for (const each of [left, paid]) await ending(each);
  expect([await stateOf(left), await stateOf(paid)]).toEqual(["held", "used"]);
  expect((await bookingState({ ticketId: left.ticket.publicId })).codeUntil).not.toBeNull();
  moveClock(2 * minute);
  for (const each of [left, paid]) await ending(each);
  expect([await stateOf(left), await stateOf(paid)]).toEqual(["returned", "used"]);
  expect(await usesOf(offer.id)).toBe(1);
  expect(await bookingState({ ticketId: left.ticket.publicId })).toMatchObject({ state: "over", codeUntil: null });
});

test("where the provider does not answer at the end of the hour the use is kept, and asked about again", async () => {
  const offer = await anOffer({ totalUses: 1, feeOffPaise: off, toDate: fromNow(9 * day) });
  const left = await book(offer.title);
  moveClock(hour + minute);
  onTestFinished(async () => void (await clearFaults()));
  await setFaults({ fail: 1 });
  await expect(runJob(endUnpaidUse, { ticketId: left.ticket.id })).rejects.toMatchObject({ kind: "unavailable" });
  expect(await stateOf(left)).toBe("held");
});

const recode = ({ ticket }: Booked, offerCode: string) =>
  updateRequest(
    admin,
    UpdateRequest.parse({
      ticketId: ticket.publicId,
      serviceId: market.serviceId,
      houseNumber: "221",
      offerCode,
      timePreference: { type: "IMMEDIATELY" },
    }),
  );

test("a code changed at the desk leaves the fee and its use as they are, and takes none of the new one", async () => {
  const one = await anOffer({ totalUses: 1, feeOffPaise: off });
  const two = await anOffer({ totalUses: 1, feeOffPaise: off });
  const booked = await book(one.title);
  for (const code of [two.title, "NOSUCHOFFER", two.title]) {
    await recode(booked, code);
    expect([await usesOf(one.id), await usesOf(two.id), await stateOf(booked)]).toEqual([1, 0, "held"]);
    expect(await orderOfTicket(booked.ticket.id)).toMatchObject({ amountPaise: 8900 });
  }
  await cancel(booked);
  expect([await usesOf(one.id), await usesOf(two.id), await stateOf(booked)]).toEqual([0, 0, "returned"]);
});

test("a payment that comes after that takes the use again if one is left, and counts without it", async () => {
  for (const other of [false, true]) {
    const offer = await anOffer({ totalUses: 1, feeOffPaise: fromRupees(20) });
    const late = await book(offer.title);
    await expire(late);
    if (other) await book(offer.title);
    await pay(late);
    expect(await stateOf(late)).toBe(other ? "returned" : "used");
    expect(await usesOf(offer.id)).toBe(1);
    const ticket = await row(sql`select is_paid_by_public as paid from tickets where id = ${late.ticket.id}`);
    expect(ticket).toEqual({ paid: true });
  }
});

test("a deletion that is undone keeps its use; where no center serves none is taken", async () => {
  const offer = await anOffer({ totalUses: 5, feeOffPaise: off });
  const booked = await book(offer.title);
  await remove(booked);
  await undoDelete(admin, { ticketId: booked.ticket.publicId });
  await settleDeletions(booked);
  expect(await stateOf(booked)).toBe("held");
  const nowhere = await book(offer.title, { pincode: aPincode() });
  expect(nowhere.payment).toBeNull();
  expect(await stateOf(nowhere)).toBeUndefined();
  expect(await usesOf(offer.id)).toBe(1);
});

test("an offer deleted meanwhile is given nothing back, and its bookings end all the same", async () => {
  const offer = await anOffer({ totalUses: 1, feeOffPaise: off });
  const booked = await book(offer.title);
  await rows(sql`delete from offers where id = ${offer.id}`);
  await cancel(booked);
  expect(await returns(booked)).toBe(0);
});
