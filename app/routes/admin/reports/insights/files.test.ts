import { parse } from "csv-parse/sync";
import excel from "exceljs";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { fromIst } from "#modules/kernel/clock.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import "#modules/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aService, aTicket } from "#modules/testing/factories.ts";
import { loader as file } from "./file.ts";
import * as report from "./route.tsx";
import { action, loader } from "./route.tsx";

openDatabase();

/* The report files and those that the clock prepares, as the report page offers them. */

const seeing = ["view_dashboard_full_access"] as const;
const fetched = (cookie: string, query: string) => file(doorArgs(`/report-page/file?${query}`, cookie) as never);

/** The rows of a CSV file by its headings. */
async function csvOf(answer: Response): Promise<Record<string, string>[]> {
  return parse(await answer.text(), { bom: true, columns: true });
}

test("R317 the report has a row for each request of its days, client and service, with all columns a SUPER_ADMIN may see", async () => {
  const client = await aClient({ clientName: "Voltas" });
  const service = await aService();
  const wanted = {
    clientId: client.id,
    serviceId: service.id,
    createdAt: fromIst("2026-10-05", "23:30"),
    phone: "9876543210",
    name: '=HYPERLINK("http://evil.example")',
    requirement: "Cools badly",
    closingPricePaise: fromRupees(450),
  };
  const one = await aTicket(wanted);
  await aTicket({ ...wanted, createdAt: fromIst("2026-10-06") });
  await aTicket({ ...wanted, serviceId: (await aService()).id });
  await aTicket({ ...wanted, clientId: null });
  const answer = await fetched(
    await aDesk(),
    `list=report&format=csv&from=2026-10-01&to=2026-10-05&client=${client.id}&service=${service.id}`,
  );
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="report.csv"');
  const lines = await csvOf(answer);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    "Request id": one.ticketId,
    "Created on": "2026-10-05 23:30",
    "Request status": "PENDING",
    Name: `'=HYPERLINK("http://evil.example")`,
    Phone: "9876543210",
    Client: "Voltas",
    "Specific requirements": "Cools badly",
    "Closing price": "450.00",
    Service: service.serviceName,
  });
  expect(Object.keys(lines[0]!).length).toBeGreaterThan(45);
});

test("other admins find no phone in it, and a client's admin its own requests without the money of the house", async () => {
  const client = await aClient();
  const other = await aClient();
  const written = { phone: "9876543211", requirement: "Call 9876543211 or a@b.in", clientDuePaise: toPaise(700) };
  const own = await aTicket({ ...written, clientId: client.id, createdAt: fromIst("2026-09-01") });
  await aTicket({ ...written, clientId: other.id, createdAt: fromIst("2026-09-02") });
  const days = "from=2026-09-01&to=2026-09-30";
  const office = await (await fetched(await aDesk(seeing), `list=report&format=csv&${days}`)).text();
  expect(office.trimEnd().split("\r\n")).toHaveLength(3);
  expect(office).not.toMatch(/9876543211|a@b\.in|"?Phone"?,/);

  const desk = await aDesk(seeing, client.id);
  for (const [list, hidden] of [
    ["report", ["Operator's share", "Team's remarks", "Phone"]],
    ["revenue_report", ["Operator's share", "Earned", "Held", "Refunded", "Centers", "Customers", "Total"]],
  ] as const) {
    const lines = await csvOf(await fetched(desk, `list=${list}&format=csv&${days}&client=${other.id}`));
    expect(lines, list).toEqual([]);
    const rows = await csvOf(await fetched(desk, `list=${list}&format=csv&${days}`));
    expect(rows, list).toMatchObject([{ "Request id": own.ticketId, "Owed by clients": "7.00" }]);
    for (const name of hidden) expect(rows[0]).not.toHaveProperty([name]);
  }
  expect((await fetched(await aDesk(["view_ticket.full_access"]), "list=report")).status).toBe(403);
  expect((await fetched(await aDesk(), "list=requests")).status).toBe(404);
});

