import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeCenter } from "#modules/centers/index.ts";
import { DisableCenter } from "#modules/centers/shared.ts";
import { day, freezeClock, fromIst, fromNow, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fc } from "#modules/testing/property.ts";
import { fresh } from "#modules/testing/work.ts";
import { lateKinds, visitEndSql } from "../appointments/late.ts";
import { visitEnd } from "../appointments/missed-since.ts";
import { visitLate, visitUnstaffed } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import {
  acceptUnpaid,
  agreeTime,
  assignTechnician,
  listTickets,
  ownCancelTerms,
  ownTimeChange,
  setOnTheWay,
} from "../index.ts";
import { AgreeTime } from "../shared.ts";
import { watchVisits, withoutAlertSql } from "./watch-visits.ts";

openDatabase();

const friday = "2026-11-27";
beforeEach(async () => {
  freezeClock(fromIst(friday, "08:30"));
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
});
afterEach(resetClock);

const noticed: string[] = [];
beforeEach(() => void noticed.splice(0));
hear(visitUnstaffed, async ({ ticketId }) => void noticed.push(`unstaffed ${ticketId}`));
hear(visitLate, async ({ ticketId }) => {
  if (failing.has(ticketId)) throw new Error("the message cannot be written");
  noticed.push(`late ${ticketId}`);
});

/** The requests whose alert fails. */
const failing = new Set<string>();

/** A request that a center accepted for Friday, 14:30: its window is from 14 to 16. */
async function promised() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const { ticket, broadcasts } = await aBroadcastTicket([center], {
    serviceId: service.id,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(friday, "14:30"),
  });
  await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
  const own = asCenter(center);
  const assign = async () => {
    const { id: technicianId } = await aTechnician({ center });
    await assignTechnician(own, { ticketId: ticket.publicId, technicianId });
  };
  return { own, ticket, assign };
}

const at = (time: string) => freezeClock(fromIst(friday, time));
const listed = async (visit: "unstaffed" | "late") =>
  (await listTickets(asAdmin(), { visit })).rows.map(({ number }) => number);

test("half an hour before its window a visit without a technician is noticed once, listed until somebody is sent", async () => {
  const { ticket, assign } = await promised();
  at("13:29");
  expect(await watchVisits()).toBe(0);
  expect(await listed("unstaffed")).toEqual([]);
  at("13:30");
  expect(await watchVisits()).toBe(1);
  expect(await watchVisits()).toBe(0);
  expect(noticed).toEqual([`unstaffed ${ticket.id}`]);
  expect(await listed("unstaffed")).toEqual([ticket.ticketId]);
  expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toContain("ticket.visitUnstaffed");
  await assign();
  expect(await listed("unstaffed")).toEqual([]);
});

test("a visit with a technician in time is not noticed; another agreed time is noticed for itself", async () => {
  const staffed = await promised();
  await staffed.assign();
  const moved = await promised();
  at("13:30");
  expect(await watchVisits()).toBe(1);
  const { version } = await ticketById(moved.ticket.id);
  const agreed = AgreeTime.parse({ ticketId: moved.ticket.publicId, version, at: "2026-11-27T16:00" });
  await agreeTime(asAdmin(), agreed);
  expect(await watchVisits()).toBe(0);
  at("15:30");
  expect(await watchVisits()).toBe(1);
  expect(noticed).toEqual([`unstaffed ${moved.ticket.id}`, `unstaffed ${moved.ticket.id}`]);
});

test("fifteen minutes after its window a visit that did not begin is noticed once, and listed until it begins", async () => {
  const { ticket, assign } = await promised();
  await assign();
  const begun = await promised();
  await begun.assign();
  await rows(sql`update tickets set start_proved_at = ${fromIst(friday, "15:00")} where id = ${begun.ticket.id}`);
  at("16:14");
  expect(await watchVisits()).toBe(0);
  at("16:15");
  expect(await watchVisits()).toBe(1);
  moveClock(hour);
  expect(await watchVisits()).toBe(0);
  expect(noticed).toEqual([`late ${ticket.id}`]);
  expect(await listed("late")).toEqual([ticket.ticketId]);
  await rows(sql`update tickets set start_proved_at = now() where id = ${ticket.id}`);
  expect(await listed("late")).toEqual([]);
});

test("a visit that was promised until more than a day ago is listed, but nobody gets a message about it", async () => {
  const { ticket } = await promised();
  freezeClock(new Date(fromIst(friday, "16:00").getTime() + day));
  expect(await watchVisits()).toBe(0);
  expect(await listed("late")).toEqual([ticket.ticketId]);
});

test("visits whose alert fails do not block those after them, and have theirs from a later run", async () => {
  const first = await promised();
  const second = await promised();
  const third = await promised();
  for (const { assign } of [first, second, third]) await assign();
  at("16:15");
  failing.add(first.ticket.id).add(second.ticket.id);
  expect(await watchVisits(1)).toBe(1);
  expect(noticed).toEqual([`late ${third.ticket.id}`]);
  expect((await historyOf("ticket", first.ticket.id)).map(({ event }) => event)).not.toContain("ticket.visitLate");
  failing.clear();
  expect(await watchVisits(1)).toBe(2);
  expect(await watchVisits(1)).toBe(0);
  expect(noticed.slice(1)).toEqual([`late ${first.ticket.id}`, `late ${second.ticket.id}`]);
});

