import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, anOffer } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* `GET center/get-offer` (ours): what a partner shows to everybody. */

test("everybody reads the offers in force, those that end soonest first, and no limit or use of theirs", async () => {
  const inForce = { fromDate: fromNow(-day), toDate: fromNow(2 * day) };
  const offer = await anOffer({ ...inForce, title: "Diwali", description: "₹20 off", totalUses: 5, uses: 1 });
  const sooner = await anOffer({ ...inForce, toDate: fromNow(day) });
  const hidden = [
    await anOffer({ ...inForce, isActive: false }),
    await anOffer({ fromDate: fromNow(day), toDate: fromNow(2 * day) }),
    await anOffer({ fromDate: fromNow(-2 * day), toDate: fromNow(-day) }),
    await anOffer({ ...inForce, totalUses: 3, uses: 3 }),
  ];
  const answer = await serve({
    request: new Request("http://localhost/api/center/get-offer"),
    params: {},
    context: { address: anAddress(), requestId: "offers" },
  });
  const { status, success, data } = (await answer.json()) as { status: number; success: number; data: object[] };
  expect([status, success]).toEqual([200, 1]);
  const ids = data.map((each) => (each as { _id: string })._id);
  expect(ids.filter((id) => id === offer.id || id === sooner.id)).toEqual([sooner.id, offer.id]);
  expect(ids.filter((id) => hidden.some((each) => each.id === id))).toEqual([]);
  expect(data[ids.indexOf(offer.id)]).toEqual({
    _id: offer.id,
    title: "Diwali",
    description: "₹20 off",
    category: offer.category,
    isActive: true,
    fromDate: offer.fromDate.toISOString(),
    toDate: offer.toDate.toISOString(),
    createdAt: expect.any(String),
    fee_off: expect.any(Number),
  });
});
