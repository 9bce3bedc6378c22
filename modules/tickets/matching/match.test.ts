import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import type { Service } from "#modules/catalog/services/service.entity.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { centerState } from "#modules/centers/shared.ts";
import { day, freezeClock, fromNow, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  aPincode,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import type { MatchOutcome } from "../broadcast.entity.ts";
import { ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { acceptUnpaid } from "./accept.ts";
import { broadcastTicket, matchTicket, noOfferReason } from "./broadcast.ts";
import { recomputeReasons, storedReasons } from "./match.ts";
import { rejectBroadcast } from "./reject.ts";

openDatabase();

afterEach(() => resetClock());

const admin = asAdmin();

async function aPlace() {
  const service = await aService();
  const pincode = aPincode();
  const here = (center: Parameters<typeof aCenter>[0] = {}) =>
    aCenter({ services: [service], pincodes: [pincode], ...center });
  return { service, pincode, here };
}
type Place = { service: Service; pincode: string };

const aTicketAt = ({ service, pincode }: Place, more: Partial<Ticket> = {}) =>
  aTicket({ serviceId: service.id, pincode, createdBy: "SUPER_ADMIN", ...more });

const match = (ticket: Ticket) =>
  transaction(async () => matchTicket(admin, await ticketById(ticket.id, { lock: true })));

const reread = (ticket: Ticket) => ticketById(ticket.id);

/** The stored reason of each center; recomputing must give the same. */
async function reasonsOf(ticket: Ticket, ...centers: Center[]): Promise<(MatchOutcome | undefined)[]> {
  const stored = await storedReasons(ticket.id);
  expect(await recomputeReasons(await reread(ticket))).toEqual(stored);
  return centers.map(({ id }) => stored.find(({ centerId }) => centerId === id)?.reason);
}

const offersOf = async (ticket: Ticket) =>
  rows<{ id: string; center_id: string; status: string }>(
    sql`select id, center_id, status from broadcasts where ticket_id = ${ticket.id} order by id`,
  );
const offeredTo = async (ticket: Ticket) => (await offersOf(ticket)).map(({ center_id }) => center_id).sort();
const idsOf = (...centers: Center[]) => centers.map(({ id }) => id).sort();

describe("who is offered a ticket", () => {
  test("Q101 active centers whose primary or secondary service and pincodes fit, each with its reason", async () => {
    const place = await aPlace();
    const other = await aService();
    const primary = await place.here();
    const secondary = await place.here({ services: [other, place.service] });
    const wrongService = await place.here({ services: [other] });
    const disabled = await place.here({ broadcastDisabled: true });
    const full = await place.here({ ticketAcceptLimit: 0 });
    const inactive = await place.here({ isActive: centerState.IN_ACTIVE });
    const rejected = await place.here({ isActive: centerState.IN_ACTIVE, rejectionReason: "No licence" });
    const elsewhere = await aCenter({ services: [place.service] });
    const ticket = await aTicketAt(place);
    expect(await match(ticket)).toBe("broadcasted");
    expect(await offeredTo(ticket)).toEqual(idsOf(primary, secondary));
    expect(
      await reasonsOf(ticket, primary, secondary, wrongService, disabled, full, inactive, rejected, elsewhere),
    ).toEqual(["offered", "offered", "service", "disabled", "capacity", undefined, undefined, undefined]);
  });

  test("fixed point 5: subscribed, or within 15 days of registration or of the extension", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const place = await aPlace();
    const old = fromNow(-400 * day);
    const subscribed = await place.here({ createdAt: old, subscribeEndDate: fromNow(1) });
    const ended = await place.here({ createdAt: old, subscribeEndDate: now() });
    const lastDay = await place.here({ createdAt: fromNow(-15 * day) });
    const dayAfter = await place.here({ createdAt: fromNow(-15 * day - 1) });
    const extended = await place.here({ createdAt: old, extendedDate: fromNow(-14 * day) });
    const extendedLongAgo = await place.here({ createdAt: old, extendedDate: fromNow(-16 * day) });
    const ticket = await aTicketAt(place);
    await match(ticket);
    expect(await reasonsOf(ticket, subscribed, ended, lastDay, dayAfter, extended, extendedLongAgo)).toEqual([
      "offered",
      "trial_over",
      "offered",
      "trial_over",
      "offered",
      "trial_over",
    ]);
  });

  test("the limit counts assigned tickets that are neither CLOSED nor CANCEL", async () => {
    const place = await aPlace();
    const busy = await place.here({ ticketAcceptLimit: 1 });
    const free = await place.here({ ticketAcceptLimit: 1 });
    await anAcceptedTicket(busy);
    await aTicket({ centerId: free.id, status: "CLOSED", closedAt: now() });
    await aTicket({ centerId: free.id, status: "CANCEL" });
    await aTicket({ centerId: free.id, deletedAt: now() });
    const ticket = await aTicketAt(place);
    await match(ticket);
    expect(await reasonsOf(ticket, busy, free)).toEqual(["capacity", "offered"]);
  });

  test("R205 nobody fits: the demand is recorded with its reasons", async () => {
    const place = await aPlace();
    const disabled = await place.here({ broadcastDisabled: true });
    const ticket = await aTicketAt(place);
    expect(await match(ticket)).toBe("none");
    expect(await reread(ticket)).toMatchObject({ serviceAvailable: false, broadcastStatus: null, status: "PENDING" });
    expect(await reasonsOf(ticket, disabled)).toEqual(["disabled"]);
  });
});

describe("the ticket's own center", () => {
  test("Q101 takes it alone when it fits; nobody else is asked", async () => {
    const place = await aPlace();
    const own = await place.here();
    const other = await place.here();
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId, createdBy: "PUBLIC_WITH_CENTER_QR" });
    expect(await match(ticket)).toBe("same_center");
    expect(await reread(ticket)).toMatchObject({
      centerId: own.id,
      status: "PENDING",
      broadcastStatus: "matched_in_same_center",
    });
    expect(await offersOf(ticket)).toEqual([]);
    expect(await reasonsOf(ticket, own, other)).toEqual(["same_center", "not_needed"]);
  });

  test("takes it with its last free place, and the reasons stay true", async () => {
    const place = await aPlace();
    const own = await place.here({ ticketAcceptLimit: 1 });
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId });
    await match(ticket);
    expect(await reasonsOf(ticket, own)).toEqual(["same_center"]);
  });

  test.each([
    ["disabled", { broadcastDisabled: true }],
    ["capacity", { ticketAcceptLimit: 0 }],
    ["trial_over", { createdAt: new Date("2020-01-01") }],
  ] as const)("must meet all of it: %s, and the ticket goes to the others", async (reason, wrong) => {
    const place = await aPlace();
    const own = await place.here(wrong);
    const other = await place.here();
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId });
    expect(await match(ticket)).toBe("broadcasted");
    expect(await reasonsOf(ticket, own, other)).toEqual([reason, "offered"]);
    expect(await offeredTo(ticket)).toEqual(idsOf(other));
  });

  test("that works in other pincodes gets the reason pincode", async () => {
    const place = await aPlace();
    const own = await aCenter({ services: [place.service] });
    const other = await place.here();
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId });
    await match(ticket);
    expect(await reasonsOf(ticket, own, other)).toEqual(["pincode", "offered"]);
  });

  test("of a revisit is the center of the first visit", async () => {
    const place = await aPlace();
    const first = await place.here();
    await place.here();
    const visit = await aTicketAt(place, { centerId: first.id, status: "CLOSED", closedAt: now() });
    const ticket = await aTicketAt(place, { revisitOf: visit.id });
    expect(await match(ticket)).toBe("same_center");
    expect((await reread(ticket)).centerId).toBe(first.id);
  });
});

