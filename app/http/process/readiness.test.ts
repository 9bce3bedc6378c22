import { afterEach, expect, test, vi } from "vitest";
import { steadily } from "./readiness.ts";

afterEach(() => void vi.useRealTimers());

const good = { ok: true, checks: { database: true } };
const bad = { ok: false, checks: { database: false } };

/** Asks once a second and tells whether it was ready; each look answers the next of `looks`. */
async function pollReady(looks: (typeof good)[]) {
  let at = 0;
  let turn = 0;
  const ready = steadily(
    async () => looks[turn++]!,
    () => at,
  );
  const answers: boolean[] = [];
  for (const _ of looks) {
    answers.push((await ready()).ok);
    at += 1_000;
  }
  return answers;
}

test("a process is ready after its first good look, and not before", async () => {
  expect(await pollReady([bad, good, good])).toEqual([false, true, true]);
});

test("two failed looks change nothing, the third does, and it takes two good ones to be ready again", async () => {
  expect(await pollReady([good, bad, bad, good, bad, bad, bad, good, bad, good, good])).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("what failed is told, also while the process still counts as ready", async () => {
  let look = good;
  let at = 0;
  const ready = steadily(
    async () => look,
    () => at,
  );
  await ready();
  look = bad;
  at = 1_000;
  expect(await ready()).toEqual({ ok: true, checks: { database: false } });
});

test("a look that takes long counts as failed after a second and a half, and all who ask meanwhile share it", async () => {
  vi.useFakeTimers();
  let looks = 0;
  let answer: (result: typeof good) => void = () => {};
  const ready = steadily(() => {
    looks += 1;
    return new Promise<typeof good>((resolve) => {
      answer = resolve;
    });
  });
  const first = [ready(), ready()];
  answer(good);
  expect((await Promise.all(first)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(looks).toBe(1);
  for (const expected of [true, true, false]) {
    await vi.advanceTimersByTimeAsync(300);
    const pending = ready();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await pending).toEqual({ ok: expected, checks: { inTime: false } });
  }
  expect(looks).toBe(4);
});
