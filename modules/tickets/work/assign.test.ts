import { sql } from "kysely";
import { expect, test } from "vitest";
import { authorizeTechnician } from "#modules/centers/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aClosedJob, aJob, codesOf, fresh } from "#modules/testing/work.ts";
import { assignTechnician, changeTechnician, codesDue, technicianChoice } from "../index.ts";
import { AssignTechnician } from "../shared.ts";
import { readCodes } from "../visit/codes.ts";

openDatabase();

const sent: string[] = [];
hear(codesDue, async ({ sealedCodes }) => sent.push(sealedCodes));

test("R175 assigning needs a chosen technician", () => {
  for (const technicianId of ["", undefined, null]) {
    const parsed = AssignTechnician.safeParse({ ticketId: "x", technicianId });
    expect(new Set(parsed.error?.issues.map(({ path }) => path.join(".")))).toEqual(new Set(["technicianId"]));
  }
});

test("the first assignment makes two different codes of four digits, sealed, and sends them to the customer", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const ticket = await anAcceptedTicket(center);
  const row = await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  expect(row).toMatchObject({ displayedStatus: "Technician Assigned", technician: { id: technician.id } });

  const stored = await fresh(ticket);
  expect(stored.assignedAt).toBeInstanceOf(Date);
  expect(stored.happyCode).not.toMatch(/^\d{4}$/);
  const codes = await codesOf(ticket);
  expect(codes.happy).toMatch(/^\d{4}$/);
  expect(codes.unhappy).toMatch(/^\d{4}$/);
  expect(codes.happy).not.toBe(codes.unhappy);
  expect(readCodes(sent.at(-1)!)).toEqual(codes);
  expect(JSON.stringify(row)).not.toContain(`"${codes.happy}"`);
  const entry = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.technicianAssigned");
  expect(entry).toMatchObject({ actor_kind: "center", actor_id: center.id, data: { technicianId: technician.id } });
});

test("changing the technician keeps the codes and the time of the first assignment", async () => {
  const { center, technician, ticket } = await aJob();
  const other = await aTechnician({ center });
  const messages = sent.length;
  const row = await changeTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: other.id });
  expect(row.technician).toMatchObject({ id: other.id });
  const stored = await fresh(ticket);
  expect(stored.happyCode).toBe(ticket.happyCode);
  expect(stored.assignedAt).toEqual(ticket.assignedAt);
  expect(sent.length).toBe(messages);
  const entry = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.technicianChanged");
  expect(entry?.data).toEqual({ technicianId: other.id, before: technician.id, version: stored.version });
});

test("Authorized For: a center sends only who may work for the request's client, and is shown who may not", async () => {
  const center = await aCenter();
  const client = await aClient();
  const other = await aClient();
  const free = await aTechnician({ center });
  const listed = await aTechnician({ center });
  const barred = await aTechnician({ center });
  await authorizeTechnician(asAdmin(), { technicianId: listed.id, clientIds: [client.id, other.id] });
  await authorizeTechnician(asAdmin(), { technicianId: barred.id, clientIds: [other.id] });
  const ofClient = await anAcceptedTicket(center, { clientId: client.id });
  const ofPublic = await anAcceptedTicket(center);
  const choice = async ({ publicId }: { publicId: string }) =>
    Object.fromEntries(
      (await technicianChoice(asCenter(center), publicId)).map(({ id, authorized }) => [id, authorized]),
    );
  expect(await choice(ofClient)).toEqual({ [free.id]: true, [listed.id]: true, [barred.id]: false });
  expect(await choice(ofPublic)).toEqual({ [free.id]: true, [listed.id]: true, [barred.id]: true });
  const send = (ticket: { publicId: string }, { id: technicianId }: { id: string }) =>
    assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId });
  await expect(send(ofClient, barred)).rejects.toMatchObject({ key: "technician.notAuthorized" });
  expect((await fresh(ofClient)).technicianId).toBeNull();
  await send(ofClient, listed);
  const change = { ticketId: ofClient.publicId, technicianId: barred.id };
  await expect(changeTechnician(asCenter(center), change)).rejects.toMatchObject({ key: "technician.notAuthorized" });
  // An operator may send one who is not authorized, as with centers.
  expect((await changeTechnician(asAdmin(), change)).technician).toMatchObject({ id: barred.id });
  await send(ofPublic, barred);
});

