import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { freezeClock, hour, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aPriceList,
  aServedTicket,
  asAdmin,
  asCenter,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aClosedJob, codesOf, deletionSettles, fresh } from "#modules/testing/work.ts";
import { joiningBonus, ledgerFaults, openOrder, orderOfTicket, payable, walletBalance } from "#modules/wallet/index.ts";
import { revisitTicket } from "../again/revisit.ts";
import { assignTechnician, closeTicket, confirmBooking, invoiceFile, listBroadcasts } from "../index.ts";
import { acceptBroadcast } from "../matching/accept.ts";
import { AdminCloseTicket } from "../shared.ts";
import { type Ticket, TicketSchema } from "../ticket.entity.ts";
import { deleteTicket, settleDeletion, undoDelete, unsettledDeletions } from "./delete.ts";

openDatabase();

const till = openTill();
beforeAll(() => aPriceList());
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const of = ({ publicId: ticketId }: Pick<Ticket, "publicId">) => ({ ticketId });
const deleter = asAdmin(undefined, { permissions: ["delete_ticket"] });
const offersOf = ({ id }: { id: string }) =>
  rows<{ status: string }>(sql`select status from broadcasts where ticket_id = ${id} order by id`);
const events = async ({ id }: { id: string }) => (await historyOf("ticket", id)).map(({ event }) => event);
/** The whole row but what a deletion may leave on it. */
const rowOf = async ({ id }: { id: string }) => {
  const [row] = await rows<Record<string, unknown>>(sql`select * from tickets where id = ${id}`);
  const { version: _, updated_at: __, ...rest } = row!;
  return rest;
};

/** A request offered to two centers, its fee paid by the customer. */
async function aPaidRequest() {
  const ticket = await aServedTicket({ bookingFeePaise: fromRupees(99) });
  const order = await transaction(() =>
    openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
  );
  await confirmBooking(asVisitor(), (await till.pay((await payable(order.id)).order_id))!);
  expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: true, broadcastStatus: "broadcasted" });
  return ticket;
}
const refundsOf = async (ticket: { id: string }) =>
  rows(sql`select 1 from refunds where order_id = ${(await orderOfTicket(ticket.id))!.id}`);

test("Q09 deleting needs delete_ticket, and a stranger's request is not found", async () => {
  const ticket = await aTicket();
  const editor = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
  await expect(deleteTicket(editor, of(ticket))).rejects.toMatchObject({ kind: "denied", key: "permission.denied" });
  await expect(deleteTicket(asVisitor(ticket.phone), of(ticket))).rejects.toMatchObject({ kind: "denied" });
  const client = asAdmin(undefined, { permissions: ["delete_ticket"], clientId: (await aClient()).id });
  await expect(deleteTicket(client, of(ticket))).rejects.toMatchObject({ kind: "missing" });
  await deleteTicket(deleter, of(ticket));
  await expect(undoDelete(editor, of(ticket))).rejects.toMatchObject({ kind: "denied" });
  await expect(undoDelete(client, of(ticket))).rejects.toMatchObject({ kind: "missing" });
  await expect(deleteTicket(deleter, of(ticket))).rejects.toMatchObject({ kind: "missing" });
});

test("a deleted request is hidden at once, and its effects wait for ten seconds", async () => {
  const ticket = await aPaidRequest();
  const [offer] = await rows<{ id: string; center_id: string }>(
    sql`select id, center_id from broadcasts where ticket_id = ${ticket.id}`,
  );
  const center = asCenter({ id: offer!.center_id });
  await deleteTicket(deleter, of(ticket));
  expect((await listBroadcasts(center)).rows).toEqual([]);
  await expect(acceptBroadcast(center, { broadcastId: offer!.id })).rejects.toMatchObject({ key: "broadcast.changed" });
  expect(await refundsOf(ticket)).toEqual([]);
  expect(await offersOf(ticket)).toEqual([{ status: "PENDING" }]);

  // Too early for the job: it puts itself off.
  moveClock(9 * second);
  await runJob(settleDeletion, { ticketId: ticket.id });
  expect(await refundsOf(ticket)).toEqual([]);
  await deletionSettles(ticket);
  expect(await refundsOf(ticket)).toHaveLength(1);
  expect(await offersOf(ticket)).toEqual([{ status: "TAKEN" }]);
  await runJob(settleDeletion, { ticketId: ticket.id });
  expect(await refundsOf(ticket)).toHaveLength(1);
});

