import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { findBlob } from "#modules/kernel/files/blobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aName, aService } from "#modules/testing/factories.ts";
import { aPhoto } from "#modules/testing/work.ts";
import { sweepPictures } from "../pictures.ts";
import { AddService } from "../shared.ts";
import {
  addService,
  changeService,
  deleteService,
  moveService,
  storeServicePicture,
  switchService,
} from "./save-service.ts";
import { activeServices, allServices, getService } from "./services.ts";

openDatabase();

const admin = (role: "SUPER_ADMIN" | "ROLE" = "SUPER_ADMIN"): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: randomUUID(),
  name: "Asha",
  role,
  sessionId: randomUUID(),
  permissions: role === "ROLE" ? ["view_services_list.full_access", "add_new_services"] : [],
});
const keeper = admin();
const names = async () => (await activeServices()).map(({ serviceName }) => serviceName);
const uploaded = async (colour?: string) =>
  (await storeServicePicture(keeper, { upload: { path: (await aPhoto(colour)) as unknown as string } })).pictureId;

test("R370 R371 a service has a name in capitals and a picture; without either nothing is made", async () => {
  expect(AddService.parse({ serviceName: "  chimney cleaning " }).serviceName).toBe("CHIMNEY CLEANING");
  expect(AddService.safeParse({ serviceName: "" }).success).toBe(false);
  const serviceName = aName("SERVICE");
  await expect(addService(keeper, { serviceName })).rejects.toMatchObject({ fields: { pictureId: "service.picture" } });
  expect(await names()).not.toContain(serviceName);
  const made = await addService(keeper, { serviceName, place: "PICK_DROP", sac: "998713" }, await aPhoto());
  expect(await getService(made.id)).toMatchObject({ serviceName, pickDrop: true, sac: "998713", isActive: true });
  expect(await findBlob(made.imageBlobId!)).toMatchObject({ ownerKind: "service", ownerId: made.id });
  expect((await allServices()).at(-1)!.id).toBe(made.id);
});

test("a service many people know begins with its Hindi name, and has another one or none as it is changed", async () => {
  const { id, names, serviceName } = await addService(
    keeper,
    AddService.parse({ serviceName: "chimney repair", names: { hi: "" } }),
    await aPhoto(),
  );
  expect(names).toEqual({ hi: "चिमनी मरम्मत" });
  const changed = async (names?: { hi: string | null }) =>
    (await changeService(keeper, { serviceId: id, serviceName, names })).names;
  expect(await changed({ hi: "चिमनी" })).toEqual({ hi: "चिमनी" });
  expect(await changed()).toEqual({ hi: "चिमनी" });
  expect(await changed({ hi: null })).toEqual({});
  const written = { changed: ["names"] };
  expect((await historyOf("catalog", id)).map(({ data }) => data)).toMatchObject([{ changed: [] }, written, written]);
  expect((await addService(keeper, { serviceName: aName("SERVICE") }, await aPhoto())).names).toEqual({});
});

test("a name belongs to one service, however many are added at once; a deleted one gives it back", async () => {
  const serviceName = aName("SERVICE");
  const photo = await aPhoto();
  const tries = await Promise.allSettled([1, 2, 3].map(() => addService(keeper, { serviceName }, photo)));
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  const other = await addService(keeper, { serviceName: aName("SERVICE") }, photo);
  await expect(changeService(keeper, { serviceId: other.id, serviceName })).rejects.toMatchObject({
    fields: { serviceName: "service.taken" },
  });
  const { id } = (await allServices()).find((each) => each.serviceName === serviceName)!;
  await deleteService(keeper, { serviceId: id });
  expect((await addService(keeper, { serviceName }, photo)).id).not.toBe(id);
});

