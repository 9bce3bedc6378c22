import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { networkOf } from "#modules/access/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDriver,
  anAddress,
  aPhone,
  aService,
  asCenter,
  asVisitor,
  aVehicle,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { centerTransactions, ledgerFaults, orderOfRide, refundToSource, walletBalance } from "#modules/wallet/index.ts";
import { bookRide, confirmRide, daySheet, findRide, payRide, rideBookedBefore } from "../index.ts";
import { BookRide, BookRideOf, RideDay, rideAmounts, rideModes } from "./input.ts";

openDatabase();

const till = openTill();
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const typed = (more: object = {}) => ({
  name: "Sita Devi",
  phone: aPhone(),
  pincode: "560001",
  pickLocation: "Metro",
  dropLocation: "Market",
  amount: "10",
  modeOfPayment: "cash",
  ...more,
});
const rideInput = (more: object = {}) => BookRide.parse(typed(more));
const passenger = () => ({ ...asVisitor(), address: anAddress() });
const ride = ({ id }: { id: string }, more: object = {}) => bookRide(passenger(), { ...rideInput(more), centerId: id });

const errorsOf = (input: object) => {
  const parsed = BookRide.safeParse(input);
  return parsed.success
    ? {}
    : Object.fromEntries(Object.entries(fieldErrors(parsed.error)).map(([name, key]) => [name, say(key)]));
};

describe("what the form at the vehicle asks for", () => {
  test.each(["name", "phone", "pincode", "pickLocation", "dropLocation", "amount", "modeOfPayment"])(
    "R067 R072 without %s it says 'Please fill out all fields correctly.'",
    (name) => {
      for (const nothing of ["", "  ", undefined])
        expect(errorsOf({ ...typed(), [name]: nothing })).toEqual({ [name]: "Please fill out all fields correctly." });
    },
  );

  test("R073 a contact number of other than ten digits says 'Please fill out Contact No. Properly'", () => {
    for (const phone of ["98765", "98765432101", "98765x4321"])
      expect(errorsOf(typed({ phone }))).toEqual({ phone: "Please fill out Contact No. Properly" });
    expect(errorsOf(typed({ phone: "९८७६५४३२१०" }))).toEqual({});
  });

  test("R069 the amount is 10, 20, 30 or 40, whatever a browser sends", () => {
    expect(rideAmounts).toEqual([10, 20, 30, 40]);
    for (const amount of [...rideAmounts, ...rideAmounts.map(String)]) expect(errorsOf(typed({ amount }))).toEqual({});
    for (const amount of [0, 1, 11, 50, -10, 10.5, "10.0", "1e1", "0x0a", "", null, [10], { amount: 10 }])
      expect(errorsOf(typed({ amount }))).toEqual({ amount: "Please fill out all fields correctly." });
  });

  test("R070 it is paid cash or online", () => {
    expect(rideModes).toEqual(["cash", "online"]);
    for (const modeOfPayment of ["upi", "Cash", true])
      expect(errorsOf(typed({ modeOfPayment }))).toEqual({ modeOfPayment: "Please fill out all fields correctly." });
  });

  test("R075 the country code of the call is 91, with or without its plus", async () => {
    const { id: centerId } = await aCenter();
    for (const countryCode of ["91", 91, "+91", undefined])
      expect(BookRideOf.safeParse(typed({ centerId, countryCode })).success).toBe(true);
    expect(BookRideOf.safeParse(typed({ centerId, countryCode: "1" })).success).toBe(false);
    expect(BookRideOf.safeParse(typed({ centerId, countryCode: "92" })).success).toBe(false);
  });
});

