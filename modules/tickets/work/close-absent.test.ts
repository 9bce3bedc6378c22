import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, asTechnician, asVisitor, aTechnician } from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aJob, aWaitingVisit, fresh, startCodeOf } from "#modules/testing/work.ts";
import { feeStateOf, ledgerFaults } from "#modules/wallet/index.ts";
import {
  answerOutcome,
  changeTechnician,
  closeAbsent,
  logCall,
  sayNobodyCame,
  setOnTheWay,
  setReached,
  settleOutcomes,
  startVisit,
  waitAtDoorOf,
} from "../index.ts";
import { customerMay } from "../policy.ts";
import { AnswerOutcome, SayNobodyCame, StartVisit } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();

beforeEach(() => freezeClock(fromIst("2026-11-25", "10:00")));
afterEach(resetClock);

const casesOf = ({ id }: Pick<Ticket, "id">) =>
  rows<{ cause: string; state: string }>(sql`select cause, state from cases where ticket_id = ${id}`);

/** All that is needed before a request can be closed as not found, by its technician. */
async function waitInVain(technician: ReturnType<typeof asTechnician>, ticketId: string) {
  await setReached(technician, { ticketId });
  await logCall(technician, { ticketId });
  moveClock(2 * minute);
  await logCall(technician, { ticketId });
  moveClock(13 * minute);
}

test("who waited 15 minutes at the address and called twice closes as not found: the fee is held, a case decides", async () => {
  const { ticket, technician } = await aPaidJob(till);
  const own = asTechnician(technician);
  await waitInVain(own, ticket.publicId);
  await unitOfWork(() => closeAbsent(own, { ticketId: ticket.publicId }));
  const closed = await fresh(ticket);
  expect(closed).toMatchObject({ status: "CLOSED", closeRemarks: "Not Visited - Can't Deliver Service" });
  expect(closed).toMatchObject({ closingPricePaise: 0, platformSharePaise: 0, customerAbsentAt: closed.closedAt });
  expect(await feeStateOf(ticket.id)).toBe("held");
  expect(await casesOf(ticket)).toEqual([{ cause: "not_found", state: "open" }]);
  expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toEqual(
    expect.arrayContaining(["ticket.reached", "ticket.calledInVain", "ticket.caseOpened", "ticket.feeHeld"]),
  );
});

test.each([
  ["says that nobody came", { came: "no" }],
  ["says that they came", { came: "yes" }],
  ["is silent", null],
] as const)("the case decides about the fee, whatever the customer answers: %s", async (_what, answer) => {
  const { ticket, technician } = await aPaidJob(till);
  await waitInVain(asTechnician(technician), ticket.publicId);
  await unitOfWork(() => closeAbsent(asTechnician(technician), { ticketId: ticket.publicId }));
  if (answer) {
    const input = AnswerOutcome.parse({ ticketId: ticket.publicId, ...answer });
    await unitOfWork(() => answerOutcome(asVisitor(ticket.phone), input));
  }
  moveClock(49 * hour);
  await settleOutcomes();
  expect(await feeStateOf(ticket.id)).toBe("held");
  expect(await casesOf(ticket)).toEqual([{ cause: answer?.came === "no" ? "not_so" : "not_found", state: "open" }]);
  expect(await ledgerFaults()).toEqual([]);
});

test("it is refused with what is missing: being there, both calls, the minutes", async () => {
  const { ticket, technician } = await aJob();
  const own = asTechnician(technician);
  const input = { ticketId: ticket.publicId };
  const close = () => unitOfWork(() => closeAbsent(own, input));
  await expect(close()).rejects.toMatchObject({ key: "visit.notReached" });
  await expect(logCall(own, input)).rejects.toMatchObject({ key: "visit.notReached" });
  await setReached(own, input);
  moveClock(14 * minute);
  await setReached(own, input);
  await Promise.all([logCall(own, input), logCall(own, input), logCall(own, input)]);
  expect(await waitAtDoorOf(own, ticket.publicId)).toMatchObject({ calls: 1, over: false });
  await expect(close()).rejects.toMatchObject({ key: "visit.callsMissing" });
  moveClock(30_000);
  await logCall(own, input);
  await expect(close()).rejects.toMatchObject({ key: "visit.callsMissing" });
  moveClock(29_000);
  await logCall(own, input);
  await expect(close()).rejects.toMatchObject({ key: "visit.callsMissing" });
  moveClock(1_000);
  await logCall(own, input);
  expect(await waitAtDoorOf(own, ticket.publicId)).toMatchObject({ calls: 2, over: true });
  await close();
  expect((await fresh(ticket)).status).toBe("CLOSED");
});

