import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jobs, schedules } from "#modules/index.ts";
import { hour, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { ledgerFaults, orderOfTicket } from "#modules/wallet/index.ts";
import { refundUnaccepted } from "../fees/refund-unaccepted.ts";
import { ticketById } from "../get-ticket.ts";
import { broadcastLabel } from "../labels.ts";
import { acceptBroadcast, acceptUnpaid } from "../matching/accept.ts";
import { escalateUnaccepted } from "../matching/escalate.ts";
import { bookTicket } from "./book.ts";
import { openDraft } from "./draft.ts";
import { confirmBooking } from "./pay-booking.ts";

openDatabase();

const till = openTill();
beforeEach(async () => {
  resetClock();
  await aPriceList();
  // Tickets left open by earlier tests must not reach the next sweep.
  await rows(sql`update tickets set deleted_at = ${now()} where deleted_at is null`);
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const escalations = async (id: string) =>
  (await historyOf("ticket", id)).filter(({ event }) => event === "ticket.escalated");

describe("escalation", () => {
  test("comes 15 minutes after the broadcast, once, and is written down", async () => {
    const { ticket } = await aBroadcastTicket([await aCenter()]);
    moveClock(15 * minute - 1_000);
    expect(await escalateUnaccepted()).toBe(0);
    moveClock(1_000);
    expect(await escalateUnaccepted()).toBe(1);
    expect(await escalateUnaccepted()).toBe(0);
    expect(await escalations(ticket.id)).toMatchObject([{ actor_kind: "system:escalation", data: { minutes: 15 } }]);
    expect((await ticketById(ticket.id)).escalatedAt).not.toBeNull();
  });
  test("spares what was accepted, cancelled or deleted meanwhile", async () => {
    const center = await aCenter();
    const accepted = await aBroadcastTicket([center]);
    await acceptUnpaid(asCenter(center), { broadcastId: accepted.broadcasts[0]!.id });
    await aBroadcastTicket([center], { status: "CANCEL" });
    await aBroadcastTicket([center], { deletedAt: now() });
    moveClock(hour);
    expect(await escalateUnaccepted()).toBe(0);
  });
});

describe("a fee that nobody earned", () => {
  /** A ticket booked and paid through the checkout, offered to one center. */
  async function paid() {
    const service = await aService();
    const pincode = aPincode();
    const center = await aCenter({ services: [service], pincodes: [pincode] });
    const phone = "9812345678";
    const { ticket, payment } = await bookTicket(asVisitor(), {
      serviceId: service.id,
      name: "Meera Nair",
      phone,
      houseNumber: "221",
      city: "Bengaluru",
      state: "Karnataka",
      pincode,
      timePreference: { type: "IMMEDIATELY" },
      offerCode: "GHARSEVA2025",
      proof: await aProof({ phone }),
    });
    await confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);
    const [offer] = await rows<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
    return { ticket, center, broadcastId: offer!.id };
  }
  const refunds = (ticketId: string) =>
    rows<{ status: string }>(
      sql`select r.status from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${ticketId}`,
    );

  test("goes back 24 hours after the capture, once; the ticket stays open", async () => {
    const { ticket, center, broadcastId } = await paid();
    moveClock(24 * hour - minute);
    expect(await refundUnaccepted()).toBe(0);
    moveClock(minute);
    expect(await refundUnaccepted()).toBe(1);
    expect(await refundUnaccepted()).toBe(0);
    expect(await refunds(ticket.id)).toEqual([{ status: "requested" }]);
    await till.work();
    expect(await refunds(ticket.id)).toEqual([{ status: "processed" }]);
    const open = await ticketById(ticket.id);
    expect(open).toMatchObject({ status: "PENDING", isPaidByPublic: false });
    expect(broadcastLabel({ ...open, broadcastStatus: "broadcasted" })).toBe("broadcasted FREE");
    expect(await acceptUnpaid(asCenter(center), { broadcastId })).toEqual({ accepted: true, paidFrom: null });
  });
  test("the day counts from the capture, not from the booking", async () => {
    const { ticket } = await paid();
    const order = await orderOfTicket(ticket.id);
    await rows(sql`update tickets set created_at = created_at - interval '3 days' where id = ${ticket.id}`);
    expect(await refundUnaccepted()).toBe(0);
    await rows(sql`update orders set paid_at = paid_at - interval '1 day' where id = ${order!.id}`);
    expect(await refundUnaccepted()).toBe(1);
  });
  test("those whose day is not over, though older, keep nobody waiting behind a full page", async () => {
    const older = await paid();
    await rows(sql`update tickets set created_at = created_at - interval '9 days' where id = ${older.ticket.id}`);
    const { ticket } = await paid();
    await rows(sql`update tickets set created_at = created_at - interval '3 days' where id = ${ticket.id}`);
    const order = await orderOfTicket(ticket.id);
    await rows(sql`update orders set paid_at = paid_at - interval '1 day' where id = ${order!.id}`);
    expect(await refundUnaccepted(1)).toBe(1);
    expect(await refunds(ticket.id)).toHaveLength(1);
  });
  test("waits for a center that is just paying, and stays with a ticket that was accepted", async () => {
    const { ticket, center, broadcastId } = await paid();
    moveClock(24 * hour);
    const reserved = await acceptBroadcast(asCenter(center), { broadcastId });
    expect(await refundUnaccepted()).toBe(0);
    if (reserved.accepted) throw new Error("accepted without a payment");
    await till.pay(reserved.payment.id);
    await till.settled();
    await till.deliver(...till.sent);
    expect(await refundUnaccepted()).toBe(0);
    expect(await refunds(ticket.id)).toEqual([]);
    expect(await ticketById(ticket.id)).toMatchObject({ status: "ACCEPTED", isPaidByPublic: true });
  });
});

test("the sweeps run each minute and are jobs of the house", async () => {
  for (const name of ["tickets.expireReservations", "tickets.escalateUnaccepted", "tickets.refundUnaccepted"]) {
    expect(schedules.find(({ job }) => job.name === name)?.cron).toBe("* * * * *");
    await runJob(jobs.find((job) => job.name === name)!, {});
  }
});

test("drafts whose day is over are forgotten", async () => {
  await openDraft({});
  moveClock(25 * hour);
  await runJob(jobs.find(({ name }) => name === "tickets.clearDrafts")!, {});
  expect(await rows(sql`select 1 from booking_drafts`)).toEqual([]);
});
