import excel from "exceljs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { readToast } from "#app/http/request/toast.server.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import { jobs } from "#modules/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { counted } from "#modules/kernel/figure.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aPincode, aService } from "#modules/testing/factories.ts";
import { columnNames } from "#modules/tickets/shared.ts";
import { loader as list } from "./all/route.tsx";
import { loader as template } from "./format/file.ts";
import * as format from "./format/route.tsx";
import * as newUpload from "./new/route.tsx";
import { loader as result } from "./view/result.ts";
import * as view from "./view/route.tsx";

openDatabase();
const { action, loader } = view;
const { action: begin } = newUpload;

async function aDesk(more: Partial<Parameters<typeof anAdmin>[0]> = {}) {
  const { id } = await anAdmin({ permissions: ["add_ticket"], ...more });
  const { token } = await openSession({
    kind: "admin",
    subjectId: id,
    via: "cookie",
    address: anAddress(),
    provedAt: now(),
  });
  return `admin_session=${token}`;
}

function args(path: string, cookie: string, body?: FormData) {
  const request = new Request(`http://localhost${path}`, {
    headers: { cookie },
    ...(body && { method: "POST", body }),
  });
  const id = path.split(/[/?]/)[2];
  return { request, params: { id }, context: { requestId: "request-1", address: "10.0.0.1" } } as never;
}
const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
type Refused = { data: { problem?: string; errors?: Record<string, string>; values: Record<string, string> } };
const csv = (lines: string[]) => new File([lines.join("\n")], "requests.csv", { type: "text/csv" });
const shown = async (path: string, cookie: string) =>
  ((await loader(args(path, cookie))) as unknown as { data: Awaited<ReturnType<typeof loader>> }).data;
const send = (path: string, cookie: string, fields: Record<string, string>) =>
  action(args(path, cookie, formOf(fields))) as Promise<Response & Refused>;

const heading = "Service provided for,Telefon,Customer name,House number,Pincode,Time preference type";

/** An upload with one good row and one whose pincode is wrong, whose phone column has a name of its own. */
async function anUpload(cookie: string) {
  const client = await aClient();
  const service = await aService();
  const row = (name: string, pincode: string) => `${service.serviceName},9876543210,${name},12,${pincode},IMMEDIATELY`;
  const file = csv([heading, row("Meera Nair", aPincode()), row("Sita Devi", "12")]);
  const fields = { intent: "beginForClient", once: "once-1", clientId: client.id, file };
  const answer = (await begin(args("/uploads/new", cookie, formOf(fields)))) as Response;
  await drain(jobs);
  const [path, query] = answer.headers.get("location")!.split("?");
  expect(query).toBe("act=errors");
  return { path: path!, client };
}

test("an upload is mapped, mended in place, created once, found in the list, and undone", async () => {
  const cookie = await aDesk();
  const { path, client } = await anUpload(cookie);
  expect((await shown(path, cookie)).upload).toMatchObject({ state: "unmapped", mapping: { Pincode: 4 } });
  const mapping = { c2: "0", c6: "1", c7: "2", c8: "3", c12: "4", c15: "5" };
  await send(path, cookie, { intent: "map", ...mapping });
  await drain(jobs);
  const checked = await shown(path, cookie);
  expect(checked.upload.counts).toMatchObject({ ready: 1, wrong: 1 });
  // R307: the errors open as a dialog too, once they are known, and only while its address says so.
  expect(checked.errors).toEqual([]);
  const withErrors = await drawn(`${path}?act=errors`, cookie, [view], { params: { id: path.split("/")[2]! } });
  expect(withErrors.text).toContain("Rows with errors (1)");
  expect(withErrors.text).toMatch(/Row 3 Sita Devi Pincode: /);
  expect(checked.lines.map(({ row: place, problems }) => [place, problems[0]!.column])).toEqual([[3, "Pincode"]]);
  await send(path, cookie, { intent: "mend", place: "3", shown: "12", c12: aPincode() });
  expect((await shown(path, cookie)).upload.counts).toMatchObject({ ready: 2, wrong: 0 });
  for (const _again of [1, 2]) await send(path, cookie, { intent: "start", once: "once-2" });
  await drain(jobs);
  expect((await shown(path, cookie)).upload).toMatchObject({ state: "done", counts: { accepted: 2 } });
  const file = (await result(args(`${path}/result?format=csv`, cookie))) as Response;
  expect(await file.text()).toContain("Meera Nair");
  const { data } = (await list(args("/uploads", cookie))) as unknown as { data: { table: { rows: { id: string }[] } } };
  expect(data.table.rows.map(({ id }) => `/uploads/${id}`)).toEqual([path]);
  await send(path, cookie, { intent: "undo" });
  await drain(jobs);
  expect((await shown(path, cookie)).upload.state).toBe("undone");
  const left = await row(sql`select 1 from tickets where client_id = ${client.id} and deleted_at is null`);
  expect(left).toBeUndefined();
});