describe("a ride", () => {
  test("R070 a cash ride is settled at the vehicle: no order, no money in the ledger", async () => {
    const driver = await aDriver();
    const { ride: booked, payment } = await ride(driver, { amount: 30 });
    expect([booked.status, payment, booked.farePaise]).toEqual(["CLOSED", null, 3000]);
    expect(booked.rideId).toMatch(/^RIDE-\d{6}-[A-Z0-9]{4}$/);
    expect(await orderOfRide(booked.id)).toBeNull();
    expect(await walletBalance(driver.id)).toBe(0);
    expect((await historyOf("ride", booked.id)).map(({ event }) => event)).toEqual(["ride.booked"]);
  });

  test("R070 an online ride is settled by its payment, and the fare is the driver's", async () => {
    const driver = await aDriver();
    const { ride: booked, payment } = await ride(driver, { amount: 40, modeOfPayment: "online" });
    expect([booked.status, payment!.amount, payment!.currency]).toEqual(["PENDING", 4000, "INR"]);
    expect(await confirmRide(asVisitor(), { rideId: booked.publicId })).toMatchObject({
      state: "failed",
      payment: { order_id: payment!.order_id },
    });
    await till.pay(payment!.order_id);
    const outcome = await confirmRide(asVisitor(), { rideId: booked.publicId });
    expect([outcome.state, outcome.ride.status, say(outcome.message)]).toEqual([
      "paid",
      "CLOSED",
      "Responded Successfully",
    ]);
    expect(await walletBalance(driver.id)).toBe(4000);
    expect((await historyOf("ride", booked.id)).map(({ event }) => event)).toEqual(["ride.booked", "ride.farePaid"]);
    await expect(payRide(asVisitor(), { rideId: booked.publicId })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("a ride whose answer is repeated while its fare is being paid is settled, not refused", async () => {
    const { ride: booked, payment } = await ride(await aDriver(), { modeOfPayment: "online" });
    const again = await till.paidDuring(payment!.order_id, () => rideBookedBefore(booked.id));
    expect([again.ride.status, again.payment]).toEqual(["CLOSED", null]);
  });

  test("the driver's payments show the fare once, and no passenger's failed tries", async () => {
    const driver = await aDriver();
    const { payment } = await ride(driver, { amount: 20, modeOfPayment: "online" });
    await till.pay(payment!.order_id, "failure");
    await till.pay(payment!.order_id);
    await till.settled();
    await till.deliver(...till.sent);
    const { rows: moved } = await centerTransactions(asCenter(driver), {});
    expect(moved.map(({ kind, amountPaise, status }) => [kind, amountPaise, status])).toEqual([
      ["ride_fare", 2000, "SUCCESS"],
    ]);
  });

  test("a fare in the driver's wallet does not go back to its source; what was paid on top of it does", async () => {
    const driver = await aDriver();
    const { ride: booked, payment } = await ride(driver, { modeOfPayment: "online" });
    await till.pay(payment!.order_id, "pending");
    await till.pay(payment!.order_id);
    await till.settled();
    await till.deliver(...till.sent);
    const order = (await orderOfRide(booked.id))!;
    await expect(refundToSource({ orderId: order.id, reason: "asked" })).rejects.toMatchObject({
      key: "refund.inWallet",
    });
    expect(await walletBalance(driver.id)).toBe(1000);
  });

  test("another center than a driver has no rides: another service, another vehicle, or not at work any more", async () => {
    const eRickshaw = await aVehicle({ eRickshaw: true });
    const pickDrop = await aService({ pickDrop: true });
    const others = [
      await aCenter({ services: [await aService()], vehicleId: eRickshaw.id }),
      await aCenter({ services: [pickDrop], vehicleId: (await aVehicle()).id }),
      await aCenter({ services: [await aService(), pickDrop], vehicleId: eRickshaw.id }),
      await aDriver({ isActive: centerState.DELETED }),
      await aDriver({ isActive: centerState.IN_ACTIVE, rejectionReason: "No licence" }),
      await aDriver({ isActive: centerState.DRAFTED }),
    ];
    for (const center of others) {
      await expect(ride(center)).rejects.toMatchObject({ kind: "missing", key: "ride.notDriver" });
      await expect(daySheet(asCenter(center), {})).rejects.toMatchObject({ kind: "missing", key: "ride.noSheet" });
    }
  });

  test("H9 how many rides one phone books in a day and one driver gets in an hour is limited", async () => {
    const phone = aPhone();
    for (let nth = 0; nth < 20; nth += 1) await ride(await aDriver(), { phone });
    await expect(ride(await aDriver(), { phone })).rejects.toMatchObject({ kind: "limited" });
    const driver = await aDriver();
    for (let nth = 0; nth < 60; nth += 1) await ride(driver);
    await expect(ride(driver)).rejects.toMatchObject({ kind: "limited" });
  });

  test("H9 one network books 300 rides in an hour, whichever of its addresses it shows", async () => {
    const one = randomInt(0xffff).toString(16);
    const limit = { name: "ride-address", points: 300, seconds: 3600, onFailure: "closed" } as const;
    const driver = await aDriver();
    const from = (host: string) =>
      bookRide({ ...asVisitor(), address: `2001:db8:${one}:7::${host}` }, { ...rideInput(), centerId: driver.id });
    for (let nth = 1; nth < 300; nth += 1) await countUse(limit, networkOf(`2001:db8:${one}:7::1`));
    await from("2");
    await expect(from("3")).rejects.toMatchObject({ kind: "limited" });
  });

  test("H9 a network that is refused counts for nobody: neither for the driver nor for the phone it names", async () => {
    const driver = await aDriver();
    const phone = aPhone();
    const rides = (address: string, more: object = {}) =>
      bookRide({ ...asVisitor(), address }, { ...rideInput(more), centerId: driver.id });
    const stranger = anAddress();
    for (let nth = 0; nth < 20; nth += 1) await rides(stranger);
    for (let nth = 0; nth < 100; nth += 1)
      await expect(rides(stranger, { phone })).rejects.toMatchObject({ kind: "limited" });
    for (let nth = 0; nth < 20; nth += 1) await rides(anAddress(), { phone });
  });

  test("H9 however many strangers from however many networks fill a driver's hour, a proved phone is driven", async () => {
    const driver = await aDriver();
    const phone = aPhone();
    for (let nth = 0; nth < 60; nth += 1) await ride(driver, nth % 3 ? {} : { phone });
    await expect(ride(driver)).rejects.toMatchObject({ kind: "limited" });
    const proved = (address: string, named = phone) =>
      bookRide({ ...asVisitor(phone), address }, { ...rideInput({ phone: named }), centerId: driver.id });
    for (let nth = 0; nth < 6; nth += 1) await proved(anAddress());
    await expect(proved(anAddress()), "six of a phone with one driver in an hour").rejects.toMatchObject({
      kind: "limited",
    });
    await expect(proved(anAddress(), aPhone()), "it is proved for itself alone").rejects.toMatchObject({
      kind: "limited",
    });
  });

  test("a ride is no ticket: nobody is matched, sent or counted for it", async () => {
    const { ride: booked } = await ride(await aDriver());
    expect(await rows(sql`select 1 from tickets where phone = ${booked.phone}`)).toEqual([]);
    expect(await findRide(booked.id)).toBeNull();
  });
});

describe("the driver's day sheet", () => {
  const times = async (center: { id: string }, at: Date, more: object = {}) => {
    freezeClock(at);
    return ride(center, more);
  };

  test("has the rides of one day of India, and counts what was taken", async () => {
    const driver = await aDriver({ name: "Basavaraj Patil" });
    await times(driver, fromIst("2026-11-20", "23:59"), { amount: 40 });
    await times(driver, fromIst("2026-11-21", "00:00"), { amount: 10 });
    const { payment } = await times(driver, fromIst("2026-11-21", "12:00"), { amount: 20, modeOfPayment: "online" });
    await till.pay(payment!.order_id);
    await till.settled();
    await till.deliver(...till.sent);
    await times(driver, fromIst("2026-11-21", "23:58"), { amount: 30, modeOfPayment: "online" });
    await times(await aDriver(), fromIst("2026-11-21", "10:00"), { amount: 40 });

    const sheet = await daySheet(asCenter(driver), {});
    expect(sheet).toMatchObject({
      day: "2026-11-21",
      today: "2026-11-21",
      driver: "Basavaraj Patil",
      count: 2,
      cashPaise: 1000,
      onlinePaise: 2000,
      waiting: 1,
    });
    expect(sheet.rides.map(({ farePaise, mode, status }) => [farePaise, mode, status])).toEqual([
      [3000, "online", "PENDING"],
      [2000, "online", "CLOSED"],
      [1000, "cash", "CLOSED"],
    ]);
    expect(JSON.stringify(sheet)).not.toMatch(/Sita|phone/);

    expect(await daySheet(asCenter(driver), { day: "2026-11-20" })).toMatchObject({ count: 1, cashPaise: 4000 });
    expect(await daySheet(asCenter(driver), { day: "2026-11-19" })).toMatchObject({ count: 0, rides: [] });
    // Tomorrow has no rides yet.
    expect((await daySheet(asCenter(driver), { day: "2026-11-22" })).day).toBe("2026-11-21");
  });

  test("a day that is none is today", () => {
    for (const day of ["", "yesterday", "2026-13-45", "2026-11-21T00:00"]) expect(RideDay.parse({ day })).toEqual({});
    expect(RideDay.parse({ day: "2026-11-21" })).toEqual({ day: "2026-11-21" });
  });
});

test("whatever is booked, paid, delivered twice and asked again: the wallet holds the fares that were paid online", async () => {
  const act = fc.record({
    amount: fc.constantFrom(...rideAmounts),
    modeOfPayment: fc.constantFrom(...rideModes),
    pays: fc.array(fc.constantFrom("success" as const, "failure" as const, "pending" as const), { maxLength: 3 }),
    notice: fc.constantFrom("webhook", "twice", "asked", "never"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), (acts) =>
      unitOfWork(async () => {
        const driver = await aDriver();
        let owed = 0;
        for (const { pays, notice, ...what } of acts) {
          const { ride: booked, payment } = await ride(driver, what);
          if (!payment) continue;
          till.sent.length = 0;
          for (const how of pays) await till.pay(payment.order_id, how);
          await till.settled();
          if (notice === "webhook" || notice === "twice") await till.deliver(...till.sent);
          if (notice === "twice") await till.deliver(...till.sent.toReversed());
          if (notice === "asked") await confirmRide(asVisitor(), { rideId: booked.publicId });
          await till.work();
          // An authorized payment is captured as soon as its notification arrives.
          const paid = notice !== "never" && pays.some((how) => how !== "failure");
          const { status } = (await findRide(booked.publicId))!;
          expect(status).toBe(paid ? "CLOSED" : "PENDING");
          if (status === "CLOSED") owed += what.amount * 100;
        }
        expect(await walletBalance(driver.id)).toBe(owed);
        const sheet = await daySheet(asCenter(driver), {});
        expect(sheet.onlinePaise).toBe(owed);
        expect(await ledgerFaults()).toEqual([]);
      }),
    ),
    { numRuns: 12 },
  );
}, 60_000);