test("within the ten seconds it comes back exactly as it was, and the job does nothing", async () => {
  const { ticket } = await aBroadcastTicket([await aCenter(), await aCenter()]);
  freezeClock("2026-11-28T10:00:00+05:30");
  const before = await rowOf(ticket);
  await deleteTicket(deleter, of(ticket));
  moveClock(10 * second - 1);
  await undoDelete(deleter, of(ticket));
  expect(await rowOf(ticket)).toEqual(before);
  await deletionSettles(ticket);
  expect(await rowOf(ticket)).toEqual(before);
  expect(await offersOf(ticket)).toEqual([{ status: "PENDING" }, { status: "PENDING" }]);
  expect(await events(ticket)).toEqual(["ticket.deleted", "ticket.restored"]);
  // Bringing it back twice comes to the same.
  await undoDelete(deleter, of(ticket));
  expect(await events(ticket)).toHaveLength(2);
});

test("after ten seconds it is gone for good, whether the job ran or not", async () => {
  const ticket = await aTicket();
  await deleteTicket(deleter, of(ticket));
  moveClock(10 * second);
  await expect(undoDelete(deleter, of(ticket))).rejects.toMatchObject({ kind: "conflict", key: "ticket.undoOver" });
  await deletionSettles(ticket);
  await expect(undoDelete(deleter, of(ticket))).rejects.toMatchObject({ key: "ticket.undoOver" });
});

test("deleted again after an undo, it has its ten seconds again", async () => {
  const { ticket } = await aBroadcastTicket([await aCenter()]);
  await deleteTicket(deleter, of(ticket));
  moveClock(8 * second);
  await undoDelete(deleter, of(ticket));
  await deleteTicket(deleter, of(ticket));
  moveClock(4 * second);
  // The first deletion's job is due now.
  await runJob(settleDeletion, { ticketId: ticket.id });
  expect(await offersOf(ticket)).toEqual([{ status: "PENDING" }]);
  await undoDelete(deleter, of(ticket));
  expect(await fresh(ticket)).toMatchObject({ deletedAt: null, deletionFinalAt: null });
});

test("of deletions and undos at once each happens whole, and the history tells them in turn", async () => {
  const ticket = await aTicket();
  const both = (act: typeof deleteTicket) => [1, 2, 3].map(() => unitOfWork(() => act(deleter, of(ticket))));
  const outcomes = await Promise.allSettled([...both(deleteTicket), ...both(undoDelete)]);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "missing" });
  const eventNames = await events(ticket);
  expect(eventNames.length).toBeGreaterThan(0);
  expect(eventNames).toEqual(eventNames.map((_, at) => (at % 2 === 0 ? "ticket.deleted" : "ticket.restored")));
  em().clear();
  const { deletedAt } = await em().findOneOrFail(TicketSchema, { id: ticket.id });
  expect(Boolean(deletedAt)).toBe(eventNames.at(-1) === "ticket.deleted");
});

test("a fee that is paid while the deletion can be undone is taken up by the undo, or returned by the job", async () => {
  for (const undone of [true, false]) {
    const ticket = await aServedTicket({ bookingFeePaise: fromRupees(99) });
    const order = await transaction(() =>
      openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
    );
    const { order_id } = await payable(order.id);
    await deleteTicket(deleter, of(ticket));
    await confirmBooking(asVisitor(), (await till.pay(order_id))!);
    em().clear();
    expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: true, broadcastStatus: null });
    if (undone) await undoDelete(deleter, of(ticket));
    else await deletionSettles(ticket);
    expect(await fresh(ticket)).toMatchObject(
      undone ? { isPaidByPublic: true, broadcastStatus: "broadcasted" } : { isPaidByPublic: false },
    );
    expect(await refundsOf(ticket)).toHaveLength(undone ? 0 : 1);
  }
});

