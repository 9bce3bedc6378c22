import { expect, test } from "vitest";
import { fromIst } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { randomFrom } from "../random.ts";
import { calendar } from "./calendar.ts";
import { Batch } from "./copy.ts";
import { Market } from "./market.ts";
import { Repeats } from "./repeats.ts";
import { homeServices, volumeCenters } from "./volume-centers.ts";
import { courseOf } from "./volume-course.ts";
import { Money, moneyTables } from "./volume-money.ts";
import { newOrigin } from "./volume-origin.ts";
import { ticketTables, writeTicket } from "./volume-ticket.ts";
import type { World } from "./volume-world.ts";

const until = fromIst("2026-11-21", "15:00").getTime();

function aWorld(seed: string): World {
  const random = randomFrom(seed);
  let number = 0;
  return {
    random,
    until,
    mark: null,
    batch: new Batch(),
    repeats: new Repeats(),
    market: new Market(volumeCenters(12)),
    money: new Money(randomFrom(`money ${seed}`), new Map(), until),
    serviceIds: new Map(homeServices.map((name) => [name, name])),
    clientId: "c0000000-0000-7000-8000-000000000000",
    adminId: "admin",
    adminName: "Asha Rao",
    offerCode: "GHARSEVA2025",
    feePaise: fromRupees(99),
    leadPaise: fromRupees(49),
    numberAt: () => `REQ-${number++}`,
  };
}

/** All lines a seed writes, except the sealed codes of future visits. */
function linesOf(seed: string) {
  const world = aWorld(seed);
  for (let index = 0; index < 300; index++) {
    const origin = newOrigin(world.random, world.market, world.adminName);
    writeTicket(world, origin, until - (300 - index) * 7_200_000);
  }
  const papers = new Batch();
  world.money.due(until, papers);
  const sealed = /\tk1\.[\w.-]{40,}\tk1\.[\w.-]{40,}\t/;
  return [
    ...ticketTables.flatMap((table) => world.batch.lines(table)),
    ...moneyTables.flatMap((table) => papers.lines(table)),
  ].map((line) => line.replace(sealed, "\t"));
}

test("the same seed writes the same rows, another seed others", () => {
  const once = linesOf("seed 1");
  expect(once.length).toBeGreaterThan(2_000);
  expect(linesOf("seed 1")).toEqual(once);
  expect(linesOf("seed 2")).not.toEqual(once);
});

test("no ticket has done anything before it was booked or after the volume's end", () => {
  const { random, market } = aWorld("times");
  for (let index = 0; index < 5_000; index++) {
    const bookedAt = until - random.between(1_000, 40 * 86_400_000);
    const course = courseOf(random, market, newOrigin(random, market, "Asha Rao"), bookedAt, until);
    const { paidAt, matchedAt, acceptedAt, assignedAt, startedAt, closedAt, cancelledAt, steps, refund } = course;
    const times = [
      paidAt,
      acceptedAt,
      assignedAt,
      startedAt,
      closedAt,
      cancelledAt,
      refund?.at,
      ...steps.map(({ at }) => at),
    ];
    for (const time of times) {
      if (time === undefined) continue;
      expect(time).toBeGreaterThan(bookedAt);
      expect(time).toBeLessThan(until);
    }
    expect(course.status === "CLOSED").toBe(closedAt !== undefined);
    if (acceptedAt !== undefined) expect(acceptedAt).toBeGreaterThan(matchedAt!);
    // A paid ticket never waits for a center: the running product would have to refund its fee.
    if (paidAt !== undefined && !refund && course.status === "PENDING") expect(course.center).not.toBeNull();
  }
});

test("a volume begins two years before its end, grows, and ends on time", () => {
  const { from, instantOf } = calendar(new Date(until));
  const instants = Array.from({ length: 1_000 }, (_, index) => instantOf((index + 0.5) / 1_000));
  expect(new Date(from).toISOString()).toBe("2024-11-20T18:30:00.000Z");
  expect(instants[0]!).toBeGreaterThan(from);
  expect(instants.at(-1)!).toBeLessThanOrEqual(until);
  expect(instants).toEqual(instants.toSorted((left, right) => left - right));
  const middle = (from + until) / 2;
  expect(instants.filter((instant) => instant > middle).length).toBeGreaterThan(530);
});