test("a picture that was uploaded belongs to one service; the former one goes, and one never used is swept", async () => {
  const first = await uploaded("teal");
  const second = await uploaded("red");
  const third = await uploaded("blue");
  const { id } = await addService(keeper, { serviceName: aName("SERVICE"), pictureId: first });
  await expect(addService(keeper, { serviceName: aName("SERVICE"), pictureId: first })).rejects.toMatchObject({
    fields: { pictureId: "image.missing" },
  });
  const { serviceName } = await changeService(keeper, {
    serviceId: id,
    serviceName: aName("SERVICE"),
    pictureId: second,
  });
  await expect(findBlob(first)).rejects.toMatchObject({ key: "blob.missing" });
  // What is not given stays, and the picture that is there is no new one.
  await changeService(keeper, { serviceId: id, serviceName });
  await changeService(keeper, { serviceId: id, serviceName, pictureId: second });
  expect((await getService(id)).imageBlobId).toBe(second);
  const [stranger] = await rows<{ id: string }>(
    sql`insert into blobs (id, key, kind, mime, bytes, sha256, owner_kind, owner_id, created_at)
     values (${randomUUID()}, ${randomUUID()}, 'pan', 'image/jpeg', 1, 'x', 'center', ${randomUUID()}, now()) returning id`,
  );
  await expect(changeService(keeper, { serviceId: id, serviceName, pictureId: stranger!.id })).rejects.toMatchObject({
    fields: { pictureId: "image.missing" },
  });
  expect(await sweepPictures()).toBe(0);
  try {
    moveClock(day + 1_000);
    expect(await sweepPictures()).toBe(1);
  } finally {
    resetClock();
  }
  await expect(findBlob(third)).rejects.toMatchObject({ key: "blob.missing" });
  expect((await findBlob(second)).ownerId).toBe(id);
});

test("R372 switched off it cannot be booked; deleted it is nobody's to find, and its history stays", async () => {
  const { id, serviceName } = await aService();
  expect(await switchService(keeper, { serviceId: id, active: 0 })).toMatchObject({ isActive: false });
  await switchService(keeper, { serviceId: id, active: 0 });
  expect(await names()).not.toContain(serviceName);
  expect((await allServices()).map((each) => each.id)).toContain(id);
  await switchService(keeper, { serviceId: id, active: 1 });
  expect(await names()).toContain(serviceName);
  await deleteService(keeper, { serviceId: id });
  expect((await allServices()).map((each) => each.id)).not.toContain(id);
  for (const again of [
    () => deleteService(keeper, { serviceId: id }),
    () => switchService(keeper, { serviceId: id, active: 1 }),
    () => changeService(keeper, { serviceId: id, serviceName }),
    () => moveService(keeper, { serviceId: id, way: "up" }),
    () => getService(id),
  ])
    await expect(again()).rejects.toMatchObject({ kind: "missing", key: "service.notFound" });
  expect((await historyOf("catalog", id)).map(({ event }) => event)).toEqual([
    "service.switchedOff",
    "service.switchedOn",
    "service.deleted",
  ]);
});

test("services are moved one place at a time, by two admins at once too, and never out of the list", async () => {
  await rows(sql`update services set deleted_at = now(), is_active = false`);
  const made = [];
  for (const letter of ["A", "B", "C", "D"])
    made.push(await aService({ serviceName: `${letter} ${aName("SERVICE")}` }));
  const order = async () => (await names()).map((name) => name[0]).join("");
  expect(await order()).toBe("ABCD");
  const [a, b, , d] = made.map(({ id }) => id) as [string, string, string, string];
  await moveService(keeper, { serviceId: d, way: "up" });
  expect(await order()).toBe("ABDC");
  await moveService(keeper, { serviceId: a, way: "up" });
  expect(await order()).toBe("ABDC");
  await Promise.all([
    moveService(keeper, { serviceId: a, way: "down" }),
    moveService(admin(), { serviceId: b, way: "down" }),
  ]);
  expect([...(await order())].sort().join("")).toBe("ABCD");
  expect(
    (await rows(sql`select position from services where deleted_at is null order by 1`)).map((row) => row),
  ).toEqual([1, 2, 3, 4].map((position) => ({ position })));
});

test("R369 nobody but a SUPER_ADMIN and the command line changes a service, whatever flags they have", async () => {
  const { id, serviceName } = await aService();
  const client = { ...admin("ROLE"), role: "CLIENT" as const };
  const others = [admin("ROLE"), client, { kind: "center", centerId: randomUUID(), sessionId: randomUUID() } as const];
  for (const actor of others)
    for (const act of [
      () => addService(actor, { serviceName: aName("SERVICE") }),
      () => changeService(actor, { serviceId: id, serviceName: aName("SERVICE") }),
      () => switchService(actor, { serviceId: id, active: 0 }),
      () => moveService(actor, { serviceId: id, way: "down" }),
      () => deleteService(actor, { serviceId: id }),
      () => storeServicePicture(actor, { upload: { path: "/etc/hostname" } }),
    ])
      await expect(act()).rejects.toMatchObject({ kind: "denied", key: "service.noView" });
  expect(await getService(id)).toMatchObject({ serviceName, isActive: true });
  await switchService(system("cli"), { serviceId: id, active: 0 });
  expect((await getService(id)).isActive).toBe(false);
});
