import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServiceSchema } from "#modules/catalog/services/service.entity.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { day, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { em, row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  aPriceList,
  asAdmin,
  asCenter,
  asTechnician,
  aTechnician,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { ticketHandedBack } from "../events.ts";
import { refundUnaccepted } from "../fees/refund-unaccepted.ts";
import {
  acceptBroadcast,
  assignTechnician,
  broadcastTicket,
  cancelTicket,
  closeTicket,
  escalateUnaccepted,
  handBack,
  handBackTerms,
  startJob,
  ticketDetail,
} from "../index.ts";
import { AdminCloseTicket, HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();
beforeEach(async () => {
  resetClock();
  await aPriceList();
});
afterEach(resetClock);

const back = ({ publicId: ticketId }: Ticket, reason = "too_far") => HandBackTicket.parse({ ticketId, reason });

const offersOf = ({ id }: Ticket) =>
  rows<{ id: string; center_id: string; status: string }>(
    sql`select id, center_id, status from broadcasts where ticket_id = ${id} order by created_at, id`,
  );
const stateOf = async (ticket: Ticket, center: { id: string }) =>
  (await offersOf(ticket)).find(({ center_id }) => center_id === center.id)?.status;

/** A request with a paid fee that its only center accepted from its wallet. */
async function anAcceptedJob(at?: { center: Center }) {
  const { center, ticket } = await aPaidRequest(till, {}, at?.center);
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(1_000) });
  const offer = (await offersOf(ticket)).find(({ center_id }) => center_id === center.id)!;
  await acceptBroadcast(asCenter(center), { broadcastId: offer.id });
  return { center, ticket: await fresh(ticket) };
}

/** Another center for the services and the pincode of one. */
async function aRival(center: Center) {
  const serviceRow = await row<{ id: string }>(
    sql`select service_id as id from center_services where center_id = ${center.id}`,
  );
  const service = await em().findOneOrFail(ServiceSchema, { id: serviceRow!.id });
  return aCenter({ services: [service], pincodes: [center.pincode] });
}