test("R317 the revenue report as a workbook, with its amounts in rupees", async () => {
  const one = await aTicket({ createdAt: fromIst("2026-08-03"), closingPricePaise: fromRupees(1_234.5) });
  const answer = await fetched(await aDesk(), "list=revenue_report&from=2026-08-01&to=2026-08-31");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="revenue_report.xlsx"');
  const book = new excel.Workbook();
  await book.xlsx.load((await answer.arrayBuffer()) as never);
  const sheet = book.worksheets[0]!;
  const heads = (sheet.getRow(1).values as string[]).slice(1);
  expect(heads.slice(-6)).toEqual(["Earned", "Held", "Refunded", "Centers", "Customers", "Total"]);
  expect(sheet.rowCount).toBe(2);
  expect(sheet.getRow(2).getCell(1).value).toBe(one.ticketId);
  expect(sheet.getRow(2).getCell(heads.indexOf("Closing price") + 1).value).toBe(1_234.5);
});

test("a file that the clock prepares is asked for, shown and stopped on the page, by its admin alone", async () => {
  const desk = await aDesk(seeing);
  const another = await aDesk(seeing);
  type View = { schedules: { id: string; every: string; list: string }[] };
  const page = async (cookie: string) =>
    ((await loader(doorArgs("/report-page", cookie) as never)) as unknown as { data: View }).data;
  const send = (cookie: string, fields: Record<string, string>) =>
    action(doorArgs("/report-page", cookie, fields) as never).catch((refused: unknown) => refused) as Promise<{
      status?: number;
      init?: { status?: number };
    }>;
  const scheduleForm = { intent: "schedule", list: "revenue_report", every: "weekly", format: "xlsx", client: "" };
  expect(await send(desk, scheduleForm)).toMatchObject({ status: 303 });
  const { schedules } = await page(desk);
  expect(schedules).toMatchObject([{ list: "revenue_report", every: "weekly" }]);
  expect((await page(another)).schedules).toEqual([]);
  const stop = { intent: "unschedule", scheduleId: schedules[0]!.id };
  expect((await send(another, stop)).init?.status).toBe(404);
  expect(await send(desk, stop)).toMatchObject({ status: 303 });
  expect((await page(desk)).schedules).toEqual([]);
  expect((await send(desk, { ...scheduleForm, every: "hourly" })).init?.status).toBe(422);
});

test("R318 numbers that cannot be read are not shown as none: the page says so and offers another try", async () => {
  const cookie = await aDesk(seeing);
  const page = await drawn("/report-page", cookie, [report], { fails: new Error("no database at 10.0.0.7") });
  expect(page.status).toBe(500);
  expect(page.text).not.toContain("10.0.0.7");
  expect(page.html).not.toMatch(/<table|data-loading|aria-busy="true"/);
  expect(page.html).toContain('href="/report-page"');
});

test("what was earned stands first, the specified revenue with its definition after it; a client's admin sees neither", async () => {
  const { text } = await drawn("/report-page", await aDesk(), [report]);
  const places = [
    "What was earned",
    "Money moved on wallets, not what was earned",
    "Total Requests",
    "Requests by period",
  ];
  const at = places.map((words) => text.indexOf(words));
  expect(at.every((place) => place >= 0)).toBe(true);
  expect(at).toEqual(at.toSorted((one, other) => one - other));
  const { id } = await aClient();
  const clientPage = await drawn("/report-page", await aDesk(seeing, id), [report]);
  expect(clientPage.text).toContain("Requests by period");
  expect(clientPage.text).not.toContain("What was earned");
});

test("unserved demand stands on the page with its file, a page at a time, and says so where every request found a center", async () => {
  const cookie = await aDesk(seeing);
  expect((await drawn("/report-page", cookie, [report])).text).toContain("Every request of these days found a center.");
  const service = await aService({ serviceName: "GEYSER REPAIR" });
  for (let pincode = 700_001; pincode <= 700_011; pincode++)
    await aTicket({ serviceId: service.id, pincode: String(pincode), serviceAvailable: false });
  await aTicket({ serviceId: service.id, pincode: "700011", serviceAvailable: false });
  const { text, html } = await drawn("/report-page", cookie, [report]);
  expect(text).toMatch(/Unserved demand.*700011/s);
  const next = /href="([^"]*after=[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  expect((await drawn(next, cookie, [report])).text).not.toContain("700011");
  const file = /href="([^"]*list=unserved-demand[^"]*format=csv)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  const rows = await csvOf(await fetched(cookie, file.split("?")[1]!));
  expect(rows).toHaveLength(11);
  expect(rows[0]).toMatchObject({ Pincode: "700011", Requests: "2" });
});
