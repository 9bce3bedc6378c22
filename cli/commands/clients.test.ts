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
