import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { hold, release } from "#modules/kernel/outside/hold.server.ts";
import { appUrl, asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { cliWith } from "../../testing/command.ts";
import { webhooks } from "./money.ts";
import { backups } from "./records.ts";
import { worker } from "./work.ts";

openDatabase();

/* What `doctor` finds in a database, as in an installation: nothing here is a sandbox's. */

const client = new pg.Client({ connectionString: appUrl });
beforeAll(() => client.connect());
beforeEach(() => configure({ sandbox: false }));
afterAll(async () => {
  configure({ sandbox: true });
  await client.end();
  rmSync(folder, { recursive: true, force: true });
});
const ask = <T>(question: () => Promise<T>) => question();

const hoursAgo = (hours: number) => new Date(now().getTime() - hours * hour);

test("the newest whole backup is not older than a day and a half; a new installation may have none yet", async () => {
  await asOwner("update mikro_orm_migrations set executed_at = now()");
  expect(await backups(client, ask)).toMatchObject({ ok: true, look: true, found: "none was ever made" });
  await asOwner("update mikro_orm_migrations set executed_at = now() - interval '40 hours'");
  expect(await backups(client, ask)).toMatchObject({ ok: false, found: "none was ever made" });

  const made = (at: Date, missing: number) =>
    transaction(() =>
      record(system("test"), {
        ...installation,
        event: "installation.backedUp",
        data: { to: "/var/backups/gharseva/x.tar", at, missing },
      }),
    );
  await made(hoursAgo(38), 0);
  await made(hoursAgo(1), 2);
  expect(await backups(client, ask)).toMatchObject({
    ok: false,
    found: expect.stringMatching(/^the newest is 38 hours/),
  });
  await made(hoursAgo(3), 0);
  expect(await backups(client, ask)).toMatchObject({
    ok: true,
    look: false,
    found: "the newest is 3 hours old, written to /var/backups/gharseva/x.tar",
  });
});

test("a worker is known by what the clock started; a held copy has none that works", async () => {
  const ran = (ago: string) =>
    asOwner(
      `insert into schedule_runs (name, due_at, started_at) values ('wallet.reconcileOrders', now(), now() - interval '${ago}')
       on conflict (name) do update set started_at = excluded.started_at, seen_at = null`,
    );
  await asOwner("delete from schedule_runs");
  expect(await worker(client)).toMatchObject({ ok: false, found: "none ever worked here" });
  await ran("7 minutes");
  expect(await worker(client)).toMatchObject({ ok: false, found: expect.stringMatching(/worked 4[12]\d seconds ago/) });
  await ran("20 seconds");
  expect(await worker(client)).toMatchObject({ ok: true, look: false });
  await ran("2 days");
  configure({ sandbox: true });
  expect(await worker(client)).toMatchObject({ ok: true, look: true });
  configure({ sandbox: false });
  await hold();
  expect(await worker(client)).toMatchObject({ ok: true, found: "waits until this copy is released" });
  await release();
});

test("payments that came without a webhook are noticed: when none ever came, and when none comes any more", async () => {
  const order = randomUUID();
  await asOwner(
    `insert into orders (id, purpose, amount_paise, receipt, status, price_snapshot, created_at, updated_at)
     values ('${order}', 'recharge', 9900, '${order}', 'closed', '{}', now(), now())`,
  );
  const paid = (source: string, ago: string) =>
    asOwner(
      `insert into payments (id, order_id, provider_payment_id, status, amount_paise, source, captured_at, created_at, updated_at)
       values (gen_random_uuid(), '${order}', gen_random_uuid(), 'captured', 9900, '${source}', now() - interval '${ago}', now(), now())`,
    );
  const webhookFinding = async () => {
    const { ok, found: detail } = await webhooks(client, ask);
    return [ok, detail];
  };
  await paid("reconciler", "2 days");
  await paid("callback", "2 days");
  expect(await webhookFinding()).toEqual([true, "nothing says that the provider's do not come"]);
  await paid("reconciler", "1 minute");
  expect(await webhookFinding()).toEqual([true, expect.anything()]);
  await paid("reconciler", "1 day");
  expect(await webhookFinding()).toEqual([false, "none ever came, though 3 payments did"]);
  await asOwner(
    "insert into webhook_events (event_id, kind, received_at) values ('e', 'order.paid', now() - interval '12 hours')",
  );
  expect(await webhookFinding()).toEqual([true, expect.anything()]);
  for (const source of ["callback", "reconciler", "callback", "webhook"]) await paid(source, "3 hours");
  expect(await webhookFinding()).toEqual([false, expect.stringMatching(/^none since \S+Z, though 3 payments did$/)]);
  configure({ sandbox: true });
  expect(await webhookFinding()).toEqual([true, expect.anything()]);
});

type Finding = { check: string; ok: boolean; found: string; advice?: string };
const findingsOf = async (variables: Record<string, string>) =>
  (JSON.parse((await cliWith(variables, "doctor", "--json")).out) as { findings: Finding[] }).findings;

test("a refused password is said as such, of either address", async () => {
  const wrong = (url: string) => Object.assign(new URL(url), { password: "another" }).href;
  const refused = { ok: false, found: expect.stringMatching(/^PostgreSQL refuses user or password of DATABASE_URL: /) };
  expect(await findingsOf({ DATABASE_URL: wrong(ownerUrl) })).toContainEqual(
    expect.objectContaining({ check: "database", ...refused }),
  );
  const owner = await findingsOf({ DATABASE_URL: appUrl, OWNER_DATABASE_URL: wrong(ownerUrl) });
  expect(owner).toContainEqual(
    expect.objectContaining({
      check: "owner",
      ok: false,
      found: expect.stringMatching(/^PostgreSQL refuses user or password of OWNER_DATABASE_URL: /),
    }),
  );
  expect(owner.find(({ check }) => check === "database")).toMatchObject({ ok: true });
});

test("doctor makes nothing: no folder, no secret", async () => {
  const absentFolder = path.join(folder, "away");
  const findings = await findingsOf({
    DATA_DIR: path.join(absentFolder, "data"),
    BLOB_DIR: path.join(absentFolder, "blobs"),
    APP_SECRET: "",
  });
  expect(findings.filter(({ check }) => /folder/.test(check))).toEqual([
    expect.objectContaining({ ok: true, found: expect.stringContaining("not there yet: web and worker make it") }),
    expect.objectContaining({ ok: true, found: expect.stringContaining("not there yet") }),
  ]);
  expect(existsSync(absentFolder)).toBe(false);
});
