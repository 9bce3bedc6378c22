import { expect, test } from "vitest";
import { now } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asCenter, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aJob, fresh } from "#modules/testing/work.ts";
import { visitChanged } from "../events.ts";
import { correctableOf, correctOwn, ticketDetail, writeNote } from "../index.ts";
import { CorrectOwn, WriteNote } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

const correction = ({ publicId: ticketId, version }: Ticket, more = {}) =>
  CorrectOwn.parse({ ticketId, houseNumber: "14 Shanti Niwas", locality: "Niwaru Road", version, ...more });

test("house number, locality and second phone are corrected, the technician is notified, and the history has no texts", async () => {
  const changed: string[] = [];
  hear(visitChanged, async ({ ticketId }) => changed.push(ticketId));
  const { ticket } = await aJob();
  const customer = asVisitor(ticket.phone);
  await correctOwn(customer, correction(ticket, { alternatePhone: "9812345678" }));
  const stored = await fresh(ticket);
  expect(stored).toMatchObject({
    houseNumber: "14 Shanti Niwas",
    locality: "Niwaru Road",
    alternatePhone: "9812345678",
    pincode: ticket.pincode,
    phone: ticket.phone,
  });
  expect(changed).toEqual([ticket.id]);
  const updates = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.updated");
  expect(updates).toHaveLength(1);
  expect(JSON.stringify(updates)).not.toMatch(/Shanti|Niwaru|9812345678/);
  // The same again changes nothing.
  await correctOwn(customer, correction(stored, { alternatePhone: "9812345678" }));
  expect(changed).toHaveLength(1);
});

test("a bare link, a center, an older form and a visit on its way correct nothing", async () => {
  const { center, ticket } = await aJob();
  const customer = asVisitor(ticket.phone);
  await expect(correctOwn(asVisitor(), correction(ticket))).rejects.toMatchObject({ kind: "unauthenticated" });
  await expect(correctOwn(asCenter(center), correction(ticket))).rejects.toMatchObject({ kind: "denied" });
  await expect(correctOwn(customer, correction(ticket, { version: ticket.version - 1 }))).rejects.toMatchObject({
    key: "ticket.changed",
  });
  const { ticket: leaving } = await aJob({ onTheWayAt: now() });
  expect(await correctableOf(asVisitor(leaving.phone), leaving.publicId)).toBeNull();
  await expect(correctOwn(asVisitor(leaving.phone), correction(leaving))).rejects.toMatchObject({
    key: "correct.over",
  });
});

test("a note is read by the center, and ten of them are enough", async () => {
  const { center, ticket } = await aJob();
  const note = WriteNote.parse({ ticketId: ticket.publicId, text: "The bell is broken" });
  await expect(writeNote(asVisitor(), note)).rejects.toMatchObject({ kind: "unauthenticated" });
  const customer = { ...asVisitor(ticket.phone), visitorId: ticket.id };
  for (let nth = 0; nth < 10; nth += 1) await writeNote(customer, note);
  await expect(writeNote(customer, note)).rejects.toMatchObject({ key: "note.most" });
  const { remarksList } = await ticketDetail(asCenter(center), ticket.publicId);
  expect(remarksList.map(({ authorKind }) => authorKind)).toEqual(Array(10).fill("customer"));
  const over = await aTicket({ status: "CANCEL", cancelledAt: now() });
  const late = WriteNote.parse({ ticketId: over.publicId, text: "Hello" });
  await expect(writeNote({ ...asVisitor(over.phone), visitorId: over.id }, late)).rejects.toMatchObject({
    key: "note.over",
  });
});
