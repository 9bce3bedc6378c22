import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { findBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAdmin,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import {
  checkDocument,
  deleteCenter,
  deleteCheckedPapers,
  getTechnician,
  heldDocuments,
  keepAadhar,
  ownDocuments,
  readableDocument,
  sendDocuments,
  sweepImages,
  technicianDocuments,
} from "../index.ts";
import { CheckDocument, type DocumentValue, KeepAadhar, RejectDocument, SendDocuments } from "../shared.ts";

openDatabase();

const uploaded = async (centerId: string, kind: DocumentValue) =>
  (
    await storeBlob(Buffer.from(`${kind} of ${centerId}`), {
      kind,
      ownerKind: "center",
      ownerId: centerId,
      mime: "image/jpeg",
      sealed: true,
    })
  ).id;

/** A center that sent its three papers. */
async function aCenterWithPapers() {
  const center = await aCenter({ verifiedAt: null });
  const aadharFrontBlobId = await uploaded(center.id, "aadhar_front");
  const aadharBackBlobId = await uploaded(center.id, "aadhar_back");
  const panBlobId = await uploaded(center.id, "pan");
  await sendDocuments(asCenter(center), SendDocuments.parse({ aadharFrontBlobId, aadharBackBlobId, panBlobId }));
  return { center, aadharFrontBlobId, aadharBackBlobId, panBlobId };
}

const admin = asAdmin();
const decide = (more: object) => checkDocument(admin, CheckDocument.parse(more));
const statuses = async (centerId: string) =>
  (await heldDocuments(admin, { kind: "center", id: centerId })).documents.map(({ status }) => status);
const verifiedAt = async (centerId: string) =>
  (await rows<{ at: Date | null }>(sql`select verified_at as at from centers where id = ${centerId}`))[0]!.at;
const isGone = (blobId: string) =>
  findBlob(blobId).then(
    () => false,
    () => true,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("R405 a center is verified once its three pictures are verified and its Aadhaar number is kept, and no longer when one is rejected", async () => {
  const { center } = await aCenterWithPapers();
  const centerId = center.id;
  expect(await statuses(centerId)).toEqual(["PENDING", "PENDING", "PENDING"]);
  for (const value of ["aadhar_front", "aadhar_back", "pan"]) await decide({ centerId, value, verified: "true" });
  expect(await verifiedAt(centerId)).toBeNull();
  const saved = await keepAadhar(admin, KeepAadhar.parse({ centerId, aadharNumber: "XXXX XXXX 4321" }));
  expect(saved).toMatchObject({ aadharLast4: "4321", verifiedAt: expect.any(Date) });
  expect(await verifiedAt(centerId)).not.toBeNull();
  await decide({ centerId, value: "pan", verified: "false", reason: "NOT_MATCHING" });
  expect(await verifiedAt(centerId)).toBeNull();
  expect(await statuses(centerId)).toEqual(["VERIFIED", "VERIFIED", "REJECTED"]);
  await decide({ centerId, value: "pan", verified: true });
  expect(await verifiedAt(centerId)).not.toBeNull();
  await decide({ centerId, value: "aadhar_back", verified: "false" });
  expect([await statuses(centerId), await verifiedAt(centerId)]).toEqual([["VERIFIED", "PENDING", "VERIFIED"], null]);
  const events = (await historyOf("center", centerId)).map(({ event }) => event);
  expect(events.filter((event) => event === "document.verified")).toHaveLength(4);
  expect(events.filter((event) => event === "center.verified")).toHaveLength(2);
  expect(events).toContain("document.reopened");
});

test("the number comes first or last: the order of the decisions does not matter, and deciding twice is once", async () => {
  const { center } = await aCenterWithPapers();
  const centerId = center.id;
  await keepAadhar(admin, KeepAadhar.parse({ centerId, aadharNumber: "234567890123" }));
  for (const value of ["pan", "pan", "aadhar_back", "aadhar_front"])
    await decide({ centerId, value, verified: "true" });
  expect(await verifiedAt(centerId)).not.toBeNull();
  const events = (await historyOf("center", centerId)).map(({ event }) => event);
  expect(events.filter((event) => event === "document.verified")).toHaveLength(3);
  const [stored] = await rows<{ whole: string }>(sql`select c::text as whole from centers c where id = ${centerId}`);
  expect(stored!.whole).not.toContain("23456789");
  expect(stored!.whole).toMatch(/[0-9a-f]{64}/);
});

test("R402 an Aadhaar number has exactly twelve characters", () => {
  const messageOf = (aadharNumber: unknown) =>
    KeepAadhar.safeParse({ centerId: "0190a000-0000-7000-8000-000000000001", aadharNumber }).error?.issues[0]?.message;
  for (const wrong of ["", "1234", "XXXXXXXX12345", "ABCDEFGHIJKL", "1".repeat(500), undefined, {}])
    expect([wrong, messageOf(wrong)]).toEqual([wrong, "document.aadharLength"]);
  for (const right of ["234567890123", "2345 6789 0123", "XXXXXXXX0123", "xxxxxxxx0123"])
    expect([right, messageOf(right)]).toEqual([right, undefined]);
});

test("H22 an unmasked card is rejected with that reason and deleted at once; the center reads why and sends another", async () => {
  const { center, aadharFrontBlobId } = await aCenterWithPapers();
  const centerId = center.id;
  await checkDocument(admin, RejectDocument.parse({ centerId, value: "aadhar_front", reason: "UNMASKED" }));
  expect(await isGone(aadharFrontBlobId)).toBe(true);
  const [front] = (await ownDocuments(asCenter(center))).documents;
  expect(front).toMatchObject({ status: "REJECTED", reason: "UNMASKED", blobId: null });
  await expect(decide({ centerId, value: "aadhar_front", verified: "true" })).rejects.toMatchObject({
    key: "document.none",
  });
  const again = await uploaded(centerId, "aadhar_front");
  const { documents } = await sendDocuments(asCenter(center), SendDocuments.parse({ aadharFrontBlobId: again }));
  expect(documents[0]).toMatchObject({ status: "PENDING", reason: null, blobId: again });
  expect(RejectDocument.safeParse({ centerId, value: "pan", reason: "UNMASKED" }).success).toBe(false);
});

test("a picture that was sent while the operator looked at another one is not decided on", async () => {
  const { center, panBlobId } = await aCenterWithPapers();
  const other = await uploaded(center.id, "pan");
  await sendDocuments(asCenter(center), SendDocuments.parse({ panBlobId: other }));
  expect(await isGone(panBlobId)).toBe(true);
  const stale = { centerId: center.id, value: "pan", verified: "true", blobId: panBlobId };
  await expect(decide(stale)).rejects.toMatchObject({ kind: "conflict", key: "document.replaced" });
  await decide({ ...stale, blobId: other });
  const third = await uploaded(center.id, "pan");
  await expect(sendDocuments(asCenter(center), SendDocuments.parse({ panBlobId: third }))).rejects.toMatchObject({
    kind: "conflict",
    key: "document.verifiedAlready",
  });
});

test("H22 a decided picture is deleted after the days that are set, its decision stays, and one sent since stays", async () => {
  const { center, panBlobId, aadharBackBlobId } = await aCenterWithPapers();
  const centerId = center.id;
  const technician = await aTechnician({
    center,
    panBlobId: await uploaded(centerId, "pan"),
    profilePictureBlobId: await uploaded(centerId, "profile"),
  });
  await decide({ centerId, value: "pan", verified: "true" });
  await decide({ centerId, value: "aadhar_back", verified: "false", reason: "UNREADABLE" });
  for (const value of ["pan", "profile"]) await decide({ technicianId: technician.id, value, verified: "true" });
  const again = await uploaded(centerId, "aadhar_back");
  vi.setSystemTime(fromNow(29 * day));
  await deleteCheckedPapers();
  expect(await isGone(panBlobId)).toBe(false);
  await sendDocuments(asCenter(center), SendDocuments.parse({ aadharBackBlobId: again }));
  vi.setSystemTime(fromNow(day + 1000));
  await deleteCheckedPapers();
  expect([await isGone(panBlobId), await isGone(aadharBackBlobId), await isGone(again)]).toEqual([true, true, false]);
  expect([await isGone(technician.panBlobId!), await isGone(technician.profilePictureBlobId!)]).toEqual([true, false]);
  expect(await statuses(centerId)).toEqual(["PENDING", "PENDING", "VERIFIED"]);
  expect((await getTechnician(asCenter(center), technician.id)).panBlobId).toBeNull();
  expect((await historyOf("center", centerId)).map(({ event }) => event)).toContain("document.deleted");
  expect(await deleteCheckedPapers()).toBe(0);
  // What is left of the uploads nobody saved is not one of these.
  await sweepImages();
  expect(await isGone(again)).toBe(false);
});

test("a center's paper is seen by itself and by who may see centers; a technician's by who may see technicians; nobody else's", async () => {
  const { center, panBlobId } = await aCenterWithPapers();
  const other = await aCenter();
  const worker = await aTechnician({ center });
  const mine = await aTechnician({ center, panBlobId: await uploaded(center.id, "pan") });
  const loose = await uploaded(center.id, "pan");
  const seesCenters = asAdmin(undefined, { permissions: ["view_center_details.full_access"] });
  const seesHands = asAdmin(undefined, { permissions: ["view_technician_details.full_access"] });
  const client = asAdmin(undefined, {
    permissions: ["view_center_details.full_access", "view_technician_details.full_access"],
    clientId: "00000000-0000-7000-8000-0000000000c1",
  });
  const sees = async (actor: Parameters<typeof readableDocument>[0], blobId: string) =>
    readableDocument(actor, blobId).then(
      () => true,
      () => false,
    );
  const table = await Promise.all(
    [
      asCenter(center),
      asAdmin(),
      seesCenters,
      seesHands,
      client,
      asCenter(other),
      asTechnician(worker),
      asVisitor(),
    ].map(async (actor) => [
      await sees(actor, panBlobId),
      await sees(actor, mine.panBlobId!),
      await sees(actor, loose),
    ]),
  );
  expect(table).toEqual([
    [true, true, true],
    [true, true, false],
    [true, false, false],
    [false, true, false],
    [false, false, false],
    [false, false, false],
    [false, false, false],
    [false, false, false],
  ]);
});

test("only who sees a center and may change it decides; another center's upload and another kind are not taken", async () => {
  const { center } = await aCenterWithPapers();
  const other = await aCenter();
  const input = CheckDocument.parse({ centerId: center.id, value: "pan", verified: "true" });
  for (const permissions of [
    ["view_center_details.full_access"],
    ["update_center.full_access"],
    ["update_technician.full_access", "view_technician_details.full_access"],
  ] as const)
    await expect(checkDocument(asAdmin(await anAdmin(), { permissions }), input)).rejects.toMatchObject({
      kind: "denied",
    });
  for (const panBlobId of [await uploaded(other.id, "pan"), await uploaded(center.id, "aadhar_front")])
    await expect(sendDocuments(asCenter(center), SendDocuments.parse({ panBlobId }))).rejects.toMatchObject({
      kind: "invalid",
      key: "technician.uploadFailed",
    });
  await expect(sendDocuments(asAdmin(), SendDocuments.parse({ panBlobId: center.id }))).rejects.toMatchObject({
    kind: "denied",
  });
  for (const wrong of [
    { value: "pan", verified: "true" },
    { centerId: center.id, technicianId: center.id, value: "pan", verified: "true" },
    { centerId: center.id, value: "passport", verified: "true" },
    { centerId: center.id, value: "pan", verified: "maybe" },
    { centerId: center.id, value: "pan", verified: "true", reason: "UNREADABLE" },
  ])
    expect([wrong, CheckDocument.safeParse(wrong).success]).toEqual([wrong, false]);
  await expect(decide({ centerId: center.id, value: "certificate", verified: "true" })).rejects.toMatchObject({
    key: "document.none",
  });
});

test("a center reads which paper of which technician was rejected and why, until another picture is there", async () => {
  const { center } = await aCenterWithPapers();
  const technician = await aTechnician({ center, panBlobId: await uploaded(center.id, "pan") });
  const listedIds = async () => (await ownDocuments(asCenter(center))).technicians.map(({ id }) => id);
  expect(await listedIds()).toEqual([]);
  await decide({ technicianId: technician.id, value: "pan", verified: "false", reason: "UNREADABLE" });
  expect(await listedIds()).toEqual([technician.id]);
  const pan = (await technicianDocuments(asCenter(center), technician.id)).find(({ value }) => value === "pan");
  expect(pan).toMatchObject({ status: "REJECTED", reason: "UNREADABLE" });
  await expect(technicianDocuments(asCenter(await aCenter()), technician.id)).rejects.toMatchObject({
    kind: "missing",
  });
  await rows(sql`update technicians set pan_blob_id = ${await uploaded(center.id, "pan")} where id = ${technician.id}`);
  expect(await listedIds()).toEqual([]);
});

test("H22 the papers of a deleted center and of its technicians are deleted with it", async () => {
  const { center, panBlobId } = await aCenterWithPapers();
  const technician = await aTechnician({ center, panBlobId: await uploaded(center.id, "pan") });
  await deleteCenter(admin, { centerId: center.id });
  expect([await isGone(panBlobId), await isGone(technician.panBlobId!)]).toEqual([true, true]);
  await expect(heldDocuments(admin, { kind: "center", id: center.id })).rejects.toMatchObject({ kind: "missing" });
});
