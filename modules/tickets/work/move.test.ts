import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { centerState } from "#modules/centers/shared.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aDoneJob, aJob, aPhoto, closeAs, codesOf, fresh, paid } from "#modules/testing/work.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { acceptBroadcast } from "../matching/accept.ts";
import { centersForTicket } from "../matching/centers-for-ticket.ts";
import { addOnsitePicture } from "../pictures/picture.ts";
import type { Ticket } from "../ticket.entity.ts";
import { assignTechnician, changeTechnician } from "./assign.ts";
import { assignCenter } from "./assign-center.ts";

openDatabase();

beforeAll(() => aPriceList());
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

const editor = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
const of = ({ publicId: ticketId }: Pick<Ticket, "publicId">) => ({ ticketId });
const offerAt = async (ticket: { id: string }, center: { id: string }) =>
  (
    await rows<{ status: string }>(
      sql`select status from broadcasts where ticket_id = ${ticket.id} and center_id = ${center.id}`,
    )
  )[0]?.status;

/** A request that a center accepted for 99 rupees out of its wallet, with its technician. */
async function aPaidJob() {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const { ticket, broadcasts } = await aBroadcastTicket([center], { paid: true });
  await transaction(() => joiningBonus({ centerId: center.id, amountPaise: 10_000 as never }));
  await acceptBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id });
  await assignTechnician(asCenter(center), { ...of(ticket), technicianId: technician.id });
  return { center, technician, ticket: await fresh(ticket) };
}

test("an admin moves a request to another center's technician: the lead price is returned, the offer ends, the history tells both", async () => {
  const { center, technician, ticket } = await aPaidJob();
  const codes = await codesOf(ticket);
  await rows(sql`update tickets set code_tries = 5 where id = ${ticket.id}`);
  const next = await aCenter();
  const their = await aTechnician();
  await rows(sql`update technicians set center_id = ${next.id} where id = ${their.id}`);
  expect(await walletBalance(center.id)).toBe(100);
  const row = await changeTechnician(editor, { ...of(ticket), technicianId: their.id });
  expect(row).toMatchObject({ center: { id: next.id }, technician: { id: their.id }, status: "ACCEPTED" });
  expect(await walletBalance(center.id)).toBe(10_000);
  expect(await offerAt(ticket, center)).toBe("TAKEN");
  expect(await fresh(ticket)).toMatchObject({ isPaidByTechnician: false, codeTries: 0 });
  expect(await codesOf(ticket)).toEqual(codes);
  const entries = await historyOf("ticket", ticket.id);
  const data = (event: string) => entries.find((each) => each.event === event)?.data;
  expect(data("ticket.centerChanged")).toMatchObject({ before: center.id, centerId: next.id });
  expect(data("ticket.technicianChanged")).toMatchObject({ before: technician.id, technicianId: their.id });
  expect(data("broadcast.takenAway")).toMatchObject({ centerId: center.id });
  expect(data("ticket.leadReturned")).toMatchObject({ centerId: center.id });
  // The former center does not see it any more, and nothing is returned a second time.
  await expect(
    changeTechnician(asCenter(center), { ...of(ticket), technicianId: technician.id }),
  ).rejects.toMatchObject({
    kind: "missing",
  });
  await changeTechnician(editor, { ...of(ticket), technicianId: technician.id });
  await changeTechnician(editor, { ...of(ticket), technicianId: their.id });
  expect(await walletBalance(center.id)).toBe(10_000);
});

test("assigning never returns money: a request its center paid for is reassigned instead", async () => {
  const { center, ticket } = await aPaidJob();
  const their = await aTechnician();
  await expect(assignTechnician(editor, { ...of(ticket), technicianId: their.id })).rejects.toMatchObject({
    kind: "conflict",
    key: "ticket.leadPaid",
  });
  expect(await fresh(ticket)).toMatchObject({ centerId: center.id, technicianId: ticket.technicianId });
  expect(await walletBalance(center.id)).toBe(100);
  // One that nobody paid for goes to the other center.
  const { ticket: free } = await aJob();
  const row = await assignTechnician(editor, { ...of(free), technicianId: their.id });
  expect(row.center).toMatchObject({ id: their.centerId });
});

test("a center never moves a request, and no admin moves one that is over or to a center that is gone", async () => {
  const { center, ticket } = await aJob();
  const their = await aTechnician();
  const input = { ...of(ticket), technicianId: their.id };
  await expect(changeTechnician(asCenter(center), input)).rejects.toMatchObject({ key: "technician.notFound" });
  const { ticket: closed } = await aClosedJob();
  await expect(changeTechnician(editor, { ...input, ...of(closed) })).rejects.toMatchObject({ key: "ticket.ended" });
  await rows(sql`update centers set is_active = -1 where id = ${their.centerId}`);
  await expect(changeTechnician(editor, input)).rejects.toMatchObject({ kind: "missing", key: "center.notFound" });
  const client = asAdmin(undefined, { permissions: ["edit_ticket.full_access"], clientId: (await aClient()).id });
  await expect(changeTechnician(client, input)).rejects.toMatchObject({ kind: "missing", key: "ticket.notFound" });
  // A client's admin chooses among the technicians of the center that has its request, and no other.
  const { id: clientId } = await aClient();
  const { ticket: clientTicket, center: holding } = await aJob({ clientId });
  const desk = asAdmin(undefined, { permissions: ["edit_ticket.full_access"], clientId });
  for (const act of [changeTechnician, assignTechnician])
    await expect(act(desk, { ...of(clientTicket), technicianId: (await aTechnician()).id })).rejects.toMatchObject({
      kind: "missing",
      key: "technician.notFound",
    });
  const { id: mate } = await aTechnician({ center: holding });
  expect((await changeTechnician(desk, { ...of(clientTicket), technicianId: mate })).technician).toMatchObject({
    id: mate,
  });
  expect((await fresh(ticket)).version).toBe(ticket.version);
});

