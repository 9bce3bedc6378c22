import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ActorOf, type Permission, system } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin } from "#modules/testing/factories.ts";
import { ChangePrice } from "../shared.ts";
import { priceCards } from "./price-history.ts";
import { defaultPrices, priceInForce } from "./prices.ts";
import { cancelPrice, changePrice, setPrices } from "./set-prices.ts";

openDatabase();

const asking = async (permissions: readonly Permission[] = ["view_subscription"]) => {
  const { id } = await anAdmin({ name: "Asha Rao" });
  const actor: ActorOf<"admin"> = {
    kind: "admin",
    adminId: id,
    name: "Asha Rao",
    role: "ROLE",
    permissions,
    sessionId: id,
  };
  return actor;
};
let admin: ActorOf<"admin">;
const fee = async () => (await priceInForce()).requestBookingAmountPaise;
const feeCard = async () => (await priceCards(admin)).find(({ kind }) => kind === "request_booking_amount")!;
const changeFee = (amount: number, more: { from?: string; was?: number } = {}) =>
  changePrice(admin, { kind: "request_booking_amount", amount, ...more });

beforeEach(async () => {
  await rows(sql`delete from prices`);
  freezeClock("2026-11-23T06:00:00Z");
  admin = await asking();
});
afterEach(resetClock);

test("R433 each of the five prices changes alone, from now on, and keeps who changed it from what to what", async () => {
  await changeFee(149, { was: 99 });
  moveClock(day);
  await changeFee(199, { from: "2026-11-24", was: 149 });
  expect(await priceInForce()).toEqual({ ...defaultPrices, requestBookingAmountPaise: 19900 });
  const { amount, begun, planned } = await feeCard();
  expect(amount).toBe(19900);
  expect(planned).toEqual([]);
  expect(begun).toMatchObject([
    { by: "Asha Rao", from: 14900, to: 19900, effectiveFrom: new Date("2026-11-24T06:00:00Z") },
    { by: "Asha Rao", from: 9900, to: 14900, effectiveFrom: new Date("2026-11-23T06:00:00Z") },
  ]);
  expect(await historyOf("catalog", begun[0]!.id)).toMatchObject([
    { event: "price.set", actor_id: admin.adminId, from_state: "14900", to_state: "19900" },
  ]);
});

test("a price from a later day begins at midnight in India, whatever else changes before it", async () => {
  await changeFee(149, { from: "2026-11-25" });
  await changePrice(admin, { kind: "annualsubscription", amount: 3999 });
  await changeFee(120);
  expect(await fee()).toBe(12000);
  expect(await feeCard()).toMatchObject({ planned: [{ from: 12000, to: 14900 }], begun: [{ from: 9900, to: 12000 }] });
  freezeClock("2026-11-24T18:29:59.999Z");
  expect(await fee()).toBe(12000);
  freezeClock("2026-11-24T18:30:00Z");
  expect(await fee()).toBe(14900);
  expect((await priceInForce()).annualSubscriptionPaise).toBe(399900);
});

test("a planned price is replaced by another one for its day and can be taken back until it begins", async () => {
  await changeFee(149, { from: "2026-11-25" });
  await changeFee(159, { from: "2026-11-25" });
  const { planned } = await feeCard();
  expect(planned).toMatchObject([{ to: 15900 }]);
  await cancelPrice(admin, { priceId: planned[0]!.id });
  await expect(cancelPrice(admin, { priceId: planned[0]!.id })).rejects.toMatchObject({ key: "price.notFound" });
  moveClock(3 * day);
  expect(await fee()).toBe(9900);
  await changeFee(149);
  const [begun] = (await feeCard()).begun;
  await expect(cancelPrice(admin, { priceId: begun!.id })).rejects.toMatchObject({ key: "price.begun" });
  expect(await fee()).toBe(14900);
});

test("nothing changes on a day that is over, nor over the price of an admin who was quicker", async () => {
  await expect(changeFee(149, { from: "2026-11-22" })).rejects.toMatchObject({ fields: { from: "price.past" } });
  await changeFee(149, { was: 99 });
  await expect(changeFee(159, { was: 99 })).rejects.toMatchObject({
    kind: "conflict",
    key: "price.changed",
    meanwhile: { changes: [{ own: true, role: "admin", fields: ["amount"] }], now: { amount: "149" } },
  });
  expect(await fee()).toBe(14900);
});

test("of two admins who change the same price at once one is told about the other", async () => {
  const tries = await Promise.allSettled([changeFee(149, { was: 99 }), changeFee(159, { was: 99 })]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await rows(sql`select 1 from prices`)).toHaveLength(1);
});

test("R434 a price is a whole number of rupees and never zero", () => {
  const read = (amount: unknown) => ChangePrice.safeParse({ kind: "annualsubscription", amount });
  for (const wrong of [0, "0", "", "-5", "1.5", "1e3", "abc", 1_000_001, null]) {
    expect(read(wrong).error?.issues[0], String(wrong)).toMatchObject({ path: ["amount"], message: "price.amount" });
  }
  expect(read("2,999").data).toMatchObject({ amount: 2999 });
});

test("without view_subscription nobody sees or changes a price, and the command line's are kept", async () => {
  const other = await asking(["view_offers", "view_ticket.full_access"]);
  await expect(priceCards(other)).rejects.toMatchObject({ kind: "denied" });
  await expect(changePrice(other, { kind: "annualsubscription", amount: 1 })).rejects.toMatchObject({ kind: "denied" });
  await expect(cancelPrice(other, { priceId: other.adminId })).rejects.toMatchObject({ kind: "denied" });
  expect(await setPrices(system("cli"), defaultPrices)).toEqual({ change: "added" });
  expect(await setPrices(system("cli"), defaultPrices)).toEqual({ change: "same" });
  expect((await feeCard()).begun).toMatchObject([{ by: null, to: 9900 }]);
});
