import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, aPincode, aService } from "#modules/testing/factories.ts";
import { cli, started } from "../../testing/command.ts";

openDatabase();

/* What brings many rows in may be stopped in the middle: nothing is half made, and the same command goes on. */

const files = path.join(folder, "interrupted");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const phonesFrom = (first: number, n: number) => Array.from({ length: n }, (_, at) => String(first + at));

type Bulk = { name: string; args: () => string[]; count: () => Promise<number>; all: number };

const counted = async (statement: Sql) => (await rows<{ n: number }>(statement))[0]!.n;

const sheet = (name: string, lines: string[]) => {
  writeFileSync(path.join(files, name), lines.join("\n"));
  return path.join(files, name);
};

const bulks: Bulk[] = [];

beforeAll(async () => {
  mkdirSync(files, { recursive: true });
  const service = await aService();
  const center = await aCenter();
  const client = await aClient();
  const admin = await anAdmin();
  const of = (table: Sql, from: number) =>
    counted(
      sql`select count(*)::int as n from ${table} where phone >= ${String(from)} and phone < ${String(from + 100_000)}`,
    );
  const centers = sheet("centers.csv", [
    "Center name,Phone,Primary service,Secondary services,State,Pincode,QR id",
    ...phonesFrom(6_100_000_000, 1_600).map(
      (phone) => `Center ${phone},${phone},${service.serviceName},,Kerala,682001,`,
    ),
  ]);
  const technicians = sheet("technicians.csv", [
    "Center,Technician name,Phone,Engagement,Primary service,Address,City,State,Main pincode,Emergency name,Reference name",
    ...phonesFrom(6_200_000_000, 1_200).map(
      (phone) =>
        `${center.phone},Ravi,${phone},SALARIED,${service.serviceName},"14, 3rd Cross",Bengaluru,Karnataka,560001,,`,
    ),
  ]);
  const requests = (name: string, from: number) =>
    sheet(name, [
      "Service provided for,Mobile number,Customer name,House number,Pincode,Time preference type,service_provided_client_id",
      ...phonesFrom(from, 4_000).map(
        (phone) => `${service.serviceName},${phone},Meera Nair,221,${pincode},IMMEDIATELY,C-${phone}`,
      ),
    ]);
  const pincode = aPincode();
  const ownerArgs = ["--as", admin.userName, "--client", client.id];
  const uploaded = requests("uploaded.csv", 6_300_000_000);
  const imported = requests("imported.csv", 6_400_000_000);
  bulks.push(
    {
      name: "import centers",
      all: 1_600,
      count: () => of(sql`centers`, 6_100_000_000),
      args: () => ["import", "centers", centers],
    },
    {
      name: "import technicians",
      all: 1_200,
      count: () => of(sql`technicians`, 6_200_000_000),
      args: () => ["import", "technicians", technicians],
    },
    {
      name: "tickets upload",
      all: 4_000,
      count: () => of(sql`tickets`, 6_300_000_000),
      args: () => ["tickets", "upload", uploaded, ...ownerArgs],
    },
    {
      name: "import requests",
      all: 4_000,
      count: () => of(sql`tickets`, 6_400_000_000),
      args: () => ["import", "requests", imported, ...ownerArgs],
    },
  );
});

const ways = [
  { way: "Ctrl-C", code: 130, signal: "SIGINT" },
  { way: "SIGTERM", code: 143, signal: "SIGTERM" },
  { way: "a reader who goes away", code: 141, signal: undefined },
] as const;

test.each([
  { name: "import centers", ...ways[0] },
  { name: "import centers", ...ways[2] },
  { name: "import technicians", ...ways[1] },
  { name: "tickets upload", ...ways[0] },
  { name: "import requests", ...ways[2] },
])(
  "$name is ended by $way: what was done is said, and the same command goes on",
  async ({ name, code, signal }) => {
    const { args, count, all } = bulks.find((each) => each.name === name)!;
    const before = await count();
    // Nobody is told of progress with --json, and then nobody is missed before the end.
    const { child, over, out } = await started({}, ...args(), "--yes", ...(signal ? ["--json"] : []));
    await expect.poll(count, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
    if (signal) child.kill(signal);
    else for (const stream of [child.stdout, child.stderr]) stream.destroy();
    expect(await over).toBe(code);
    const made = (await count()) - before;
    expect(made).toBeGreaterThan(0);
    expect(before + made).toBeLessThan(all);
    if (signal) {
      const { stopped } = JSON.parse(await out);
      expect(stopped.new ?? stopped.accepted).toBe(made);
    }
    expect(await rows(sql`select state from uploads where state not in ('done', 'cancelled')`)).toEqual([]);
  },
  120_000,
);

test("the same commands again go on to exactly all rows", async () => {
  for (const { name, args, count, all } of bulks) {
    const before = await count();
    const again = await cli(...args(), "--yes", "--json");
    expect([name, again.code]).toEqual([name, 0]);
    const { done } = JSON.parse(again.out);
    expect([name, await count(), done.new ?? done.accepted]).toEqual([name, all, all - before]);
  }
}, 240_000);

test("an import that writes what became of each row leaves no half file when it is stopped", async () => {
  const lines = phonesFrom(6_500_000_000, 1_200);
  const { serviceName } = await aService();
  const file = sheet("more.csv", [
    "Center name,Phone,Primary service,Secondary services,State,Pincode,QR id",
    ...lines.map((phone) => `Center ${phone},${phone},${serviceName},,Kerala,682001,`),
  ]);
  const result = path.join(files, "result.xlsx");
  const { child, over, out } = await started({}, "import", "centers", file, "--yes", "--result", result);
  const made = () => counted(sql`select count(*)::int as n from centers where phone = any(${lines})`);
  await expect.poll(made, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  child.kill("SIGINT");
  expect(await over).toBe(130);
  expect(await out).toBe(
    `Stopped: ${await made()} centers added, 0 there already, 0 left out; the same command again goes on with the others\n`,
  );
  expect(readdirSync(files).filter((name) => name.startsWith("result"))).toEqual([]);
}, 120_000);
