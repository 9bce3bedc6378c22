import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { maySettle, moneyVisibleTo, purchasesVisibleTo } from "./policy.ts";

openDatabase();

test("a center sees its own money and an admin with view_Wallet that of the center it names (H12)", async () => {
  const center = await aCenter();
  const other = await aCenter();
  expect(await moneyVisibleTo(asCenter(center), undefined)).toBe(center.id);
  expect(await moneyVisibleTo(asCenter(center), center.phone)).toBe(center.id);
  await expect(moneyVisibleTo(asCenter(center), other.phone)).rejects.toMatchObject({ kind: "denied" });
  const viewer = asAdmin(undefined, { permissions: ["view_Wallet"] });
  expect(await moneyVisibleTo(viewer, other.phone)).toBe(other.id);
  await expect(moneyVisibleTo(viewer, undefined)).rejects.toMatchObject({ kind: "missing" });
});

test("only a center recharges a wallet or subscribes, and another center's order does not exist for it", async () => {
  const center = await aCenter();
  const other = await aCenter();
  expect(purchasesVisibleTo(asCenter(center))).toEqual({ purposes: ["recharge", "subscription"], centerId: center.id });
  for (const actor of [asAdmin(), asVisitor(), system("job")])
    expect(() => purchasesVisibleTo(actor)).toThrow(expect.objectContaining({ kind: "denied" }));
  const settled = [center, other].map((one) => maySettle(asCenter(center), { centerId: one.id }));
  expect([...settled, maySettle(asCenter(center), { centerId: null })]).toEqual([true, false, true]);
  expect(maySettle(asVisitor(), { centerId: other.id })).toBe(true);
});
