import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, hour, istDate, istTime, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTechnician,
  aTicket,
  aVehicle,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aTimeChange, fresh } from "#modules/testing/work.ts";
import { countedAfter } from "../appointments/answer-time.ts";
import { timeChangeAnswered, timeChangeWanted, visitChanged } from "../events.ts";
import {
  acceptUnpaid,
  answerTimeChange,
  assignTechnician,
  cancelOwn,
  changeOwnTime,
  expireTimeChanges,
  handBack,
  ownCancelTerms,
  ownTimeChange,
  setOnTheWay,
  ticketDetail,
  trackTicket,
} from "../index.ts";
import { AnswerTimeChange, ChangeTime, HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

/** A Friday morning; the center with the usual hours has one seat in each window. */
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const events: string[] = [];
beforeEach(() => void events.splice(0));
hear(timeChangeWanted, async () => void events.push("wanted"));
hear(timeChangeAnswered, async () => void events.push("answered"));
hear(visitChanged, async () => void events.push("visit"));

async function aShop() {
  const service = await aService();
  return { ...(await aCenter({ services: [service] })), service, serviceId: service.id };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

/** A request offered to a center, for Monday morning. */
const offered = async (center: Shop, time = "10:00") => {
  const { ticket, broadcasts } = await aBroadcastTicket([center], {
    serviceId: center.serviceId,
    pincode: center.pincode,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-11-30", time),
  });
  return { ticket, accept: () => acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id }) };
};

const accepted = async (center: Shop, time?: string) => {
  const { ticket, accept } = await offered(center, time);
  await accept();
  return ticket;
};

const change = async (ticket: Ticket, when: string, more: { phone?: string; version?: number } = {}) => {
  const { publicId: ticketId, phone, version } = await fresh(ticket);
  return changeOwnTime(asVisitor(more.phone ?? phone), ChangeTime.parse({ ticketId, when, version, ...more }));
};
const answer = (center: { id: string }, { publicId: ticketId }: Ticket, how: "agree" | "refuse") =>
  answerTimeChange(asCenter(center), AnswerTimeChange.parse({ ticketId, answer: how }));

const timeOf = async (ticket: Ticket) => {
  const { timePreferenceType, specificDateTime } = await fresh(ticket);
  return specificDateTime ? `${istDate(specificDateTime)} ${istTime(specificDateTime)}` : timePreferenceType;
};
const takenOf = async ({ id }: Shop) =>
  (
    await rows<{ taken: string }>(
      sql`select to_char(day, 'MM-DD') || ' ' || slot as taken from window_seats where center_id = ${id} and taken > 0 order by 1`,
    )
  ).map(({ taken }) => taken);

test("before a center accepts the time changes at once, twice; each change keeps its rule and stands in the history", async () => {
  const center = await aShop();
  const { ticket, accept } = await offered(center);
  expect(await change(ticket, "2026-12-01T16:00")).toMatchObject({ state: "DONE" });
  expect(await timeOf(ticket)).toBe("2026-12-01 16:00");
  await change(ticket, "WITHIN_24_HOURS");
  expect(await timeOf(ticket)).toBe("WITHIN_24_HOURS");
  await expect(change(ticket, "IMMEDIATELY")).rejects.toMatchObject({ kind: "conflict", key: "changeTime.most" });
  const changes = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.timeChanged");
  expect(changes.map(({ data }) => [data?.fromTime, data?.toTime])).toEqual([
    ["2026-11-30T04:30:00.000Z", "2026-12-01T10:30:00.000Z"],
    ["2026-12-01T10:30:00.000Z", "WITHIN_24_HOURS"],
  ]);
  const rules = sql`select r.cause from time_changes c join visit_rules r on r.id = c.rule_id where c.ticket_id = ${ticket.id}`;
  expect(await rows(rules)).toEqual([{ cause: "customer_change" }, { cause: "customer_change" }]);
  await accept();
  expect(await takenOf(center)).toEqual([]);
  expect(events).toEqual([]);
});

