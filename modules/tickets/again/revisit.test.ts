import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, closeAs, fresh, notApproved, notRepairable, notVisited } from "#modules/testing/work.ts";
import { rebookTicket, revisitTicket } from "../index.ts";
import { Rebook, Revisit } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

afterEach(resetClock);

const soon = { timePreference: { type: "IMMEDIATELY" } } as const;

/** A closed job of a center that serves its service and pincode, so that the same center can come again. */
async function aClosedVisit(fields: Partial<Ticket> = {}) {
  const service = await aService();
  const center = await aCenter({ services: [service], pincodes: [aPincode()] });
  const job = await aClosedJob({ serviceId: service.id, pincode: center.pincode, ...fields }, 500, center);
  return { ...job, service };
}

test("R097 R098 R099 a revisit's time is checked like a booking's", () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const parse = (timePreference: unknown) => Revisit.safeParse({ ticketId: "x", timePreference });
  expect(parse({ type: "IMMEDIATELY" }).data).toMatchObject({ timePreference: { type: "IMMEDIATELY" } });
  expect(parse({ type: "WITHIN_24_HOURS", at: "2026-11-22T10:00" }).data?.timePreference).toEqual({
    type: "WITHIN_24_HOURS",
  });
  expect(parse({ type: "SPECIFIC_DATE_AND_TIME", at: "2026-11-22T08:00" }).success).toBe(true);
  expect(parse({ type: "SPECIFIC_DATE_AND_TIME", at: "2026-11-22T20:00" }).success).toBe(true);
  for (const at of ["2026-11-21T09:59", "2026-11-22T07:59", "2026-11-22T20:01"]) {
    expect(parse({ type: "SPECIFIC_DATE_AND_TIME", at }).error?.issues[0]?.message).toBe("form.timeWindow");
  }
  expect(parse({ type: "SPECIFIC_DATE_AND_TIME" }).error?.issues[0]?.message).toBe("form.specificTime");
  for (const nothing of [undefined, {}, { type: "" }, { type: "TOMORROW" }]) {
    expect(parse(nothing).error?.issues[0]).toMatchObject({ path: ["timePreference", "type"] });
  }
});

test("R100 R102 Q66 a revisit is a new free ticket at the same center, and flags the old one", async () => {
  const { center, ticket } = await aClosedVisit({ isPaidByPublic: true, bookingFeePaise: fromRupees(99) });
  const made = await revisitTicket(asVisitor(ticket.phone), {
    ticketId: ticket.publicId,
    timePreference: { type: "WITHIN_24_HOURS" },
    requirement: "Loud again",
  });
  expect(made).toMatchObject({
    status: "PENDING",
    broadcastStatus: "matched_in_same_center",
    centerId: center.id,
    revisitOf: ticket.id,
    phone: ticket.phone,
    houseNumber: ticket.houseNumber,
    requirement: "Loud again",
    timePreferenceType: "WITHIN_24_HOURS",
    bookingFeePaise: 0,
    isPaidByPublic: false,
    technicianId: null,
  });
  expect(made.publicId).not.toBe(ticket.publicId);
  expect((await fresh(ticket)).revisitStatus).toBe(1);
  expect(await rows(sql`select 1 from orders where ticket_id = ${made.id}`)).toEqual([]);
  const entry = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.revisited");
  expect(entry?.data).toMatchObject({ revisitId: made.id });
});

test("when the same center cannot come, the revisit is offered to others", async () => {
  const { center, ticket, service } = await aClosedVisit();
  const other = await aCenter({ services: [service], pincodes: [ticket.pincode] });
  await rows(sql`update centers set broadcast_disabled = true where id = ${center.id}`);
  const made = await revisitTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId, ...soon });
  expect(made).toMatchObject({ broadcastStatus: "broadcasted", centerId: null });
  const offers = await rows<{ center_id: string }>(sql`select center_id from broadcasts where ticket_id = ${made.id}`);
  expect(offers).toEqual([{ center_id: other.id }]);
});

test("R092 Q04 Q110 only a closed ticket, until 29 × 24 h after closing to the millisecond", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const open = await aJob();
  const ask = (ticket: Ticket) => revisitTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId, ...soon });
  await expect(ask(open.ticket)).rejects.toMatchObject({ kind: "conflict", key: "revisit.closedOnly" });
  const last = await aClosedVisit();
  const late = await aClosedVisit();
  moveClock(29 * day);
  await ask(last.ticket);
  moveClock(1);
  await expect(ask(late.ticket)).rejects.toMatchObject({ kind: "conflict", key: "revisit.over" });
  expect(say("revisit.over")).toContain("29 days");
});

test("free is only a visit after work that was done", async () => {
  const ask = ({ phone, publicId: ticketId }: Ticket) => revisitTicket(asVisitor(phone), { ticketId, ...soon });
  for (const closeRemarks of [notVisited, notApproved, notRepairable]) {
    const { ticket } = await aClosedVisit();
    await rows(sql`update tickets set close_remarks = ${closeRemarks} where id = ${ticket.id}`);
    await expect(ask(ticket)).rejects.toMatchObject({ kind: "conflict", key: "revisit.notDone" });
  }
});

test("Q04 one open revisit at a time, and another one when it is closed", async () => {
  const { ticket } = await aClosedVisit();
  const ask = () => revisitTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId, ...soon });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => unitOfWork(ask)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(ask()).rejects.toMatchObject({ kind: "conflict", key: "revisit.open" });
  await rows(sql`update tickets set status = 'CLOSED', closed_at = now() where revisit_of = ${ticket.id}`);
  await ask();
});

