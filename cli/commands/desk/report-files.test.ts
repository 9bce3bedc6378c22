import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedVolume } from "#modules/demo/index.ts";
import { fromIst } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aTicket } from "#modules/testing/factories.ts";
import { cli, started } from "../../testing/command.ts";

openDatabase();

const files = path.join(folder, "files");
const day = "2026-06-15";
const ofDay = ["--from", day, "--to", day];
/** Older than the few requests of that day, and enough that a report of them is not one write. */
const many = 4_000;
const ofMany = ["--from", "2020-01-01", "--to", "2025-12-31"];

let phone = "";
let clientId = "";

beforeAll(async () => {
  mkdirSync(files, { recursive: true });
  const client = await aClient({ clientId: "CLT4K7P2Q" });
  clientId = client.id;
  ({ phone } = await aTicket({ requirement: "=HYPERLINK(1)", createdAt: fromIst(day, "12:00") }));
  await aTicket({ clientId, createdAt: fromIst(day, "13:00") });
  await seedVolume({ tickets: many, seed: 7, until: new Date("2025-12-01T10:00:00Z") });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exported = (subject: "admin" | "installation", id: string) =>
  historyOf(subject, id).then((all) =>
    all.filter(({ event }) => event === "list.exported").map(({ actor_kind, data }) => ({ by: actor_kind, ...data })),
  );
const ofHouse = () => exported("installation", "00000000-0000-7000-8000-000000000000");

test("the files of the report page go to a file or to stdout, with the columns of who asks, and the history names them", async () => {
  const chief = await anAdmin();
  const desk = await anAdmin({ permissions: ["view_dashboard_full_access"] });
  const clerk = await anAdmin({ permissions: ["view_admin_bar"] });
  const ofClient = await anAdmin({ adminRole: "CLIENT", clientId, permissions: ["view_dashboard_full_access"] });

  const piped = await cli("reports", "tickets", ...ofDay);
  expect([piped.code, piped.err]).toEqual([0, `2 requests, ${day} to ${day}\n`]);
  expect(piped.out.split("\r\n")).toHaveLength(4);
  expect(piped.out).toMatch(/^\uFEFFRequest id,/i);
  expect(piped.out).toContain("'=HYPERLINK(1)");
  expect(piped.out).not.toContain(phone);
  expect(await ofHouse()).toMatchObject([
    {
      by: expect.stringMatching(/^system:cli:/),
      list: "report",
      format: "csv",
      rows: 2,
      complete: true,
      filter: { from: day, to: day },
    },
  ]);

  const file = path.join(files, "tickets.csv");
  const done = await cli("reports", "tickets", ...ofDay, "--as", chief.userName, "--out", file, "--json");
  expect([done.code, done.err, JSON.parse(done.out)]).toEqual([0, "", { from: day, to: day, file, rows: 2 }]);
  expect(readFileSync(file, "utf8")).toContain(phone);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await exported("admin", chief.id)).toMatchObject([{ by: "admin", list: "report", rows: 2, complete: true }]);
  expect(
    await rows(
      sql`select data->>'command' as command from history where subject_id = ${chief.id} and event = 'admin.usedTheShell'`,
    ),
  ).toEqual([{ command: "reports tickets" }]);

  const money = await cli("reports", "revenue", ...ofDay, "--as", desk.userName, "--out", "-");
  const owed = await cli("reports", "revenue", ...ofDay, "--as", ofClient.userName);
  expect([money.code, owed.code]).toEqual([0, 0]);
  const headings = ({ out }: { out: string }) => out.split("\r\n")[0]!.split(",").length;
  expect(headings(owed)).toBeLessThan(headings(money));
  expect([money, owed].map(({ out }) => out.split("\r\n").length)).toEqual([4, 3]);
  const alone = await cli("reports", "revenue", ...ofDay, "--client", "CLT4K7P2Q", "--json");
  expect(JSON.parse(alone.err)).toEqual({ from: day, to: day, rows: 1 });

  const denied = await cli("reports", "tickets", "--as", clerk.userName, "--out", path.join(files, "none.csv"));
  expect([denied.code, denied.out, existsSync(path.join(files, "none.csv"))]).toEqual([4, "", false]);
  expect((await cli("reports", "tickets", "--out", file)).code).toBe(5);
  expect((await cli("reports", "tickets", "--out", path.join(files, "none.pdf"))).code).toBe(2);
  expect((await cli("reports", "tickets", "--from", "2026-13-01")).code).toBe(2);
  expect((await cli("reports", "tickets", "--client", "CLT0000000")).code).toBe(3);
}, 240_000);

test("a large report is told of while it is written, and is an xlsx by its ending", async () => {
  const file = path.join(files, "many.xlsx");
  writeFileSync(file, "an older one");
  const done = await cli("reports", "tickets", ...ofMany, "--out", file, "--yes");
  expect([done.code, done.out]).toEqual([0, `Wrote ${file}: 4,000 requests, 2020-01-01 to 2025-12-31\n`]);
  expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");
  expect(readdirSync(files).filter((name) => name.endsWith(".part"))).toEqual([]);
}, 240_000);

test("who reads a report may go away, which is no failure, and the history says it was not whole", async () => {
  const before = (await ofHouse()).length;
  const { child, over, err } = await started({}, "reports", "tickets", ...ofMany);
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect(await over).toBe(141);
  expect(await err).toBe("");
  expect((await ofHouse()).slice(before)).toMatchObject([{ list: "report", complete: false }]);
}, 120_000);

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends a report without half a file",
  async (signal, code) => {
    const file = path.join(files, `${signal}.csv`);
    const { child, over, err } = await started({}, "reports", "revenue", ...ofMany, "--out", file);
    await expect.poll(() => existsSync(`${file}.part`), { timeout: 60_000, interval: 5 }).toBe(true);
    child.kill(signal);
    expect(await over).toBe(code);
    expect(await err).toBe("");
    expect(readdirSync(files).filter((name) => name.startsWith(signal))).toEqual([]);
  },
  120_000,
);