test("after acceptance the center agrees: its seats are exchanged, and technician and customer are informed", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  const { id: technicianId } = await aTechnician({ center });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  expect(await change(ticket, "2026-12-01T16:00")).toMatchObject({ state: "OPEN" });
  expect(await timeOf(ticket)).toBe("2026-11-30 10:00");
  expect(await takenOf(center)).toEqual(["11-30 1"]);
  await expect(change(ticket, "2026-12-02T16:00")).rejects.toMatchObject({ key: "changeTime.open" });
  const own = asCenter(center);
  expect(await ticketDetail(own, ticket.publicId)).toMatchObject({
    may: { answerTime: true },
    timeChange: { at: fromIst("2026-12-01", "16:00"), until: fromIst("2026-11-27", "09:30") },
  });
  expect(await trackTicket(asVisitor(), ticket.publicId)).toMatchObject({
    timeChange: { at: fromIst("2026-12-01", "16:00") },
  });
  await expect(answer(await aCenter(), ticket, "agree")).rejects.toMatchObject({ key: "ticket.notFound" });
  await answer(center, ticket, "agree");
  expect(await timeOf(ticket)).toBe("2026-12-01 16:00");
  expect(await takenOf(center)).toEqual(["12-01 4"]);
  expect(events).toEqual(["wanted", "visit", "answered"]);
  await expect(answer(center, ticket, "refuse")).rejects.toMatchObject({ key: "timeChange.over" });
  expect(await ticketDetail(own, ticket.publicId)).toMatchObject({ may: { answerTime: false }, timeChange: null });
});

test("an operator agrees or refuses in the center's name, and the history says for whom", async () => {
  for (const [says, event] of [
    ["agree", "ticket.timeChanged"],
    ["refuse", "ticket.timeChangeRefused"],
  ] as const) {
    const center = await aShop();
    const ticket = await accepted(center);
    await change(ticket, "2026-12-01T16:00");
    expect(await ticketDetail(asAdmin(), ticket.publicId)).toMatchObject({ may: { answerTime: true } });
    const input = AnswerTimeChange.parse({ ticketId: ticket.publicId, answer: says });
    await answerTimeChange(asAdmin(), input);
    expect(await timeOf(ticket)).toBe(says === "agree" ? "2026-12-01 16:00" : "2026-11-30 10:00");
    const [entry] = (await historyOf("ticket", ticket.id)).filter((each) => each.event === event);
    expect(entry).toMatchObject({ actor_kind: "admin", data: { forWhom: "center" } });
    await expect(answerTimeChange(asAdmin(), input)).rejects.toMatchObject({ key: "timeChange.over" });
  }
});

test("refused, expired or full by now, the time before stands with its seat and the change does not count", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  await change(ticket, "2026-12-01T16:00");
  await answer(center, ticket, "refuse");
  await change(ticket, "2026-12-01T16:00");
  moveClock(hour + 1);
  await expect(answer(center, ticket, "agree")).rejects.toMatchObject({ key: "timeChange.over" });
  await expireTimeChanges();
  expect(events).toEqual(["wanted", "answered", "wanted", "answered"]);
  await change(ticket, "2026-12-01T16:00");
  const { accept: rival } = await offered(center, "10:00").then(async (other) => {
    await change(other.ticket, "2026-12-01T16:00");
    return other;
  });
  await rival();
  await expect(answer(center, ticket, "agree")).rejects.toMatchObject({ key: "broadcast.windowFull" });
  expect(await timeOf(ticket)).toBe("2026-11-30 10:00");
  expect(await takenOf(center)).toEqual(["11-30 1", "12-01 4"]);
  expect(await ownTimeChange(asVisitor(ticket.phone), ticket.publicId)).toMatchObject({ against: "changeTime.open" });
});

test("six wishes are the most, whatever became of them", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  for (const _ of Array.from({ length: 6 })) {
    await aTimeChange(ticket);
    await answer(center, ticket, "refuse");
  }
  await expect(aTimeChange(ticket)).rejects.toThrow("changeTime.most");
});

test("only a free window of the center can be chosen, until an hour before, by who proved the phone", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  for (const when of [
    "2026-11-29T10:00",
    "2026-12-01T11:00",
    "2026-12-01T21:00",
    "2026-11-27T08:00",
    "2026-13-01T10:00",
    "IMMEDIATELY",
  ])
    await expect(change(ticket, when)).rejects.toMatchObject({ kind: "invalid", key: "changeTime.gone" });
  await expect(change(ticket, "2026-11-30T10:00")).rejects.toMatchObject({ key: "changeTime.same" });
  await expect(change(ticket, "2026-12-01T10:00", { phone: "9000000001" })).rejects.toMatchObject({
    kind: "unauthenticated",
  });
  await expect(change(ticket, "2026-12-01T10:00", { version: 0 })).rejects.toMatchObject({ key: "ticket.changed" });
  freezeClock(fromIst("2026-11-30", "09:01"));
  await expect(change(ticket, "2026-12-01T10:00")).rejects.toMatchObject({ key: "changeTime.late" });
  const ride = await aTicket({ vehicleId: (await aVehicle()).id });
  await expect(change(ride, "IMMEDIATELY")).rejects.toMatchObject({ key: "changeTime.over" });
});

