import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import {
  acceptBroadcast,
  agreeTime,
  assignCenter,
  assignTechnician,
  broadcastTicket,
  cancelTicket,
  changeTechnician,
  closeTicket,
  dayBoard,
  freeTechnicians,
  handBack,
  timesToAgree,
  timesToMove,
} from "../index.ts";

import { AdminCloseTicket, AgreeTime, HandBackTicket, notVisited } from "../shared.ts";

openDatabase();

/** A Friday morning. */
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const monday = "2026-11-30";

/** A center with two technicians, thus with two seats in each window, and its accepted requests. */
async function aShop() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const one = await aTechnician({ center, name: "Asha" });
  const other = await aTechnician({ center, name: "Bala" });
  const own = asCenter(center);
  const accepted = async (time: string, date = monday) => {
    const { ticket, broadcasts } = await aBroadcastTicket([center], {
      serviceId: service.id,
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: fromIst(date, time),
    });
    await acceptBroadcast(own, { broadcastId: broadcasts[0]!.id });
    return ticket;
  };
  const assign = (ticket: { publicId: string }, technician: { id: string }) =>
    unitOfWork(() => assignTechnician(own, { ticketId: ticket.publicId, technicianId: technician.id }));
  return { center, service, one, other, own, accepted, assign };
}

const keyOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error: { key?: string }) => error.key ?? String(error),
  );

test("a day has its technicians, its visits by windows, and what has no time", async () => {
  const { own, one, other, center, service, accepted, assign } = await aShop();
  const first = await accepted("10:00");
  const second = await accepted("14:00");
  const timeless = await anAcceptedTicket(center, { serviceId: service.id });
  await assign(first, one);
  const board = await dayBoard(own, { day: monday });
  expect(board.technicians.map(({ id, absent }) => ({ id, absent }))).toEqual([
    { id: one.id, absent: false },
    { id: other.id, absent: false },
  ]);
  expect(board.visits).toMatchObject([
    { ticketId: first.publicId, technicianId: one.id, firstSlot: 1, state: "agreed", lateSince: null },
    { ticketId: second.publicId, technicianId: null, firstSlot: 3, state: "unassigned" },
  ]);
  expect(board.withoutTime.map(({ ticketId }) => ticketId)).toEqual([timeless.publicId]);
  expect((await dayBoard(own, { day: "2026-12-01" })).visits).toEqual([]);
  const stranger = await aShop();
  expect((await dayBoard(stranger.own, { day: monday })).visits).toEqual([]);
});

test("a visit whose window is over is late until somebody begins; a closed one stays as done", async () => {
  const { own, one, accepted, assign } = await aShop();
  const ticket = await accepted("10:00");
  await assign(ticket, one);
  freezeClock(fromIst(monday, "12:24"));
  expect((await dayBoard(own)).visits).toMatchObject([{ state: "agreed", lateSince: fromIst(monday, "12:00") }]);
  await rows(sql`update tickets set started_at = ${fromIst(monday, "12:20")} where id = ${ticket.id}`);
  expect((await dayBoard(own)).visits).toMatchObject([{ state: "started", lateSince: null }]);
  await closeTicket(
    asAdmin(),
    AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 0, closeRemarks: notVisited }),
  );
  expect((await dayBoard(own)).visits).toMatchObject([{ state: "done", technicianId: one.id }]);
});

test("a technician is at one place at a time, and is free again once a visit is over or another one comes", async () => {
  const { one, other, own, accepted, assign } = await aShop();
  const first = await accepted("10:00");
  const second = await accepted("10:00");
  const third = await accepted("12:00");
  await assign(first, one);
  expect(await keyOf(assign(second, one))).toBe("technician.busy");
  expect((await dayBoard(own, { day: monday })).visits).toMatchObject([{}, { technicianId: null }, {}]);
  await assign(third, one);
  await unitOfWork(() => changeTechnician(own, { ticketId: first.publicId, technicianId: other.id }));
  await assign(second, one);
  await cancelTicket(asAdmin(), { ticketId: second.publicId });
  await unitOfWork(() => changeTechnician(own, { ticketId: first.publicId, technicianId: one.id }));
  await handBack(own, HandBackTicket.parse({ ticketId: third.publicId, reason: "too_far" }));
  expect(await rows(sql`select 1 from appointments where technician_id = ${one.id} and ended_at is null`)).toHaveLength(
    1,
  );
});

