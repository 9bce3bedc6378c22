import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { system } from "../actor.ts";
import { freezeClock, moveClock, resetClock } from "../clock.ts";
import { conflict, limited, unavailable } from "../errors.ts";
import { rows, transaction, unitOfWork } from "./db.server.ts";
import { historyOf, record } from "./history.ts";
import { keyLifeMs, onlyOnce } from "./idempotency.server.ts";

openDatabase();

afterEach(resetClock);

/** An effect of a transaction: a history row, numbered by how many there are. */
function anEffect() {
  const id = randomUUID();
  const happened = async () => (await historyOf("ticket", id)).length;
  const happen = () =>
    transaction(async () => {
      await record(system("test"), { subject: "ticket", id, event: "ticket.tested" });
      return { nth: await happened() };
    });
  return { id, happened, happen };
}

const keyedRequest = (key: string, request = "body", caller = "center:1") => ({ caller, key, request });
const answered = (nth: number) => ({ status: 200, body: { nth } });

/** The answer is stored in the effect's own transaction. */
const inside = ({ happen }: ReturnType<typeof anEffect>) => ({
  run: async (effect: <T>(work: () => Promise<T>) => Promise<T>) => answered((await effect(happen)).nth),
  keep: (result: unknown) => ({ reply: answered((result as { nth: number }).nth) }),
});

test("a hundred equal requests at once have one effect and one answer", async () => {
  const effect = anEffect();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => unitOfWork(() => onlyOnce(keyedRequest("key-1"), inside(effect)))),
  );
  expect(await effect.happened()).toBe(1);
  expect(new Set(answers.map(({ shared: _, ...answer }) => JSON.stringify(answer)))).toEqual(
    new Set(['{"status":200,"body":{"nth":1},"again":false}']),
  );
  expect(answers.filter(({ shared }) => !shared)).toHaveLength(1);
  expect(await onlyOnce(keyedRequest("key-1"), inside(effect))).toEqual({ ...answered(1), again: true });
});

test("the same key with another body is refused, also while the first is under way", async () => {
  const effect = anEffect();
  const [first, other] = await Promise.allSettled([
    onlyOnce(keyedRequest("key-2"), inside(effect)),
    onlyOnce(keyedRequest("key-2", "other"), inside(effect)),
  ]);
  expect(first.status).toBe("fulfilled");
  expect(other).toMatchObject({ reason: { kind: "invalid", key: "error.idempotencyBody" } });
  await expect(onlyOnce(keyedRequest("key-2", "third"), inside(effect))).rejects.toMatchObject({
    key: "error.idempotencyBody",
  });
  expect(await effect.happened()).toBe(1);
});

test("the key of another caller is another key", async () => {
  const effect = anEffect();
  const of = (caller: string) => onlyOnce(keyedRequest("key-3", "body", caller), inside(effect));
  expect((await of("center:1")).body).toEqual({ nth: 1 });
  expect((await of("center:2")).body).toEqual({ nth: 2 });
});

test.each([
  conflict("error.changed"),
  limited("error.tooMany", { seconds: 60 }, { name: "test", points: 1, seconds: 60 }),
  unavailable("error.unavailable"),
  new Error("a bug"),
])("what failed (%s) is done afresh", async (failure) => {
  const effect = anEffect();
  const key = randomUUID();
  const failing = onlyOnce(keyedRequest(key), {
    ...inside(effect),
    run: () =>
      transaction(async () => {
        await effect.happen();
        throw failure;
      }),
  });
  await expect(failing).rejects.toBe(failure);
  expect(await effect.happened()).toBe(0);
  expect((await onlyOnce(keyedRequest(key), inside(effect))).body).toEqual({ nth: 1 });
});

test("an answer that is not final is given and not kept: the same key asks again", async () => {
  const answers = ["pending", "paid", "never asked for"];
  const ask = () =>
    onlyOnce(keyedRequest("key-4"), {
      run: async () => {
        const body = answers.shift();
        return { status: 200, body, final: body !== "pending" };
      },
    });
  expect(await ask()).toMatchObject({ status: 200, body: "pending" });
  expect((await ask()).body).toBe("paid");
  expect((await ask()).body).toBe("paid");
});

