import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, aName, anAdmin, aPhone } from "#modules/testing/factories.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("clients are listed and searched; phones and papers are not told, and a wrong --take is a usage error", async () => {
  const clientName = aName("Voltas");
  const contactPhone = aPhone();
  const { id } = await aClient({ clientName, contactPhone, gstMasked: "27XXXXXXXXXX1ZV", gstSealed: "k1.x.y" });
  await aClient();
  const listed = await cli("clients", "list", "--search", clientName.toUpperCase(), "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ id, clientName, contactPhone: "*****", gst: "27XXXXXXXXXX1ZV" }]);
  expect(listed.out).not.toContain(contactPhone);
  expect(listed.out).not.toContain("k1.");
  expect((await cli("clients", "--search", clientName)).out).toContain(clientName);
  expect((await cli("clients", "--search", randomUUID())).out).toContain("No client fits.");
  expect((await cli("clients", "--take", "0")).code).toBe(2);
});

test("a client is added and edited by the form's rules as the named admin; errors name their field", async () => {
  const { id: keeperId, userName: keeper } = await anAdmin({
    permissions: ["add_clients", "edit_clients.full_access"],
  });
  const { userName: clerk } = await anAdmin({ permissions: ["view_clients.full_access"] });
  const clientName = aName("Voltas");
  const whole = {
    clientName,
    productName: "Split AC",
    specificRequirement: "Repair",
    price: "499",
    officialEmail: "desk@voltas.example",
    contactName: "Meera Nair",
    contactDesignation: "Head of service",
    contactPhone: aPhone(),
    addressLine: "12 MG Road",
    city: "Pune",
    state: "Maharashtra",
    pincode: "411001",
    gstNumber: "27AAPFU0939F1ZV",
    panNumber: "AAPFU0939F",
    aadhaarNumber: "777731415926",
    tinNumber: "27123456789",
    bankName: "HDFC Bank",
    accountNumber: "123456789012",
    ifscCode: "SBIN0001234",
    branch: "Camp",
  };
  const file = path.join(folder, `${randomUUID()}.json`);
  const write = (what: unknown) => writeFileSync(file, JSON.stringify(what));
  const count = async () =>
    (await row<{ n: number }>(sql`select count(*)::int as n from clients where client_name = ${clientName}`))!.n;

  write({ ...whole, pincode: "41", contactName: "" });
  const wrong = await cli("clients", "add", "--as", keeper, "--file", file, "--price", "-1");
  expect(wrong.code).toBe(2);
  for (const field of ["--pincode:", "--contactName:", "--price:"]) expect(wrong.err).toContain(field);
  write({ ...whole, gst: "27AAPFU0939F1ZV" });
  expect((await cli("clients", "add", "--as", keeper, "--file", file)).err).toContain("a client has no gst");
  write(whole);
  expect((await cli("clients", "add", "--as", clerk, "--file", file)).code).toBe(4);
  const tried = await cli("clients", "add", "--as", keeper, "--file", file, "--dry-run");
  expect([tried.code, tried.out, await count()]).toEqual([0, `would save ${clientName}\n`, 0]);

  const added = await cli("clients", "add", "--as", keeper, "--file", file, "--json");
  const { done } = JSON.parse(added.out) as { done: { id: string; version: number } };
  expect(done).toMatchObject({ clientName, contactPhone: "*****", panNumber: "XXXXXX939F", pricePaise: 49_900 });
  expect(added.out).not.toContain(whole.accountNumber);
  expect((await cli("clients", "add", "--as", keeper, "--file", file)).code).toBe(2);

  const edited = await cli(
    "clients",
    "edit",
    done.id,
    "--as",
    keeper,
    "--city",
    "Nashik",
    "--category",
    "AC",
    "LED",
    "--json",
  );
  expect(JSON.parse(edited.out).done).toMatchObject({
    city: "Nashik",
    category: ["AC", "LED"],
    productName: "Split AC",
    pricePaise: 49_900,
    panNumber: "XXXXXX939F",
    version: done.version + 1,
  });
  expect((await cli("clients", "edit", done.id, "--as", keeper, "--pincode", "12")).err).toContain("--pincode:");
  expect((await cli("clients", "edit", randomUUID(), "--as", keeper, "--city", "Pune")).code).toBe(3);
  expect((await historyOf("catalog", done.id)).map(({ event, actor_kind }) => [event, actor_kind])).toEqual([
    ["client.added", "admin"],
    ["client.changed", "admin"],
  ]);
  expect((await historyOf("admin", keeperId)).map(({ event }) => event)).toEqual([
    "admin.savedClient",
    "admin.savedClient",
  ]);
}, 300_000);

test("a client's keys are made, listed, renewed and revoked; a key is printed once, and nothing is ended unasked", async () => {
  const { id } = await aClient({ clientId: "CLTKEYS01" });
  const keys = (...args: string[]) => cli("clients", "keys", ...args);
  const dry = await keys("create", "cltkeys01", "--name", "Warehouse", "--scope", "requests:create", "--dry-run");
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("Would make") });
  const made = JSON.parse(
    (await keys("create", "CLTKEYS01", "--name", "Warehouse", "--scope", "requests:create", "requests:read", "--json"))
      .out,
  ) as { key: string; prefix: string };
  expect(made.key).toMatch(/^ck_/);
  const listed = await keys("list", id, "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ prefix: made.prefix, state: "active", lastUsedAt: null }]);
  expect(listed.out).not.toContain(made.key);

  expect((await keys("rotate", made.prefix)).code).toBe(2);
  const next = JSON.parse(
    (await keys("rotate", made.prefix, "--overlap", "now", "--yes", "--json")).out,
  ) as typeof made;
  expect((await keys("revoke", next.prefix, "--dry-run")).out).toContain("Would be revoked");
  expect((await keys("revoke", next.prefix, "--yes")).out).toContain("Revoked");
  expect((await keys("list", id)).out).toMatch(/revoked[\s\S]*expired/);

  expect((await keys("list", "CLTNOBODY")).code).toBe(3);
  expect((await keys("revoke", "ck_00000000", "--yes")).code).toBe(3);
  expect((await keys("rotate", next.prefix, "--yes")).code).toBe(5);
  expect((await keys("create", id, "--name", "W", "--scope", "wallet:all")).code).toBe(2);
});
