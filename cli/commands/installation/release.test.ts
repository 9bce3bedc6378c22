import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { createKey } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import { asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPhone } from "#modules/testing/factories.ts";
import { cli, cliWith } from "../../testing/command.ts";
import { ask, dropPlaces, empty } from "../../testing/places.ts";

openDatabase();

/* What was taken away after a backup was made is not back with its copy: who may enter, and who was erased. */

const tar = path.join(folder, "backup.tar");

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await anAdmin({ userName: "chief" });
  const { id: clientId } = await aClient();
  await createKey(system("test"), { clientId, name: "Warehouse", scopes: ["requests:read"], expires: "never" });
  await asOwner(sql`with e as (insert into webhook_endpoints (id, client_id, url, events, secret_sealed, created_kind, created_at)
       values (gen_random_uuid(), ${clientId}, 'https://shop.example/hooks', '{request.created}', ${seal("whsec_none")}, 'system', now())
       returning id)
     insert into webhook_deliveries (id, endpoint_id, event, facts, next_at, give_up_at, created_at)
     select gen_random_uuid(), id, 'test', '{}', now(), now() + interval '1 day', now() from e`);
  await registerConsumer(system("test"), { name: "Meera", phone: aPhone() });
  expect((await cli("backup", tar)).code).toBe(0);
}, 120_000);

afterAll(async () => {
  await dropPlaces();
  rmSync(folder, { recursive: true, force: true });
});

/** How many of each let somebody in. */
const access = async (url: string) =>
  (
    await ask(
      url,
      `select (select count(*)::int from admins where is_active) as admins,
              (select count(*)::int from client_keys where revoked_at is null) as keys,
              (select count(*)::int from webhook_endpoints where is_active) as webhooks,
              (select count(*)::int from webhook_deliveries where status = 'waiting') as deliveries`,
    )
  )[0]!;

test("a copy lets nobody in by what was taken away since: admins, API keys and webhooks work when somebody says so", async () => {
  const there = { admins: 1, keys: 1, webhooks: 1 };
  expect(await access(ownerUrl)).toEqual({ ...there, deliveries: 1 });
  const place = await empty();
  const done = await cliWith(place, "restore", tar);
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringContaining("switched off: 1 admin(s), 1 webhook(s); revoked: 1 API key(s)"),
  ]);
  const none = { admins: 0, keys: 0, webhooks: 0, deliveries: 0 };
  expect(await access(place.DATABASE_URL)).toEqual(none);
  expect((await cliWith(place, "users", "enable", "chief", "--yes")).out).toBe("chief (SUPER_ADMIN) may sign in\n");
  expect((await cliWith(place, "restore", "--release", "--keep-access")).code).toBe(2);
  expect((await cliWith(place, "restore", "--release", "--yes")).code).toBe(0);
  expect(await access(place.DATABASE_URL)).toEqual({ ...none, admins: 1 });

  // A copy by other means is held before anything starts on it; held again it is as it was.
  expect((await cliWith(place, "restore", "--hold")).code).toBe(2);
  const held = await cliWith(place, "restore", "--hold", "--yes", "--json");
  expect([held.code, JSON.parse(held.out).done.ended]).toEqual([0, { admins: 1, keys: 0, webhooks: 0 }]);
  expect(await access(place.DATABASE_URL)).toEqual(none);
  expect((await cliWith(place, "users", "enable", "chief", "--yes")).code).toBe(0);
  expect((await cliWith(place, "restore", "--hold", "--yes")).code).toBe(0);
  expect(await access(place.DATABASE_URL)).toEqual({ ...none, admins: 1 });
}, 240_000);

test("who was erased after the backup was made is erased again before the copy is released", async () => {
  const place = await empty();
  expect((await cliWith(place, "restore", tar)).code).toBe(0);
  const [consumer] = await ask<{ id: string; phone: string }>(
    place.DATABASE_URL,
    "select id, phone from consumers where phone is not null order by id limit 1",
  );
  const erasure = { id: randomUUID(), consumerId: consumer!.id, key: "unknown", at: new Date() };
  const nobody = () => ask(place.DATABASE_URL, `select id from consumers where phone = '${consumer!.phone}'`);
  // The log comes from the machine that was lost, after the copy's processes have started.
  writeFileSync(path.join(place.DATA_DIR, "erasures.jsonl"), `${JSON.stringify(erasure)}\n`);
  const dry = await cliWith(place, "restore", "--release", "--dry-run");
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("1 erasure that the backup does not know")]);
  expect(await nobody()).toHaveLength(1);
  const released = await cliWith(place, "restore", "--release", "--yes", "--json");
  expect([released.code, JSON.parse(released.out).done]).toMatchObject([0, { erasures: { again: 1, lost: [] } }]);
  expect(await nobody()).toEqual([]);
  expect(await ask(place.DATABASE_URL, `select id from erasures where id = '${erasure.id}'`)).toHaveLength(1);
}, 120_000);

test("what cannot be erased again, because its secret is lost, stops the release until somebody says so", async () => {
  const place = await empty();
  expect((await cliWith(place, "restore", tar)).code).toBe(0);
  const erasure = { id: randomUUID(), consumerId: null, key: "0".repeat(64), keyId: "lost", at: new Date() };
  writeFileSync(path.join(place.DATA_DIR, "erasures.jsonl"), `${JSON.stringify(erasure)}\n`);
  const noted = () => ask(place.DATABASE_URL, `select id from erasures where id = '${erasure.id}'`);
  for (const how of ["--yes", "--dry-run"]) {
    const stopped = await cliWith(place, "restore", "--release", how);
    expect([stopped.code, stopped.err]).toEqual([5, expect.stringContaining(`  ${erasure.id} of `)]);
  }
  expect(await noted()).toEqual([]);
  expect((await cliWith(place, "doctor")).out).toMatch(/not released/);
  const released = await cliWith(place, "restore", "--release", "--leave-unerased", "--yes");
  expect([released.code, released.out]).toEqual([0, expect.stringContaining("1 left undone, as was said")]);
  expect(await noted()).toHaveLength(1);
  expect(
    await ask(
      place.DATABASE_URL,
      "select data->'leftUnerased' as ids from history where event = 'installation.released'",
    ),
  ).toEqual([{ ids: [erasure.id] }]);
}, 120_000);