describe("handing a job back", () => {
  test("an operator hands back in the center's name by the same terms, and the history says for whom; a client's admin may not", async () => {
    const { center, ticket } = await anAcceptedJob();
    const input = { ticketId: ticket.publicId };
    const client = asAdmin(undefined, {
      clientId: (await aClient()).id,
      permissions: ["edit_ticket.full_access", "view_ticket.full_access"],
    });
    await expect(handBack(client, back(ticket))).rejects.toMatchObject({ kind: "denied" });
    await expect(handBack(asTechnician(await aTechnician({ center })), back(ticket))).rejects.toMatchObject({
      kind: "denied",
    });
    expect(await handBackTerms(asAdmin(), input)).toMatchObject({ free: true, leadBackPaise: 9_900 });
    await handBack(asAdmin(), back(ticket));
    expect(await walletBalance(center.id)).toBe(100_000);
    expect(await fresh(ticket)).toMatchObject({ status: "PENDING", centerId: null });
    const [entry] = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.handedBack");
    expect(entry).toMatchObject({ actor_kind: "admin", data: { forWhom: "center", centerId: center.id } });
    await expect(handBack(asAdmin(), back(ticket))).rejects.toMatchObject({ key: "ticket.notFound" });
  });

  test("within 15 minutes returns the lead price, masks the contact, and asks the others, never this center again", async () => {
    const handBacks: object[] = [];
    hear(ticketHandedBack, async (event) => handBacks.push(event));
    const { center, ticket } = await anAcceptedJob();
    const other = await aRival(center);
    expect(await walletBalance(center.id)).toBe(90_100);
    expect(await handBackTerms(asCenter(center), { ticketId: ticket.publicId })).toMatchObject({
      free: true,
      freeLeft: 3,
      leadPaise: 9_900,
    });
    await handBack(asCenter(center), back(ticket));
    expect(await walletBalance(center.id)).toBe(100_000);
    expect(await fresh(ticket)).toMatchObject({
      status: "PENDING",
      broadcastStatus: "broadcasted",
      centerId: null,
      technicianId: null,
      acceptedAt: null,
      isPaidByTechnician: false,
      isPaidByPublic: true,
      serviceAvailable: true,
    });
    expect([await stateOf(ticket, center), await stateOf(ticket, other)]).toEqual(["REJECTED", "PENDING"]);
    await expect(ticketDetail(asCenter(center), ticket.publicId)).rejects.toMatchObject({ kind: "missing" });
    expect((await broadcastTicket(asAdmin(), { ticketId: ticket.publicId })).asked).toBe(0);
    expect(await stateOf(ticket, center)).toBe("REJECTED");
    expect(handBacks).toMatchObject([{ ticketId: ticket.id, centerId: center.id }]);
    const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining(["ticket.handedBack", "broadcast.handedBack", "ticket.leadReturned"]),
    );
    expect(await historyOf("center", center.id)).not.toContainEqual(
      expect.objectContaining({ event: "center.handedBack" }),
    );
    expect(await ledgerFaults()).toEqual([]);
  });

  test("later, or for the fourth time in 30 days, keeps the lead price and is counted in the center's history", async () => {
    const { center, ticket } = await anAcceptedJob();
    await aRival(center);
    moveClock(15 * minute + 1);
    expect((await handBackTerms(asCenter(center), { ticketId: ticket.publicId }))?.free).toBe(false);
    await handBack(asCenter(center), back(ticket, "no_parts"));
    expect(await walletBalance(center.id)).toBe(90_100);
    const counted = () =>
      row<{ n: number }>(
        sql`select count(*)::int as n from history where subject = 'center' and subject_id = ${center.id} and event = 'center.handedBack'`,
      );
    expect(await counted()).toEqual({ n: 1 });
    for (let nth = 0; nth < 4; nth += 1) {
      const job = await anAcceptedJob({ center });
      const terms = await handBack(asCenter(center), back(job.ticket));
      expect([terms.free, terms.freeLeft]).toEqual([nth < 3, 3 - nth]);
    }
    expect(await counted()).toEqual({ n: 2 });
    moveClock(31 * day);
    await rows(sql`update centers set subscribe_end_date = ${new Date(Date.now() + 400 * day)}`);
    expect((await handBack(asCenter(center), back((await anAcceptedJob({ center })).ticket))).free).toBe(true);
    expect(await ledgerFaults()).toEqual([]);
  });

  test("begins the 15 minutes until the escalation anew", async () => {
    const { center, ticket } = await anAcceptedJob();
    await aRival(center);
    await rows(sql`update tickets set escalated_at = now() where id <> ${ticket.id}`);
    moveClock(20 * minute);
    await handBack(asCenter(center), back(ticket));
    expect(await escalateUnaccepted()).toBe(0);
    moveClock(15 * minute);
    expect(await escalateUnaccepted()).toBe(1);
  });

  test("that was shown as free is refused with the new terms when it is not free any more", async () => {
    const { center, ticket } = await anAcceptedJob();
    await aRival(center);
    const confirmed = (free?: string) =>
      unitOfWork(() => handBack(asCenter(center), HandBackTicket.parse({ ...back(ticket), free })));
    moveClock(15 * minute + 1);
    await expect(confirmed("true")).rejects.toMatchObject({
      kind: "conflict",
      key: "handBack.notFreeLead",
      params: { amount: "₹99" },
    });
    expect(await fresh(ticket)).toMatchObject({ status: "ACCEPTED", centerId: center.id });
    expect(await confirmed("false")).toMatchObject({ free: false });
  });

  test("and getting it from an admin, a center gives it up by a broadcast as any other", async () => {
    const { center, ticket } = await anAcceptedJob();
    const other = await aRival(center);
    await handBack(asCenter(center), back(ticket));
    const { id: technicianId } = await aTechnician({ center });
    await assignTechnician(asAdmin(), { ticketId: ticket.publicId, technicianId });
    await rows(sql`update tickets set technician_id = null where id = ${ticket.id}`);
    const third = await aRival(center);
    await unitOfWork(() => broadcastTicket(asCenter(center), { ticketId: ticket.publicId }));
    expect(await fresh(ticket)).toMatchObject({ centerId: null, status: "PENDING" });
    expect([await stateOf(ticket, center), await stateOf(ticket, other), await stateOf(ticket, third)]).toEqual([
      "REJECTED",
      "TAKEN",
      "PENDING",
    ]);
  });

  test("is over with the start, is for the center that has it, and needs one of five reasons", async () => {
    const { center, ticket } = await anAcceptedJob();
    const other = await aRival(center);
    await expect(handBack(asCenter(other), back(ticket))).rejects.toMatchObject({ kind: "missing" });
    expect(() => back(ticket, "bored")).toThrow("form.choice");
    const technician = await aTechnician({ center });
    await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
    await startJob(asTechnician(technician), { ticketId: ticket.publicId });
    await expect(handBack(asCenter(center), back(ticket))).rejects.toMatchObject({ key: "handBack.started" });
    expect(await handBackTerms(asCenter(center), { ticketId: ticket.publicId })).toBeNull();
  });

  test("takes the technician and the codes away; the next center accepts it as any request", async () => {
    const { center, ticket } = await anAcceptedJob();
    const other = await aRival(center);
    const technician = await aTechnician({ center });
    await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
    await handBack(asCenter(center), back(ticket));
    expect(await fresh(ticket)).toMatchObject({ technicianId: null, happyCode: null, unhappyCode: null });
    await joiningBonus({ centerId: other.id, amountPaise: fromRupees(1_000) });
    const offer = (await offersOf(ticket)).find(({ center_id }) => center_id === other.id)!;
    await acceptBroadcast(asCenter(other), { broadcastId: offer.id });
    expect(await fresh(ticket)).toMatchObject({ status: "ACCEPTED", centerId: other.id, isPaidByTechnician: true });
    expect(await ledgerFaults()).toEqual([]);
  });

  test("with no other center left, or 24 hours without acceptance, the fee goes back", async () => {
    const alone = await anAcceptedJob();
    await handBack(asCenter(alone.center), back(alone.ticket));
    expect(await fresh(alone.ticket)).toMatchObject({ serviceAvailable: false, isPaidByPublic: false });
    const { center, ticket } = await anAcceptedJob();
    await aRival(center);
    moveClock(20 * hour);
    await handBack(asCenter(center), back(ticket));
    moveClock(23 * hour);
    await refundUnaccepted();
    expect((await fresh(ticket)).isPaidByPublic).toBe(true);
    moveClock(hour + minute);
    await refundUnaccepted();
    expect((await fresh(ticket)).isPaidByPublic).toBe(false);
    await till.work();
    expect(await ledgerFaults()).toEqual([]);
  });

  test("against accepting, closing and cancelling at once: one outcome, and each acceptance is paid once", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      const { center, ticket } = await anAcceptedJob();
      const rival = await aRival(center);
      await joiningBonus({ centerId: rival.id, amountPaise: fromRupees(1_000) });
      const technician = await aTechnician({ center });
      await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
      const accept = async () => {
        for (let tries = 0; tries < 20; tries += 1) {
          const offer = (await offersOf(ticket)).find(({ center_id }) => center_id === rival.id);
          if (offer) return acceptBroadcast(asCenter(rival), { broadcastId: offer.id });
        }
      };
      const acts = [
        () => handBack(asCenter(center), back(ticket)),
        () => handBack(asCenter(center), back(ticket)),
        accept,
        ...(round % 3 === 0 ? [] : [() => cancelTicket(asAdmin(), { ticketId: ticket.publicId })]),
        () => closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 100 })),
      ];
      await Promise.allSettled(acts.map((act) => unitOfWork(act as () => Promise<unknown>)));
      const { status, centerId } = await fresh(ticket);
      outcomes.add(status);
      const offers = await offersOf(ticket);
      const holders = offers
        .filter((offer) => ["ACCEPTED", "CLOSED"].includes(offer.status))
        .map((offer) => offer.center_id);
      expect(holders).toEqual(status === "CANCEL" || centerId === null ? holders.slice(0, 1) : [centerId]);
      const moved = await rows<{ kind: string; n: number }>(
        sql`select kind, count(*)::int as n from transfers where ticket_id = ${ticket.id} and kind like 'lead_fee%' group by kind`,
      );
      const count = (kind: string) => moved.find((each) => each.kind === kind)?.n ?? 0;
      // What is paid and did not go back is the price of the center that has the request.
      expect(count("lead_fee") - count("lead_fee_refund")).toBe(status !== "CANCEL" && centerId ? 1 : 0);
      const backs = await rows(sql`select 1 from hand_backs where ticket_id = ${ticket.id}`);
      expect(backs.length).toBeLessThanOrEqual(1);
    }
    expect(outcomes.size).toBeGreaterThan(1);
    await till.work();
    expect(await ledgerFaults()).toEqual([]);
  }, 120_000);
});
