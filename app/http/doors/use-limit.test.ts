import { expect, test } from "vitest";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import { countAsk, type UseLimit } from "./use-limit.server.ts";

openDatabase();

const few: UseLimit = { name: "few", account: 3, network: 2 };
const anyone = (address: string): Actor => ({ kind: "anyone", phones: [], address });
const center = (centerId: string): Actor => ({ kind: "center", centerId, sessionId: "s" });

/** How many of ten concurrent uses pass. */
async function passed(limit: UseLimit | string, actor: Actor, address: string) {
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => countAsk(limit, actor, address)));
  return attempts.filter(({ status }) => status === "fulfilled").length;
}

test("of the public a whole network is counted, an IPv6 one by its /64", async () => {
  const address = anAddress();
  expect(await passed(few, anyone(address), address)).toBe(2);
  expect(await passed(few, anyone(address), anAddress())).toBe(2);
  expect(await passed(few, anyone("x"), "2001:db8:1:2::1")).toBe(2);
  expect(await passed(few, anyone("x"), "2001:db8:1:2:ffff::2")).toBe(0);
});

test("an account is counted for itself, wherever it asks from, and never on its network", async () => {
  const address = anAddress();
  expect(await passed(few, center("one"), address)).toBe(3);
  expect(await passed(few, center("one"), anAddress())).toBe(0);
  expect(await passed(few, center("two"), address)).toBe(3);
  expect(await passed(few, { kind: "technician", technicianId: "one", sessionId: "s" }, address)).toBe(3);
  expect(await passed(few, anyone(address), address)).toBe(2);
});

test("each person of a center's desk is counted for itself, and uses up nothing of the owner's", async () => {
  const desk = (deskLoginId: string): Actor => ({ kind: "center", centerId: "five", sessionId: "s", deskLoginId });
  const address = anAddress();
  expect(await passed(few, desk("asha"), address)).toBe(3);
  expect(await passed(few, desk("asha"), anAddress())).toBe(0);
  expect(await passed(few, desk("ravi"), address)).toBe(3);
  expect(await passed(few, center("five"), address)).toBe(3);
});

test("each limit is its own; a sentence instead of one, and the house itself, count nothing", async () => {
  const address = anAddress();
  expect(await passed(few, center("three"), address)).toBe(3);
  expect(await passed({ ...few, name: "others" }, center("three"), address)).toBe(3);
  expect(await passed("It only reads", center("three"), address)).toBe(10);
  expect(await passed(few, system("job"), address)).toBe(10);
});

test("R12 while the counters cannot be reached everybody passes", async () => {
  await asOwner("alter table rate_limits rename to rate_limits_away");
  expect(await passed(few, center("four"), anAddress())).toBe(10);
  await asOwner("alter table rate_limits_away rename to rate_limits");
});
