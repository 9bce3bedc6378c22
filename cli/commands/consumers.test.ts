import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aPhone, aTicket } from "#modules/testing/factories.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("R13 a customer is erased from the command line by a SUPER_ADMIN, once, and not while a request is open", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("cli"), { name: "Asha Rao", phone });
  const ticket = await aTicket({ phone, status: "PENDING" });
  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_Wallet"] });
  const erase = (as: string, ...more: string[]) => cli("erase", phone, "--as", as, ...more);
  expect((await erase(clerk.userName, "--yes")).code).toBe(4);
  const dry = await erase(chief.userName, "--dry-run");
  expect(dry).toMatchObject({ code: 0, out: "In the way: open requests: 1 (close or cancel them).\n" });
  const refused = await erase(chief.userName, "--yes");
  expect([refused.code, await rows(sql`select 1 from erasures`)]).toEqual([5, []]);

  await rows(sql`update tickets set status = 'CANCEL' where id = ${ticket.id}`);
  const free = await erase(chief.userName, "--dry-run");
  expect([free.out, await rows(sql`select 1 from erasures`)]).toEqual(["Nothing stands in the way.\n", []]);
  expect((await erase(chief.userName)).code).toBe(2);
  const listed = await cli("consumers", "list", "--as", chief.userName, "--search", "asha rao");
  expect(listed.out).toContain(phone);

  const done = await erase(chief.userName, "--yes");
  const [erasure] = await rows<{ id: string; consumer_id: string }>(sql`select id, consumer_id from erasures`);
  expect(erasure?.consumer_id).toBe(id);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining(erasure!.id) });
  expect((await cli("consumers", "list", "--as", chief.userName, "--search", "asha rao")).out).toBe(
    "No customer fits.\n",
  );
  // Said again it is the same erasure; a number nobody has is nobody's.
  const again = await erase(chief.userName, "--yes");
  expect([again.code, again.out.includes(erasure!.id)]).toEqual([0, true]);
  expect((await cli("erase", aPhone(), "--as", chief.userName, "--yes")).code).toBe(3);
}, 120_000);

test("R13 whoever only a request names is erased by the number in any spelling, and a partner is not", async () => {
  const phone = aPhone();
  await aTicket({ phone, status: "CANCEL", name: "Meera Nair" });
  const chief = await anAdmin();
  const center = await aCenter();
  const spaced = `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  expect((await cli("erase", spaced, "--as", chief.userName, "--dry-run")).out).toBe("Nothing stands in the way.\n");
  expect(await rows(sql`select 1 from consumers where phone = ${phone}`)).toEqual([]);
  expect((await cli("erase", spaced, "--as", chief.userName, "--yes")).code).toBe(0);
  expect(await rows(sql`select 1 from tickets where phone = ${phone}`)).toEqual([]);
  expect((await cli("erase", center.phone, "--as", chief.userName, "--yes")).code).toBe(5);
}, 120_000);

test("R13 all that is held of a customer is written to a file by a SUPER_ADMIN, which the history says", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("cli"), { name: "Asha Rao", phone });
  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_Wallet"] });
  const out = path.join(folder, "consumer.zip");
  const write = (as: string, ...more: string[]) => cli("export-person", phone, "--as", as, "--out", out, ...more);
  expect((await write(clerk.userName)).code).toBe(4);
  expect((await write(chief.userName, "--reason", "curiosity")).code).toBe(2);
  expect((await write(clerk.userName, "--dry-run")).code).toBe(4);
  const dry = await write(chief.userName, "--dry-run", "--json");
  expect([dry.code, JSON.parse(dry.out)]).toEqual([0, { wouldDo: { file: out, reason: "asked" } }]);
  expect((await historyOf("consumer", id)).map(({ event }) => event)).toEqual(["consumer.registered"]);
  expect(existsSync(out)).toBe(false);
  const done = await write(chief.userName);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("Name, number and language: 1") });
  expect(readFileSync(out).toString("latin1")).toContain("Asha Rao");
  expect((await historyOf("consumer", id)).map(({ event }) => event)).toEqual([
    "consumer.registered",
    "consumer.exportAsked",
    "consumer.exported",
    "consumer.exportDownloaded",
  ]);
  expect((await write(chief.userName)).code).toBe(5);
}, 120_000);
