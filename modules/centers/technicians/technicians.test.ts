import { randomUUIDv7 } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
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
} from "#modules/testing/factories.ts";
import {
  createTechnician,
  deleteTechnician,
  getTechnician,
  listTechnicians,
  readableDocument,
  storeTechnicianImage,
  sweepImages,
  technicianForWork,
  techniciansWithPending,
  updateTechnician,
} from "../index.ts";
import { imageFields, SaveTechnician, type TechnicianImage, technicianImages, UpdateTechnician } from "../shared.ts";

openDatabase();

/** An upload of a center as the upload endpoint stores it. */
async function anUpload(centerId: string, kind = "pan") {
  const id = randomUUIDv7();
  await rows(
    sql`insert into blobs (id, key, kind, mime, bytes, sha256, owner_kind, owner_id, created_at)
     values (${id}, ${`test/${id}`}, ${kind}, 'image/jpeg', 1, 'x', 'center', ${centerId}, now())`,
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
    sql`select t::text as whole, aadhar_hash from technicians t where id = ${made.id}`,
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

test("a stale form is told what was changed meanwhile and what stands now; the history keeps nothing of who they are", async () => {
  const center = await aCenter();
  const made = await createTechnician(asCenter(center), await saved(center));
  const same = { phone: made.phone, primaryServiceId: made.primaryService.id, panBlobId: "" };
  const send = async (version: number, more: Record<string, unknown>) => {
    const form = await aForm(center, { ...same, ...more });
    return updateTechnician(asCenter(center), UpdateTechnician.parse({ ...form, technicianId: made.id, version }));
  };
  const { version } = await send(made.version, { name: "Ravi K", mainPincode: "560002" });
  const latest = await send(version, { name: "Ravi K", mainPincode: "560003", aadharNumber: "234567890123" });
  const refusal = (await send(made.version, { name: "Kiran" }).catch((error: unknown) => error)) as DomainError;
  expect(refusal).toMatchObject({ kind: "conflict", key: "error.changed" });
  expect(refusal.meanwhile).toEqual({
    version: latest.version,
    changes: [
      { by: null, role: "center", own: true, at: expect.any(String), fields: ["name", "mainPincode"] },
      { by: null, role: "center", own: true, at: expect.any(String), fields: ["mainPincode", "aadharNumber"] },
    ],
    names: {
      name: "common.name",
      mainPincode: "center.technician.mainPincode",
      aadharNumber: "common.aadharNumber",
    },
    was: { mainPincode: "560001" },
    now: { name: "Ravi K", mainPincode: "560003" },
  });
  const recorded = JSON.stringify(await historyOf("technician", made.id));
  for (const secret of ["Ravi K", made.phone, "0123"]) expect(recorded).not.toContain(secret);
  // Sent again on the version that is there now, it is taken.
  expect(await send(refusal.meanwhile!.version!, { name: "Kiran" })).toMatchObject({ name: "Kiran" });
});

test("a technician without a stored pan image must get one at the next change (R153)", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const input = UpdateTechnician.parse({ ...(await aForm(center, { panBlobId: "" })), technicianId: technician.id });
  await expect(updateTechnician(asCenter(center), input)).rejects.toMatchObject({ key: "technician.panImage" });
});

test("H13 another center's technician is missing for reading, changing, deleting and assigning", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const { id } = await aTechnician({ center });
  const missingError = { kind: "missing", key: "technician.notFound" };
  const input = UpdateTechnician.parse({ ...(await aForm(other)), technicianId: id });
  await expect(getTechnician(asCenter(other), id)).rejects.toMatchObject(missingError);
  await expect(updateTechnician(asCenter(other), input)).rejects.toMatchObject(missingError);
  await expect(deleteTechnician(asCenter(other), id)).rejects.toMatchObject(missingError);
  await expect(transaction(() => technicianForWork(other.id, id))).rejects.toMatchObject(missingError);
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
    params: { numbers: ticket.ticketId },
  });
  await transaction(() => rows(sql`update tickets set status = 'CLOSED', closed_at = now() where id = ${ticket.id}`));
  const { sessionId } = await openSession({ kind: "technician", subjectId: technician.id, via: "token", address: "x" });
  await deleteTechnician(asCenter(center), technician.id);
  expect((await listTechnicians(asCenter(center))).rows).toEqual([]);
  await expect(getTechnician(asCenter(center), technician.id)).rejects.toMatchObject({ kind: "missing" });
  expect(await rows(sql`select from technicians where id = ${technician.id} and deleted_at is not null`)).toHaveLength(
    1,
  );
  expect(await rows(sql`select ended_because from sessions where id = ${sessionId} and ended_at is not null`)).toEqual([
    { ended_because: "gone" },
  ]);
  const again = await createTechnician(asCenter(center), await saved(center, { phone: technician.phone }));
  expect(again.id).not.toBe(technician.id);
});

