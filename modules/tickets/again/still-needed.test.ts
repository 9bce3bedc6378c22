import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServiceSchema } from "#modules/catalog/services/service.entity.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  aPriceList,
  aProof,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aPaidJob, aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { closeAs, fresh, notVisited } from "#modules/testing/work.ts";
import { ledgerFaults, orderOfTicket } from "#modules/wallet/index.ts";
import { ticketStillNeeded } from "../events.ts";
import { acceptBroadcast, answerStillNeeded, askStillNeeded, deleteTicket, handBack, trackTicket } from "../index.ts";
import type { StillNeededReason } from "../labels.ts";
import { HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();
beforeEach(async () => {
  resetClock();
  await aPriceList();
});
afterEach(resetClock);

const ask = ({ id }: Ticket, reason: StillNeededReason) => transaction(() => askStillNeeded(id, reason));
const answer = (ticket: Ticket, reply: "yes" | "no", actor = asVisitor(ticket.phone)) =>
  unitOfWork(() => answerStillNeeded(actor, { ticketId: ticket.publicId, answer: reply }));
const offersOf = ({ id }: Ticket) =>
  rows<{ id: string; center_id: string; status: string }>(
    sql`select id, center_id, status from broadcasts where ticket_id = ${id}`,
  );
const events = async ({ id }: Ticket) => (await historyOf("ticket", id)).map(({ event }) => event);

/** Another center for the services and the pincode of one. */
async function aRival(center: Center) {
  const offered = await row<{ id: string }>(
    sql`select service_id as id from center_services where center_id = ${center.id}`,
  );
  const service = await em().findOneOrFail(ServiceSchema, { id: offered!.id });
  return aCenter({ services: [service], pincodes: [center.pincode] });
}

const ofPublicId = async (publicId: string) =>
  fresh((await row<{ id: string }>(sql`select id from tickets where public_id = ${publicId}`))!);

describe("a waiting request", () => {
  test("is asked about once at a time, and again 24 hours after the last yes, which the request keeps", async () => {
    const received: unknown[] = [];
    hear(ticketStillNeeded, async (event) => void received.push(event));
    const { ticket } = await aPaidRequest(till);
    expect(await Promise.all([1, 2, 3].map(() => ask(ticket, "waiting")))).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await answer(ticket, "yes")).toEqual({ answer: "yes", ticketId: ticket.publicId, made: null });
    expect((await fresh(ticket)).stillNeededAt).toBeInstanceOf(Date);
    expect(await ask(ticket, "waiting")).toBe(false);
    moveClock(day);
    expect(await ask(ticket, "waiting")).toBe(true);
    await till.work();
    expect(received).toEqual([{ ticketId: ticket.id }]);
    expect((await events(ticket)).filter((event) => event.includes("eeded"))).toEqual([
      "ticket.stillNeededAsked",
      "ticket.stillNeeded",
      "ticket.stillNeededAsked",
    ]);
  });

  test("says that it was confirmed only while it still waits", async () => {
    const { center, ticket } = await aPaidRequest(till);
    await ask(ticket, "waiting");
    await answer(ticket, "yes");
    const shown = async () => (await trackTicket(asVisitor(ticket.phone), ticket.publicId)).stillNeeded;
    expect(await shown()).toMatchObject({ reason: "waiting", state: "yes", next: null });
    await rows(sql`update tickets set center_id = ${center.id} where id = ${ticket.id}`);
    expect(await shown()).toBeNull();
  });

  test("is cancelled by a no, with its fee going back, once", async () => {
    const { ticket } = await aPaidRequest(till);
    await ask(ticket, "waiting");
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => answer(ticket, "no")));
    expect(new Set(outcomes.map(({ ticketId }) => ticketId))).toEqual(new Set([ticket.publicId]));
    expect(await fresh(ticket)).toMatchObject({ status: "CANCEL", isPaidByPublic: false });
    await till.work();
    expect(
      await rows(sql`select r.id from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${ticket.id}`),
    ).toHaveLength(1);
    expect(await ledgerFaults()).toEqual([]);
    await expect(answer(ticket, "yes")).rejects.toMatchObject({ kind: "conflict", key: "stillNeeded.answered" });
    expect(await ask(ticket, "waiting")).toBe(false);
  });

  test("has nothing to answer once a center took it, after seven days, or unasked", async () => {
    const { center, ticket } = await aPaidRequest(till);
    await expect(answer(ticket, "yes")).rejects.toMatchObject({ kind: "conflict", key: "stillNeeded.noQuestion" });
    await ask(ticket, "waiting");
    moveClock(7 * day);
    await expect(answer(ticket, "yes")).rejects.toMatchObject({ key: "stillNeeded.expiredWaiting" });
    expect(await ask(ticket, "waiting")).toBe(true);
    const accepted = await anAcceptedTicket(center);
    expect(await ask(accepted, "waiting")).toBe(false);
    await rows(sql`update tickets set center_id = ${center.id} where id = ${ticket.id}`);
    await expect(answer(ticket, "no")).rejects.toMatchObject({ key: "stillNeeded.over" });
  });
});