test("of two visits at one time given to a technician at the same instant, one is refused", async () => {
  const { one, accepted, assign } = await aShop();
  const first = await accepted("10:00");
  const second = await accepted("10:00");
  const answers = await Promise.all([keyOf(assign(first, one)), keyOf(assign(second, one))]);
  expect(answers.sort()).toEqual(["done", "technician.busy"]);
});

test("short jobs of one window follow each other", async () => {
  const { one, service, own, accepted, assign } = await aShop();
  await rows(sql`update services set duration = 30 where id = ${service.id}`);
  const tickets = [await accepted("10:00"), await accepted("10:00"), await accepted("10:00")];
  await assign(tickets[0]!, one);
  await assign(tickets[1]!, one);
  expect(await keyOf(assign(tickets[2]!, one))).toBe("technician.busy");
  const works = await rows<{ from: Date }>(
    sql`select works_from as "from" from appointments where technician_id = ${one.id} order by works_from`,
  );
  expect(works.map(({ from }) => from)).toEqual([fromIst(monday, "10:00"), fromIst(monday, "11:00")]);
  expect((await dayBoard(own, { day: monday })).visits).toHaveLength(3);
});

test("a center agrees a time for a request without one, an operator exchanges it; never one that is not free", async () => {
  const { own, one, center, service, accepted } = await aShop();
  const ticket = await anAcceptedTicket(center, { serviceId: service.id, technicianId: one.id });
  const agree = (time: string, date = monday, actor: Actor = own) =>
    keyOf(unitOfWork(() => agreeTime(actor, AgreeTime.parse({ ticketId: ticket.publicId, at: `${date}T${time}` }))));
  expect(await agree("10:00", "2026-11-29")).toBe("proposal.windowGone");
  expect(await agree("10:30")).toBe("proposal.windowGone");
  expect(await agree("08:00", "2026-11-27")).toBe("proposal.windowGone");
  expect(await agree("10:00", monday, asCenter(await aCenter()))).toBe("ticket.notFound");
  expect(await agree("10:00")).toBe("done");
  expect(await agree("10:00")).toBe("done");
  expect(await agree("14:00")).toBe("day.customersTime");
  expect((await dayBoard(own, { day: monday })).visits).toMatchObject([
    { ticketId: ticket.publicId, technicianId: one.id, firstSlot: 1 },
  ]);
  await accepted("12:00");
  await accepted("12:00");
  expect(await agree("12:00", monday, asAdmin())).toBe("proposal.windowGone");
  // Who drags it to a window is refused before the question, and moves nothing by asking.
  const ask = (time: string, actor: Actor) => keyOf(timesToMove(actor, ticket.publicId, fromIst(monday, time)));
  expect([await ask("14:00", own), await ask("12:00", asAdmin()), await ask("14:00", asAdmin())]).toEqual([
    "day.customersTime",
    "proposal.windowGone",
    "done",
  ]);
  expect((await dayBoard(own, { day: monday })).visits[0]).toMatchObject({ ticketId: ticket.publicId, firstSlot: 1 });
  await rows(sql`update tickets set on_the_way_at = now() where id = ${ticket.id}`);
  expect(await agree("14:00", monday, asAdmin())).toBe("done");
  // The technician sets out anew.
  expect(await rows(sql`select on_the_way_at as at from tickets where id = ${ticket.id}`)).toEqual([{ at: null }]);
  expect(
    await rows(sql`select slot, taken from window_seats where center_id = ${center.id} and taken > 0 order by slot`),
  ).toEqual([
    { slot: 2, taken: 2 },
    { slot: 3, taken: 1 },
  ]);
  await rows(sql`update tickets set start_proved_at = ${fromIst(monday, "14:05")} where id = ${ticket.id}`);
  expect(await agree("16:00")).toBe("day.notNow");
  expect(await timesToAgree(own, ticket.publicId)).toBeNull();
});