test("the list goes page by page, newest first, with counts of requests", async () => {
  const center = await aCenter();
  const staff = [await aTechnician({ center }), await aTechnician({ center }), await aTechnician({ center })];
  await anAcceptedTicket(center, { technicianId: staff[0]!.id });
  await anAcceptedTicket(center, { technicianId: staff[0]!.id, status: "CLOSED", closedAt: new Date() });
  const first = await listTechnicians(asCenter(center), { take: 2 });
  expect(first.rows.map(({ id }) => id)).toEqual([staff[2]!.id, staff[1]!.id]);
  const second = await listTechnicians(asCenter(center), { take: 2, after: first.next! });
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
    authorized: true,
  });
});

const aPicture = (color = "#357") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** A picture as a center's form sends it: stored, and not saved with a technician yet. */
async function aStoredPicture(center: { id: string }, kind: TechnicianImage) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "picture-")), "upload");
  await writeFile(file, await aPicture());
  return (await storeTechnicianImage(asCenter(center), { kind, upload: { path: file } })).blobId;
}

const exists = async (blobId: string) => (await rows(sql`select from blobs where id = ${blobId}`)).length === 1;

/** A form with all four pictures. */
async function withPictures(center: { id: string }, more: Record<string, unknown> = {}) {
  const pictures = Object.fromEntries(
    await Promise.all(
      technicianImages.map(async (kind) => [imageFields[kind].blob, await aStoredPicture(center, kind)] as const),
    ),
  );
  return { pictures, form: await aForm(center, { ...pictures, ...more }) };
}

test("a technician has a face, a PAN card and a masked card of two sides; sent again they replace the old ones, which are deleted", async () => {
  const center = await aCenter();
  const { pictures, form } = await withPictures(center);
  const made = await createTechnician(asCenter(center), SaveTechnician.parse(form));
  expect(made).toMatchObject(pictures);
  const next = await withPictures(center, { technicianId: made.id, phone: made.phone });
  const changed = await updateTechnician(asCenter(center), UpdateTechnician.parse(next.form));
  expect(changed).toMatchObject(next.pictures);
  for (const blobId of Object.values(pictures)) expect(await exists(blobId)).toBe(false);
  const updated = await updateTechnician(
    asCenter(center),
    UpdateTechnician.parse({ ...(await aForm(center, { panBlobId: "", phone: made.phone })), technicianId: made.id }),
  );
  expect(updated).toMatchObject(next.pictures);
});

test("H22 who is deleted leaves no picture of an identity paper, only the face their customers saw", async () => {
  const center = await aCenter();
  const { pictures, form } = await withPictures(center);
  const { id } = await createTechnician(asCenter(center), SaveTechnician.parse(form));
  await deleteTechnician(asCenter(center), id);
  const left = await Promise.all(
    technicianImages.map(async (kind) => [kind, await exists(pictures[imageFields[kind].blob]!)]),
  );
  expect(Object.fromEntries(left)).toEqual({
    pan: false,
    aadhar_front: false,
    aadhar_back: false,
    profile: true,
    certificate: false,
  });
});

test("a paper two technicians were saved with stays until the second is gone", async () => {
  const center = await aCenter();
  const panBlobId = await aStoredPicture(center, "pan");
  const one = await createTechnician(asCenter(center), await saved(center, { panBlobId }));
  const two = await createTechnician(asCenter(center), await saved(center, { panBlobId }));
  await deleteTechnician(asCenter(center), one.id);
  expect(await exists(panBlobId)).toBe(true);
  await deleteTechnician(asCenter(center), two.id);
  expect(await exists(panBlobId)).toBe(false);
});

