import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { day, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, asAdmin } from "#modules/testing/factories.ts";
import { actorOfKey, clientChanges, createKey, deleteClient, keysOf, revokeKey, rotateKey } from "../index.ts";
import { CreateKey, type KeyScope, type RotateKey } from "../shared.ts";

openDatabase();
afterEach(resetClock);

const cli = system("cli");
const both: KeyScope[] = ["requests:read", "requests:create"];
const aKeyInput = (clientId: string, more: Partial<CreateKey> = {}): CreateKey => ({
  clientId,
  name: "Warehouse",
  scopes: both,
  expires: "never",
  ...more,
});
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string }) => error.key,
  );
const signIn = (key: string, address = anAddress()) => refusal(actorOfKey(key, address));
const rotate = (keyId: string, overlap: RotateKey["overlap"] = "day") => rotateKey(cli, { keyId, overlap });

test("a key signs in as its client with its scopes' permissions alone; only its hash is stored", async () => {
  const { id } = await aClient();
  const made = await createKey(cli, aKeyInput(id));
  expect(made.key).toMatch(/^ck_[0-9a-f]{8}_[\w-]{43}$/);
  const actor = await actorOfKey(made.key, anAddress());
  expect(actor).toMatchObject({ kind: "admin", role: "CLIENT", clientId: id, keyId: made.id, name: "Warehouse" });
  expect(actor.permissions).toEqual(["view_ticket.full_access", "add_ticket"]);
  const reading = await createKey(cli, aKeyInput(id, { scopes: ["requests:read"] }));
  expect((await actorOfKey(reading.key, anAddress())).permissions).toEqual(["view_ticket.full_access"]);
  const stored = JSON.stringify([
    await rows(sql`select k::text as line from client_keys k`),
    await rows(sql`select h::text as line from history h`),
    await keysOf(cli, id),
  ]);
  expect(stored).toContain(made.prefix);
  expect(stored).not.toContain(made.key.slice(made.prefix.length + 1));
});

test("a key with one letter changed, cut off, of another's prefix or of none is invalid, and nothing tells which", async () => {
  const { id } = await aClient();
  const one = await createKey(cli, aKeyInput(id));
  const other = await createKey(cli, aKeyInput(id));
  const last = one.key.at(-1) === "A" ? "B" : "A";
  for (const wrong of [
    one.key.slice(0, -1) + last,
    one.key.slice(0, -1),
    `${one.key}x`,
    one.prefix + other.key.slice(other.prefix.length),
    `ck_00000000${one.key.slice(one.prefix.length)}`,
    one.prefix,
    "ck_",
    "ck_%00_' or true --",
    `ck_${"a".repeat(5_000)}`,
  ])
    expect([wrong.slice(0, 60), await signIn(wrong)]).toEqual([wrong.slice(0, 60), "session.invalid"]);
  expect(await signIn(one.key)).toBe("ok");
});

test("whoever guesses keys is stopped after sixty, and a right key of the same network is not", async () => {
  const { id } = await aClient();
  const { key, prefix } = await createKey(cli, aKeyInput(id));
  const address = anAddress();
  const guess = () => signIn(`${prefix}_${"A".repeat(43)}`, address);
  for (let tried = 0; tried < 60; tried++) expect(await guess()).toBe("session.invalid");
  expect(await guess()).toBe("error.tooMany");
  expect(await signIn(key, address)).toBe("ok");
});

test("one key asks at most 600 times a minute, together with the one that replaces it", async () => {
  const { id } = await aClient();
  const old = await createKey(cli, aKeyInput(id));
  const next = await rotate(old.id);
  for (let count = 0; count < 300; count++) await Promise.all([signIn(old.key), signIn(next.key)]);
  expect([await signIn(old.key), await signIn(next.key)]).toEqual(["error.tooMany", "error.tooMany"]);
  expect(await signIn((await createKey(cli, aKeyInput(id))).key)).toBe("ok");
});