test("a center agrees the time its customer chose, never another, and none once it is over", async () => {
  const { own, center, service, accepted } = await aShop();
  await accepted("12:00");
  await accepted("12:00");
  // Both seats are taken, so an operator's choice of the center agreed no time.
  const { ticket } = await aBroadcastTicket([], {
    serviceId: service.id,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(monday, "10:30"),
  });
  const busy = [await accepted("10:00"), await accepted("10:00")];
  await unitOfWork(() => assignCenter(asAdmin(), { ticketId: ticket.publicId, centerId: center.id }));
  const agree = (time: string, actor: Actor = own) =>
    keyOf(unitOfWork(() => agreeTime(actor, AgreeTime.parse({ ticketId: ticket.publicId, at: `${monday}T${time}` }))));
  expect(await agree("14:00")).toBe("day.customersTime");
  await cancelTicket(asAdmin(), { ticketId: busy[0]!.publicId });
  expect((await timesToAgree(own, ticket.publicId))?.days).toMatchObject([
    { day: monday, windows: [{ from: fromIst(monday, "10:00") }] },
  ]);
  expect(await agree("10:00")).toBe("done");
  // It is the customer's moment, not the begin of its window.
  expect(await rows(sql`select begins from appointments where ticket_id = ${ticket.id}`)).toEqual([
    { begins: fromIst(monday, "10:30") },
  ]);
  const soon = await anAcceptedTicket(center, {
    serviceId: service.id,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(monday, "16:00"),
  });
  freezeClock(fromIst(monday, "18:00"));
  const late = (actor: Actor) =>
    keyOf(unitOfWork(() => agreeTime(actor, AgreeTime.parse({ ticketId: soon.publicId, at: `${monday}T18:00` }))));
  expect(await late(own)).toBe("day.customersTime");
  expect(await timesToAgree(own, soon.publicId)).toMatchObject({ days: [] });
});

test("a center that is given a request has the seat of the wanted time where it is free, and no time where it is not", async () => {
  const { own, center, service, accepted } = await aShop();
  const assigned = async (time: string) => {
    const ticket = await aTicket({
      serviceId: service.id,
      pincode: center.pincode,
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: fromIst(monday, time),
    });
    await unitOfWork(() => assignCenter(asAdmin(), { ticketId: ticket.publicId, centerId: center.id }));
    return ticket.publicId;
  };
  const first = await assigned("10:00");
  await accepted("10:00");
  const third = await assigned("10:00");
  const { visits, withoutTime } = await dayBoard(own, { day: monday });
  expect(visits.map(({ ticketId }) => ticketId)).toContain(first);
  expect(withoutTime.map(({ ticketId }) => ticketId)).toEqual([third]);
  // Moved to a center that has the time free, it takes a seat there and leaves the first one.
  const next = await aCenter({ services: [service] });
  await unitOfWork(() => assignCenter(asAdmin(), { ticketId: first, centerId: next.id }));
  const taken = sql`select center_id as id, taken from window_seats where day = ${monday}::date and taken > 0 and center_id = any(${[center.id, next.id]}::uuid[])`;
  expect(await rows(taken)).toEqual(
    expect.arrayContaining([
      { id: center.id, taken: 1 },
      { id: next.id, taken: 1 },
    ]),
  );
});

