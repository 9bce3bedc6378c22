import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { day, freezeClock, fromIst, fromNow, istDate, minute, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, asCenter, asVisitor, aTechnician, aTicket } from "#modules/testing/factories.ts";
import { insightDays } from "../labels.ts";
import { centerInsights } from "./center-insights.ts";
import { listTickets } from "./queries.ts";

openDatabase();

// 00:30 IST, when the machine's own time zone still has the day before.
beforeEach(() => freezeClock(fromIst("2026-11-21", "00:30")));
afterEach(resetClock);

const closedAt = (centerId: string, at: Date, more = {}) =>
  aTicket({
    centerId,
    status: "CLOSED",
    createdAt: at,
    closedAt: at,
    closingPricePaise: fromRupees(500),
    ...more,
  });

/** An offer that the center accepted after the given time. */
async function accepted(center: { id: string }, after: number, at = fromNow(-minute)) {
  const { ticket, broadcasts } = await aBroadcastTicket([center as never]);
  await rows(sql`update broadcasts set created_at = ${new Date(at.getTime() - after)} where id = ${broadcasts[0]!.id}`);
  await rows(
    sql`update tickets set center_id = ${center.id}, status = 'ACCEPTED', accepted_at = ${at} where id = ${ticket.id}`,
  );
}

test("Q92 a center sees what it received, accepted, closed and earned in the days it chose, and nobody else's", async () => {
  const center = await aCenter();
  const other = await aCenter();
  await closedAt(center.id, fromNow(0), { starRating: 5 });
  await closedAt(center.id, fromNow(-40 * minute), { starRating: 4 });
  await closedAt(center.id, fromNow(-8 * day), { closingPricePaise: fromRupees(1_000), starRating: 0 });
  await closedAt(center.id, fromNow(-100 * day));
  await closedAt(other.id, fromNow(0), { closingPricePaise: fromRupees(9_999) });
  await aTicket({ centerId: center.id, status: "ACCEPTED" });
  await aTicket({ centerId: center.id, status: "ACCEPTED", technicianId: (await aTechnician({ center })).id });
  await aTicket({ centerId: center.id, status: "ACCEPTED", deletedAt: fromNow(0) });

  const week = await centerInsights(asCenter(center), 7);
  expect([week.from, week.to]).toEqual(["2026-11-15", "2026-11-21"]);
  expect([week.closed, week.earnedPaise]).toEqual([2, 100_000]);
  expect(week.byStatus[0]).toEqual({ status: "CLOSED", count: 2 });
  expect(week.byStatus.slice(1)).toEqual(
    expect.arrayContaining(["Technician Assigned", "Technician Not Assigned"].map((status) => ({ status, count: 1 }))),
  );
  expect(week.byStatus).toHaveLength(3);
  // Forty minutes ago was yesterday in IST.
  expect(week.earnings.map(({ from, closed, paise }) => [from, closed, paise]).slice(-2)).toEqual([
    ["2026-11-20", 1, 50_000],
    ["2026-11-21", 1, 50_000],
  ]);
  expect(week.stars.filter(({ count }) => count > 0)).toEqual([
    { stars: 5, count: 1 },
    { stars: 4, count: 1 },
  ]);
  const month = await centerInsights(asCenter(center), 30);
  expect([month.closed, month.earnedPaise, month.earnings.length]).toEqual([3, 200_000, 30]);
  expect(month.stars.at(-1)).toEqual({ stars: 0, count: 1 });
  const quarter = await centerInsights(asCenter(center), 90);
  expect(quarter.earnings.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
    ["2026-08-24", "2026-08-30"],
    ["2026-08-31", "2026-09-06"],
  ]);
  const year = await centerInsights(asCenter(center), 365);
  expect([year.closed, year.earnedPaise, year.earnings.length]).toEqual([4, 250_000, 13]);
});

test("bars follow one another without a gap from the first day to today, whatever the time", async () => {
  const center = await aCenter();
  for (const days of insightDays) {
    const { earnings, from, to } = await centerInsights(asCenter(center), days);
    expect([earnings[0]!.from, earnings.at(-1)!.to]).toEqual([from, to]);
    expect(to).toBe(istDate());
    for (const [at, bar] of earnings.entries()) {
      const next = earnings[at + 1];
      if (next) expect(fromIst(next.from).getTime()).toBe(fromIst(bar.to).getTime() + day);
    }
  }
});

test("response time is the middle of what passed from the offer to the acceptance", async () => {
  const center = await aCenter();
  for (const minutes of [1, 4, 30]) await accepted(center, minutes * minute);
  await accepted(center, 2 * 60 * minute);
  await accepted(center, minute, fromNow(-60 * day));
  const { accepted: count, response } = await centerInsights(asCenter(center), 30);
  expect([count, response.medianSeconds]).toEqual([4, 17 * 60]);
  expect(response.spread.map(({ count: of }) => of)).toEqual([2, 0, 1, 1]);
  expect(response.spread.map(({ upToMinutes }) => upToMinutes)).toEqual([5, 15, 60, null]);
  const exact = await aCenter();
  for (const minutes of [5, 15, 60]) await accepted(exact, minutes * minute);
  const { spread } = (await centerInsights(asCenter(exact), 7)).response;
  expect(spread.map(({ count: of }) => of)).toEqual([1, 1, 1, 0]);
  const none = await centerInsights(asCenter(await aCenter()), 30);
  expect([none.accepted, none.response.medianSeconds]).toEqual([0, null]);
});

test("each number is the length of the list it leads to", async () => {
  const center = await aCenter();
  const actor = asCenter(center);
  await closedAt(center.id, fromNow(0));
  await closedAt(center.id, fromNow(-29 * day));
  await closedAt(center.id, fromNow(-30 * day));
  await accepted(center, minute);
  await aTicket({ centerId: center.id, status: "CANCEL", cancelledAt: fromNow(0) });
  const seen = await centerInsights(actor, 30);
  const time = { from: fromIst(seen.from), to: new Date(fromIst(seen.to).getTime() + day - 1) };
  const length = async (query: Parameters<typeof listTickets>[1]) => (await listTickets(actor, query)).rows.length;
  expect(seen.closed).toBe(await length({ status: "CLOSED", dated: "closed", ...time }));
  expect(seen.accepted).toBe(await length({ dated: "accepted", ...time }));
  for (const { status, count } of seen.byStatus) expect(count).toBe(await length({ status, ...time }));
  expect([seen.closed, seen.accepted, seen.byStatus.length]).toEqual([2, 1, 3]);
});

test("only a center has insights", async () => {
  await expect(centerInsights(asVisitor(), 30)).rejects.toBeInstanceOf(DomainError);
});