test("a revoked key is refused with the next call; ending it again changes nothing", async () => {
  const { id } = await aClient();
  const { id: keyId, key } = await createKey(cli, aKeyInput(id));
  expect(await signIn(key)).toBe("ok");
  await revokeKey(cli, { keyId });
  expect(await signIn(key)).toBe("clientKey.over");
  await revokeKey(cli, { keyId });
  expect((await historyOf("catalog", id)).map(({ event }) => event)).toEqual([
    "client.keyCreated",
    "client.keyRevoked",
  ]);
  expect(await refusal(rotate(keyId))).toBe("clientKey.over");
});

test("a renewed key: the old one works on as long as was said, and the new one acts under the same name", async () => {
  const { id } = await aClient();
  const old = await createKey(cli, aKeyInput(id));
  const next = await rotate(old.id, "day");
  const before = await actorOfKey(old.key, anAddress());
  const after = await actorOfKey(next.key, anAddress());
  expect(after).toMatchObject({ name: before.name, permissions: before.permissions, sessionId: before.sessionId });
  expect(await refusal(rotate(old.id))).toBe("clientKey.replaced");
  expect((await keysOf(cli, id)).keys.map(({ state }) => state)).toEqual(["active", "ending"]);
  moveClock(day - minute);
  expect(await signIn(old.key)).toBe("ok");
  moveClock(day);
  expect([await signIn(old.key), await signIn(next.key)]).toEqual(["clientKey.over", "ok"]);
  const last = await rotate(next.id, "now");
  expect([await signIn(next.key), await signIn(last.key)]).toEqual(["clientKey.over", "ok"]);
});

test("a key ends on its day, also when an overlap would be longer, and its successor lives as long as it did", async () => {
  const { id } = await aClient();
  const old = await createKey(cli, aKeyInput(id, { expires: "30" }));
  moveClock(30 * day - hour);
  const next = await rotate(old.id, "week");
  expect(await signIn(old.key)).toBe("ok");
  moveClock(hour);
  expect([await signIn(old.key), await signIn(next.key)]).toEqual(["clientKey.over", "ok"]);
  moveClock(30 * day);
  expect(await signIn(next.key)).toBe("clientKey.over");
});

test("the keys of a deleted or inactive client are refused", async () => {
  const gone = await aClient();
  const off = await aClient();
  const ofGone = await createKey(cli, aKeyInput(gone.id));
  const ofOff = await createKey(cli, aKeyInput(off.id));
  await deleteClient(cli, { clientId: gone.id });
  await rows(sql`update clients set is_active = false where id = ${off.id}`);
  expect([await signIn(ofGone.key), await signIn(ofOff.key)]).toEqual(["clientKey.over", "clientKey.over"]);
  expect(await row(sql`select revoked_at is not null as ended from client_keys where id = ${ofGone.id}`)).toEqual({
    ended: true,
  });
  expect(await refusal(createKey(cli, aKeyInput(gone.id)))).toBe("client.notFound");
});

test("the last use is written at most once a minute", async () => {
  const { id } = await aClient();
  const { key } = await createKey(cli, aKeyInput(id));
  const seen = async () => (await keysOf(cli, id)).keys[0]!.lastUsedAt?.getTime();
  expect(await seen()).toBeUndefined();
  await signIn(key);
  const first = await seen();
  moveClock(50_000);
  await signIn(key);
  expect(await seen()).toBe(first);
  moveClock(61_000);
  await signIn(key);
  expect(await seen()).toBeGreaterThan(first!);
});

test("a client has at most twenty keys that work", async () => {
  const { id } = await aClient();
  for (let made = 0; made < 19; made++) await createKey(cli, aKeyInput(id));
  const twice = await Promise.all([1, 2].map(() => refusal(createKey(cli, aKeyInput(id)))));
  expect(twice.sort()).toEqual(["clientKey.tooMany", "ok"]);
  await revokeKey(cli, { keyId: (await keysOf(cli, id)).keys[0]!.id });
  expect(await refusal(createKey(cli, aKeyInput(id)))).toBe("ok");
});

