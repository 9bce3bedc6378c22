import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aPriceList, aService, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { joiningBonus, walletBalance } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { acceptBroadcast, cancelTicket, handBack } from "../index.ts";
import { HandBackTicket } from "../shared.ts";
import { moveToWantedTime } from "./move-time.ts";

openDatabase();

/** A Friday morning; the center with the usual hours has one seat in each window. */
const early = () => freezeClock(fromIst("2026-11-27", "08:30"));
beforeAll(async () => {
  early();
  await aPriceList();
});
beforeEach(early);
afterEach(resetClock);

type Time = { date?: string; time?: string; paid?: boolean };

/** A request offered to a center, for a time of its customer's choice. */
const wanted = (
  center: Awaited<ReturnType<typeof aShop>>,
  { date = "2026-11-30", time = "10:00", paid = false }: Time = {},
) =>
  aBroadcastTicket([center], {
    paid,
    serviceId: center.serviceId,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(date, time),
  });

async function aShop() {
  const service = await aService();
  return { ...(await aCenter({ services: [service] })), serviceId: service.id };
}

const takenOf = (center: { id: string }, date = "2026-11-30") =>
  rows<{ slot: number; taken: number }>(
    sql`select slot, taken from window_seats where center_id = ${center.id} and day = ${date}::date and taken > 0 order by slot`,
  );

test("accepting takes the seat of the wanted window; a second request for it is refused with free windows", async () => {
  const center = await aShop();
  const own = asCenter(center);
  const first = await wanted(center);
  const second = await wanted(center, { time: "11:00" });
  await acceptBroadcast(own, { broadcastId: first.broadcasts[0]!.id });
  expect(await takenOf(center)).toEqual([{ slot: 1, taken: 1 }]);
  await expect(acceptBroadcast(own, { broadcastId: second.broadcasts[0]!.id })).rejects.toMatchObject({
    kind: "conflict",
    key: "broadcast.windowFull",
    params: { windows: "2026-11-27 10:00–12:00, 2026-11-27 12:00–14:00, 2026-11-27 14:00–16:00" },
  });
  expect(await rows(sql`select status from tickets where id = ${second.ticket.id}`)).toEqual([{ status: "PENDING" }]);
});

test("a closed day is refused; a request without a time, or whose time has passed, takes no seat", async () => {
  const center = await aShop();
  const own = asCenter(center);
  const sunday = await wanted(center, { date: "2026-11-29" });
  await expect(acceptBroadcast(own, { broadcastId: sunday.broadcasts[0]!.id })).rejects.toMatchObject({
    key: "broadcast.windowFull",
  });
  const past = await wanted(center, { date: "2026-11-27", time: "08:00" });
  await acceptBroadcast(own, { broadcastId: past.broadcasts[0]!.id });
  const soon = await aBroadcastTicket([center], { serviceId: center.serviceId });
  await acceptBroadcast(own, { broadcastId: soon.broadcasts[0]!.id });
  expect(await rows(sql`select 1 from appointments where center_id = ${center.id}`)).toEqual([]);
});

test("a refused acceptance pays nothing; hand-back and cancellation free the seat, each once", async () => {
  const center = await aShop();
  const own = asCenter(center);
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(1_000) });
  const first = await wanted(center, { paid: true });
  const second = await wanted(center, { paid: true });
  const third = await wanted(center, { paid: true });
  await acceptBroadcast(own, { broadcastId: first.broadcasts[0]!.id });
  const balance = await walletBalance(center.id);
  await expect(acceptBroadcast(own, { broadcastId: second.broadcasts[0]!.id })).rejects.toMatchObject({
    key: "broadcast.windowFull",
  });
  expect(await walletBalance(center.id)).toBe(balance);
  await handBack(own, HandBackTicket.parse({ ticketId: first.ticket.publicId, reason: "too_far" }));
  expect(await takenOf(center)).toEqual([]);
  await acceptBroadcast(own, { broadcastId: third.broadcasts[0]!.id });
  expect(await takenOf(center)).toEqual([{ slot: 1, taken: 1 }]);
  await cancelTicket(asAdmin(), { ticketId: third.ticket.publicId });
  expect(await takenOf(center)).toEqual([]);
});

test("a long job takes every window it touches, or none", async () => {
  const center = await aShop();
  const own = asCenter(center);
  await rows(sql`update services set duration = 180 where id = ${center.serviceId}`);
  const first = await wanted(center, { time: "12:00" });
  const second = await wanted(center, { time: "10:00" });
  const third = await wanted(center, { time: "08:00" });
  await acceptBroadcast(own, { broadcastId: first.broadcasts[0]!.id });
  await expect(acceptBroadcast(own, { broadcastId: second.broadcasts[0]!.id })).rejects.toMatchObject({
    key: "broadcast.windowFull",
  });
  await acceptBroadcast(own, { broadcastId: third.broadcasts[0]!.id });
  expect((await takenOf(center)).map(({ slot }) => slot)).toEqual([0, 1, 2, 3]);
});

test("another wanted time of an accepted request exchanges its seats, and is refused where the center is full", async () => {
  const center = await aShop();
  const own = asCenter(center);
  const first = await wanted(center);
  const second = await wanted(center, { time: "12:00" });
  await acceptBroadcast(own, { broadcastId: first.broadcasts[0]!.id });
  await acceptBroadcast(own, { broadcastId: second.broadcasts[0]!.id });
  const move = (time: string) =>
    unitOfWork(() =>
      transaction(async () => {
        const ticket = await ticketById(first.ticket.id, { lock: true });
        ticket.specificDateTime = fromIst("2026-11-30", time);
        await moveToWantedTime(ticket, center.id);
      }),
    );
  await expect(move("13:00")).rejects.toMatchObject({ key: "broadcast.windowFull" });
  expect((await takenOf(center)).map(({ slot }) => slot)).toEqual([1, 2]);
  await move("16:00");
  expect((await takenOf(center)).map(({ slot }) => slot)).toEqual([2, 4]);
});