test("who comes before the agreed window waits from its begin on, and not more than an hour before", async () => {
  const window = fromIst("2026-11-25", "14:00");
  const { ticket, technician } = await aJob({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: window });
  const own = asTechnician(technician);
  const input = { ticketId: ticket.publicId };
  await expect(setReached(own, input)).rejects.toMatchObject({ key: "visit.tooEarly" });
  freezeClock(fromIst("2026-11-25", "13:20"));
  await setReached(own, input);
  await expect(logCall(own, input)).rejects.toMatchObject({ key: "visit.callLater" });
  freezeClock(window);
  await waitInVain(own, ticket.publicId);
  freezeClock(fromIst("2026-11-25", "14:14"));
  expect(await waitAtDoorOf(own, ticket.publicId)).toMatchObject({
    until: fromIst("2026-11-25", "14:15"),
    over: false,
  });
  await expect(unitOfWork(() => closeAbsent(own, input))).rejects.toMatchObject({ key: "visit.waitLonger" });
  freezeClock(fromIst("2026-11-25", "14:15"));
  await unitOfWork(() => closeAbsent(own, input));
});

test("without an agreed time nobody needs to open at night: arrival, minutes and one of the calls count by day alone", async () => {
  freezeClock(fromIst("2026-11-25", "21:00"));
  const { ticket, technician } = await aJob({ timePreferenceType: "WITHIN_24_HOURS" });
  const own = asTechnician(technician);
  const input = { ticketId: ticket.publicId };
  const close = () => unitOfWork(() => closeAbsent(own, input));
  await waitInVain(own, ticket.publicId);
  await expect(close()).rejects.toMatchObject({ key: "visit.notReached" });
  freezeClock(fromIst("2026-11-26", "19:50"));
  await setReached(own, input);
  freezeClock(fromIst("2026-11-26", "20:01"));
  await logCall(own, input);
  moveClock(2 * minute);
  await logCall(own, input);
  await expect(close()).rejects.toMatchObject({ key: "visit.callByDay" });
  freezeClock(fromIst("2026-11-27", "08:01"));
  await logCall(own, input);
  expect(await waitAtDoorOf(own, ticket.publicId)).toMatchObject({
    until: fromIst("2026-11-27", "08:05"),
    over: false,
  });
  await expect(close()).rejects.toMatchObject({ key: "visit.waitLonger" });
  // A later call by night takes nothing from the one by day.
  freezeClock(fromIst("2026-11-27", "22:00"));
  await logCall(own, input);
  await close();
});

test("a window that was over when its center got the request opens no door at night", async () => {
  freezeClock(fromIst("2026-11-25", "20:30"));
  const { ticket, technician } = await aJob({
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-11-25", "18:00"),
  });
  await rows(sql`update tickets set accepted_at = ${fromIst("2026-11-25", "20:30")} where id = ${ticket.id}`);
  freezeClock(fromIst("2026-11-25", "23:00"));
  const own = asTechnician(technician);
  await waitInVain(own, ticket.publicId);
  await expect(unitOfWork(() => closeAbsent(own, { ticketId: ticket.publicId }))).rejects.toMatchObject({
    key: "visit.notReached",
  });
});

test("once nobody came in the promised time, nobody arrives at the address unless the customer waits", async () => {
  const window = fromIst("2026-11-25", "14:00");
  const { ticket, center, technician } = await aJob({
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: window,
  });
  const input = { ticketId: ticket.publicId };
  freezeClock(fromIst("2026-11-25", "16:15"));
  for (const actor of [asTechnician(technician), asCenter(center)])
    await expect(setReached(actor, input)).rejects.toMatchObject({ key: "visit.missed" });
  await sayNobodyCame(asVisitor(ticket.phone), SayNobodyCame.parse({ ...input, choice: "wait" }));
  await setReached(asTechnician(technician), input);
});