test("a time that was promised and missed is the customer's to exchange, not the center's", async () => {
  const { own, center, service } = await aShop();
  const ticket = await anAcceptedTicket(center, { serviceId: service.id, timePreferenceType: "WITHIN_24_HOURS" });
  freezeClock(fromIst(monday, "08:30"));
  const input = AgreeTime.parse({ ticketId: ticket.publicId, at: `${monday}T12:00` });
  expect(await keyOf(unitOfWork(() => agreeTime(own, input)))).toBe("day.customersTime");
  expect(await keyOf(unitOfWork(() => agreeTime(asAdmin(), input)))).toBe("done");
});

test("an operator reads the day of the center they name, one of a client and a technician no day at all", async () => {
  const { center, own, one, accepted, assign } = await aShop();
  await assign(await accepted("10:00"), one);
  const permissions = ["edit_ticket.full_access"] as const;
  const operator = asAdmin(undefined, { permissions });
  const query = { day: monday, centerId: center.id };
  expect(await dayBoard(operator, query)).toEqual(await dayBoard(own, { day: monday }));
  expect((await dayBoard(operator, { day: monday, centerId: (await aCenter()).id })).visits).toEqual([]);
  expect(await keyOf(dayBoard(operator, { day: monday }))).toBe("center.notFound");
  const { id: clientId } = await aClient();
  const refused = [
    asAdmin(undefined, { permissions, clientId }),
    asAdmin(undefined, { permissions: [] }),
    asTechnician(one),
  ];
  for (const actor of refused) await expect(dayBoard(actor, query)).rejects.toMatchObject({ kind: "denied" });
  // A center names no other.
  expect((await dayBoard(asCenter(await aCenter()), query)).visits).toEqual([]);
});

test("a request that its center hands over leaves its seats and its time there", async () => {
  const { center, service, own } = await aShop();
  await aCenter({ services: [service], pincodes: [center.pincode] });
  const ticket = await aTicket({
    serviceId: service.id,
    pincode: center.pincode,
    centerId: center.id,
    broadcastStatus: "matched_in_same_center",
    serviceAvailable: true,
  });
  await unitOfWork(() =>
    agreeTime(own, AgreeTime.parse({ ticketId: ticket.publicId, at: `${monday} 10:00`, version: ticket.version })),
  );
  await unitOfWork(() => broadcastTicket(own, { ticketId: ticket.publicId }));
  expect(await rows(sql`select from appointments where ticket_id = ${ticket.id} and ended_at is null`)).toEqual([]);
  expect(await rows(sql`select from window_seats where center_id = ${center.id} and taken > 0`)).toEqual([]);
});

test("a board says who works when, who is free then, and how many visits today and tomorrow have", async () => {
  const { own, one, other, accepted, assign } = await aShop();
  await assign(await accepted("10:00"), one);
  await rows(sql`insert into technician_hours (technician_id, weekday, opens, closes)
    values (${other.id}, 1, ${12 * 60}, ${20 * 60})`);
  const technicians = async (day: string) =>
    (await dayBoard(own, { day })).technicians.map(({ name, onDuty }) => [name, onDuty]);
  // From Monday to Saturday, 9 to 19, as a center that saved no hours.
  expect(await technicians(monday)).toEqual([
    ["Asha", [0, 1, 2, 3, 4, 5]],
    ["Bala", [2, 3, 4, 5]],
  ]);
  expect(await technicians("2026-11-29")).toEqual([
    ["Asha", []],
    ["Bala", []],
  ]);
  const [ten, noon, night] = ["10:00", "12:00", "22:00"].map((time) => fromIst(monday, time)) as [Date, Date, Date];
  expect([...(await freeTechnicians(own, [ten, noon, night])).values()]).toEqual([[], ["Asha", "Bala"], []]);
  expect(await freeTechnicians(asCenter(await aCenter()), [noon])).toEqual(new Map([[noon.getTime(), []]]));
  freezeClock(fromIst("2026-11-29", "08:30"));
  expect((await dayBoard(own, { day: "2026-11-27" })).counts).toEqual({ today: 0, tomorrow: 1 });
  expect((await dayBoard(asCenter(await aCenter()))).counts).toEqual({ today: 0, tomorrow: 0 });
});