describe("a request that was not visited", () => {
  /** Closed as not visited by its center, and asked about. */
  async function notCome(fields: Partial<Ticket> = {}) {
    const job = await aPaidJob(till, fields);
    const rival = await aRival(job.center);
    await closeAs(job.center, job.ticket, { closeRemarks: notVisited });
    await ask(job.ticket, "not_visited");
    return { ...job, rival, ticket: await fresh(job.ticket) };
  }

  test("becomes one new request by 20 answers at once: no fee, no lead price, offered to the others", async () => {
    const { center, rival, ticket } = await notCome({ ticketPricePaise: fromRupees(199) });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => answer(ticket, "yes")));
    const made = await rows<{ id: string }>(sql`select id from tickets where rebook_of = ${ticket.id}`);
    expect(made).toHaveLength(1);
    const again = await fresh(made[0]!);
    expect(new Set(outcomes.map(({ ticketId }) => ticketId))).toEqual(new Set([again.publicId]));
    expect(again).toMatchObject({
      status: "PENDING",
      bookingFeePaise: 0,
      isPaidByPublic: false,
      ticketPricePaise: fromRupees(199),
      phone: ticket.phone,
      rebookOf: ticket.id,
      centerId: null,
      broadcastStatus: "broadcasted",
    });
    expect(await orderOfTicket(again.id)).toBeNull();
    expect((await offersOf(again)).map(({ center_id }) => center_id)).toEqual([rival.id]);
    expect(await acceptBroadcast(asCenter(rival), { broadcastId: (await offersOf(again))[0]!.id })).toEqual({
      accepted: true,
      paidFrom: null,
    });
    expect(await events(again)).toContain("ticket.feeWaived");
    expect(await events(ticket)).toContain("ticket.stillNeeded");
    await till.work();
    expect(await ledgerFaults()).toEqual([]);

    // Nor to the first center, when the second one does not take it either.
    await handBack(asCenter(rival), HandBackTicket.parse({ ticketId: again.publicId, reason: "too_far" }));
    expect((await offersOf(again)).map(({ center_id }) => center_id)).not.toContain(center.id);
    await rows(
      sql`update tickets set center_id = ${rival.id}, status = 'CLOSED', closed_at = now(), close_remarks = ${notVisited} where id = ${again.id}`,
    );
    await ask(again, "not_visited");
    const third = await ofPublicId((await answer(again, "yes")).ticketId);
    expect(await offersOf(third)).toEqual([]);
    expect(third).toMatchObject({ rebookOf: again.id, serviceAvailable: false });
  });

  test("of a center's customer becomes a request of the customer's own, in which that center has no part", async () => {
    const { center, ticket } = await notCome();
    await rows(
      sql`update tickets set created_by = 'CENTER', created_by_center_id = ${center.id} where id = ${ticket.id}`,
    );
    const again = await ofPublicId((await answer(ticket, "yes")).ticketId);
    expect(again).toMatchObject({ createdBy: "PUBLIC", createdByCenterId: null, bookingFeePaise: 0, clientId: null });
    await expect(deleteTicket(asCenter(center), { ticketId: again.publicId })).rejects.toMatchObject({
      key: "ticket.notFound",
    });
  });

  test("ends by a no, for good; it is asked about once", async () => {
    const { ticket } = await notCome();
    expect(await answer(ticket, "no")).toEqual({ answer: "no", ticketId: ticket.publicId, made: null });
    await expect(answer(ticket, "yes")).rejects.toMatchObject({ key: "stillNeeded.answered" });
    expect(await ask(ticket, "not_visited")).toBe(false);
    expect(await rows(sql`select from tickets where rebook_of = ${ticket.id}`)).toEqual([]);
  });

  test("leads to the new one only who proved the phone", async () => {
    const { center, ticket } = await notCome();
    const { ticketId } = await answer(ticket, "yes");
    const { ticketId: number } = await ofPublicId(ticketId);
    const next = async (actor: Actor) => (await trackTicket(actor, ticket.publicId)).stillNeeded?.next;
    expect(await next(asVisitor(ticket.phone))).toEqual({ id: ticketId, number });
    for (const actor of [asVisitor(), asCenter(center)]) expect(await next(actor)).toEqual({ id: null, number });
    moveClock(31 * day);
    expect(await next(asVisitor())).toBeNull();
  });

  test("is answered by its customer or who adds requests, never by a center or with another's proof", async () => {
    const { center, ticket } = await notCome();
    for (const actor of [asCenter(center), asVisitor("9800000001"), asAdmin(undefined, { permissions: [] })])
      await expect(answer(ticket, "yes", actor as never)).rejects.toMatchObject({
        kind: expect.stringMatching(/^denied$|^unauthenticated$/),
      });
    const proof = await aProof({ phone: ticket.phone });
    const outcome = await answerStillNeeded(asVisitor(), { ticketId: ticket.publicId, answer: "yes", proof });
    expect(outcome.ticketId).not.toBe(ticket.publicId);
  });

  test("has nothing to answer after an erasure, and is not asked about", async () => {
    const questioned = await notCome();
    const erased = await aPaidJob(till);
    const phone = questioned.ticket.phone;
    await rows(sql`update tickets set phone = '' where id = ${questioned.ticket.id}`);
    await expect(answer(questioned.ticket, "yes", asVisitor(""))).rejects.toMatchObject({ key: "stillNeeded.over" });
    expect(phone).not.toBe("");
    await closeAs(erased.center, erased.ticket, { closeRemarks: notVisited });
    await rows(sql`update tickets set phone = '' where id = ${erased.ticket.id}`);
    expect(await ask(erased.ticket, "not_visited")).toBe(false);
  });
});
