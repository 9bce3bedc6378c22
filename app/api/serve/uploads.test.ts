import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { jobs } from "#modules/index.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPincode, aService } from "#modules/testing/factories.ts";
import { contract } from "../contract/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

const heading = "Service provided for,Mobile number,Customer name,House number,Pincode,Time preference type";
const path = "ticket/createBulkTickets";

async function aDesk({ ofClient = false } = {}) {
  const client = await aClient();
  const service = await aService();
  const clientRole = ofClient ? ({ adminRole: "CLIENT", clientId: client.id } as const) : {};
  const { id } = await anAdmin({ permissions: ["add_ticket"], ...clientRole });
  const token = await adminToken(id);
  const line = (name: string, pincode: string = aPincode()) =>
    `${service.serviceName},9876543210,${name},12,${pincode},IMMEDIATELY`;
  return { client, token, line };
}
type Desk = Awaited<ReturnType<typeof aDesk>>;

const args = (request: Request) => ({ request, params: {}, context: { requestId: "r", address: "10.0.0.1" } }) as never;
type Answer = { status: number; message: string; code?: string; data: Record<string, unknown> };

async function send({ token }: Desk, query: string, text: string | undefined, key?: string): Promise<Answer> {
  const form = new FormData();
  if (text !== undefined) form.set("ticketsCsvFile", new File([text], "requests.csv", { type: "text/csv" }));
  const headers = { "access-token": token, ...(key && { "idempotency-key": key }) };
  const request = new Request(`http://localhost/api/${path}?${query}`, { method: "POST", headers, body: form });
  return (await serve(args(request))).json() as Promise<Answer>;
}
async function ask({ token }: Desk, id: unknown): Promise<Answer> {
  const headers = { "access-token": token };
  const request = new Request(`http://localhost/api/admin/ticket-upload/${id}`, { headers });
  return (await serve(args(request))).json() as Promise<Answer>;
}
/** Sends a file while the worker's jobs run beside the waiting call. */
async function sendAndWork(desk: Desk, query: string, text: string, key?: string) {
  let over = false;
  const answer = send(desk, query, text, key).finally(() => {
    over = true;
  });
  while (!over) {
    await drain(jobs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}
const created = async ({ client }: Desk) =>
  (await row<{ n: number }>(sql`select count(*)::int as n from tickets where client_id = ${client.id}`))!.n;

test("R307, R308, R475 a file with an error answers 'Processed N tickets' with the specified counters and rows", async () => {
  const desk = await aDesk();
  const text = [heading, desk.line("Meera Nair"), desk.line("Sita Devi", "12")].join("\n");
  const { status, message, data } = await sendAndWork(desk, `clientId=${desk.client.id}`, text);
  expect([status, message]).toEqual([200, "Processed 2 tickets"]);
  expect(data).toMatchObject({
    state: "done",
    recievedTickets: 2,
    acceptedTickets: 1,
    rejectedTickets: 1,
    doesErrorExists: true,
    acceptedTicketDetails: [
      { row: 2, customer_name: "Meera Nair", errors: [], ticket_id: expect.stringMatching(/^REQ/) },
    ],
    errorRowWise: [
      { row: 3, customer_name: "Sita Devi", errors: [expect.stringMatching(/^Pincode: /)], ticket_id: null },
    ],
  });
  expect(data.rejectedTicketDetails).toEqual(data.errorRowWise);
  expect(await created(desk)).toBe(1);
});

test("R308 a file without errors answers 'Successfully uploaded N tickets'; the same key creates nothing anew", async () => {
  const desk = await aDesk();
  const text = [heading, desk.line("Meera Nair")].join("\n");
  const first = await sendAndWork(desk, `clientId=${desk.client.id}`, text, "key-1");
  expect(first).toMatchObject({ message: "Successfully uploaded 1 tickets", data: { doesErrorExists: false } });
  expect(await send(desk, `clientId=${desk.client.id}`, text, "key-1")).toEqual(first);
  expect(await created(desk)).toBe(1);
});

test("what is not over in time answers its id alone, and the status call tells the end to its owner only", async () => {
  const desk = await aDesk();
  const other = await aDesk();
  const text = [heading, desk.line("Meera Nair")].join("\n");
  const { data } = await send(desk, `clientId=${desk.client.id}&wait=0`, text);
  expect(data).toEqual({ upload_id: expect.any(String), state: "checking" });
  await drain(jobs);
  expect((await ask(desk, data.upload_id)).data).toMatchObject({ state: "done", acceptedTickets: 1 });
  expect(await ask(other, data.upload_id)).toMatchObject({ status: 404, code: "uploads.missing" });
  // As one that an admin only checked, or took back, on its page.
  for (const [state, message] of Object.entries({ checked: "Checked", undone: "Undone" })) {
    await row(sql`update uploads set state = ${state} where id = ${data.upload_id} returning id`);
    expect(await ask(desk, data.upload_id)).toMatchObject({ message, data: { state } });
  }
});

test("with dryRun nothing is created, and the answer says what would become of each row; a row with an error is wrong", async () => {
  const desk = await aDesk();
  const text = [heading, desk.line("Meera Nair"), desk.line("#N/A")].join("\n");
  const { message, data } = await sendAndWork(desk, `clientId=${desk.client.id}&dryRun=true`, text);
  expect([message, data]).toEqual([
    "Checked",
    expect.objectContaining({
      state: "checked",
      hidden_rows: 0,
      formula_cells: 0,
      recievedTickets: 2,
      rejectedTickets: 1,
      errorRowWise: [
        expect.objectContaining({
          row: 3,
          errors: [expect.stringContaining("Customer name: Not read: the cell holds an error of the spreadsheet")],
        }),
      ],
    }),
  ]);
  expect(await created(desk)).toBe(0);
});

test("heading_row says where the heading stands; without it the row that fits best is found", async () => {
  const desk = await aDesk();
  const text = ["Requests", "", heading, desk.line("Meera Nair")].join("\n");
  for (const headingQuery of ["", "&heading_row=3"])
    expect(await sendAndWork(desk, `clientId=${desk.client.id}&dryRun=true${headingQuery}`, text)).toMatchObject({
      data: { recievedTickets: 1, rejectedTickets: 0 },
    });
  const other = await sendAndWork(desk, `clientId=${desk.client.id}&heading_row=4`, text);
  expect(other).toMatchObject({ status: 422, code: "uploads.lacksColumns" });
  const empty = await sendAndWork(desk, `clientId=${desk.client.id}&heading_row=2`, text);
  expect(empty).toMatchObject({ status: 422, code: "sheet.noHeadingRow" });
});

test("R476 no file, no table and a file without its columns are refused in the specified words", async () => {
  const desk = await aDesk();
  expect(await send(desk, "", undefined)).toMatchObject({ status: 422, message: "Please select a file to upload" });
  const table = await send(desk, "", "%PDF-1.7");
  expect(table).toMatchObject({ status: 422, message: "Please upload a valid CSV or Excel file" });
  const lacking = await sendAndWork(desk, `clientId=${desk.client.id}`, "Customer name\nMeera");
  expect(lacking).toMatchObject({ status: 422, code: "uploads.lacksColumns" });
  expect(lacking.message).toMatch(/send its number as heading_row. First rows: 1: Customer name; 2: Meera$/);
});

test("asked for, a file that was refused is an answer with its reason, as is one whose columns were not found", async () => {
  const desk = await aDesk();
  const sent = async (text: string) => {
    const { data } = await send(desk, `clientId=${desk.client.id}&wait=0`, text);
    await drain(jobs);
    return ask(desk, data.upload_id);
  };
  const quotes = await sent(`${heading}\n"Unclosed`);
  const message = say("sheet.quotes", { row: 2 });
  expect(quotes).toMatchObject({ status: 200, success: 1, message });
  expect(quotes.data).toEqual({
    upload_id: expect.any(String),
    state: "refused",
    reason: { code: "sheet.quotes", message },
  });
  const lacking = await sent("Customer name\nMeera");
  expect(lacking).toMatchObject({ status: 200, success: 1 });
  expect(lacking.data).toEqual({
    upload_id: expect.any(String),
    state: "unmapped",
    reason: { code: "uploads.lacksColumns", message: lacking.message },
  });
  expect(lacking.message).toMatch(/Pincode.*First rows: 1: Customer name; 2: Meera$/);
  expect(await created(desk)).toBe(0);
});

test("an admin of a client uploads for that client alone", async () => {
  const desk = await aDesk({ ofClient: true });
  const text = [heading, desk.line("Meera Nair")].join("\n");
  expect(await send(desk, `clientId=${(await aClient()).id}`, text)).toMatchObject({ status: 403 });
  expect(await sendAndWork(desk, "", text)).toMatchObject({ data: { acceptedTickets: 1 } });
  expect(await created(desk)).toBe(1);
});

test("the examples of the documentation fit what their calls answer", () => {
  const shown = Object.entries(contract).filter(([, { example }]) => example !== undefined);
  expect(shown.length).toBeGreaterThan(0);
  for (const [name, { answer, example }] of shown)
    expect([name, answer.safeParse(example).error && z.prettifyError(answer.safeParse(example).error!)]).toEqual([
      name,
      undefined,
    ]);
});
