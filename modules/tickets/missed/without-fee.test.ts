import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aVehicle,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh, startCodeOf } from "#modules/testing/work.ts";
import { settleCancellation } from "../by-customer/cancel-own.ts";
import {
  acceptUnpaid,
  agreeTime,
  answerTimeChange,
  assignTechnician,
  cancelOwn,
  changeOwnTime,
  dayBoard,
  ownCancelTerms,
  proposeWindows,
  revisitTicket,
  sayNobodyCame,
  setReached,
  startVisit,
} from "../index.ts";
import { AgreeTime, AnswerTimeChange, CancelOwn, ChangeTime, ProposeWindows, SayNobodyCame } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

const monday = "2026-11-30";
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const timed = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromIst(monday, "10:00") } as const;

/** A visit for Monday, 10 to 12, that costs its customer nothing, with its technician. */
const made = {
  revisit: async () => {
    const service = await aService();
    const center = await aCenter({ services: [service] });
    const job = await aClosedJob({ serviceId: service.id, pincode: center.pincode }, 500, center);
    const ticket = await revisitTicket(asVisitor(job.ticket.phone), {
      ticketId: job.ticket.publicId,
      timePreference: { type: "SPECIFIC_DATE_AND_TIME", at: timed.specificDateTime },
    });
    return { center, ticket };
  },
  "client's request": async () => {
    const service = await aService();
    const center = await aCenter({ services: [service] });
    const { id: clientId } = await aClient();
    const { ticket, broadcasts } = await aBroadcastTicket([center], {
      serviceId: service.id,
      pincode: center.pincode,
      clientId,
      createdBy: "SUPER_ADMIN",
      ...timed,
    });
    await rows(sql`insert into center_clients (center_id, client_id) values (${center.id}, ${clientId})`);
    await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
    return { center, ticket };
  },
};
type Kind = keyof typeof made;

async function aVisit(kind: Kind) {
  const { center, ticket } = await made[kind]();
  const { id: technicianId } = await aTechnician({ center });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  return { own: asCenter(center), ticket: await fresh(ticket), customer: asVisitor(ticket.phone) };
}

const moneyOf = ({ id }: Ticket) => rows(sql`select kind from transfers where ticket_id = ${id}`);

describe.each(Object.keys(made) as Kind[])("a %s has the rights of every visit, and no money moves", (kind) => {
  test("it is moved with its center's yes, and begins with the customer's code", async () => {
    const { own, ticket, customer } = await aVisit(kind);
    const { version, publicId: ticketId } = ticket;
    await changeOwnTime(customer, ChangeTime.parse({ ticketId, when: "2026-12-01T16:00", version }));
    await answerTimeChange(own, AnswerTimeChange.parse({ ticketId, answer: "agree" }));
    expect(await fresh(ticket)).toMatchObject({ specificDateTime: fromIst("2026-12-01", "16:00") });
    await startVisit(own, { ticketId, code: await startCodeOf(ticket) });
    expect(await ownCancelTerms(customer, ticketId)).toBeNull();
    expect(await moneyOf(ticket)).toEqual([]);
  });

  test("it is cancelled by its customer, who owes nothing, and its seat is free", async () => {
    const { ticket, customer } = await aVisit(kind);
    freezeClock(fromIst(monday, "09:00"));
    const terms = await ownCancelTerms(customer, ticket.publicId);
    expect(terms).toMatchObject({ rule: { band: "late" }, feePaise: 0, leadBackPaise: 0 });
    const input = { ticketId: ticket.publicId, ruleId: terms!.rule.id, feePaise: terms!.feePaise };
    await cancelOwn(customer, CancelOwn.parse(input));
    freezeClock(fromIst(monday, "09:01"));
    const [decision] = await rows<{ id: string }>(sql`select id from visit_decisions where ticket_id = ${ticket.id}`);
    await unitOfWork(() => runJob(settleCancellation, { decisionId: decision!.id }));
    expect(await rows(sql`select from window_seats where center_id = ${ticket.centerId} and taken > 0`)).toEqual([]);
    expect(await moneyOf(ticket)).toEqual([]);
  });

  test("where nobody comes its customer takes it away from the center", async () => {
    const { ticket, customer } = await aVisit(kind);
    freezeClock(fromIst(monday, "12:15"));
    await sayNobodyCame(customer, SayNobodyCame.parse({ ticketId: ticket.publicId, choice: "other_center" }));
    expect(await fresh(ticket)).toMatchObject({ status: "PENDING", centerId: null });
    expect(await moneyOf(ticket)).toEqual([]);
  });
});

test("a pick and drop has no windows, no code and no door: nothing of a visit is possible with it", async () => {
  const { id: vehicleId } = await aVehicle();
  const { center, technician, ticket } = await aJob({ vehicleId });
  const { publicId: ticketId, phone } = ticket;
  const own = asCenter(center);
  await expect(startVisit(own, { ticketId, code: "1234" })).rejects.toMatchObject({ key: "startCode.none" });
  await expect(setReached(asTechnician(technician), { ticketId })).rejects.toMatchObject({ key: "ticket.ended" });
  const agreed = AgreeTime.parse({ ticketId, at: `${monday}T10:00` });
  for (const actor of [own, asAdmin()])
    await expect(unitOfWork(() => agreeTime(actor, agreed))).rejects.toMatchObject({ key: "day.notNow" });
  const { version } = await fresh(ticket);
  const wanted = ChangeTime.parse({ ticketId, when: `${monday}T10:00`, version });
  await expect(changeOwnTime(asVisitor(phone), wanted)).rejects.toMatchObject({ key: "changeTime.over" });
  const { withoutTime, visits } = await dayBoard(own, { day: "2026-11-27" });
  expect([...withoutTime, ...visits].map((each) => each.ticketId)).not.toContain(ticketId);
  const offered = await aBroadcastTicket([center], { vehicleId, serviceId: ticket.serviceId });
  const windows = ProposeWindows.parse({ broadcastId: offered.broadcasts[0]!.id, windows: [`${monday}T10:00`] });
  await expect(proposeWindows(own, windows)).rejects.toMatchObject({ key: "proposal.noRide" });
  freezeClock(fromIst(monday, "12:15"));
  await expect(sayNobodyCame(asVisitor(phone), SayNobodyCame.parse({ ticketId, choice: "end" }))).rejects.toMatchObject(
    { key: "missed.notYet" },
  );
});
