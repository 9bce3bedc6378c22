import { afterEach, expect, test } from "vitest";
import { freezeClock, fromIst, hour, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aClosedJob, aJob, codesOf, fresh, startCodeOf } from "#modules/testing/work.ts";
import {
  assignTechnician,
  cancelTicket,
  changeTechnician,
  codesDue,
  deleteTicket,
  ownCodes,
  reviewPunch,
  sendDueCodes,
  setOnTheWay,
  startJob,
  startVisit,
  technicianAssigned,
  technicianOnTheWay,
  technicianWithdrawn,
  trackTicket,
} from "../index.ts";
import { ReviewPunch } from "../shared.ts";
import { codesFrom } from "./visit-codes.ts";

openDatabase();
afterEach(resetClock);

const codesSent: string[] = [];
hear(codesDue, async ({ ticketId }) => codesSent.push(ticketId));
const withdrawn: { ticketId: string; technicianId: string }[] = [];
hear(technicianWithdrawn, async (event) => withdrawn.push(event));
const departures: string[] = [];
hear(technicianOnTheWay, async ({ ticketId }) => departures.push(ticketId));

const at = (date: string, time: string) =>
  ({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromIst(date, time) }) as const;
const sentFor = ({ id }: { id: string }) => codesSent.filter((ticketId) => ticketId === id).length;

test("the codes are due in the morning of the visit's day, earlier for an early visit, at once without a day", () => {
  expect(codesFrom({ timePreferenceType: "IMMEDIATELY", specificDateTime: null })).toBeNull();
  expect(codesFrom({ timePreferenceType: "WITHIN_24_HOURS", specificDateTime: null })).toBeNull();
  expect(codesFrom(at("2026-12-04", "16:30"))).toEqual(fromIst("2026-12-04", "09:00"));
  expect(codesFrom(at("2026-12-04", "08:00"))).toEqual(fromIst("2026-12-04", "06:00"));
  expect(codesFrom(at("2026-12-04", "01:00"))).toEqual(fromIst("2026-12-04", "00:00"));
});

test("a request for as soon as possible has its codes with the first technician, once", async () => {
  const { center, ticket } = await aJob();
  expect(sentFor(ticket)).toBe(1);
  const { id: technicianId } = await aTechnician({ center });
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  await sendDueCodes();
  expect(sentFor(ticket)).toBe(1);
});

test("the codes of a visit on a later day go out on that day, and stand on the tracking page from then", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const { ticket } = await aJob(at("2026-12-04", "16:30"));
  const owner = asVisitor(ticket.phone);
  freezeClock("2026-12-04T08:59:00+05:30");
  expect(await sendDueCodes()).toBe(0);
  expect([sentFor(ticket), await ownCodes(owner, ticket.publicId)]).toEqual([0, null]);
  moveClock(60_000);
  expect(await sendDueCodes()).toBe(1);
  expect(await sendDueCodes(), "once").toBe(0);
  expect(sentFor(ticket)).toBe(1);
  expect(await ownCodes(owner, ticket.publicId)).toEqual(await codesOf(ticket));
  expect(await ownCodes(asVisitor(), ticket.publicId), "the link alone is no proof").toBeNull();
});

test("a cancelled, closed or deleted request sends no codes any more", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const center = await aCenter();
  const cancelled = await aJob(at("2026-12-04", "16:30"), center);
  const deleted = await aJob(at("2026-12-04", "16:30"), center);
  await cancelTicket(asAdmin(), { ticketId: cancelled.ticket.publicId, reason: "Moved away" });
  await deleteTicket(asAdmin(), { ticketId: deleted.ticket.publicId });
  freezeClock("2026-12-04T12:00:00+05:30");
  expect(await sendDueCodes()).toBe(0);
});

test("a visit that begins earlier than its day brings the codes with it", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const center = await aCenter();
  const left = await aJob(at("2026-12-04", "16:30"), center);
  const begun = await aJob(at("2026-12-05", "16:30"), center);
  freezeClock("2026-12-04T14:00:00+05:30");
  await setOnTheWay(asCenter(center), { ticketId: left.ticket.publicId });
  const code = await startCodeOf(begun.ticket);
  await startVisit(asTechnician(begun.technician), { ticketId: begun.ticket.publicId, code });
  expect([sentFor(left.ticket), sentFor(begun.ticket)]).toEqual([1, 1]);
});

