import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import "#modules/index.ts";
import { jobs } from "#modules/index.ts";
import { day, freezeClock, fromIst } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { forgetExports, preparedExports, preparedFile } from "#modules/kernel/lists/prepared-export.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { addReportSchedule, prepareDueReports, reportSchedules, stopReportSchedule } from "../index.ts";
import { mostSchedules } from "../shared.ts";
import { lastWhole } from "./schedules.ts";

openDatabase();

/* Tuesday. */
const today = "2026-11-24";
const at = (date: string) => freezeClock(`${date}T06:00:00+05:30`);
beforeEach(async () => {
  at(today);
  await rows(sql`delete from report_schedules`);
});

const scheduleInput = { list: "report", every: "daily", format: "csv", locale: "en" } as const;
const seeing = { permissions: ["view_dashboard_full_access"] } as const;

/** An admin with the report page, as an actor. */
const anOperator = async () => asAdmin(await anAdmin(seeing), seeing);

const files = async (actor: Parameters<typeof preparedExports>[0]) =>
  (await preparedExports(actor)).map(({ list, state, rows, filter, availableUntil }) => ({
    list,
    state,
    rows,
    filter,
    availableUntil: availableUntil,
  }));
const bounds = (from: string, to: string) => ({
  from: fromIst(from).toISOString(),
  to: new Date(fromIst(to).getTime() + day - 1).toISOString(),
});

test.each([
  ["daily", "2026-11-24", "2026-11-23"],
  ["weekly", "2026-11-24", "2026-11-22"],
  ["weekly", "2026-11-23", "2026-11-22"],
  ["weekly", "2026-11-22", "2026-11-15"],
  ["monthly", "2026-11-30", "2026-10-31"],
  ["monthly", "2026-03-01", "2026-02-28"],
] as const)("the last whole turn, %s as of %s, ends %s", (every, day, end) => {
  expect(lastWhole(every, day)).toBe(end);
});

test("a file is prepared once its day, week or month is over, and can be downloaded for a week by its admin alone", async () => {
  const operator = await anOperator();
  for (const every of ["daily", "weekly", "monthly"] as const)
    await addReportSchedule(operator, {
      ...scheduleInput,
      every,
      list: every === "monthly" ? "revenue_report" : "report",
    });
  await aTicket({ createdAt: fromIst(today, "09:00") });
  expect(await prepareDueReports()).toBe(0);

  at("2026-11-25");
  expect(await prepareDueReports()).toBe(1);
  await drain(jobs);
  expect(await files(operator)).toMatchObject([
    { list: "report", state: "ready", filter: bounds(today, today), availableUntil: new Date("2026-12-02T00:30:00Z") },
  ]);
  at("2026-11-30");
  expect(await prepareDueReports()).toBe(2);
  at("2026-12-01");
  expect(await prepareDueReports()).toBe(2);
  await drain(jobs);
  expect((await files(operator)).map(({ list, filter }) => [list, filter])).toEqual(
    expect.arrayContaining([
      ["report", bounds("2026-11-23", "2026-11-29")],
      ["report", bounds("2026-11-30", "2026-11-30")],
      ["revenue_report", bounds("2026-11-01", "2026-11-30")],
    ]),
  );

  const first = (await preparedExports(operator)).at(-1)!;
  expect(await preparedFile(operator, { id: first.id })).toMatchObject({ name: "report.csv" });
  await expect(preparedFile(await anOperator(), { id: first.id })).rejects.toMatchObject({ kind: "missing" });
  freezeClock("2026-12-02T06:01:00+05:30");
  await expect(preparedFile(operator, { id: first.id })).rejects.toMatchObject({ kind: "missing" });
  await forgetExports();
  expect((await preparedExports(operator)).map(({ id }) => id)).not.toContain(first.id);
});

test("days the clock missed are in the next file, and of two workers one asks for it", async () => {
  const operator = await anOperator();
  await addReportSchedule(operator, scheduleInput);
  at("2026-11-28");
  const prepared = await Promise.all([prepareDueReports(), prepareDueReports(), prepareDueReports()]);
  expect(prepared.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect(await prepareDueReports()).toBe(0);
  expect((await files(operator)).map(({ filter }) => filter)).toEqual([bounds(today, "2026-11-27")]);
  expect(await reportSchedules(operator)).toMatchObject([{ coveredTo: "2026-11-27" }]);
});

test("who lost the report page gets no file, and who has no account any more no schedule", async () => {
  const operator = await anOperator();
  const gone = await anOperator();
  for (const each of [operator, gone]) await addReportSchedule(each, scheduleInput);
  await rows(
    sql`update roles set permissions = '[]' where id = (select role_id from admins where id = ${operator.adminId})`,
  );
  await rows(sql`update admins set is_active = false where id = ${gone.adminId}`);
  at("2026-11-25");
  await prepareDueReports();
  await drain(jobs);
  expect(await files(operator)).toMatchObject([{ state: "refused", rows: null }]);
  expect(await files(gone)).toEqual([]);
  expect(await reportSchedules(gone)).toEqual([]);
  expect((await historyOf("admin", gone.adminId)).map(({ event }) => event)).toEqual([
    "report.scheduled",
    "report.unscheduled",
  ]);
});

test("a schedule is its admin's: ten at most, of a client that is there, and a client's admin has its own client's", async () => {
  const client = await aClient();
  const other = await aClient();
  const operator = await anOperator();
  const id = await addReportSchedule(operator, { ...scheduleInput, client: client.id });
  expect(await reportSchedules(operator)).toMatchObject([{ id, clientId: client.id }]);
  await expect(
    addReportSchedule(operator, { ...scheduleInput, client: "0193b1a2-0000-7000-8000-000000000000" }),
  ).rejects.toMatchObject({ kind: "missing" });
  await expect(stopReportSchedule(await anOperator(), { scheduleId: id })).rejects.toMatchObject({ kind: "missing" });
  const tries = await Promise.allSettled(
    Array.from({ length: mostSchedules + 2 }, () => addReportSchedule(operator, scheduleInput)),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(mostSchedules - 1);
  await stopReportSchedule(operator, { scheduleId: id });
  expect(await reportSchedules(operator)).toHaveLength(mostSchedules - 1);

  const admin = await anAdmin({ adminRole: "CLIENT", clientId: client.id });
  const ofClient = asAdmin(admin, { ...seeing, clientId: client.id });
  await addReportSchedule(ofClient, { ...scheduleInput, client: other.id });
  expect(await reportSchedules(ofClient)).toMatchObject([{ clientId: null }]);
  const blind = asAdmin(await anAdmin(), { permissions: ["view_ticket.full_access"] });
  await expect(addReportSchedule(blind, scheduleInput)).rejects.toMatchObject({ kind: "denied" });
});
