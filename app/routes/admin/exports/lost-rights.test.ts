import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createAdmin, openSession, saveRole, setAdminActive, setAdminRole } from "#modules/access/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { prepareExport, writeExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { blobsOf } from "#modules/testing/blobs.ts";
import { anAddress, anAdmin, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { clientRequestsList } from "#modules/tickets/index.ts";
import { loader as file } from "./file.ts";
import { loader as page } from "./route.tsx";

openDatabase();

/* Between asking for a file and its writing an admin may lose what it was asked with. */

const cli = system("cli");
let made = 0;

// Without one nobody's role could be changed.
beforeAll(() => anAdmin());

async function anOperator() {
  made += 1;
  const roleName = `Exporters ${made}`;
  const { id: roleId } = await saveRole(cli, { roleName, permissions: ["view_ticket.full_access"] });
  const { id } = await createAdmin(cli, {
    userName: `exporter${made}`,
    password: "Right@2026",
    name: "Asha Rao",
    adminRole: "ROLE",
    roleId,
  });
  return { id, roleName };
}
type Operator = Awaited<ReturnType<typeof anOperator>>;

const requestExport = ({ id }: Operator) =>
  transaction(() =>
    prepareExport(clientRequestsList, {
      actor: asAdmin({ id }, { permissions: ["view_ticket.full_access"] }),
      filter: {},
      format: "csv",
      locale: "en",
    }),
  );

/** The page of prepared files and one of them, as the admin finds them after signing in again. */
async function exportPage({ id }: Operator, exportId: string) {
  const { token } = await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() });
  const args = (path: string) =>
    ({
      request: new Request(`http://localhost${path}`, { headers: { cookie: `admin_session=${token}` } }),
      params: { id: exportId },
      context: { requestId: "request-1", address: "10.0.0.1" },
    }) as never;
  const { data } = (await page(args("/admin-exports"))) as unknown as { data: { table: { rows: Listed[] } } };
  const { status } = (await file(args(`/admin-exports/files/${exportId}`))) as Response;
  return { files: data.table.rows.map(({ state, cells }) => [state, cells.state]), status };
}

type Listed = { state: string; cells: Record<string, unknown> };

const storedExport = (exportId: string) =>
  row<{ refused: boolean; made: boolean }>(
    sql`select refused_at is not null as refused, blob_id is not null as made from exports where id = ${exportId}`,
  );

test.each<[string, (admin: Operator) => Promise<unknown>, ((admin: Operator) => Promise<unknown>)?]>([
  [
    "the role's permission is taken away",
    ({ roleName }) => saveRole(cli, { roleName, permissions: ["view_closed_ticket"] }),
  ],
  [
    "the admin is given another role",
    async ({ id }) => {
      const { id: roleId } = await saveRole(cli, { roleName: `Others ${made}`, permissions: ["view_admin_bar"] });
      await setAdminRole(cli, { adminId: id, roleId });
    },
  ],
  [
    "the account is switched off",
    ({ id }) => setAdminActive(cli, { adminId: id, isActive: false }),
    ({ id }) => setAdminActive(cli, { adminId: id, isActive: true }),
  ],
])("before the file is made %s: it is refused, and the page says so", async (_how, lose, comeBack) => {
  await aTicket();
  const admin = await anOperator();
  const exportId = await requestExport(admin);
  await lose(admin);
  await runJob(writeExport, { exportId });
  await runJob(writeExport, { exportId });
  expect(await storedExport(exportId)).toEqual({ refused: true, made: false });
  expect(await blobsOf("admin", admin.id)).toEqual([]);
  const events = (await historyOf("admin", admin.id)).map(({ event }) => event);
  expect(events).not.toContain("list.exported");
  await comeBack?.(admin);
  expect(await exportPage(admin, exportId)).toEqual({ files: [["refused", "Refused"]], status: 404 });
});

test("an admin who keeps the right gets the file, as long as no right changes; one who gets it back asks anew and gets another", async () => {
  await aTicket();
  const admin = await anOperator();
  const first = await requestExport(admin);
  await saveRole(cli, { roleName: admin.roleName, permissions: [] });
  await runJob(writeExport, { exportId: first });
  await saveRole(cli, { roleName: admin.roleName, permissions: ["view_ticket.full_access"] });
  const second = await requestExport(admin);
  expect(second).not.toBe(first);
  await runJob(writeExport, { exportId: second });
  expect(await storedExport(second)).toEqual({ refused: false, made: true });
  const files = [
    ["ready", "Ready"],
    ["refused", "Refused"],
  ];
  expect(await exportPage(admin, second)).toEqual({ files, status: 200 });
  const [refused] = files.slice(1);
  await saveRole(cli, { roleName: admin.roleName, permissions: ["view_ticket.full_access", "view_admin_bar"] });
  expect(await exportPage(admin, second)).toEqual({ files: [refused, refused], status: 404 });
  expect(await storedExport(second)).toEqual({ refused: true, made: false });
});
