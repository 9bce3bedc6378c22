import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aService, asCenter, asVisitor, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fresh } from "#modules/testing/work.ts";
import { visitMissed } from "../events.ts";
import {
  acceptUnpaid,
  assignTechnician,
  changeOwnTime,
  nobodyCameView,
  ownCancelTerms,
  ownTimeChange,
  sayNobodyCame,
  trackTicket,
} from "../index.ts";
import { ChangeTime, type MissedChoice, SayNobodyCame } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

/** A Friday morning; visits of the tests are promised for Monday, 10 to 12. */
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const events: string[] = [];
beforeEach(() => void events.splice(0));
hear(visitMissed, async ({ centerId }) => void events.push(centerId));

/** An accepted request with a technician, which another center could have, too. */
async function promised() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const other = await aCenter({ services: [service], pincodes: [center.pincode] });
  const { ticket, broadcasts } = await aBroadcastTicket([center, other], {
    serviceId: service.id,
    pincode: center.pincode,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-11-30", "10:00"),
  });
  await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
  const { id: technicianId } = await aTechnician({ center });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  return { center, other, ticket, customer: asVisitor(ticket.phone) };
}

const choose = ({ publicId: ticketId, phone }: Ticket, choice: MissedChoice, by = asVisitor(phone)) =>
  sayNobodyCame(by, SayNobodyCame.parse({ ticketId, choice }));

test("nobody came is for who proved the phone, fifteen minutes after the window without a start, with a clock for each choice", async () => {
  const { ticket, customer } = await promised();
  freezeClock(fromIst("2026-11-30", "12:14"));
  expect(await nobodyCameView(customer, ticket.publicId)).toBeNull();
  await expect(choose(ticket, "wait")).rejects.toMatchObject({ kind: "conflict", key: "missed.notYet" });
  expect((await trackTicket(customer, ticket.publicId)).offers.nobodyCame).toBe(false);
  moveClock(minute);
  await expect(choose(ticket, "wait", asVisitor())).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(await nobodyCameView(customer, ticket.publicId)).toMatchObject({
    since: fromIst("2026-11-30", "12:00"),
    waitsUntil: fromIst("2026-11-30", "13:15"),
    freeAt: fromIst("2026-11-30", "14:00"),
    centers: 2,
  });
  const missedSince = fromIst("2026-11-30", "12:00");
  expect(await trackTicket(customer, ticket.publicId)).toMatchObject({ missedSince, offers: { nobodyCame: true } });
  await rows(sql`update tickets set start_proved_at = now() where id = ${ticket.id}`);
  await expect(choose(ticket, "end")).rejects.toMatchObject({ key: "missed.notYet" });
});

test("who waits is asked again after an hour; another time is free of the limits, and the end gives everything back", async () => {
  const { center, ticket, customer } = await promised();
  freezeClock(fromIst("2026-11-30", "12:15"));
  await choose(ticket, "wait");
  expect(await trackTicket(customer, ticket.publicId)).toMatchObject({
    missedSince: null,
    offers: { nobodyCame: true },
  });
  moveClock(hour + 1);
  expect(await trackTicket(customer, ticket.publicId)).toMatchObject({ missedSince: fromIst("2026-11-30", "12:00") });
  await choose(ticket, "move");
  expect(events).toEqual([center.id, center.id]);
  expect(await ownTimeChange(customer, ticket.publicId)).toMatchObject({ left: 2, until: null, asksCenter: true });
  const { version } = await fresh(ticket);
  const change = ChangeTime.parse({ ticketId: ticket.publicId, when: "2026-12-01T16:00", version });
  expect(await changeOwnTime(customer, change)).toMatchObject({ state: "OPEN", counted: false });
  expect(await ownCancelTerms(customer, ticket.publicId)).toMatchObject({
    rule: { cause: "center_missed", band: "missed", fee: "back", leadBackPercent: 0 },
  });
});

test("another center: the request leaves the one that did not come for good, and the others are asked at once", async () => {
  const { center, other, ticket } = await promised();
  freezeClock(fromIst("2026-11-30", "12:15"));
  await choose(ticket, "other_center");
  expect(await fresh(ticket)).toMatchObject({
    status: "PENDING",
    centerId: null,
    technicianId: null,
    broadcastStatus: "broadcasted",
  });
  expect(
    await rows(sql`select center_id, status from broadcasts where ticket_id = ${ticket.id} order by status`),
  ).toEqual([
    { center_id: other.id, status: "PENDING" },
    { center_id: center.id, status: "REJECTED" },
  ]);
  expect(await rows(sql`select reason, free from hand_backs where ticket_id = ${ticket.id}`)).toEqual([
    { reason: "nobody_came", free: false },
  ]);
  expect(await rows(sql`select taken from window_seats where center_id = ${center.id} and taken > 0`)).toEqual([]);
  expect((await historyOf("center", center.id)).map(({ event }) => event)).toContain("center.missed");
  expect(events).toEqual([center.id]);
  // It left once.
  await expect(choose(ticket, "other_center")).rejects.toMatchObject({ key: "missed.notYet" });
});
