import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ActorOf, system } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aService } from "#modules/testing/factories.ts";
import { SetVisitCharge } from "../shared.ts";
import { cancelVisitCharge, setVisitCharge } from "./set-visit-charge.ts";
import { hasVisitCharges, visitChargeOf, visitCharges, visitsCost } from "./visit-charges.ts";

openDatabase();

let keeper: ActorOf<"admin">;
let serviceId: string;
const at = (pincode: string) => visitChargeOf({ serviceId, pincode });
const set = (amount: number, more: Partial<SetVisitCharge> = {}) =>
  setVisitCharge(keeper, { serviceId, area: "560", amount, ...more });
const area = async () => (await visitCharges(keeper, { serviceId })).areas.find((each) => each.area === "560");

beforeEach(async () => {
  freezeClock("2026-11-23T06:00:00Z");
  const { id } = await anAdmin({ name: "Asha Rao" });
  keeper = { kind: "admin", adminId: id, name: "Asha Rao", role: "SUPER_ADMIN", permissions: [], sessionId: id };
  serviceId = (await aService()).id;
});
afterEach(resetClock);

test("a visit costs what is in force for the service and the pincode's first three digits, elsewhere nothing", async () => {
  expect(await at("560001")).toBe(0);
  await set(199.5);
  expect([await at("560001"), await at("560999"), await at("561001"), await at("110001")]).toEqual([
    19_950, 19_950, 0, 0,
  ]);
  expect(await visitChargeOf({ serviceId: (await aService()).id, pincode: "560001" })).toBe(0);
  expect(await area()).toMatchObject({ area: "560", state: "Karnataka", amount: 19_950, planned: [] });
});

test("each charge keeps who set it from what to what and since when; 0 ends it", async () => {
  await set(199, { was: 0 });
  moveClock(day);
  await set(249, { was: 199 });
  moveClock(day);
  await set(0, { was: 249 });
  expect(await at("560001")).toBe(0);
  const { areas, begun } = await visitCharges(keeper, { serviceId });
  expect(areas).toEqual([]);
  expect(begun).toMatchObject([
    { area: "560", by: "Asha Rao", from: 24_900, to: 0, effectiveFrom: new Date("2026-11-25T06:00:00Z") },
    { area: "560", by: "Asha Rao", from: 19_900, to: 24_900, effectiveFrom: new Date("2026-11-24T06:00:00Z") },
    { area: "560", by: "Asha Rao", from: 0, to: 19_900, effectiveFrom: new Date("2026-11-23T06:00:00Z") },
  ]);
  expect(await historyOf("catalog", begun[1]!.id)).toMatchObject([
    { event: "visitCharge.set", actor_id: keeper.adminId, from_state: "19900", to_state: "24900" },
  ]);
});

test("a charge from a later day begins at midnight in India and can be replaced and taken back until then", async () => {
  await set(199);
  await set(249, { from: "2026-11-25" });
  await set(299, { from: "2026-11-25" });
  await set(99, { from: "2026-11-26" });
  expect((await area())!.planned).toMatchObject([{ from: 19_900, to: 29_900 }, { to: 9_900 }]);
  const [next, last] = (await area())!.planned;
  await cancelVisitCharge(keeper, { chargeId: last!.id });
  await expect(cancelVisitCharge(keeper, { chargeId: last!.id })).rejects.toMatchObject({
    key: "visitCharge.notFound",
  });
  freezeClock("2026-11-24T18:29:59.999Z");
  expect(await at("560001")).toBe(19_900);
  freezeClock("2026-11-24T18:30:00Z");
  expect(await at("560001")).toBe(29_900);
  await expect(cancelVisitCharge(keeper, { chargeId: next!.id })).rejects.toMatchObject({ key: "visitCharge.begun" });
});

test("nothing changes on a day that is over, nor over the charge of an admin who was quicker, also at once", async () => {
  await expect(set(199, { from: "2026-11-22" })).rejects.toMatchObject({ fields: { from: "price.past" } });
  const tries = await Promise.allSettled([set(199, { was: 0 }), set(249, { was: 0 })]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const stands = await at("560001");
  await expect(set(99, { was: 0 })).rejects.toMatchObject({
    kind: "conflict",
    key: "visitCharge.changed",
    meanwhile: { changes: [{ own: true, fields: ["amount"] }], now: { amount: String(stands / 100) } },
  });
  expect(await rows(sql`select 1 from visit_charges where service_id = ${serviceId}`)).toHaveLength(1);
});

test("an area is three digits that a pincode begins with, and an amount has at most two decimals", () => {
  const wrong = (more: object) =>
    SetVisitCharge.safeParse({ serviceId, area: "560", amount: "199", ...more }).error?.issues[0]?.path;
  for (const value of ["", "056", "56", "5600", "abc", null])
    expect(wrong({ area: value }), String(value)).toEqual(["area"]);
  for (const value of ["", "-1", "1e3", "9.999", "10000001"])
    expect(wrong({ amount: value }), value).toEqual(["amount"]);
  expect(SetVisitCharge.parse({ serviceId, area: " ५६० ", amount: "1,099.50", from: "" })).toMatchObject({
    area: "560",
    amount: 1_099.5,
  });
});

test("only a SUPER_ADMIN and the command line set one, of no pick and drop and of no service that is gone", async () => {
  const others = [
    { ...keeper, role: "ROLE", permissions: ["view_services_list.full_access", "view_subscription"] },
    { ...keeper, role: "CLIENT", clientId: randomUUID() },
    { kind: "center", centerId: randomUUID(), sessionId: randomUUID() },
  ] as const;
  for (const actor of others)
    for (const act of [
      () => setVisitCharge(actor, { serviceId, area: "560", amount: 1 }),
      () => cancelVisitCharge(actor, { chargeId: randomUUID() }),
      () => visitCharges(actor, { serviceId }),
    ])
      await expect(act()).rejects.toMatchObject({ kind: "denied" });
  await setVisitCharge(system("cli"), { serviceId, area: "560", amount: 199 });
  expect((await visitCharges(keeper, { serviceId })).begun).toMatchObject([{ by: null, to: fromRupees(199) }]);
  const ride = await aService({ pickDrop: true });
  await expect(set(1, { serviceId: ride.id })).rejects.toMatchObject({ key: "visitCharge.pickDrop" });
  await expect(set(1, { serviceId: randomUUID() })).rejects.toMatchObject({ key: "service.notFound" });
});

test("whether a visit costs something anywhere is known of services that can be booked", async () => {
  await rows(sql`delete from visit_charges`);
  expect(await hasVisitCharges()).toBe(false);
  await set(199);
  expect(await hasVisitCharges()).toBe(true);
  // What booking forms say is read anew after a change.
  expect(await visitsCost()).toBe(true);
  await set(0);
  expect(await visitsCost()).toBe(false);
  await set(199);
  expect(await visitsCost()).toBe(true);
  await rows(sql`update services set is_active = false where id = ${serviceId}`);
  expect(await hasVisitCharges()).toBe(false);
});