test("technician and center say that the technician has set out, once; the tracking page says so until the work begins", async () => {
  const { center, technician, ticket } = await aJob();
  const input = { ticketId: ticket.publicId };
  const sentence = async () => (await trackTicket(asVisitor(), ticket.publicId)).now.key;
  expect(await sentence()).toBe("tracking.now.assigned");
  await Promise.all([setOnTheWay(asTechnician(technician), input), setOnTheWay(asCenter(center), input)]);
  expect(departures.filter((id) => id === ticket.id)).toHaveLength(1);
  expect((await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.onTheWay")).toHaveLength(1);
  expect(await sentence()).toBe("tracking.now.onTheWay");
  moveClock(hour);
  await startJob(asTechnician(technician), input);
  expect(await sentence()).toBe("tracking.now.started");
  await startVisit(asCenter(center), { ...input, code: await startCodeOf(ticket) });
  await expect(setOnTheWay(asCenter(center), input)).rejects.toMatchObject({ kind: "conflict", key: "visit.begun" });
});

test("nobody else says it, and not of a request without a technician or one that is over", async () => {
  const { ticket } = await aJob();
  const input = { ticketId: ticket.publicId };
  for (const actor of [asAdmin(), asVisitor(ticket.phone)])
    await expect(setOnTheWay(actor, input)).rejects.toMatchObject({ kind: "denied" });
  for (const actor of [asCenter(await aCenter()), asTechnician(await aTechnician())])
    await expect(setOnTheWay(actor, input)).rejects.toMatchObject({ kind: "missing", key: "ticket.notFound" });
  const center = await aCenter();
  const open = await anAcceptedTicket(center);
  await expect(setOnTheWay(asCenter(center), { ticketId: open.publicId })).rejects.toMatchObject({
    key: "ticket.noTechnician",
  });
  const closed = await aClosedJob({}, 0, center);
  await expect(setOnTheWay(asCenter(center), { ticketId: closed.ticket.publicId })).rejects.toMatchObject({
    key: "ticket.ended",
  });
});

test("another technician is told, the former one is withdrawn, and has not set out for them", async () => {
  const { center, technician, ticket } = await aJob();
  await setOnTheWay(asCenter(center), { ticketId: ticket.publicId });
  const other = await aTechnician({ center });
  await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: other.id });
  expect(withdrawn.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([
    { ticketId: ticket.id, technicianId: technician.id },
  ]);
  expect(await fresh(ticket)).toMatchObject({ technicianId: other.id, onTheWayAt: null });
  await setOnTheWay(asTechnician(other), { ticketId: ticket.publicId });
  expect(departures.filter((id) => id === ticket.id)).toHaveLength(2);
});

test("the technician of a request that is cancelled or moved to another center is withdrawn once", async () => {
  const cancelled = await aJob();
  const moved = await aJob();
  await cancelTicket(asAdmin(), { ticketId: cancelled.ticket.publicId });
  const elsewhere = await aTechnician({ center: await aCenter() });
  await changeTechnician(asAdmin(), { ticketId: moved.ticket.publicId, technicianId: elsewhere.id });
  for (const { ticket, technician } of [cancelled, moved])
    expect(withdrawn.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([
      { ticketId: ticket.id, technicianId: technician.id },
    ]);
  await expect(
    assignTechnician(asAdmin(), { ticketId: cancelled.ticket.publicId, technicianId: elsewhere.id }),
  ).rejects.toMatchObject({ key: "ticket.ended" });
});

test("a technician hears of a rejected request, and again when the review lets it go on", async () => {
  const { ticket, technician } = await aJob();
  const assigned: string[] = [];
  hear(technicianAssigned, async ({ ticketId }) => assigned.push(ticketId));
  const review = (status: "REJECT" | "ON_HOLD" | "VERIFIED") =>
    reviewPunch(
      asAdmin(),
      ReviewPunch.parse({ ticketId: ticket.publicId, serialNumber: ticket.id, status, remarks: "-" }),
    );
  await review("REJECT");
  expect(withdrawn.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([
    { ticketId: ticket.id, technicianId: technician.id },
  ]);
  await review("VERIFIED");
  expect(assigned.filter((id) => id === ticket.id)).toHaveLength(1);
});

test("before the morning only the codes of early visits are looked for", async () => {
  freezeClock("2026-12-01T10:00:00+05:30");
  const center = await aCenter();
  const early = await aJob(at("2026-12-04", "08:00"), center);
  const late = await aJob(at("2026-12-04", "16:30"), center);
  freezeClock("2026-12-04T06:01:00+05:30");
  expect(await sendDueCodes()).toBe(1);
  expect([sentFor(early.ticket), sentFor(late.ticket)]).toEqual([1, 0]);
});