test("H22 what was uploaded and never saved is gone after a day, what was saved stays", async () => {
  const center = await aCenter();
  const { pictures, form } = await withPictures(center);
  await createTechnician(asCenter(center), SaveTechnician.parse(form));
  const waiting = [await aStoredPicture(center, "aadhar_front"), await aStoredPicture(center, "profile")];
  await sweepImages();
  for (const blobId of waiting) expect(await exists(blobId)).toBe(true);
  await rows(sql`update blobs set created_at = now() - interval '25 hours' where owner_id = ${center.id}`);
  expect(await sweepImages()).toBeGreaterThanOrEqual(2);
  for (const blobId of waiting) expect(await exists(blobId)).toBe(false);
  for (const blobId of Object.values(pictures)) expect(await exists(blobId)).toBe(true);
});

test("H13 a picture is saved only as what it was uploaded for, and only by whom: a card never becomes a face customers see", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const wrong = [
    { profilePictureBlobId: await aStoredPicture(center, "pan") },
    { profilePictureBlobId: await aStoredPicture(other, "profile") },
    { aadharFrontBlobId: await aStoredPicture(other, "aadhar_front") },
    { aadharBackBlobId: await aStoredPicture(center, "aadhar_front") },
    { panBlobId: await aStoredPicture(center, "profile") },
  ];
  for (const picture of wrong) {
    const [field] = Object.keys(picture);
    await expect(createTechnician(asCenter(center), await saved(center, picture))).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field!]: expect.any(String) },
    });
  }
});

test("R084 customers see a face only with the technician's consent, which stays until it is taken back", async () => {
  const center = await aCenter();
  const made = await createTechnician(asCenter(center), await saved(center));
  const form = await aForm(center, { phone: made.phone });
  const change = async (more: Record<string, unknown>) => {
    const input = UpdateTechnician.parse({ ...form, technicianId: made.id, ...more });
    return (await updateTechnician(asCenter(center), input)).showsFace;
  };
  expect(made.showsFace).toBe(false);
  expect([await change({ showsFace: "true" }), await change({}), await change({ showsFace: "false" })]).toEqual([
    true,
    true,
    false,
  ]);
});

test("H22 a paper opens for its center and permitted admins, and each view is recorded; a face is nobody's secret to its center", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const paper = await aStoredPicture(center, "aadhar_back");
  const face = await aStoredPicture(center, "profile");
  await aTechnician({ center, aadharBackBlobId: paper, profilePictureBlobId: face });
  const views = async () =>
    (await historyOf("center", center.id)).filter(({ event }) => event === "document.viewed").length;
  for (const actor of [asCenter(center), asAdmin(undefined, { permissions: ["view_technician_details.full_access"] })])
    await readableDocument(actor, paper);
  expect(await views()).toBe(2);
  await readableDocument(asCenter(center), face);
  expect(await views()).toBe(2);
  const technician = await aTechnician({ center });
  for (const actor of [asCenter(other), asVisitor(), asTechnician(technician), asAdmin(undefined, { permissions: [] })])
    for (const blobId of [paper, face])
      await expect(readableDocument(actor, blobId)).rejects.toMatchObject({ kind: "missing", key: "blob.missing" });
});

test("the list is searched by name, id, phone however it is written, pincode and service, within the center", async () => {
  const service = await aService({ serviceName: "Chimney 100% clean" });
  const center = await aCenter();
  const other = await aCenter();
  const phone = aPhone();
  const ravi = await aTechnician({
    center,
    name: "Ravi Kumar",
    phone,
    mainPincode: "560017",
    primaryServiceId: service.id,
  });
  await aTechnician({ center, name: "Latha Rao", mainPincode: "560099" });
  await aTechnician({ center: other, name: "Ravi Other" });
  const searchNames = async (search: string) =>
    (await listTechnicians(asCenter(center), { search })).rows.map(({ name }) => name);
  const spaced = `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  for (const search of ["ravi", "  Kumar ", ravi.technicianId, phone, phone.slice(-4), spaced, "560017", "100%", ""])
    expect([search, await searchNames(search)]).toEqual([
      search,
      search ? ["Ravi Kumar"] : ["Latha Rao", "Ravi Kumar"],
    ]);
  for (const search of ["nobody", "%", "_", "\\"])
    expect([search, await searchNames(search)]).toEqual([search, search === "%" ? ["Ravi Kumar"] : []]);
});