test("assigning the same technician again changes nothing, and another one is a change", async () => {
  const { center, technician, ticket } = await aJob();
  const input = { ticketId: ticket.publicId, technicianId: technician.id };
  await assignTechnician(asCenter(center), input);
  expect((await fresh(ticket)).version).toBe(ticket.version);
  const other = await aTechnician({ center });
  await expect(assignTechnician(asCenter(center), { ...input, technicianId: other.id })).rejects.toMatchObject({
    kind: "conflict",
    key: "ticket.hasTechnician",
  });
});

test("only a technician of the own center, not a deleted one", async () => {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const stranger = await aTechnician();
  const gone = await aTechnician({ center, deletedAt: new Date() });
  for (const { id } of [stranger, gone]) {
    await expect(
      assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: id }),
    ).rejects.toMatchObject({ kind: "missing", key: "technician.notFound" });
  }
});

test("a foreign center, a technician's stranger and the public do not find the ticket", async () => {
  const { center, technician, ticket } = await aJob();
  const input = { ticketId: ticket.publicId, technicianId: technician.id };
  await expect(changeTechnician(asCenter(await aCenter()), input)).rejects.toMatchObject({ kind: "missing" });
  await expect(changeTechnician(asTechnician(await aTechnician()), input)).rejects.toMatchObject({ kind: "missing" });
  await expect(changeTechnician(asVisitor(ticket.phone), input)).rejects.toMatchObject({ kind: "denied" });
  const limited = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  await expect(changeTechnician(limited, input)).rejects.toMatchObject({ kind: "denied" });
  // A center that only created the ticket does not work on it.
  const creator = await aCenter();
  await rows(sql`update tickets set created_by_center_id = ${creator.id} where id = ${ticket.id}`);
  await expect(changeTechnician(asCenter(creator), input)).rejects.toMatchObject({ kind: "missing" });
  expect(center.id).toBe((await fresh(ticket)).centerId);
});

test("a closed or cancelled ticket takes no technician", async () => {
  const { center, ticket } = await aClosedJob();
  const technician = await aTechnician({ center });
  const input = { ticketId: ticket.publicId, technicianId: technician.id };
  await expect(changeTechnician(asCenter(center), input)).rejects.toMatchObject({ key: "ticket.ended" });
  const cancelled = await anAcceptedTicket(center, { status: "CANCEL", cancelledAt: new Date() });
  await expect(assignTechnician(asCenter(center), { ...input, ticketId: cancelled.publicId })).rejects.toMatchObject({
    key: "ticket.ended",
  });
});

test("an admin gives a ticket without a center to the technician's one, and nobody else can win it", async () => {
  const center = await aCenter();
  const loser = await aCenter();
  const technician = await aTechnician({ center });
  const { ticket } = await aBroadcastTicket([loser]);
  const row = await assignTechnician(asAdmin(), { ticketId: ticket.publicId, technicianId: technician.id });
  expect(row).toMatchObject({
    center: { id: center.id },
    broadcastStatus: "matched_in_same_center",
    displayedStatus: "Technician Assigned",
  });
  expect(await rows(sql`select status from broadcasts where ticket_id = ${ticket.id}`)).toEqual([{ status: "TAKEN" }]);
});

test("an admin does not take a ticket from a center that is paying, or one whose fee is due", async () => {
  const technician = await aTechnician();
  const { ticket, broadcasts } = await aBroadcastTicket([await aCenter()]);
  await rows(
    sql`update broadcasts set status = 'RESERVED', reserved_until = now() + interval '1 minute' where id = ${broadcasts[0]!.id}`,
  );
  const input = { ticketId: ticket.publicId, technicianId: technician.id };
  await expect(assignTechnician(asAdmin(), input)).rejects.toMatchObject({ key: "ticket.centerPaying" });
  const due = await aTicket({ bookingFeePaise: 9900 as never });
  await expect(assignTechnician(asAdmin(), { ...input, ticketId: due.publicId })).rejects.toMatchObject({
    key: "ticket.feeDue",
  });
});

test("the codes of a row are sealed differently each time and open to the same digits", async () => {
  const { ticket } = await aJob();
  expect(unseal(ticket.happyCode!)).not.toBe(unseal(ticket.unhappyCode!));
});