test("who works on keys: operators who change clients, and the client's admins with what they hold themselves", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const { id: keyId } = await createKey(cli, aKeyInput(id));
  const reading = await createKey(cli, aKeyInput(id, { scopes: ["requests:read"] }));
  const desk = (permissions: Parameters<typeof asAdmin>[1]) => asAdmin(undefined, permissions);
  const reader = desk({ clientId: id, permissions: ["view_ticket.full_access"] });
  const whole = desk({ clientId: id, permissions: ["view_ticket.full_access", "add_ticket"] });
  const acts = async (actor: Parameters<typeof keysOf>[0]) => [
    await refusal(keysOf(actor, id)),
    await refusal(createKey(actor, aKeyInput(id, { scopes: ["requests:read"] }))),
    await refusal(createKey(actor, aKeyInput(id))),
    await refusal(rotateKey(actor, { keyId: (await createKey(cli, aKeyInput(id))).id, overlap: "now" })),
    await refusal(revokeKey(actor, { keyId: (await createKey(cli, aKeyInput(id))).id })),
  ];
  const no = "permission.denied";
  expect(await acts(desk({ permissions: ["edit_clients.full_access"] }))).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(await acts(desk({ permissions: ["view_clients.full_access"] }))).toEqual(["ok", no, no, no, no]);
  expect(await acts(desk({ permissions: ["add_ticket"] }))).toEqual([no, no, no, no, no]);
  expect(await acts(desk({ clientId: id, permissions: [] }))).toEqual([no, no, no, no, no]);
  expect(await acts(reader)).toEqual(["ok", "ok", no, no, "ok"]);
  expect((await keysOf(reader, id)).mayGive).toEqual(["requests:read"]);
  await rows(sql`delete from client_keys where client_id = ${id} and id <> all(${[keyId, reading.id]})`);
  expect(await acts(whole)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  // Another client's keys are not there, and a key works on no keys.
  const stranger = desk({ clientId: foreign, permissions: ["view_ticket.full_access", "add_ticket"] });
  const none = "clientKey.notFound";
  expect(await acts(stranger)).toEqual(["client.notFound", "client.notFound", "client.notFound", none, none]);
  expect(await refusal(revokeKey(stranger, { keyId: randomUUID() }))).toBe(none);
  const { key } = await createKey(cli, aKeyInput(id));
  expect(await acts(await actorOfKey(key, anAddress()))).toEqual([no, no, no, no, no]);
});

test("a client's history tells its keys by name; the client is not told who of the house made one", async () => {
  const { id } = await aClient();
  const operator = await anAdmin({ name: "Ops Person" });
  const own = await anAdmin({ name: "Own Person", adminRole: "CLIENT", clientId: id });
  const client = asAdmin(own, { clientId: id, permissions: ["view_ticket.full_access", "add_ticket"] });
  await createKey(asAdmin(operator), aKeyInput(id, { name: "By the house" }));
  await createKey(client, aKeyInput(id, { name: "By the client" }));
  expect((await clientChanges(cli, id)).map(({ event, about, who }) => [event, about, who.name])).toEqual([
    ["client.keyCreated", "By the client", "Own Person"],
    ["client.keyCreated", "By the house", "Ops Person"],
  ]);
  const seen = async (actor: Parameters<typeof keysOf>[0]) => (await keysOf(actor, id)).keys.map(({ by }) => by.name);
  expect(await seen(client)).toEqual(["Own Person", null]);
  expect(await seen(cli)).toEqual(["Own Person", "Ops Person"]);
});

test("a key without a scope, with an unknown one or without a name cannot be asked for", () => {
  const clientId = randomUUID();
  const read = (sent: object) => CreateKey.safeParse({ clientId, name: "W", ...sent }).success;
  expect(read({ scopes: "requests:read" })).toBe(true);
  expect(read({ scopes: ["requests:create", "requests:read"] })).toBe(true);
  for (const wrong of [{}, { scopes: [] }, { scopes: ["wallet:all"] }, { scopes: "requests:read", name: " " }])
    expect([wrong, read(wrong)]).toEqual([wrong, false]);
});