test("a fee that the wallet refuses to return is tried again, and returned once it can be", async () => {
  const ticket = await aPaidRequest();
  const order = (await orderOfTicket(ticket.id))!;
  // The payment is not captured in our books for a while.
  await deleteTicket(deleter, of(ticket));
  await rows(sql`update payments set captured_at = null where order_id = ${order.id}`);
  await expect(deletionSettles(ticket)).rejects.toThrow("could not be settled: refund.notPaid");
  expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: true, deletionFinalAt: null });
  moveClock(2 * hour + second);
  const unsettled = await unsettledDeletions();
  expect(unsettled).toEqual({ count: expect.any(Number), example: expect.stringMatching(/^REQ-/) });
  await rows(sql`update payments set captured_at = now() where order_id = ${order.id}`);
  await deletionSettles(ticket);
  expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: false, deletionFinalAt: expect.any(Date) });
  expect(await refundsOf(ticket)).toHaveLength(1);
  expect((await unsettledDeletions()).count).toBe(unsettled.count - 1);
});

test("a closed request may be deleted: its fee stays earned, its lead price paid, its invoice and ledger as they are", async () => {
  const ticket = await aPaidRequest();
  const [offer] = await rows<{ id: string; center_id: string }>(
    sql`select id, center_id from broadcasts where ticket_id = ${ticket.id}`,
  );
  const centerId = offer!.center_id;
  await transaction(() => joiningBonus({ centerId, amountPaise: fromRupees(100) }));
  await acceptBroadcast(asCenter({ id: centerId }), { broadcastId: offer!.id });
  await assignTechnician(asAdmin(), { ...of(ticket), technicianId: (await aTechnician({ centerId })).id });
  const { happy: code } = await codesOf(ticket);
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ...of(ticket), amount: 500, code }));
  const ledger = () => rows(sql`select id from transfers where ticket_id = ${ticket.id} order by id`);
  const before = await ledger();
  const balance = await walletBalance(centerId);

  await deleteTicket(deleter, of(ticket));
  await deletionSettles(ticket);
  expect(await rows(sql`select 1 from invoices where ticket_id = ${ticket.id}`)).toHaveLength(1);
  expect([await refundsOf(ticket), await ledger(), await walletBalance(centerId)]).toEqual([[], before, balance]);
  expect(await offersOf(ticket)).toEqual([{ status: "CLOSED" }]);
  expect(await fresh(ticket)).toMatchObject({
    status: "CLOSED",
    isPaidByPublic: true,
    isPaidByTechnician: true,
    deletionFinalAt: expect.any(Date),
  });
  await expect(invoiceFile(asAdmin(), ticket.publicId)).rejects.toMatchObject({ kind: "missing" });
});

test("a closed request's fee that waits for a decision goes back with the deletion, once it is final", async () => {
  const { ticket } = await aPaidJob(till);
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ...of(ticket), amount: 500 }));
  await deleteTicket(deleter, of(ticket));
  await undoDelete(deleter, of(ticket));
  const feeHeldAt = expect.any(Date);
  expect(await fresh(ticket)).toMatchObject({ feeHeldAt, isPaidByPublic: true });
  await deleteTicket(deleter, of(ticket));
  await deletionSettles(ticket);
  expect(await fresh(ticket)).toMatchObject({ feeHeldAt: null, isPaidByPublic: false });
  expect(await refundsOf(ticket)).toHaveLength(1);
  expect(await events(ticket)).toContain("ticket.feeReturned");
});

test("a revisit that was asked for again meanwhile does not come back beside the new one", async () => {
  const { ticket } = await aClosedJob();
  const soon = { timePreference: { type: "WITHIN_24_HOURS" as const } };
  const first = await revisitTicket(asVisitor(ticket.phone), { ...of(ticket), ...soon });
  await deleteTicket(deleter, of(first));
  await revisitTicket(asVisitor(ticket.phone), { ...of(ticket), ...soon });
  await expect(undoDelete(deleter, of(first))).rejects.toMatchObject({ kind: "conflict", key: "revisit.open" });
});

test("a center's deletion is final at once, and an admin does not undo it", async () => {
  const center = await aCenter();
  const ticket = await aTicket({ createdBy: "CENTER", createdByCenterId: center.id });
  await deleteTicket(asCenter(center), of(ticket));
  expect(await fresh(ticket)).toMatchObject({ deletionFinalAt: expect.any(Date) });
  await expect(undoDelete(deleter, of(ticket))).rejects.toMatchObject({ key: "ticket.undoOver" });
});
