import "../testing/database.ts";
import { randomUUIDv7 } from "node:crypto";
import { expect, test } from "vitest";
import { openSession } from "../access/index.ts";
import { rows, transaction } from "../kernel/db.server.ts";
import { historyOf } from "../kernel/history.ts";
import {
  aCenter,
  anAcceptedTicket,
  aPhone,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "../testing/factories.ts";
import {
  createTechnician,
  deleteTechnician,
  getTechnician,
  listTechnicians,
  technicianForWork,
  techniciansWithPending,
  updateTechnician,
} from "./index.ts";
import { SaveTechnician, UpdateTechnician } from "./shared.ts";

/** An upload of a center, as the upload door leaves it. */
async function anUpload(centerId: string, kind = "pan") {
  const id = randomUUIDv7();
  await rows(
    `insert into blobs (id, key, kind, mime, bytes, sha256, owner_kind, owner_id, created_at)
     values ($1, $2, $4, 'image/jpeg', 1, 'x', 'center', $3, now())`,
    [id, `test/${id}`, centerId, kind],
  );
  return id;
}

async function aForm(center: { id: string }, more: Record<string, unknown> = {}) {
  return {
    name: "Ravi Kumar",
    phone: aPhone(),
    permanentAddressLine: "14 Residency Road",
    permanentCity: "Bengaluru",
    permanentState: "Karnataka",
    mainPincode: "560001",
    engagementType: "SALARIED",
    primaryServiceId: (await aService()).id,
    panBlobId: await anUpload(center.id),
    ...more,
  };
}

const saved = async (center: { id: string }, more: Record<string, unknown> = {}) =>
  SaveTechnician.parse(await aForm(center, more));

test("a center adds a technician, who gets a human id and INDIA as the country of both addresses (R160)", async () => {
  const center = await aCenter();
  const input = await saved(center, { aadharNumber: "234567890123", panNumber: "ABCDE1234F" });
  const made = await createTechnician(asCenter(center), input);
  expect(made.technicianId).toMatch(/^TEC-[2-9A-HJ-NP-Z]{6}$/);
  expect(made).toMatchObject({
    centerId: center.id,
    name: "Ravi Kumar",
    pendingTicketCount: 0,
    panNumber: "ABCDE1234F",
  });
  expect(made.permanentAddress.country).toBe("INDIA");
  expect(made.currentAddress.country).toBe("INDIA");
  expect((await historyOf("technician", made.id)).map(({ event }) => event)).toEqual(["technician.created"]);
});

test("of an Aadhaar number the last four digits and a keyed hash are kept, nothing else (H22)", async () => {
  const center = await aCenter();
  const made = await createTechnician(asCenter(center), await saved(center, { aadharNumber: "2345 6789 0123" }));
  expect(made.aadharLast4).toBe("0123");
  const [stored] = await rows<{ whole: string; aadhar_hash: string }>(
    "select t::text as whole, aadhar_hash from technicians t where id = $1",
    [made.id],
  );
  expect(stored!.whole).not.toContain("23456789");
  expect(stored!.aadhar_hash).toMatch(/^[0-9a-f]{64}$/);
  const masked = await createTechnician(asCenter(center), await saved(center, { aadharNumber: "XXXXXXXX4321" }));
  expect(masked.aadharLast4).toBe("4321");
});

test("a phone belongs to one technician, also when two forms are sent at once", async () => {
  const center = await aCenter();
  const phone = aPhone();
  const forms = [await saved(center, { phone }), await saved(center, { phone })];
  const done = await Promise.allSettled(forms.map((form) => createTechnician(asCenter(center), form)));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = done.find((each) => each.status === "rejected");
  expect(refused?.reason).toMatchObject({ kind: "conflict", key: "technician.phoneTaken" });
});

test("a pan image somebody else uploaded is not taken", async () => {
  const center = await aCenter();
  const input = await saved(center, { panBlobId: await anUpload((await aCenter()).id) });
  await expect(createTechnician(asCenter(center), input)).rejects.toMatchObject({
    kind: "invalid",
    key: "technician.panImage",
  });
});

test("a service that is not offered any more cannot be chosen, but may stay", async () => {
  const center = await aCenter();
  const gone = await aService({ isActive: false });
  const input = await saved(center, { primaryServiceId: gone.id });
  await expect(createTechnician(asCenter(center), input)).rejects.toMatchObject({ key: "service.notFound" });
  const technician = await aTechnician({ center, primaryServiceId: gone.id });
  const changed = UpdateTechnician.parse({
    ...(await aForm(center, { primaryServiceId: gone.id })),
    technicianId: technician.id,
  });
  expect((await updateTechnician(asCenter(center), changed)).primaryService.id).toBe(gone.id);
});

test("R136 an update changes the fields, keeps pan image and Aadhaar when none are sent, and refuses a stale form", async () => {
  const center = await aCenter();
  const made = await createTechnician(asCenter(center), await saved(center, { aadharNumber: "234567890123" }));
  const form = await aForm(center, { name: "Ravi K", phone: made.phone, panBlobId: "" });
  const input = UpdateTechnician.parse({ ...form, technicianId: made.id, version: made.version });
  const changed = await updateTechnician(asCenter(center), input);
  expect(changed).toMatchObject({ name: "Ravi K", panBlobId: made.panBlobId, aadharLast4: "0123" });
  await expect(updateTechnician(asCenter(center), input)).rejects.toMatchObject({
    kind: "conflict",
    key: "error.changed",
  });
  expect((await historyOf("technician", made.id)).at(-1)?.event).toBe("technician.updated");
});

test("a technician without a stored pan image must get one at the next change (R153)", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const input = UpdateTechnician.parse({ ...(await aForm(center, { panBlobId: "" })), technicianId: technician.id });
  await expect(updateTechnician(asCenter(center), input)).rejects.toMatchObject({ key: "technician.panImage" });
});

