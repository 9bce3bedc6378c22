import { expect, test } from "vitest";
import { conflict } from "#modules/kernel/errors.ts";
import { inTurn } from "./turns.ts";

/** Centers that try at once; returns the order in which their attempts ran, and each one's answer. */
async function attempts(centers: string[], turn: (center: string) => { others?: ReturnType<typeof conflict> }) {
  const tried: string[] = [];
  let together = 0;
  const outcomes = await Promise.allSettled(
    centers.map((center) =>
      inTurn("a ticket", center, async () => {
        tried.push(center);
        together += 1;
        await new Promise((soon) => setImmediate(soon));
        expect(together--).toBe(1);
        return { result: center, ...turn(center) };
      }),
    ),
  );
  return { tried, outcomes: outcomes.map((one) => (one.status === "fulfilled" ? one.value : one.reason.key)) };
}

test("whoever comes while a center wins is told so without trying", async () => {
  const { tried, outcomes } = await attempts(["A", "B", "C"], () => ({ others: conflict("broadcast.taken") }));
  expect(tried).toEqual(["A"]);
  expect(outcomes).toEqual(["A", "broadcast.taken", "broadcast.taken"]);
});

test("a try that decides nothing lets the next one try, in the order in which they came", async () => {
  const { tried, outcomes } = await attempts(["A", "B", "C", "D"], (center) => {
    if (center === "A") throw conflict("broadcast.capacity", { limit: 1 });
    return center === "C" ? { others: conflict("broadcast.taken") } : {};
  });
  expect(tried).toEqual(["A", "B", "C"]);
  expect(outcomes).toEqual(["broadcast.capacity", "B", "C", "broadcast.taken"]);
});

test("a center's second tap is not told that somebody else was first", async () => {
  const { outcomes } = await attempts(["A", "A", "B"], () => ({ others: conflict("broadcast.taken") }));
  expect(outcomes).toEqual(["A", "A", "broadcast.taken"]);
});

test("the next who comes later tries again", async () => {
  for (const center of ["A", "B"]) {
    const { tried } = await attempts([center], () => ({ others: conflict("broadcast.taken") }));
    expect(tried).toEqual([center]);
  }
});