test("nobody sets out more than two hours before the agreed window", async () => {
  const window = fromIst("2026-11-25", "14:00");
  const { ticket, technician } = await aJob({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: window });
  const go = () => setOnTheWay(asTechnician(technician), { ticketId: ticket.publicId });
  freezeClock(fromIst("2026-11-25", "11:59"));
  await expect(go()).rejects.toMatchObject({ key: "visit.tooEarlyToGo" });
  freezeClock(fromIst("2026-11-25", "12:00"));
  await go();
});

test("an arrival counts for its window alone: after another time was agreed the technician comes again", async () => {
  const { ticket, technician } = await aWaitingVisit();
  const own = asTechnician(technician);
  const tomorrow = fromIst("2026-11-26", "14:00");
  await rows(sql`update tickets set time_preference_type = 'SPECIFIC_DATE_AND_TIME', specific_date_time = ${tomorrow}
    where id = ${ticket.id}`);
  freezeClock(fromIst("2026-11-26", "14:30"));
  const input = { ticketId: ticket.publicId };
  await expect(unitOfWork(() => closeAbsent(own, input))).rejects.toMatchObject({ key: "visit.notReached" });
  await waitInVain(own, ticket.publicId);
  await unitOfWork(() => closeAbsent(own, input));
});

test("a customer whose technician is at the door changes the time no more", async () => {
  const { ticket, technician } = await aJob();
  await setReached(asTechnician(technician), { ticketId: ticket.publicId });
  expect(customerMay(await fresh(ticket))).toMatchObject({ changeTime: false, correct: false });
});

test("a visit that began, another technician and others than who serves it are refused", async () => {
  const begun = await aWaitingVisit();
  const code = await startCodeOf(begun.ticket);
  await startVisit(asCenter(begun.center), StartVisit.parse({ ticketId: begun.ticket.publicId, code }));
  const close = (actor: Parameters<typeof closeAbsent>[0], { publicId: ticketId }: Ticket) =>
    unitOfWork(() => closeAbsent(actor, { ticketId }));
  await expect(close(asCenter(begun.center), begun.ticket)).rejects.toMatchObject({ key: "visit.begun" });
  const { ticket, center } = await aWaitingVisit();
  for (const actor of [asVisitor(ticket.phone), asAdmin()])
    await expect(close(actor, ticket)).rejects.toMatchObject({ kind: "denied" });
  await expect(close(asCenter(await aCenter()), ticket)).rejects.toMatchObject({ key: "ticket.notFound" });
  const other = await aTechnician({ center });
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: other.id });
  await expect(close(asCenter(center), ticket)).rejects.toMatchObject({ key: "visit.notReached" });
});

test("the calls and minutes are those of the version in force, and the decision keeps its rule", async () => {
  const decisionOf = ({ id }: Ticket) =>
    rows(sql`select r.calls, r.minutes, d.fee_paise::int as fee, d.state from visit_decisions d
      join visit_rules r on r.id = d.rule_id where d.ticket_id = ${id}`);
  const before = await aWaitingVisit();
  await unitOfWork(() => closeAbsent(asCenter(before.center), { ticketId: before.ticket.publicId }));
  await rows(sql`update visit_rules set calls = 3, minutes = 20 where cause = 'customer_absent'`);
  const { ticket, technician } = await aJob();
  const own = asTechnician(technician);
  const input = { ticketId: ticket.publicId };
  const close = () => unitOfWork(() => closeAbsent(own, input));
  await waitInVain(own, ticket.publicId);
  await expect(close()).rejects.toMatchObject({ key: "visit.callsMissing", params: { n: 3 } });
  await logCall(own, input);
  await expect(close()).rejects.toMatchObject({ key: "visit.waitLonger", params: { minutes: 20 } });
  moveClock(5 * minute);
  expect(await waitAtDoorOf(own, ticket.publicId)).toMatchObject({ callsNeeded: 3, over: true });
  await close();
  expect(await decisionOf(ticket)).toEqual([{ calls: 3, minutes: 20, fee: 0, state: "FINAL" }]);
  await rows(sql`update visit_rules set calls = 2, minutes = 15 where cause = 'customer_absent'`);
  expect(await decisionOf(before.ticket)).toHaveLength(1);
});
