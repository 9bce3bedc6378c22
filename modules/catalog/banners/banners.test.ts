import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readableDocument } from "#modules/centers/index.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { findBlob } from "#modules/kernel/files/blobs.server.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { fc, property } from "#modules/testing/property.ts";
import { aPhoto } from "#modules/testing/work.ts";
import { sweepPictures } from "../pictures.ts";
import { BannerForm, mostBanners, SwitchBanner } from "../shared.ts";
import { allBanners, bannersShown } from "./banners.ts";
import {
  addBanner,
  changeBanner,
  deleteBanner,
  moveBanner,
  orderBanners,
  storeBannerPicture,
  switchBanner,
} from "./save-banner.ts";

openDatabase();

const asking = (permissions: readonly Permission[]): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: randomUUID(),
  name: "Asha",
  role: "ROLE",
  sessionId: randomUUID(),
  permissions,
});
const admin = asking(["view_banner"]);
const read = (more: object = {}) => BannerForm.parse({ says: "Diwali: ₹20 off", ...more });
const aBanner = async (says: string, more: object = {}) => addBanner(admin, read({ says, ...more }), await aPhoto());
const order = async () => (await allBanners(admin)).map(({ says }) => says).join("");
const shown = async () => (await bannersShown()).map(({ says }) => says).join("");

beforeEach(async () => {
  await rows(sql`delete from banners`);
  await rows(sql`delete from blobs`);
  freezeClock("2026-11-23T06:00:00Z");
});
afterEach(resetClock);

test("R428 R429 a banner has a picture and words, is last in the order and shown at once", async () => {
  expect(fieldErrors(BannerForm.safeParse({ fromDate: "2026-12-02", toDate: "2026-12-01" }).error!)).toMatchObject({
    says: "form.incomplete",
  });
  expect(fieldErrors(BannerForm.safeParse({ says: "A", fromDate: "2026-12-02", toDate: "2026-12-01" }).error!)).toEqual(
    {
      toDate: "banner.dates",
    },
  );
  await expect(addBanner(admin, read())).rejects.toMatchObject({ fields: { pictureId: "banner.picture" } });
  expect(await allBanners(admin)).toEqual([]);
  await aBanner("A");
  const second = await aBanner("B");
  expect(second).toMatchObject({ position: 2, isActive: true, status: "RUNNING" });
  expect(await findBlob(second.imageBlobId)).toMatchObject({ ownerKind: "banner", ownerId: second.id });
  expect(await shown()).toBe("AB");
});

test("a banner is shown on its days alone, the last one whole; its picture is public only then", async () => {
  const { imageBlobId } = await aBanner("A", { fromDate: "2026-11-24", toDate: "2026-11-25" });
  const seen = () =>
    readableDocument(asVisitor(), imageBlobId).then(
      () => "seen",
      ({ key }) => key,
    );
  const states = [];
  for (const at of [
    "2026-11-23T18:29:59.999Z",
    "2026-11-23T18:30:00Z",
    "2026-11-25T18:29:59.999Z",
    "2026-11-25T18:30:00Z",
  ]) {
    freezeClock(at);
    states.push([(await allBanners(admin))[0]!.status, await shown(), await seen()]);
  }
  const hidden = ["", "blob.missing"];
  expect(states).toEqual([
    ["COMING", ...hidden],
    ["RUNNING", "A", "seen"],
    ["RUNNING", "A", "seen"],
    ["OVER", ...hidden],
  ]);
  expect((await readableDocument(admin, imageBlobId)).id).toBe(imageBlobId);
});

test("R430 switched off it is not shown, by text or boolean; deleted its picture goes and the others move up", async () => {
  const { id, imageBlobId } = await aBanner("A");
  await aBanner("B");
  for (const isOn of [true, "true"]) expect(SwitchBanner.parse({ bannerId: id, active: isOn }).active).toBe("true");
  expect(await switchBanner(admin, { bannerId: id, active: "false" })).toMatchObject({
    isActive: false,
    status: "OFF",
  });
  await switchBanner(admin, { bannerId: id, active: "false" });
  expect(await shown()).toBe("B");
  await switchBanner(admin, { bannerId: id, active: "true" });
  expect(await shown()).toBe("AB");
  await deleteBanner(admin, { bannerId: id });
  expect(await allBanners(admin)).toMatchObject([{ says: "B", position: 1 }]);
  await expect(findBlob(imageBlobId)).rejects.toMatchObject({ key: "blob.missing" });
  expect((await historyOf("catalog", id)).map(({ event }) => event)).toEqual([
    "banner.added",
    "banner.switchedOff",
    "banner.switchedOn",
    "banner.deleted",
  ]);
  const gone = { bannerId: id };
  await expect(deleteBanner(admin, gone)).rejects.toMatchObject({ kind: "missing", key: "banner.deleteFailed" });
  await expect(switchBanner(admin, { ...gone, active: "true" })).rejects.toMatchObject({ key: "banner.statusFailed" });
  await expect(moveBanner(admin, { ...gone, way: "up" })).rejects.toMatchObject({ key: "banner.notFound" });
});

