import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { asOwner, folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin } from "#modules/testing/factories.ts";
import "#modules/index.ts";
import { renderInvoice } from "#modules/tickets/index.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const jobs = (...args: string[]) => cli("jobs", ...args);

test("jobs are listed without what they are about; one that failed runs again, said twice, for a SUPER_ADMIN or the house", async () => {
  const invoiceId = randomUUID();
  for (let each = 0; each < 2; each++) await transaction(() => later(renderInvoice, { invoiceId }));
  const [failed, waiting] = await asOwner<{ id: string }>(
    sql`select id from pgboss.job where name = ${renderInvoice.name} order by created_on, id`,
  );
  await asOwner(
    sql`update pgboss.job set state = 'failed', output = '{"message":"no font"}', completed_on = now() where id = ${failed!.id}`,
  );
  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_admin_bar"] });

  const listed = await jobs("--json", "--queue", renderInvoice.name);
  expect(JSON.parse(listed.out)).toHaveLength(2);
  expect(listed.out).not.toContain(invoiceId);
  const own = "__pgboss__send-it";
  await asOwner(
    `insert into pgboss.queue select (jsonb_populate_record(q, '{"name": "${own}"}')).*
       from pgboss.queue q where name = '${renderInvoice.name}' on conflict do nothing`,
  );
  await asOwner(sql`insert into pgboss.job
     select (jsonb_populate_record(j, jsonb_build_object('name', ${own}::text, 'id', gen_random_uuid()))).*
       from pgboss.job j where id = ${waiting!.id}`);
  expect((await jobs("--json")).out).not.toContain(own);
  expect(JSON.parse((await jobs("--json", "--queue", own)).out)).toHaveLength(1);
  const lost = await jobs("list", "--state", "failed", "--as", chief.userName);
  expect([lost.out.includes(failed!.id), lost.out.includes(waiting!.id), lost.out.includes("no font")]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await jobs("--as", clerk.userName)).code).toBe(4);
  expect((await jobs("--state", "lost")).code).toBe(2);
  expect((await jobs("--take", "0")).code).toBe(2);

  const stateOf = async (id: string) =>
    (await asOwner<{ state: string }>(sql`select state::text from pgboss.job where id = ${id}`))[0]?.state;
  expect((await jobs("retry")).code).toBe(2);
  expect((await jobs("retry", "7", "--yes")).code).toBe(2);
  expect((await jobs("retry", randomUUID(), "--yes")).code).toBe(3);
  expect((await jobs("retry", waiting!.id, "--yes")).code).toBe(5);
  expect((await jobs("retry", failed!.id)).code).toBe(2);
  expect((await jobs("retry", failed!.id, "--dry-run")).out).toContain(`would be: queued again: ${renderInvoice.name}`);
  expect((await jobs("retry", failed!.id, "--as", clerk.userName, "--yes")).code).toBe(4);
  expect(await stateOf(failed!.id)).toBe("failed");
  const done = await jobs("retry", "--queue", renderInvoice.name, "--as", chief.userName, "--yes", "--json");
  expect(JSON.parse(done.out)).toMatchObject({ done: [{ id: failed!.id, state: "retry" }] });
  expect(await stateOf(failed!.id)).toBe("retry");
  expect((await historyOf("job", failed!.id)).map(({ event }) => event)).toEqual(["job.askedAgain"]);
  expect((await historyOf("admin", chief.id)).map(({ data }) => data.command)).toEqual(["jobs retry"]);
  expect((await jobs("retry", "--queue", renderInvoice.name, "--yes")).out).toContain("Nothing failed");
}, 180_000);

test("schedules are listed with their next run; one is run now, said twice, for a SUPER_ADMIN or the house", async () => {
  const chief = await anAdmin();
  const clerk = await anAdmin({ permissions: ["view_admin_bar"] });
  const listed = await jobs("schedules", "--json");
  expect(JSON.parse(listed.out)).toContainEqual(
    expect.objectContaining({ name: "reports.check", state: null, waiting: false, nextAt: expect.any(String) }),
  );
  expect((await jobs("schedules", "--as", clerk.userName)).code).toBe(4);
  expect((await jobs("run", "reports.check")).code).toBe(2);
  expect((await jobs("run", "reports.nothing", "--yes")).code).toBe(3);
  expect((await jobs("run", "reports.check", "--as", clerk.userName, "--yes")).code).toBe(4);
  const done = await jobs("run", "reports.check", "--as", chief.userName, "--yes", "--json");
  expect(JSON.parse(done.out)).toMatchObject({ done: { name: "reports.check", waiting: true } });
  expect((await jobs("run", "reports.check", "--yes")).code).toBe(5);
  expect((await historyOf("admin", chief.id)).map(({ data }) => data.command)).toEqual(["jobs run"]);
}, 180_000);
