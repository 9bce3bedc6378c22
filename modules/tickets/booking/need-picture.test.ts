import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { day, fromNow, hour, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { findBlob } from "#modules/kernel/files/blobs.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { aPhoto } from "#modules/testing/work.ts";
import {
  addNeedPicture,
  bookTicket,
  draftPicture,
  draftPictures,
  needPicture,
  needPictures,
  openDraft,
  removeNeedPicture,
  saveDraft,
} from "../index.ts";
import { BookTicket } from "../shared.ts";

openDatabase();
afterEach(resetClock);

const missing = { kind: "missing" };
const aDraft = async () => (await unitOfWork(() => openDraft({}))).token;
const blobs = async () =>
  (await rows<{ id: string }>(sql`select id from blobs where kind = 'need' order by id`)).map(({ id }) => id);

/** A request that was booked with a picture, and the draft it was made from. */
async function booked() {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const token = await aDraft();
  await addNeedPicture(token, { slot: 1, upload: await aPhoto("#f00") });
  const phone = aPhone();
  const proof = await aProof({ phone });
  const input = BookTicket.parse({
    serviceId: service.id,
    name: "Meera Nair",
    phone,
    houseNumber: "12",
    locality: "Indiranagar",
    city: "Bengaluru",
    state: "Karnataka",
    pincode,
    timePreference: { type: "IMMEDIATELY" },
    offerCode: "GHARSEVA2025",
  });
  const { ticket } = await unitOfWork(() => bookTicket(asVisitor(), { ...input, proof, draftToken: token }));
  return { center, service, ticket, token, phone };
}

test("a draft has three places of pictures, each at most a mebibyte; another one in a place replaces it, and only its browser sees them", async () => {
  const token = await aDraft();
  const noise = await sharp(randomBytes(1600 * 1600 * 3), { raw: { width: 1600, height: 1600, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  await addNeedPicture(token, { slot: 0, upload: noise });
  const [large] = await blobs();
  expect((await findBlob(large!)).bytes).toBeLessThanOrEqual(1024 * 1024);
  await addNeedPicture(token, { slot: 0, upload: await aPhoto() });
  await addNeedPicture(token, { slot: 2, upload: await aPhoto() });
  const pictures = await draftPictures(token);
  expect(pictures.map(({ slot }) => slot)).toEqual([0, 2]);
  expect(await blobs()).toHaveLength(2);
  const shown = await draftPicture(token, pictures[0]!.id);
  expect((await sharp(await buffer(shown.stream)).metadata()).format).toBe("jpeg");
  for (const other of [await aDraft(), "x", undefined])
    await expect(draftPicture(other, pictures[0]!.id)).rejects.toMatchObject(missing);
  await expect(addNeedPicture("x", { slot: 0, upload: await aPhoto() })).rejects.toMatchObject(missing);
  await removeNeedPicture(token, 2);
  expect(await draftPictures(token)).toHaveLength(1);
  expect(await blobs()).toHaveLength(1);
});

test("an unfinished draft is deleted with its pictures after a day, and what became a request is not", async () => {
  const { ticket } = await booked();
  const token = await aDraft();
  await saveDraft(token, { pincode: "560001" });
  await addNeedPicture(token, { slot: 0, upload: await aPhoto() });
  moveClock(25 * hour);
  await runJob(jobs.find(({ name }) => name === "tickets.clearDrafts")!, {});
  expect(await rows(sql`select 1 from booking_drafts`)).toEqual([]);
  expect(await rows(sql`select ticket_id from need_pictures`)).toEqual([{ ticket_id: ticket.id }]);
  expect(await blobs()).toHaveLength(1);
});

test("pictures of a request are seen by who serves it, permitted operators and who proved its phone, never by its link", async () => {
  const { ticket, center, token, phone } = await booked();
  expect(await draftPictures(token)).toEqual([]);
  const stored = await row<{ id: string }>(sql`select id from need_pictures where ticket_id = ${ticket.id}`);
  const sees = async (actor: Parameters<typeof needPicture>[0]) => {
    const listed = (await needPictures(actor, ticket.publicId)).length === 1;
    const opened = await needPicture(actor, stored!.id).then(
      ({ stream }) => Boolean(stream.destroy()),
      (error: { kind: string }) => error.kind !== "missing",
    );
    expect(opened).toBe(listed);
    return listed;
  };
  const technician = await aTechnician({ center });
  const client = await aClient();
  const reader = { permissions: ["view_ticket.full_access"] as const };
  // Before anybody accepted it, its offers show none.
  expect([await sees(asCenter(center)), await sees(asVisitor(phone)), await sees(asAdmin())]).toEqual([
    false,
    true,
    true,
  ]);
  await rows(
    sql`update tickets set status = 'ACCEPTED', center_id = ${center.id}, technician_id = ${technician.id} where id = ${ticket.id}`,
  );
  for (const actor of [
    asCenter(center),
    asTechnician(technician),
    asVisitor(phone),
    asAdmin(undefined, { permissions: [...reader.permissions] }),
  ])
    expect(await sees(actor)).toBe(true);
  for (const actor of [
    asVisitor(),
    asVisitor("9876543210"),
    asCenter(await aCenter()),
    asTechnician(await aTechnician({ center })),
    asAdmin(undefined, { permissions: [] }),
    asAdmin(undefined, { clientId: client.id, permissions: [...reader.permissions] }),
  ])
    expect(await sees(actor)).toBe(false);
  await rows(sql`update tickets set status = 'CLOSED', closed_at = ${fromNow(-31 * day)} where id = ${ticket.id}`);
  expect([await sees(asCenter(center)), await sees(asVisitor(phone))]).toEqual([false, true]);
  await rows(sql`update tickets set deleted_at = now() where id = ${ticket.id}`);
  await expect(needPicture(asVisitor(phone), stored!.id)).rejects.toMatchObject(missing);
});