describe("broadcasting again", () => {
  const again = async (ticket: Ticket) => broadcastTicket(admin, { ticketId: ticket.publicId });

  test("Q02 is harmless, and asks only centers that have not been asked", async () => {
    const place = await aPlace();
    const first = await place.here();
    const ticket = await aTicketAt(place);
    expect((await again(ticket)).asked).toBe(1);
    expect(await again(ticket)).toMatchObject({ asked: 0, fitting: 1 });
    const second = await place.here();
    expect((await again(ticket)).asked).toBe(1);
    expect(await offeredTo(ticket)).toEqual(idsOf(first, second));
    expect(await reasonsOf(ticket, first, second)).toEqual(["offered", "offered"]);
  });

  test("R246 that asked nobody says why, and one that asked a center says nothing of it", () => {
    expect(noOfferReason({ asked: 1, fitting: 2 })).toBeUndefined();
    expect(noOfferReason({ asked: 0, fitting: 2 })).toBe("ticket.allOffered");
    expect(noOfferReason({ asked: 0, fitting: 0 })).toBe("ticket.nobodyFits");
  });

  test("a center that refused is never offered the ticket again", async () => {
    const place = await aPlace();
    const center = await place.here();
    await place.here();
    const ticket = await aTicketAt(place);
    await match(ticket);
    const [offer] = (await offersOf(ticket)).filter(({ center_id }) => center_id === center.id);
    await rejectBroadcast(asCenter(center), { broadcastId: offer!.id });
    expect(await again(ticket)).toMatchObject({ asked: 0, fitting: 1 });
    expect(await reasonsOf(ticket, center)).toEqual(["refused"]);
    expect((await offersOf(ticket)).filter(({ center_id }) => center_id === center.id)).toHaveLength(1);
  });

  test("finds a ticket nobody served its first center", async () => {
    const place = await aPlace();
    const ticket = await aTicketAt(place);
    await match(ticket);
    await expect(again(ticket)).rejects.toMatchObject({ kind: "conflict", key: "ticket.noOtherCenter" });
    await place.here();
    expect((await again(ticket)).asked).toBe(1);
    expect((await reread(ticket)).serviceAvailable).toBe(true);
  });

  test("H4 a center hands its own ticket over for good; a foreign one it does not find", async () => {
    const place = await aPlace();
    const own = await place.here();
    const other = await place.here();
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId });
    await match(ticket);
    await expect(broadcastTicket(asCenter(other), { ticketId: ticket.publicId })).rejects.toMatchObject({
      kind: "missing",
    });
    await broadcastTicket(asCenter(own), { ticketId: ticket.publicId });
    expect(await reread(ticket)).toMatchObject({ centerId: null, broadcastStatus: "broadcasted" });
    expect(await reasonsOf(ticket, own, other)).toEqual(["refused", "offered"]);
    const [offer] = (await offersOf(ticket)).filter(({ center_id }) => center_id === other.id);
    await acceptUnpaid(asCenter(other), { broadcastId: offer!.id });
    expect((await reread(ticket)).centerId).toBe(other.id);
  });

  test("H4 the center that wrote a ticket down does not take it from the center that has it", async () => {
    const place = await aPlace();
    const writer = await place.here();
    const holder = await place.here();
    await place.here();
    const ticket = await aTicketAt(place, {
      createdBy: "CENTER",
      createdByCenterId: writer.id,
      centerId: holder.id,
      broadcastStatus: "matched_in_same_center",
    });
    await expect(broadcastTicket(asCenter(writer), { ticketId: ticket.publicId })).rejects.toMatchObject({
      kind: "missing",
    });
    expect(await reread(ticket)).toMatchObject({ centerId: holder.id });
  });

  test("H15 an admin needs edit_ticket.full_access, by whatever call", async () => {
    const ticket = await aTicketAt(await aPlace());
    const limited = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
    await expect(broadcastTicket(limited, { ticketId: ticket.publicId })).rejects.toMatchObject({ kind: "denied" });
  });

  test("a center keeps its ticket when there is nobody to hand it to", async () => {
    const place = await aPlace();
    const own = await place.here();
    const ticket = await aTicketAt(place, { qrId: (await qrOf(own)).qrId });
    await match(ticket);
    await expect(broadcastTicket(asCenter(own), { ticketId: ticket.publicId })).rejects.toMatchObject({
      key: "ticket.noOtherCenter",
    });
    expect(await reread(ticket)).toMatchObject({ centerId: own.id, broadcastStatus: "matched_in_same_center" });
  });

  test("Q02 is refused once a technician is assigned, the ticket is over, or its fee is unpaid", async () => {
    const place = await aPlace();
    const center = await place.here();
    const { id: technicianId } = await aTechnician({ center });
    const refused = async (more: Partial<Ticket>) => {
      const ticket = await aTicketAt(place, more);
      return again(ticket).catch(({ key }) => key);
    };
    expect(await refused({ centerId: center.id, technicianId })).toBe("ticket.hasTechnician");
    expect(await refused({ status: "CANCEL" })).toBe("ticket.notBroadcastable");
    expect(await refused({ status: "CLOSED", closedAt: now() })).toBe("ticket.notBroadcastable");
    expect(await refused({ createdBy: "PUBLIC", bookingFeePaise: 9900 as never })).toBe("ticket.feeUnpaid");
  });

  test("H4 the public may not", async () => {
    const place = await aPlace();
    const ticket = await aTicketAt(place);
    await expect(broadcastTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId })).rejects.toMatchObject({
      kind: "denied",
    });
    const technician = await aTechnician();
    await expect(broadcastTicket(asTechnician(technician), { ticketId: ticket.publicId })).rejects.toMatchObject({
      kind: "missing",
    });
  });
});

test("the reasons of a ticket stay what they were when the clock goes on", async () => {
  freezeClock("2026-11-21T10:00:00Z");
  const place = await aPlace();
  const trial = await place.here();
  const ticket = await aTicketAt(place);
  await match(ticket);
  moveClock(30 * day);
  expect(await reasonsOf(ticket, trial)).toEqual(["offered"]);
});
