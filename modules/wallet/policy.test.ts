import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { may, visibleTo } from "./policy.ts";
import { openTopUp } from "./settling/recharge-order.ts";

openDatabase();

test("a center sees its own money and an admin with view_Wallet that of the center it names (H12)", async () => {
  const center = await aCenter();
  const other = await aCenter();
  expect(await visibleTo(asCenter(center), undefined)).toBe(center.id);
  expect(await visibleTo(asCenter(center), center.phone)).toBe(center.id);
  await expect(visibleTo(asCenter(center), other.phone)).rejects.toMatchObject({ kind: "denied" });
  const viewer = asAdmin(undefined, { permissions: ["view_Wallet"] });
  expect(await visibleTo(viewer, other.phone)).toBe(other.id);
  await expect(visibleTo(viewer, undefined)).rejects.toMatchObject({ kind: "missing" });
});

test("only a center recharges a wallet or subscribes, and another center's order does not exist for it", async () => {
  const center = await aCenter();
  const other = await aCenter();
  expect(await openTopUp(asCenter(center), { amount: 500 })).toMatchObject({
    purpose: "recharge",
    centerId: center.id,
  });
  for (const actor of [asAdmin(), asVisitor(), system("job")])
    await expect(openTopUp(actor, { amount: 500 })).rejects.toMatchObject({ kind: "denied" });
  const settled = [center, other].map((one) => may(asCenter(center), "settle", { centerId: one.id }));
  expect([...settled, may(asCenter(center), "settle", { centerId: null })]).toEqual([true, false, true]);
  expect(may(asVisitor(), "settle", { centerId: other.id })).toBe(true);
});
