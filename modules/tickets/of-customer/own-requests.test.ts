import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { rememberVisitor, visitorOf } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone, aTicket } from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { ownRequests } from "#modules/tickets/index.ts";
import { openOrder } from "#modules/wallet/index.ts";
import { mostOwnRequests } from "./own-requests.ts";

openDatabase();
afterEach(resetClock);

/** A browser that has just proved a phone. */
async function browserOf(phone: string): Promise<ActorOf<"anyone">> {
  const { token } = await rememberVisitor({ phone });
  return { kind: "anyone", address: "203.0.113.7", ...(await visitorOf(token))! };
}

const fee = fromRupees(99);

test("unpaid requests come first, then live ones, then those that are over, and none of another phone", async () => {
  const { ticket: done } = await aClosedJob();
  const { phone } = done;
  const unpaid = await aTicket({ phone, bookingFeePaise: fee, createdAt: fromNow(-day) });
  await transaction(() => openOrder({ purpose: "booking_fee", ticketId: unpaid.id, amountPaise: fee }));
  const cancelled = await aTicket({ phone, status: "CANCEL", cancelledAt: fromNow(-day) });
  const live = await aTicket({ phone, broadcastStatus: "broadcasted" });
  await aTicket({});
  const { requests, older } = await ownRequests(await browserOf(phone));
  expect(requests.map(({ number, more }) => [number, more?.group])).toEqual([
    [unpaid.ticketId, "unpaid"],
    [live.ticketId, "live"],
    ...[done, cancelled]
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .map(({ ticketId }) => [ticketId, "over"]),
  ]);
  expect(requests[0]?.more?.duePaise).toBe(fee);
  expect(older).toBe(0);
});

test("a request that ended more than 30 days ago is shown after a new code alone, without what it was about", async () => {
  const { ticket } = await aClosedJob();
  await rows(sql`update tickets set requirement = 'The tap of Meera drips' where id = ${ticket.id}`);
  moveClock(31 * day);
  const browser = await browserOf(ticket.phone);
  const [shown] = (await ownRequests(browser)).requests;
  expect(shown).toMatchObject({ number: ticket.ticketId, status: "CLOSED", invoice: true, old: true, more: null });
  expect(JSON.stringify(shown)).not.toContain("Meera");
  moveClock(31 * day + 16 * minute);
  expect(await ownRequests(browser)).toEqual({ requests: [], older: 1, cut: false });
});

test("so many requests are shown, open ones before newer ones that are over", async () => {
  const phone = aPhone();
  const open = await aTicket({ phone, createdAt: fromNow(-9 * day), broadcastStatus: "broadcasted" });
  for (let at = 0; at < mostOwnRequests; at += 1)
    await aTicket({ phone, status: "CANCEL", cancelledAt: fromNow(-day), createdAt: fromNow(-day - at) });
  const { requests, cut } = await ownRequests(await browserOf(phone));
  expect([requests.length, cut, requests[0]?.number]).toEqual([mostOwnRequests, true, open.ticketId]);
});

test("who proved no phone finds nothing", async () => {
  await aTicket({});
  const nobody = { kind: "anyone", phones: [], address: "203.0.113.7" } as const;
  expect(await ownRequests(nobody)).toEqual({ requests: [], older: 0, cut: false });
});
