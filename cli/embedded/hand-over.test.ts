import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "#app/testing/server/serve.ts";
import { appUrlFrom } from "#modules/kernel/db/roles.server.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { withoutOwner } from "./hand-over.ts";

openDatabase();

fs.mkdirSync(folder, { recursive: true });
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ownersPassword = decodeURIComponent(new URL(ownerUrl).password);
const echo = path.join(env.root, "app", "testing", "server", "as-echo.ts");

/** The ways a process can be given the owner's address. */
const addressCases: { name: string; variables: Record<string, string> }[] = [
  { name: "as the only address", variables: { DATABASE_URL: ownerUrl } },
  { name: "beside the application's", variables: { DATABASE_URL: appUrl, OWNER_DATABASE_URL: ownerUrl } },
  {
    name: "everywhere at once",
    variables: {
      DATABASE_URL: ownerUrl,
      OWNER_DATABASE_URL: ownerUrl,
      TEST_DATABASE_URL: ownerUrl,
      POSTGRES_PASSWORD: ownersPassword,
      PGPASSWORD: ownersPassword,
    },
  },
];

/** Web and worker handle it the same way: two cases are enough for the worker, which starts more slowly. */
const workerCases = addressCases.filter(({ name }) => name !== "beside the application's");

/** Starts a long-running command and returns its process once it prints that it is ready. */
async function started(part: "serve" | "worker", variables: Record<string, string>, ready: RegExp) {
  const child = spawn(process.execPath, ["--import", echo, "cli/main.ts", part], {
    cwd: env.root,
    env: environmentWith({
      NODE_ENV: "development",
      LOG_LEVEL: "info",
      DATA_DIR: folder,
      APP_SECRET: env.appSecret,
      PORT: String(await freePort()),
      SANDBOX: "1",
      ...variables,
    }),
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        if (ready.test(output)) resolve();
      });
    child.once("close", (code) => reject(new Error(`${part} ended with ${code}: ${output}`)));
  });
  return child.pid!;
}

/** A process and all its descendants. */
function family(pid: number): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

const secretsOf = (pid: number) =>
  [`/proc/${pid}/environ`, `/proc/${pid}/cmdline`].map((file) => fs.readFileSync(file, "utf8")).join("\0");

test.each(workerCases)("a worker that comes with the owner's address $name leaves it behind", async ({ variables }) => {
  const pid = await started("worker", variables, /worker ready/);
  for (const each of family(pid)) expect(secretsOf(each)).not.toContain(ownersPassword);
  expect(secretsOf(pid)).toContain(`DATABASE_URL=${appUrlFrom(ownerUrl)}`);
});

test.each(addressCases)(
  "a web process that comes with the owner's address $name leaves it behind",
  async ({ variables }) => {
    const pid = await started("serve", { ...variables, NODE_ENV: "production", PUBLIC_URL: "" }, /listening/);
    for (const each of family(pid)) expect(secretsOf(each)).not.toContain(ownersPassword);
    expect(secretsOf(pid)).toContain("app/server.ts");
  },
  60_000,
);

test("a worker that is stopped while it still prepares the database with the owner's address ends", async () => {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("begin; lock table mikro_orm_migrations in access exclusive mode");
    const child = spawn(process.execPath, ["cli/main.ts", "worker"], {
      cwd: env.root,
      env: environmentWith({
        NODE_ENV: "development",
        DATA_DIR: folder,
        APP_SECRET: env.appSecret,
        SANDBOX: "1",
        DATABASE_URL: ownerUrl,
      }),
      stdio: "ignore",
    });
    const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
    onTestFinished(() => void child.kill("SIGKILL"));
    const waiting = "select 1 from pg_locks where not granted and relation = 'mikro_orm_migrations'::regclass";
    await vi.waitUntil(async () => (await owner.query(waiting)).rows.length > 0, { timeout: 60_000 });
    child.kill("SIGTERM");
    await owner.query("rollback");
    expect(await gone).toBe(0);
  } finally {
    await owner.end();
  }
}, 90_000);

test("a .env beside it does not bring the owner's address back", () => {
  const place = path.join(folder, "with-env");
  fs.mkdirSync(place, { recursive: true });
  const lines = Object.entries(addressCases.at(-1)!.variables).map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync(path.join(place, ".env"), lines.join("\n"));
  const script = `import { env, environmentWith } from ${JSON.stringify(path.join(env.root, "modules/kernel/env.server.ts"))};
    console.log(JSON.stringify([env, environmentWith({})]));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...environmentWith({ NODE_ENV: "development", PROJECT_ROOT: place, ...withoutOwner(appUrl) }) },
    encoding: "utf8",
  });
  expect(stdout).toContain(appUrl);
  expect(stdout).not.toContain(ownersPassword);
});

test("doctor tells when somebody is connected who may change the schema, and fails when it is the application", async () => {
  const rights = (variables: Record<string, string>) => {
    const { stdout } = spawnSync(process.execPath, ["cli/main.ts", "doctor", "--json"], {
      cwd: env.root,
      env: environmentWith({ NODE_ENV: "development", DATA_DIR: folder, APP_SECRET: env.appSecret, ...variables }),
      encoding: "utf8",
    });
    type Finding = { check: string; ok: boolean; look?: boolean; found: string };
    return (JSON.parse(stdout) as { findings: Finding[] }).findings.find(({ check }) => check === "rights");
  };
  expect(rights({ DATABASE_URL: appUrl })).toMatchObject({ ok: true, found: expect.stringMatching(/^nobody/) });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const role = decodeURIComponent(new URL(ownerUrl).username);
    const finding = `connected now as ${role}, who may change the schema`;
    expect(rights({ DATABASE_URL: appUrl })).toMatchObject({ ok: true, look: true, found: finding });
    // Both addresses are the owner's by mistake: the process would run with the owner's rights.
    const both = { DATABASE_URL: ownerUrl, OWNER_DATABASE_URL: `${ownerUrl}?x=1` };
    expect(rights(both)).toMatchObject({ ok: false, found: `${role} may change the schema` });
  } finally {
    await owner.end();
  }
}, 60_000);