test("H13 another center's technician is missing for reading, changing, deleting and assigning", async () => {
  const [center, other] = [await aCenter(), await aCenter()];
  const { id } = await aTechnician({ center });
  const notFound = { kind: "missing", key: "technician.notFound" };
  const input = UpdateTechnician.parse({ ...(await aForm(other)), technicianId: id });
  await expect(getTechnician(asCenter(other), id)).rejects.toMatchObject(notFound);
  await expect(updateTechnician(asCenter(other), input)).rejects.toMatchObject(notFound);
  await expect(deleteTechnician(asCenter(other), id)).rejects.toMatchObject(notFound);
  await expect(transaction(() => technicianForWork(other.id, id))).rejects.toMatchObject(notFound);
  expect((await transaction(() => technicianForWork(center.id, id))).id).toBe(id);
});

test("only a center keeps technicians; others are denied", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const input = await saved(center);
  expect(() => createTechnician(asAdmin(), input)).toThrow(expect.objectContaining({ kind: "denied" }));
  await expect(deleteTechnician(asVisitor(), technician.id)).rejects.toMatchObject({ kind: "denied" });
  await expect(listTechnicians(asVisitor())).rejects.toMatchObject({ kind: "denied" });
});

test("Q126 an admin without the permission is told 'No permission , contact admin'; a technician sees themselves", async () => {
  const technician = await aTechnician();
  await expect(listTechnicians(asAdmin(undefined, { permissions: ["add_ticket"] }))).rejects.toMatchObject({
    key: "permission.denied",
  });
  expect((await getTechnician(asAdmin(), technician.id)).id).toBe(technician.id);
  expect((await listTechnicians(asTechnician(technician))).rows.map(({ id }) => id)).toEqual([technician.id]);
});

test("a technician with open requests is not deleted; afterwards they are gone from lists but not from the database", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const ticket = await anAcceptedTicket(center, { technicianId: technician.id });
  await expect(deleteTechnician(asCenter(center), technician.id)).rejects.toMatchObject({
    kind: "conflict",
    key: "technician.hasOpenTickets",
  });
  await transaction(() => rows("update tickets set status = 'CLOSED', closed_at = now() where id = $1", [ticket.id]));
  const { sessionId } = await openSession({ kind: "technician", subjectId: technician.id, via: "token", address: "x" });
  await deleteTechnician(asCenter(center), technician.id);
  expect((await listTechnicians(asCenter(center))).rows).toEqual([]);
  await expect(getTechnician(asCenter(center), technician.id)).rejects.toMatchObject({ kind: "missing" });
  expect(await rows("select from technicians where id = $1 and deleted_at is not null", [technician.id])).toHaveLength(
    1,
  );
  expect(await rows("select from sessions where id = $1 and ended_at is not null", [sessionId])).toHaveLength(1);
  const again = await createTechnician(asCenter(center), await saved(center, { phone: technician.phone }));
  expect(again.id).not.toBe(technician.id);
});

test("the list goes page by page, newest first, with counts of requests", async () => {
  const center = await aCenter();
  const staff = [await aTechnician({ center }), await aTechnician({ center }), await aTechnician({ center })];
  await anAcceptedTicket(center, { technicianId: staff[0]!.id });
  await anAcceptedTicket(center, { technicianId: staff[0]!.id, status: "CLOSED", closedAt: new Date() });
  const first = await listTechnicians(asCenter(center), { limit: 2 });
  expect(first.rows.map(({ id }) => id)).toEqual([staff[2]!.id, staff[1]!.id]);
  const second = await listTechnicians(asCenter(center), { limit: 2, after: first.next! });
  expect(second).toMatchObject({
    next: null,
    rows: [{ id: staff[0]!.id, pendingTicketCount: 1, closedTicketCount: 1 }],
  });
  expect(first.rows[0]!.createdAt).toBeInstanceOf(Date);
  const choice = await techniciansWithPending(asCenter(center));
  expect(choice.at(-1)).toEqual({
    id: staff[0]!.id,
    technicianId: staff[0]!.technicianId,
    name: staff[0]!.name,
    pendingTicketCount: 1,
  });
});