test("a new picture replaces the former one; of two admins who change one banner the second is told", async () => {
  const { id, imageBlobId, version } = await aBanner("A");
  const path = (await aPhoto("teal")) as unknown as string;
  const { pictureId } = await storeBannerPicture(admin, { upload: { path } });
  await changeBanner(admin, { bannerId: id, version, pictureId, says: "A2" });
  expect(await allBanners(admin)).toMatchObject([{ says: "A2", imageBlobId: pictureId }]);
  await expect(findBlob(imageBlobId)).rejects.toMatchObject({ key: "blob.missing" });
  const late = changeBanner(admin, { bannerId: id, version, says: "A3" });
  await expect(late).rejects.toMatchObject({
    kind: "conflict",
    key: "error.changed",
    meanwhile: {
      version: version + 1,
      changes: [{ own: true, fields: ["says", "pictureId"] }],
      was: { says: "A" },
      now: { says: "A2" },
    },
  });
  const taken = addBanner(admin, read({ pictureId }));
  await expect(taken).rejects.toMatchObject({ fields: { pictureId: "image.missing" } });
  const unused = await storeBannerPicture(admin, { upload: { path: (await aPhoto("red")) as unknown as string } });
  moveClock(day + 1_000);
  expect(await sweepPictures()).toBe(1);
  await expect(findBlob(unused.pictureId)).rejects.toMatchObject({ key: "blob.missing" });
  expect((await findBlob(pictureId)).ownerId).toBe(id);
});

property.prop(
  [fc.array(fc.record({ from: fc.nat(3), way: fc.constantFrom("up", "down") }), { minLength: 1, maxLength: 8 })],
  { numRuns: 10 },
)("moved by many at once, banners keep one place each and none is lost", async (moves) => {
  await rows(sql`delete from banners`);
  const made: string[] = [];
  for (const letter of ["A", "B", "C", "D"]) made.push((await aBanner(letter)).id);
  await Promise.all(moves.map(({ from, way }) => moveBanner(admin, { bannerId: made[from]!, way })));
  expect([...(await order())].sort().join("")).toBe("ABCD");
  expect((await allBanners(admin)).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
});

test("R428 all banners are put in an order; not some of them, none twice, and not over somebody else's order", async () => {
  const made = [];
  for (const letter of ["A", "B", "C"]) made.push((await aBanner(letter)).id);
  const [a, b, c] = made as [string, string, string];
  await orderBanners(admin, { bannerIds: [c, a, b], was: [a, b, c] });
  expect(await order()).toBe("CAB");
  const wrong = [
    { bannerIds: [a, b, c], was: [a, b, c] },
    { bannerIds: [a, b] },
    { bannerIds: [a, b, b] },
    { bannerIds: [a, b, c, a] },
    { bannerIds: [a, b, c, randomUUID()] },
    { bannerIds: [] },
  ];
  for (const input of wrong)
    await expect(orderBanners(admin, input)).rejects.toMatchObject({ kind: "conflict", key: "error.changed" });
  expect(await order()).toBe("CAB");
  await moveBanner(admin, { bannerId: c, way: "up" });
  await moveBanner(admin, { bannerId: b, way: "down" });
  expect(await order()).toBe("CAB");
});

test("an order changed in another window since refuses moves and drags, and says who changed it last and when", async () => {
  const made = [];
  for (const letter of ["A", "B", "C"]) made.push((await aBanner(letter)).id);
  const [a, b, c] = made as [string, string, string];
  const seen = [a, b, c];
  const other = { ...asAdmin(await anAdmin({ name: "Ravi Desk" })), name: "Ravi Desk" };
  moveClock(60_000);
  await moveBanner(other, { bannerId: c, way: "up", was: seen });
  const at = now().toISOString();
  moveClock(60_000);
  const lateActs = [
    () => moveBanner(admin, { bannerId: c, way: "up", was: seen }),
    () => orderBanners(admin, { bannerIds: [c, b, a], was: seen }),
  ];
  const meanwhile = { names: { order: "banner.order" }, was: {}, now: {} };
  for (const act of lateActs)
    await expect(act()).rejects.toMatchObject({
      kind: "conflict",
      key: "error.changed",
      meanwhile: { ...meanwhile, changes: [{ by: "Ravi Desk", role: "admin", own: false, at, fields: ["order"] }] },
    });
  expect(await order()).toBe("ACB");
  // A banner that was added or deleted changes the order, too; one's own change is said to be that.
  await deleteBanner(admin, { bannerId: b });
  for (const act of lateActs)
    await expect(act()).rejects.toMatchObject({ meanwhile: { ...meanwhile, changes: [{ by: null, own: true }] } });
  await moveBanner(admin, { bannerId: c, way: "up", was: [a, c] });
  expect(await order()).toBe("CA");
});

test("there are so many banners and no more, also when several are added at once", async () => {
  for (let n = 2; n < mostBanners; n += 1)
    await rows(
      sql`insert into banners (id, position, created_at, updated_at) values (${randomUUID()}, ${n}, now(), now())`,
    );
  const photo = await aPhoto();
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => addBanner(admin, read(), photo)));
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
});

test("without view_banner nobody sees or keeps any", async () => {
  const { id } = await aBanner("A");
  const other = asking(["view_offers", "view_subscription"]);
  for (const refused of [
    () => allBanners(other),
    () => addBanner(other, read()),
    () => changeBanner(other, { bannerId: id, says: "B" }),
    () => switchBanner(other, { bannerId: id, active: "false" }),
    () => moveBanner(other, { bannerId: id, way: "up" }),
    () => orderBanners(other, { bannerIds: [id] }),
    () => deleteBanner(other, { bannerId: id }),
    () => storeBannerPicture(other, { upload: { path: "/etc/hostname" } }),
  ])
    await expect((async () => refused())()).rejects.toMatchObject({ kind: "denied" });
  expect(await order()).toBe("A");
});
