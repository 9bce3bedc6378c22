import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { createNotification } from "#modules/notifications/index.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("R440 a notification is sent from the command line: counted first, then said twice, in the name of an admin", async () => {
  const house = system("cli");
  const phone = aPhone();
  await registerConsumer(house, { name: "Asha Rao", phone });
  const facts = { title: "Diwali", description: "Lights on", userType: "Individual" } as const;
  const { id } = await createNotification(house, { ...facts, active: "true" });
  const off = await createNotification(house, { ...facts, title: "Holi", active: "false" });
  const keeper = await anAdmin({ permissions: ["view_admin_bar"] });
  const clerk = await anAdmin({ permissions: [] });
  const notifications = (...args: string[]) => cli("notifications", ...args);
  const send = (...more: string[]) => notifications("send", id, "--as", keeper.userName, ...more);
  const sent = () => rows(sql`select from notification_sends`);

  expect(JSON.parse((await notifications("--search", "diwali", "--json")).out)).toMatchObject([{ id, isActive: true }]);
  expect((await notifications("send", id, "--phone", phone, "--yes")).code).toBe(2);
  expect((await send("--yes")).err).toContain("--service or --phone is required");
  expect((await send("--phone", aPhone(), "--yes")).code).toBe(2);
  const dry = await send("--phone", phone, "--dry-run");
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("would be: sent to 1 accounts (1 customers")]);
  expect((await send("--phone", phone)).code).toBe(2);
  expect((await notifications("send", id, "--as", clerk.userName, "--phone", phone, "--yes")).code).toBe(4);
  expect((await notifications("send", off.id, "--as", keeper.userName, "--phone", phone, "--yes")).code).toBe(5);
  expect((await notifications("send", randomUUID(), "--as", keeper.userName, "--phone", phone, "--yes")).code).toBe(3);
  expect(await sent()).toHaveLength(0);

  const done = await send("--phone", phone, "--yes", "--json");
  const { id: sendId } = (JSON.parse(done.out) as { done: { id: string } }).done;
  expect(await sent()).toHaveLength(1);
  expect((await historyOf("admin", keeper.id)).map(({ data }) => data.command)).toEqual(["notifications send"]);
  const log = await notifications("sends");
  expect([log.out.includes(sendId), log.out.includes(phone)]).toEqual([true, false]);
  expect((await notifications("stop", sendId)).code).toBe(2);
  expect((await notifications("stop", sendId, "--yes")).code).toBe(0);
  expect((await notifications("stop", sendId, "--yes")).code).toBe(5);
}, 180_000);
