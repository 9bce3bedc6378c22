import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, aPhone } from "#modules/testing/factories.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("clients are listed and searched; phones and papers are not told, and a wrong --take is a usage error", async () => {
  const clientName = `Voltas ${randomUUID()}`;
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