test("a request that was cancelled or handed back meanwhile has nothing to agree to", async () => {
  const center = await aShop();
  const cancelled = await accepted(center);
  await change(cancelled, "2026-12-01T16:00");
  const customer = asVisitor(cancelled.phone);
  const terms = await ownCancelTerms(customer, cancelled.publicId);
  await cancelOwn(customer, {
    ticketId: cancelled.publicId,
    ruleId: terms!.rule.id,
    feePaise: terms!.feePaise,
    reason: undefined,
  });
  await expect(answer(center, cancelled, "agree")).rejects.toMatchObject({ key: "timeChange.over" });
  const handedBack = await accepted(center, "12:00");
  await change(handedBack, "2026-12-01T12:00");
  await handBack(asCenter(center), HandBackTicket.parse({ ticketId: handedBack.publicId, reason: "too_far" }));
  await expect(answer(center, handedBack, "agree")).rejects.toMatchObject({ key: "ticket.notFound" });
  moveClock(hour + minute);
  events.splice(0);
  await expireTimeChanges();
  expect(events).toEqual([]);
});

test("once nobody came another time can be had whoever set out, and nobody sets out for it any more", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  const own = asCenter(center);
  const { id: technicianId } = await aTechnician({ center });
  await assignTechnician(own, { ticketId: ticket.publicId, technicianId });
  freezeClock(fromIst("2026-11-30", "09:30"));
  await setOnTheWay(own, { ticketId: ticket.publicId });
  await expect(change(ticket, "2026-12-01T16:00")).rejects.toMatchObject({ key: "changeTime.over" });
  freezeClock(fromIst("2026-11-30", "12:15"));
  expect((await trackTicket(asVisitor(ticket.phone), ticket.publicId)).offers).toMatchObject({ changeTime: true });
  expect(await change(ticket, "2026-12-01T16:00")).toMatchObject({ state: "OPEN", counted: false });
  await answer(center, ticket, "agree");
  expect(await timeOf(ticket)).toBe("2026-12-01 16:00");
  // To the new time they set out anew.
  expect(await fresh(ticket)).toMatchObject({ onTheWayAt: null, startedAt: null });
  freezeClock(fromIst("2026-12-01", "18:15"));
  await expect(setOnTheWay(own, { ticketId: ticket.publicId })).rejects.toMatchObject({ key: "visit.missed" });
});

test("a technician who sets out leaves the open change without an answer, which the customer learns at once", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  const { id: technicianId } = await aTechnician({ center });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  freezeClock(fromIst("2026-11-30", "08:30"));
  await change(ticket, "2026-12-01T16:00");
  events.splice(0);
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  expect(events).toEqual(["answered"]);
  await expect(answer(center, ticket, "agree")).rejects.toMatchObject({ key: "timeChange.over" });
  moveClock(hour + minute);
  await expireTimeChanges();
  const expired = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.timeChangeExpired");
  expect(expired).toHaveLength(1);
});

test("a change whose hour is over makes room for the next one before the job ran, and one of the center before for the next center's", async () => {
  const center = await aShop();
  const ticket = await accepted(center);
  await change(ticket, "2026-12-01T16:00");
  moveClock(hour + 1);
  await change(ticket, "2026-12-01T18:00");
  await handBack(asCenter(center), HandBackTicket.parse({ ticketId: ticket.publicId, reason: "too_far" }));
  const next = await aCenter({ services: [center.service], pincodes: [center.pincode] });
  await assignTechnician(asAdmin(), {
    ticketId: ticket.publicId,
    technicianId: (await aTechnician({ center: next })).id,
  });
  expect(await ownTimeChange(asVisitor(ticket.phone), ticket.publicId)).toMatchObject({ left: 2 });
  await change(ticket, "2026-12-01T14:00");
  expect(
    await rows(sql`select state, center_id from time_changes where ticket_id = ${ticket.id} order by created_at`),
  ).toEqual([
    { state: "EXPIRED", center_id: center.id },
    { state: "EXPIRED", center_id: center.id },
    { state: "OPEN", center_id: next.id },
  ]);
});

test("an hour to answer counts from 08:00 to 20:00 in India", () => {
  const until = (date: string, time: string) => {
    const at = countedAfter(fromIst(date, time), 60);
    return `${istDate(at)} ${istTime(at)}`;
  };
  expect(until("2026-11-27", "08:30")).toBe("2026-11-27 09:30");
  expect(until("2026-11-27", "19:30")).toBe("2026-11-28 08:30");
  expect(until("2026-11-27", "20:00")).toBe("2026-11-28 09:00");
  expect(until("2026-11-27", "23:59")).toBe("2026-11-28 09:00");
  expect(until("2026-11-28", "03:00")).toBe("2026-11-28 09:00");
});