test("R101 closing a revisit says 'Ticket closed successfully'", async () => {
  const { center, technician, ticket } = await aClosedVisit();
  const made = await revisitTicket(asCenter(center), { ticketId: ticket.publicId, ...soon });
  await rows(sql`update tickets set technician_id = ${technician.id}, assigned_at = now() where id = ${made.id}`);
  const row = await closeAs(center, await fresh(made), { closeRemarks: notVisited });
  expect(row).toMatchObject({ status: "CLOSED", revisitOf: ticket.publicId });
  expect(say("ticket.closed")).toBe("Ticket closed successfully");
});

test("H6 a revisit needs the phone's browser, a proof, the owning center or an admin who may add requests", async () => {
  const { technician, ticket } = await aClosedVisit();
  const input = { ticketId: ticket.publicId, ...soon };
  await expect(revisitTicket(asVisitor(), input)).rejects.toMatchObject({
    kind: "unauthenticated",
    key: "otp.proofMissing",
  });
  await expect(revisitTicket(asCenter(await aCenter()), input)).rejects.toMatchObject({ kind: "missing" });
  await expect(revisitTicket(asTechnician(technician), input)).rejects.toMatchObject({ kind: "denied" });
  const viewer = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  await expect(revisitTicket(viewer, input)).rejects.toMatchObject({ kind: "denied" });

  const proof = await aProof({ phone: ticket.phone });
  await revisitTicket(asVisitor(), { ...input, proof });
  await rows(sql`update tickets set status = 'CLOSED', closed_at = now() where revisit_of = ${ticket.id}`);
  // The proof was used up by the first revisit.
  await expect(revisitTicket(asVisitor(), { ...input, proof })).rejects.toMatchObject({ key: "otp.proofNeeded" });
});

test("R236 only a closed ticket can be booked again", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  await expect(
    rebookTicket(asVisitor(ticket.phone), Rebook.parse({ ticketId: ticket.publicId, ...soon })),
  ).rejects.toMatchObject({ kind: "conflict", key: "rebook.closedOnly" });
});

test("a rebook of a public request is a fresh one with the fee of today", async () => {
  await aPriceList({ booking: 149 });
  const { ticket } = await aClosedVisit({ isPaidByPublic: true, bookingFeePaise: fromRupees(99) });
  const { ticket: made, message } = await rebookTicket(
    asVisitor(ticket.phone),
    Rebook.parse({ ticketId: ticket.publicId, ...soon, requirement: "The other room" }),
  );
  expect(message).toBe("booking.completePayment");
  expect(made).toMatchObject({
    status: "PENDING",
    createdBy: "PUBLIC",
    rebookOf: ticket.id,
    requirement: "The other room",
    bookingFeePaise: 14_900,
    isPaidByPublic: false,
    centerId: null,
    revisitStatus: 0,
  });
  expect(await rows(sql`select amount_paise::int from orders where ticket_id = ${made.id}`)).toEqual([
    { amount_paise: 14_900 },
  ]);
});

test("a rebook of a partner's customer stays with the partner and costs no fee", async () => {
  const service = await aService();
  const center = await aCenter({ services: [service], pincodes: [aPincode()] });
  const { qrId } = await qrOf(center);
  const fields = { serviceId: service.id, pincode: center.pincode, qrId, createdBy: "PUBLIC_WITH_CENTER_QR" as const };
  const { ticket } = await aClosedJob(fields, 500, center);
  const { ticket: made, payment } = await rebookTicket(
    asVisitor(ticket.phone),
    Rebook.parse({ ticketId: ticket.publicId, ...soon }),
  );
  expect(payment).toBeNull();
  expect(made).toMatchObject({ createdBy: "PUBLIC_WITH_CENTER_QR", qrId, centerId: center.id, bookingFeePaise: 0 });

  const dealer = await aDealerQr();
  const sold = await aClosedJob({ ...fields, qrId: dealer.qrId, createdBy: "PUBLIC_WITH_DELAR_QR" }, 500, center);
  const again = await rebookTicket(
    asVisitor(sold.ticket.phone),
    Rebook.parse({ ticketId: sold.ticket.publicId, ...soon }),
  );
  expect(again.ticket).toMatchObject({ createdBy: "PUBLIC_WITH_DELAR_QR", bookingFeePaise: 0 });
});

test("R064 a rebook of a pick and drop keeps its places, its vehicle and what the customer offers", async () => {
  const service = await aService({ pickDrop: true });
  const center = await aCenter({ services: [service], pincodes: [aPincode()] });
  const ride = {
    vehicleId: (await aVehicle()).id,
    pickLocation: "Majestic",
    dropLocation: "Airport",
    customerOfferPricePaise: fromRupees(150),
  };
  const fields = { serviceId: service.id, pincode: center.pincode, houseNumber: null };
  const { ticket } = await aClosedJob({ ...fields, ...ride }, 150, center);
  const { ticket: made } = await rebookTicket(
    asVisitor(ticket.phone),
    Rebook.parse({ ticketId: ticket.publicId, ...soon }),
  );
  expect(made).toMatchObject({ ...ride, bookingFeePaise: 2_000 });
});

test("a center and an admin book again as themselves; an admin needs add_ticket (Q111)", async () => {
  const { center, ticket } = await aClosedVisit();
  const input = Rebook.parse({ ticketId: ticket.publicId, ...soon });
  expect((await rebookTicket(asCenter(center), input)).ticket).toMatchObject({
    createdBy: "CENTER",
    createdByCenterId: center.id,
  });
  expect((await rebookTicket(asAdmin(), input)).ticket).toMatchObject({ createdBy: "SUPER_ADMIN" });
  const editor = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
  await expect(rebookTicket(editor, input)).rejects.toMatchObject({ kind: "denied" });
  await expect(rebookTicket(asVisitor(), input)).rejects.toMatchObject({ key: "otp.proofMissing" });
});
