import { mkdirSync, rmSync } from "node:fs";
import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { hold, release } from "#modules/kernel/outside/hold.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { asOwner, folder, openDatabase } from "#modules/testing/database.ts";
import { renderInvoice } from "#modules/tickets/index.ts";
import { openWorkerPort } from "./worker-port.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aPort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

test("the worker's port tells its health, how long its queues are and whether it is held, and nothing else", async () => {
  await transaction(() => later(renderInvoice, { invoiceId: "00000000-0000-7000-8000-000000000001" }));
  await transaction(() => later(renderInvoice, { invoiceId: "00000000-0000-7000-8000-000000000002" }));
  await asOwner("update pgboss.job set start_after = now() - interval '90 seconds'");
  const port = await aPort();
  const close = openWorkerPort(port);
  const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
  try {
    const health = await get("/healthz");
    expect([health.status, await health.json()]).toEqual([
      200,
      {
        ok: true,
        checks: { database: true },
        held: false,
        queue: { waiting: 2, active: 0, failed: 0, oldestDueSeconds: expect.closeTo(90, -1) },
      },
    ]);
    await hold();
    const metrics = await (await get("/metrics")).text();
    expect(metrics).toContain(`queue_jobs{queue="${renderInvoice.name}",state="created"} 2`);
    expect(metrics).toMatch(/^queue_oldest_due_seconds (89|9\d)/m);
    expect(metrics).toMatch(/^worker_held 1$/m);
    expect(metrics).toMatch(/^backup_age_seconds \+Inf$/m);
    const data = { at: new Date(Date.now() - 7_200_000), missing: 0 };
    await transaction(() => record(system("test"), { ...installation, event: "installation.backedUp", data }));
    await release();
    const afterwards = await (await get("/metrics")).text();
    expect(afterwards).toMatch(/^worker_held 0$/m);
    expect(afterwards).toMatch(/^backup_age_seconds 72\d\d(\.\d+)?$/m);
    expect([(await get("/")).status, (await get("/healthz", "POST")).status]).toEqual([404, 404]);

    await asOwner("alter table pgboss.job rename to away");
    const ill = await get("/healthz");
    expect([ill.status, await ill.json()]).toEqual([503, { ok: false, checks: { database: false } }]);
  } finally {
    await asOwner("alter table if exists pgboss.away rename to job");
    close();
  }
});