test("a key is remembered for 24 hours and is then a new one", async () => {
  freezeClock("2026-11-21T10:00:00Z");
  const effect = anEffect();
  const ask = async () => (await onlyOnce(keyedRequest("key-5"), inside(effect))).body;
  expect([await ask(), await ask()]).toEqual([{ nth: 1 }, { nth: 1 }]);
  moveClock(keyLifeMs - 1);
  expect(await ask()).toEqual({ nth: 1 });
  moveClock(1);
  expect([await ask(), await ask()]).toEqual([{ nth: 2 }, { nth: 2 }]);
});

describe("an answer that takes more than the transaction", () => {
  /** The effect stores only the number of what it made; the answer is built from that number. */
  const around = (effect: ReturnType<typeof anEffect>, afterwards: () => void = () => {}) => ({
    run: async (ride: <T>(work: () => Promise<T>) => Promise<T>) => {
      const { nth } = await ride(effect.happen);
      afterwards();
      return answered(nth);
    },
    keep: (result: unknown) => ({ made: String((result as { nth: number }).nth) }),
    again: async (made: string) => answered(Number(made)),
  });

  test("is kept when it is there", async () => {
    const effect = anEffect();
    expect((await onlyOnce(keyedRequest("key-6"), around(effect))).again).toBe(false);
    const deaf = { ...around(effect), again: () => Promise.reject(new Error("not asked")) };
    expect(await onlyOnce(keyedRequest("key-6"), deaf)).toEqual({ ...answered(1), again: true });
  });

  test("is made again when it was lost after the effect", async () => {
    const effect = anEffect();
    const lost = () => {
      throw new Error("the process died here");
    };
    await expect(onlyOnce(keyedRequest("key-7"), around(effect, lost))).rejects.toThrow("died here");
    await expect(onlyOnce(keyedRequest("key-7", "other"), around(effect))).rejects.toMatchObject({
      key: "error.idempotencyBody",
    });
    expect(await onlyOnce(keyedRequest("key-7"), around(effect))).toEqual({ ...answered(1), again: true });
    expect(await effect.happened()).toBe(1);
  });
});

describe("two processes at the same moment", () => {
  /** Another process commits the effect and its key between our lookup and our commit. */
  const meanwhile = (key: string, effect: ReturnType<typeof anEffect>) => async () => {
    const { vi } = await import("vitest");
    vi.resetModules();
    const other = await import("./idempotency.server.ts");
    return other.onlyOnce(keyedRequest(key), inside(effect));
  };

  test("whoever commits second is rolled back and gives the first one's answer", async () => {
    const effect = anEffect();
    let elsewhere: unknown;
    const late = {
      ...inside(effect),
      run: async (ride: <T>(work: () => Promise<T>) => Promise<T>) => {
        elsewhere = await unitOfWork(meanwhile("key-8", effect));
        return answered((await ride(effect.happen)).nth);
      },
    };
    expect(await onlyOnce(keyedRequest("key-8"), late)).toEqual({ ...answered(1), again: true });
    expect(elsewhere).toMatchObject({ again: false });
    expect(await effect.happened()).toBe(1);
  });

  test("whoever is refused because of the other gives the other's answer", async () => {
    const effect = anEffect();
    const refused = {
      ...inside(effect),
      run: async () => {
        await unitOfWork(meanwhile("key-9", effect));
        throw conflict("error.changed");
      },
    };
    expect(await onlyOnce(keyedRequest("key-9"), refused)).toEqual({ ...answered(1), again: true });
  });
});

test("a key and what it asked for are kept as hashes", async () => {
  await onlyOnce(keyedRequest("a very plain key", "a very plain body", "proof-in-the-open"), inside(anEffect()));
  const stored = JSON.stringify(await rows(sql`select * from idempotency_keys`));
  for (const plain of ["a very plain key", "a very plain body", "proof-in-the-open"])
    expect(stored).not.toContain(plain);
});