test("starting an upload that is over is not said to start it, and creates nothing", async () => {
  const cookie = await aDesk();
  const { path } = await anUpload(cookie);
  await send(path, cookie, { intent: "map", c2: "0", c6: "1", c7: "2", c8: "3", c12: "4", c15: "5" });
  await drain(jobs);
  const start = async () => {
    const answer = await send(path, cookie, { intent: "start" });
    const toast = answer.headers.getSetCookie().find((set) => set.startsWith("toast="))!;
    return readToast(new Request("http://localhost/", { headers: { cookie: toast.split(";")[0]! } }));
  };
  expect(await start()).toMatchObject({ key: "uploads.started", kind: "good" });
  await drain(jobs);
  const { upload } = await shown(path, cookie);
  expect(upload).toMatchObject({ state: "done", counts: { accepted: 1 } });
  expect(await start()).toMatchObject({ key: "uploads.otherState", kind: "warn" });
  await drain(jobs);
  expect((await shown(path, cookie)).upload.counts).toEqual(upload.counts);
});

test("a cell that is emptied in place is empty, and a row that is still wrong stays", async () => {
  const cookie = await aDesk();
  const { path } = await anUpload(cookie);
  await send(path, cookie, { intent: "map", c2: "0", c6: "1", c7: "2", c8: "3", c12: "4", c15: "5" });
  await drain(jobs);
  await send(path, cookie, { intent: "mend", place: "3", shown: "12", c12: "" });
  const { lines, upload } = await shown(path, cookie);
  expect([upload.counts.wrong, lines[0]!.cells[12]]).toEqual([1, ""]);
});

test("before anything is created the page says which rows the sheet hides and which cells are results of formulas", async () => {
  const cookie = await aDesk();
  const client = await aClient();
  const service = await aService();
  const book = new excel.Workbook();
  const sheet = book.addWorksheet("1");
  sheet.addRow(heading.replace("Telefon", "Mobile number").split(","));
  for (const name of [{ formula: "A1", result: "Meera Nair" }, "#N/A"])
    sheet.addRow([service.serviceName, 9876543210, name, 12, Number(aPincode()), "IMMEDIATELY"]);
  sheet.getRow(2).hidden = true;
  const file = new File([await book.xlsx.writeBuffer()], "requests.xlsx");
  const fields = { intent: "beginForClient", once: "once-1", clientId: client.id, file };
  const answer = (await begin(args("/uploads/new", cookie, formOf(fields)))) as Response;
  await drain(jobs);
  const path = answer.headers.get("location")!;
  for (const locale of ["en", "hi"] as const) {
    const page = await drawn(path, cookie, [view], { params: { id: path.split(/[/?]/)[2]! }, locale });
    for (const key of ["uploads.hiddenRows", "uploads.formulaCells", "sheet.errorCell"] as const)
      expect(page.text, locale).toContain(say(key, counted(1), locale));
  }
});

