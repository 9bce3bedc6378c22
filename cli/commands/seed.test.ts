import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { clientRequests, customerRequests } from "#modules/demo/demo-data.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `seed` as a process; `interruptAt` sends Ctrl-C as soon as stderr matches. */
async function seed(args: string[], interruptAt?: RegExp) {
  const child = spawn(process.execPath, ["cli/main.ts", "seed", ...args], {
    cwd: env.root,
    env: environmentWith({
      NODE_ENV: "development",
      SANDBOX: "1",
      DATABASE_URL: ownerUrl,
      APP_SECRET: env.appSecret,
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      NO_COLOR: "1",
    }),
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (output.out += chunk));
  let interrupted = false;
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
    if (interrupted || !interruptAt?.test(output.err)) return;
    interrupted = child.kill("SIGINT");
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...output };
}

const tickets = async () => (await asOwner<{ count: number }>("select count(*)::int as count from tickets"))[0]!.count;

test("--dry-run prints the plan and writes nothing", async () => {
  const { code, out } = await seed(["--size=5000", "--seed", "4", "--dry-run", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ plan: { tickets: 5000, seed: 4, centers: 12, technicians: 24 } });
  expect(await tickets()).toBe(0);
});

test("a seed is written once, its result is one JSON value, and a second try is a conflict", async () => {
  const first = await seed(["--size", "150", "--json"]);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(first.out)).toMatchObject({ tickets: 150, interrupted: false, ledgerFaults: [] });
  // The demo's client has requests of its own.
  expect(await tickets()).toBe(150 + clientRequests.length + customerRequests.length);
  const analyzed = await asOwner("select from pg_stats where tablename = 'tickets' and attname = 'status'");
  expect(analyzed).toHaveLength(1);
  const second = await seed(["--size", "150"]);
  expect(second.code).toBe(5);
  expect(second.err).toContain("Choose another --seed");
});

test("Ctrl-C stops with 130 and leaves everything whole", async () => {
  const before = await tickets();
  const { code, out } = await seed(["--size", "200000", "--seed", "2"], /requests, \d+ s left/);
  expect(code).toBe(130);
  expect(out).toContain("The ledger balances.");
  const written = (await tickets()) - before;
  expect(written % 5_000).toBe(0);
  expect(written).toBeLessThan(200_000);
  const again = await seed(["--size", "200000", "--seed", "2"]);
  expect([again.code, again.out]).toEqual([5, ""]);
  expect(again.err).toContain("--resume goes on with it");
}, 120_000);