test("two operators who move it at once: each move is whole, and the lead price is returned once", async () => {
  const { center, ticket } = await aPaidJob();
  const technicians = [await aTechnician(), await aTechnician()];
  const outcomes = await Promise.allSettled(
    technicians.map(({ id }) => unitOfWork(() => changeTechnician(editor, { ...of(ticket), technicianId: id }))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await walletBalance(center.id)).toBe(10_000);
  const now = await fresh(ticket);
  const last = technicians.find(({ id }) => id === now.technicianId)!;
  expect(now.centerId).toBe(last.centerId);
  // With the version both had seen, only the first one moves it.
  const { ticket: other } = await aPaidJob();
  const seen = await Promise.allSettled(
    technicians.map(({ id }) =>
      unitOfWork(() => changeTechnician(editor, { ...of(other), technicianId: id, version: other.version })),
    ),
  );
  expect(seen.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a request is given to a center without a technician, once, and never taken from one that paid", async () => {
  const center = await aCenter();
  const loser = await aCenter();
  const { ticket } = await aBroadcastTicket([loser]);
  const row = await assignCenter(editor, { ...of(ticket), centerId: center.id });
  expect(row).toMatchObject({ center: { id: center.id }, displayedStatus: "Technician Not Assigned" });
  expect(await offerAt(ticket, loser)).toBe("TAKEN");
  await expect(assignCenter(editor, { ...of(ticket), centerId: center.id })).rejects.toMatchObject({
    key: "ticket.atCenter",
  });
  const { ticket: job } = await aJob();
  await expect(assignCenter(editor, { ...of(job), centerId: center.id })).rejects.toMatchObject({
    key: "ticket.hasTechnician",
  });
  const paid = await anAcceptedTicket(loser, { isPaidByTechnician: true });
  await expect(assignCenter(editor, { ...of(paid), centerId: center.id })).rejects.toMatchObject({
    key: "ticket.leadPaid",
  });
});

test("C082 the centers for a request: who fits first, the nearest, then the freest, each with the reason and its technicians", async () => {
  const service = await aService();
  const pincode = aPincode();
  const elsewhere = aPincode();
  const neighbour = `${pincode.slice(0, 3)}${pincode.endsWith("9") ? "001" : "999"}`;
  const at = (pincodes: string[], more = {}) => aCenter({ services: [service], pincodes, ...more });
  const free = await at([pincode], { centerName: "Free 98765 43210" });
  const busy = await at([pincode], { ticketAcceptLimit: 4 });
  const full = await at([pincode], { ticketAcceptLimit: 1 });
  const blocked = await at([pincode], { broadcastDisabled: true });
  const near = await at([neighbour]);
  const wrong = await aCenter({ pincodes: [pincode] });
  await at([elsewhere]);
  await at([pincode], { isActive: centerState.IN_ACTIVE });
  for (const center of [busy, full]) await anAcceptedTicket(center);
  const idle = await aTechnician({ center: free });
  const working = await aTechnician({ center: free });
  await aTechnician({ center: free, deletedAt: new Date() });
  await anAcceptedTicket(await aCenter(), { technicianId: working.id });
  const holder = await aCenter();
  const ticket = await aTicket({ serviceId: service.id, pincode, centerId: holder.id });

  const centers = await centersForTicket(editor, of(ticket));
  expect(centers.slice(0, 2).map(({ id }) => id)).toEqual([free.id, busy.id]);
  expect(Object.fromEntries(centers.map(({ id, reason }) => [id, reason]))).toEqual({
    [free.id]: "offered",
    [busy.id]: "offered",
    [full.id]: "capacity",
    [blocked.id]: "disabled",
    [wrong.id]: "service",
    [near.id]: "pincode",
    [holder.id]: "service",
  });
  expect(centers.find(({ id }) => id === holder.id)).toMatchObject({ holds: true });
  // The nearer the center, the higher among those that do not fit.
  expect(centers.findIndex(({ id }) => id === near.id)).toBeGreaterThan(centers.findIndex(({ id }) => id === full.id));
  expect(centers[0]).toMatchObject({ openTickets: 0, name: expect.not.stringContaining("98765") });
  expect(centers[0]!.technicians).toEqual([
    expect.objectContaining({ id: idle.id, pendingTicketCount: 0 }),
    expect.objectContaining({ id: working.id, pendingTicketCount: 1 }),
  ]);
  const viewer = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  await expect(centersForTicket(viewer, of(ticket))).rejects.toMatchObject({ kind: "denied" });
  const client = asAdmin(undefined, { permissions: ["edit_ticket.full_access"], clientId: (await aClient()).id });
  await expect(centersForTicket(client, of(ticket))).rejects.toMatchObject({ kind: "missing" });
});

test("what the former center pictured proves nothing of the next one's visit", async () => {
  const { ticket, code } = await aDoneJob();
  const next = await aCenter();
  const { id: technicianId } = await aTechnician({ center: next });
  await changeTechnician(asAdmin(), { ticketId: ticket.publicId, technicianId });
  expect(await fresh(ticket)).toMatchObject({ centerId: next.id, startedAt: null });
  const closing = { amount: 599, closeRemarks: paid, code };
  await expect(closeAs(next, ticket, closing)).rejects.toMatchObject({ key: "close.pictures" });
  await addOnsitePicture(asCenter(next), { ticketId: ticket.publicId, upload: await aPhoto() });
  await closeAs(next, ticket, closing);
  expect(await fresh(ticket)).toMatchObject({ status: "CLOSED" });
});