test("R306 without a client the form is refused in the specified words, and its file is kept", async () => {
  const cookie = await aDesk();
  const fields = { intent: "beginForClient", file: csv([heading]) };
  const { data } = (await begin(args("/uploads/new", cookie, formOf(fields)))) as unknown as Refused;
  expect(data.errors).toEqual({ clientId: "uploads.chooseClient" });
  const { fileId, fileName } = data.values;
  expect(fileName).toBe("requests.csv");
  const again = { intent: "beginForClient", fileId: fileId!, fileName: fileName!, clientId: (await aClient()).id };
  const answer = (await begin(args("/uploads/new", cookie, formOf(again)))) as Response;
  expect(answer.headers.get("location")).toMatch(/^\/uploads\//);
  const stolen = (await begin(args("/uploads/new", await aDesk(), formOf(again)))) as unknown as Refused;
  expect(stolen.data.errors).toEqual({ fileId: "uploads.noFile" });
});

test.each([
  ["a web page", "<html><table><tr><td>Mobile number</td></tr></table></html>", "sheet.webPage"],
  ["a workbook saved as XML", "<?xml version='1.0'?><Workbook><Worksheet/></Workbook>", "sheet.xmlBook"],
] as const)(
  "R476 %s named .xls, .xlsx or .csv is refused by the form and the call with what it is and what to do",
  async (_what, text, key) => {
    const admin = await anAdmin({ permissions: ["add_ticket"] });
    const session = { kind: "admin", subjectId: admin.id, address: anAddress(), provedAt: now() } as const;
    const cookie = `admin_session=${(await openSession({ ...session, via: "cookie" })).token}`;
    const { token } = await openSession({ ...session, via: "token" });
    const { id: clientId } = await aClient();
    for (const name of ["requests.xls", "requests.xlsx", "requests.csv"]) {
      const file = new File([text], name, { type: "application/vnd.ms-excel" });
      const fields = { intent: "beginForClient", once: "once-1", clientId, file };
      const refused = (await begin(args("/uploads/new", cookie, formOf(fields)))) as unknown as Refused;
      for (const locale of ["en", "hi"] as const) {
        const page = await drawn("/uploads/new", cookie, [newUpload], { answered: refused.data, locale });
        expect(page.text, `${name} ${locale}`).toContain(say(key, {}, locale));
      }
      const body = formOf({ clientId, ticketsCsvFile: file });
      const request = new Request("http://localhost/api/admin/upload-csv-for-ticket", {
        method: "POST",
        headers: { "access-token": token },
        body,
      });
      const answer = await serve({
        request,
        params: {},
        context: { requestId: "request-1", address: anAddress() },
      } as never);
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([422, say(key)]);
    }
  },
);

test("another admin's upload is not there, neither its page nor its acts nor its file", async () => {
  const cookie = await aDesk();
  const other = await aDesk();
  const { path } = await anUpload(cookie);
  await expect(loader(args(path, other))).rejects.toMatchObject({ init: { status: 404 } });
  expect((await send(path, other, { intent: "cancel" })).data.problem).toBe("uploads.missing");
  expect(((await result(args(`${path}/result`, other))) as Response).status).toBe(404);
  expect((await shown(path, cookie)).upload.state).toBe("unmapped");
});

test("R254 the template is downloaded as a workbook and as CSV with its columns", async () => {
  const cookie = await aDesk();
  const text = await ((await template(args("/download-format/file?format=csv", cookie))) as Response).text();
  expect(text.split("\r\n")[0]!.split(",")).toEqual(columnNames.map((name) => JSON.stringify(name)));
  const book = (await template(args("/download-format/file", cookie))) as Response;
  expect(book.headers.get("content-disposition")).toContain("upload-template.xlsx");
});

test("of the template and its page a client has the columns whose values are taken, and the mapping says which are not", async () => {
  const { id: clientId } = await aClient();
  const cookie = await aDesk({ adminRole: "CLIENT", clientId });
  const barred = ["CenterQr", "Ticket price", "Offer code", "Is paid ticket", "service_provided_due_amount"];
  const csvOf = (await template(args("/download-format/file?format=csv", cookie))) as Response;
  const names = (await csvOf.text())
    .split("\r\n")[0]!
    .replaceAll(/["\uFEFF]/g, "")
    .split(",");
  expect(names).toEqual(columnNames.filter((name) => !barred.includes(name)));
  const sheets = (await template(args("/download-format/file", cookie))) as Response;
  const book = new excel.Workbook();
  await book.xlsx.load(await sheets.arrayBuffer());
  const headings = (sheet: number) => (book.worksheets[sheet]!.getRow(1).values as string[]).slice(1);
  expect([headings(0), headings(1).filter((name) => barred.includes(name))]).toEqual([names, []]);
  const page = await drawn("/download-format", cookie, [format]);
  for (const name of names) expect(page.text).toContain(name);
  for (const name of barred) expect(page.text).not.toContain(name);

  const file = csv([`${heading},Ticket price`, "Any,9876543210,Meera Nair,12,411001,IMMEDIATELY,50"]);
  const fields = { intent: "begin", once: "once-1", file };
  const answer = (await begin(args("/uploads/new", cookie, formOf(fields)))) as Response;
  await drain(jobs);
  const path = answer.headers.get("location")!.split("?")[0]!;
  const mapping = await drawn(path, cookie, [view], { params: { id: path.split("/")[2]! } });
  expect(mapping.text.split("not taken: only the operators set it")).toHaveLength(barred.length + 1);
});