test("among many open requests of former times the index of the promised time finds those of the last day", async () => {
  const { ticket } = await promised();
  at("16:15");
  const columns = await rows<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'tickets' and is_generated = 'NEVER'
        and column_name not in ('id', 'public_id', 'ticket_id', 'specific_date_time', 'accepted_at', 'idempotency_key')`,
  );
  const others = sql.join(columns.map(({ name }) => sql.ref(name)));
  await rows(
    sql`insert into tickets (id, public_id, ticket_id, specific_date_time, ${others})
        select gen_random_uuid(), gen_random_uuid()::text, 'OLD' || n, ${fromNow(-10 * day)}::timestamptz - n * interval '1 minute', ${others}
          from tickets, generate_series(1, 5000) n where id = ${ticket.id}`,
  );
  await asOwner("analyze tickets");
  for (const kind of lateKinds) {
    const query = await withoutAlertSql(kind, "00000000-0000-0000-0000-000000000000", 500);
    const plan = await rows<{ "QUERY PLAN": string }>(sql`explain (analyze, costs off) ${query}`);
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain("tickets_visit_promised");
    expect(lines).not.toMatch(/Seq Scan on tickets|Rows Removed by Filter: \d{3}/);
  }
  expect(await watchVisits()).toBe(2);
});

test("the visits of a center that cannot sign in any more are listed at once as those that nobody is sent to; its customer keeps all rights", async () => {
  const { ticket, assign, own } = await promised();
  await assign();
  expect(await listed("unstaffed")).toEqual([]);
  const stored = await row<{ version: number }>(sql`select version from centers where id = ${own.centerId}`);
  const disabled = DisableCenter.parse({
    centerId: own.centerId,
    version: String(stored!.version),
    disabledFor: ["", "login_into_application"],
    remark: "Papers",
  });
  await unitOfWork(() => changeCenter(asAdmin(), disabled));
  expect(await listed("unstaffed")).toEqual([ticket.ticketId]);
  expect(await fresh(ticket)).toMatchObject({ centerId: own.centerId, status: "ACCEPTED" });
  const next = await aTechnician();
  await assignTechnician(asAdmin(), { ticketId: ticket.publicId, technicianId: next.id });
  expect(await listed("unstaffed")).toEqual([]);
  // A center whose trial is over is offered nothing more, and serves what it has.
  const served = await promised();
  await served.assign();
  await rows(sql`update centers set subscribe_end_date = now() - interval '60 days', created_at = now() - interval '90 days',
    broadcast_disabled = true where id = ${served.own.centerId}`);
  expect(await listed("unstaffed")).toEqual([]);
  at("14:30");
  await setOnTheWay(served.own, { ticketId: served.ticket.publicId });
});

test("a center that gets a request after its time has four hours before it is late, and can agree one", async () => {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const { ticket, broadcasts } = await aBroadcastTicket([center], {
    serviceId: service.id,
    pincode: center.pincode,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(friday, "10:00"),
  });
  at("12:30");
  const own = asCenter(center);
  await acceptUnpaid(own, { broadcastId: broadcasts[0]!.id });
  at("16:30");
  await watchVisits();
  expect(await listed("late")).toEqual([]);
  // Nobody was promised anything: the customer cancels for nothing, and may want any other time.
  const customer = asVisitor(ticket.phone);
  expect(await ownCancelTerms(customer, ticket.publicId)).toMatchObject({ rule: { band: "early", fee: "back" } });
  expect(await ownTimeChange(customer, ticket.publicId)).toMatchObject({ left: 2, until: null });
  const { version } = await fresh(ticket);
  const tomorrow = fromIst("2026-11-28", "10:00");
  const agree = () => unitOfWork(() => agreeTime(own, { ticketId: ticket.publicId, version, at: tomorrow }));
  at("16:45");
  expect(await watchVisits()).toBe(1);
  await expect(agree()).rejects.toMatchObject({ key: "day.customersTime" });
  at("16:29");
  await agree();
});

test("the end of the promised time is the same for a list and for one request", async () => {
  const { id } = await aTicket();
  const minutes = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 });
  const wanted = fc.record({
    type: fc.constantFrom("IMMEDIATELY", "WITHIN_24_HOURS", "SPECIFIC_DATE_AND_TIME"),
    at: fc.option(minutes),
    created: minutes,
    accepted: fc.option(minutes),
  });
  const moment = (past: number | null) => (past === null ? null : fromNow(past * minute));
  await fc.assert(
    fc.asyncProperty(wanted, async ({ type, at, created, accepted }) => {
      await rows(
        sql`update tickets set time_preference_type = ${type}, specific_date_time = ${moment(at)},
            created_at = ${moment(created)}, accepted_at = ${moment(accepted)} where id = ${id}`,
      );
      const stored = await row<{ until: Date }>(sql`select ${visitEndSql} as until from tickets t where id = ${id}`);
      const until = await unitOfWork(async () => visitEnd(await ticketById(id)));
      expect(stored!.until).toEqual(until);
    }),
    { numRuns: 200 },
  );
});
