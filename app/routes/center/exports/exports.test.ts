import excel from "exceljs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { addDeskLogin, endDeskLogin, techniciansList } from "#modules/centers/index.ts";
import { jobs } from "#modules/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { exportList, mostAtOnce } from "#modules/kernel/lists/export.server.ts";
import {
  beginWaitingExports,
  forgetExports,
  preparedExports,
  preparedFile,
  prepareExport,
  writeExport,
} from "#modules/kernel/lists/prepared-export.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { blobsOf } from "#modules/testing/blobs.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  anAddress,
  aPhone,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { ticketsList } from "#modules/tickets/index.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import * as prepared from "./file.ts";
import { loader } from "./list.ts";
import { loader as page } from "./route.tsx";

openDatabase();

async function signedIn({ id }: Center) {
  const { token } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  return `center_session=${token}`;
}

const requestFile = (list: string, query: string, cookie: string) =>
  loader({
    request: new Request(`http://localhost/exports/${list}?${query}`, { headers: { cookie } }),
    params: { list },
    context: { requestId: "request-1", address: "10.0.0.1" },
  } as never) as Promise<Response>;

/** The cells of a file, including its heading. */
async function cells(answer: Response): Promise<string[][]> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.headers.get("content-type")!.startsWith("text/csv")) {
    const lines = bytes.toString().replace("\uFEFF", "").trimEnd().split("\r\n");
    return lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  }
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as never);
  return book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (row as unknown[]).slice(1).map(String));
}

let lastPhone = 7_000_000_000;

/** Makes a number of technicians of a center, each with a different phone. */
async function technicians(center: Center, count: number) {
  const { id } = await aTechnician({ center });
  await rows(
    sql`insert into technicians select (t).* from (select jsonb_populate_record(t, jsonb_build_object(
       'id', gen_random_uuid(), 'technician_id', 'TX' || (${lastPhone}::bigint + n), 'phone', (${lastPhone}::bigint + n)::text)) as t
     from technicians t, generate_series(1, ${count}::int - 1) n where t.id = ${id}) s`,
  );
  lastPhone += count;
}

const fetched = (id: string, cookie: string) =>
  prepared.loader({
    request: new Request(`http://localhost/exports/files/${id}`, { headers: { cookie } }),
    params: { id },
    context: { requestId: "request-1", address: "10.0.0.1" },
  } as never) as Promise<Response>;

test.each(["csv", "xlsx"])(
  "a center takes its requests home as %s: its own, with Hindi, and as far as it may see them",
  async (format) => {
    const center = await aCenter();
    const other = await aCenter();
    const mine = await anAcceptedTicket(center, { name: "सीता देवी", phone: "9876543210" });
    const old = await aTicket({
      centerId: center.id,
      status: "CLOSED",
      name: "Geeta Rao",
      phone: "9876543211",
      closedAt: fromNow(-40 * day),
    });
    await anAcceptedTicket(other, { name: "A stranger" });
    const answer = await requestFile("tickets", `format=${format}`, await signedIn(center));
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="tickets-.*\\.${format}"$`),
    );
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [heading, ...rows] = await cells(answer);
    expect(heading!.slice(0, 3)).toEqual(["Request", "Created At", "Status"]);
    expect(rows).toHaveLength(2);
    const row = (number: string) => rows.find(([firstCell]) => firstCell === number)!;
    expect(row(mine.ticketId)).toEqual(expect.arrayContaining(["सीता देवी", "9876543210", "Technician Not Assigned"]));
    // Thirty days after the end the name is shortened and the phone masked (fixed point 16).
    expect(row(old.ticketId)).toEqual(expect.arrayContaining(["Geeta", "*****"]));
    expect(rows.flat().join()).not.toMatch(/Rao|9876543211|stranger/);
    expect((await historyOf("center", center.id)).filter(({ event }) => event === "list.exported")).toMatchObject([
      {
        actor_kind: "center",
        actor_id: center.id,
        data: { list: "tickets", format, rows: 2, complete: true, filter: {} },
      },
    ]);
  },
);

test("a file holds what the address narrows the list to, over all its pages; the history keeps no searched name", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  for (let made = 0; made < 3; made++) await anAcceptedTicket(center, { name: `Zubeda ${made}` });
  const closed = await aTicket({ centerId: center.id, status: "CLOSED", closedAt: fromNow(-2 * day) });
  const numbers = async (query: string) =>
    (await cells(await requestFile("tickets", query, cookie))).slice(1).map(([number]) => number);
  expect(await numbers("status=CLOSED")).toEqual([closed.ticketId]);
  expect(await numbers("search=Zubeda")).toHaveLength(3);
  expect(await numbers("from=2020-01-01&to=2020-01-02")).toEqual([]);
  expect(await numbers("dated=closed&from=2020-01-01")).toEqual([closed.ticketId]);
  expect(await numbers("from=nonsense&dated=never&status=")).toHaveLength(4);
  const filters = (await historyOf("center", center.id)).map(({ data }) => data.filter);
  expect(filters).toContainEqual({ search: true });
  expect(JSON.stringify(filters)).not.toContain("Zubeda");
});

test("a list longer than a page of the export is whole, each row once", async () => {
  const center = await aCenter();
  await technicians(center, 1_202);
  const [, ...dataRows] = await cells(await requestFile("technicians", "format=csv", await signedIn(center)));
  expect(dataRows).toHaveLength(1202);
  expect(new Set(dataRows.map(([, number]) => number)).size).toBe(1202);
});

test("a list of more than 5,000 rows is prepared in the background, for its center and for a day", async () => {
  const center = await aCenter();
  const other = await aCenter();
  await technicians(center, mostAtOnce + 1);
  await aTechnician({ center: other, name: "A stranger" });
  const cookie = await signedIn(center);
  const mine = { kind: "center", centerId: center.id, sessionId: "none" } as const;
  for (const again of [1, 2]) {
    const answer = await requestFile("technicians", "format=csv", cookie);
    expect({ again, status: answer.status, to: answer.headers.get("location") }).toEqual({
      again,
      status: 303,
      to: "/exports",
    });
  }
  // Requested twice, it is made once; until then there is nothing to download.
  const [waiting, ...others] = await preparedExports(mine);
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ list: "technicians", format: "csv", state: "preparing", rows: null });
  expect((await fetched(waiting!.id, cookie)).status).toBe(404);

  await drain(jobs);
  await drain(jobs);
  const [ready] = await preparedExports(mine);
  expect(ready).toMatchObject({ id: waiting!.id, state: "ready", rows: mostAtOnce + 1 });
  const file = await fetched(ready!.id, cookie);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="technicians-[\d-]+\.csv"$/);
  expect(file.headers.get("cache-control")).toBe("private, no-store");
  const [heading, ...dataRows] = await cells(file);
  expect(heading![0]).toBe("Name");
  expect(new Set(dataRows.map(([, number]) => number)).size).toBe(mostAtOnce + 1);
  expect(dataRows.flat()).not.toContain("A stranger");
  expect((await historyOf("center", center.id)).filter(({ event }) => event === "list.exported")).toMatchObject([
    { actor_kind: "center", data: { list: "technicians", format: "csv", rows: mostAtOnce + 1, complete: true } },
  ]);

  // Not for another center, and no longer than a day.
  expect((await fetched(ready!.id, await signedIn(other))).status).toBe(404);
  expect((await fetched(ready!.id, "")).status).toBe(401);
  expect(await preparedExports({ ...mine, centerId: other.id })).toEqual([]);
  const blobs = await blobsOf("center", center.id);
  expect(blobs.map(({ kind }) => kind)).toEqual(["export"]);
  await forgetExports();
  expect(await blobsOf("center", center.id)).toEqual(blobs);
  moveClock(day + minute);
  try {
    expect(await preparedExports(mine)).toEqual([]);
    await forgetExports();
    expect(await blobsOf("center", center.id)).toEqual([]);
    await expect(preparedFile(mine, { id: ready!.id })).rejects.toMatchObject({ kind: "missing" });
  } finally {
    resetClock();
  }
});

test.each([
  ["its login is closed", { loginDisabled: true }],
  ["it is rejected", { isActive: -1, rejectionReason: "No licence" }],
  ["it is a draft", { isActive: 2 }],
  ["it is deleted", { isActive: 0 }],
] as const)("before a center's file is made %s: it is refused, and the page says so", async (_how, lost) => {
  const center = await aCenter();
  const actor = { kind: "center", centerId: center.id, sessionId: "none" } as const;
  await aTechnician({ center });
  const exportInput = { actor, filter: {}, format: "csv", locale: "en" } as const;
  const id = await transaction(() => prepareExport(techniciansList, exportInput));
  const become = async (state: Partial<Pick<Center, "loginDisabled" | "isActive" | "rejectionReason">>) => {
    const { loginDisabled = false, isActive = 1, rejectionReason = null } = state;
    await rows(
      sql`update centers set login_disabled = ${loginDisabled}, is_active = ${isActive}, rejection_reason = ${rejectionReason} where id = ${center.id}`,
    );
  };
  await become(lost);
  await drain(jobs);
  const stored = await rows(sql`select refused_at is not null as refused, blob_id from exports where id = ${id}`);
  expect(stored).toEqual([{ refused: true, blob_id: null }]);
  expect(await blobsOf("center", center.id)).toEqual([]);
  expect((await historyOf("center", center.id)).map(({ event }) => event)).not.toContain("list.exported");
  await become({});
  const cookie = await signedIn(center);
  const request = new Request("http://localhost/exports", { headers: { cookie } });
  const { data } = (await page({ request, params: {}, context: { address: "10.0.0.1" } } as never)) as unknown as {
    data: { table: { rows: { state: string; cells: Record<string, unknown> }[] } };
  };
  expect(data.table.rows.map(({ state, cells }) => [state, cells.state])).toEqual([["refused", "Refused"]]);
  expect((await fetched(id, cookie)).status).toBe(404);
});

test("a file that a person of the desk requests is made as theirs: the history names them, and it ends with their login", async () => {
  const center = await aCenter();
  await anAcceptedTicket(center);
  const owner = { kind: "center", centerId: center.id, sessionId: "none" } as const;
  const person = async () => (await addDeskLogin(asCenter(center), { name: "Asha", phone: aPhone() })).id;
  const asha = await person();
  const ravi = await person();
  const request = (actor: ActorOf<"center">) =>
    unitOfWork(() => prepareExport(ticketsList, { actor, format: "csv", locale: "en", filter: {} } as const));
  const ids = [await request({ ...owner, deskLoginId: asha }), await request({ ...owner, deskLoginId: ravi })];
  ids.push(await request(owner));
  await endDeskLogin(asCenter(center), { loginId: ravi });
  await drain(jobs);
  await drain(jobs);
  const states = new Map((await preparedExports(owner)).map(({ id, state }) => [id, state]));
  expect(ids.map((id) => states.get(id))).toEqual(["ready", "refused", "ready"]);
  const exported = (await historyOf("center", center.id)).filter(({ event }) => event === "list.exported");
  expect(exported.map(({ data }) => data.deskLoginId).toSorted()).toEqual([asha, undefined]);
});

test("what a person of the desk takes home in an hour is counted for them, and leaves the owner's number whole", async () => {
  const center = await aCenter();
  const { id: deskLoginId } = await addDeskLogin(asCenter(center), { name: "Asha", phone: aPhone() });
  const anHour = { name: "export", points: 60, seconds: 3_600, onFailure: "closed" } as const;
  await countUse(anHour, `desk:${deskLoginId}`, 60);
  const request = (actor: ActorOf<"center">) =>
    exportList(ticketsList, { actor, format: "csv", locale: "en", filter: {} } as const);
  await expect(request({ ...asCenter(center), deskLoginId })).rejects.toMatchObject({ key: "error.tooMany" });
  expect(await request(asCenter(center))).toHaveProperty("file");
});

test("two exports of an account are under way at once; further ones wait and are made in the order of requests", async () => {
  const center = await aCenter();
  const other = await aCenter();
  await aTechnician({ center });
  const owner = ({ id }: Center) => ({ kind: "center", centerId: id, sessionId: "none" }) as const;
  const exportInput = (search: string, of = center) =>
    ({ actor: owner(of), format: "csv", locale: "en", filter: { search } }) as const;
  const ask = (search: string, of = center) =>
    unitOfWork(() => prepareExport(techniciansList, exportInput(search, of)));
  const states = async (of = center) =>
    (await unitOfWork(() => preparedExports(owner(of)))).toReversed().map(({ state }) => state);
  const runs = () =>
    rows<{ id: string }>(
      sql`select data ->> 'exportId' as id from pgboss.job where name = 'kernel.writeExport' and state < 'completed'`,
    );

  // Two tabs and a program at once.
  const ids = await Promise.all(["a", "b", "c", "d", "e", "f"].map((search) => ask(search)));
  expect(new Set(ids).size).toBe(6);
  expect((await states()).toSorted()).toEqual(["preparing", "preparing", "waiting", "waiting", "waiting", "waiting"]);
  expect(await runs()).toHaveLength(2);
  // The same request again neither begins another one nor waits anew; another account does not wait for this one.
  expect(await ask("f")).toBe(ids[5]);
  await ask("a", other);
  expect(await states(other)).toEqual(["preparing"]);

  // Each that ends begins the next one, whether it was made or refused.
  const begun = async () =>
    (
      await rows<{ id: string }>(
        sql`select id from exports where owner_id = ${center.id} and begun_at is not null order by created_at, id`,
      )
    ).map(({ id }) => id);
  const inOrder = (
    await rows<{ id: string }>(sql`select id from exports where owner_id = ${center.id} order by created_at, id`)
  ).map(({ id }) => id);
  for (let done = 1; done <= 4; done++) {
    const next = (await begun())[done - 1]!;
    await runJob(writeExport, { exportId: next });
    await runJob(writeExport, { exportId: next });
    expect(await begun()).toEqual(inOrder.slice(0, done + 2));
  }
  await drain(jobs);
  expect(new Set(await states())).toEqual(new Set(["ready"]));
});

test("what waits after exports that were given up is begun by the clock", async () => {
  const center = await aCenter();
  const actor = { kind: "center", centerId: center.id, sessionId: "none" } as const;
  const states = async () => (await unitOfWork(() => preparedExports(actor))).toReversed().map(({ state }) => state);
  for (const search of ["a", "b", "c"])
    await unitOfWork(() =>
      prepareExport(techniciansList, { actor, format: "csv", locale: "en", filter: { search } } as const),
    );
  await beginWaitingExports();
  expect(await states()).toEqual(["preparing", "preparing", "waiting"]);
  moveClock(hour + minute);
  try {
    expect(await states()).toEqual(["failed", "failed", "waiting"]);
    await unitOfWork(() => beginWaitingExports());
    expect(await states()).toEqual(["failed", "failed", "preparing"]);
  } finally {
    resetClock();
  }
});

test("a third file asked for while two are being sent is prepared, and a place is free again when one was sent", async () => {
  const center = await aCenter();
  await anAcceptedTicket(center);
  const cookie = await signedIn(center);
  const ask = (search: string) => requestFile("tickets", `format=csv&search=${search}`, cookie);
  const first = await ask("a");
  const second = await ask("b");
  expect([first.status, second.status]).toEqual([200, 200]);
  const third = await ask("c");
  expect([third.status, third.headers.get("location")]).toEqual([303, "/exports"]);
  await first.body!.cancel();
  await expect.poll(async () => (await ask("d")).status).toBe(200);
  await second.text();
});

test("a prepared file holds what its list is narrowed to; a search is kept in no history", async () => {
  const center = await aCenter();
  const mine = { kind: "center", centerId: center.id, sessionId: "none" } as const;
  const exportInput = { actor: mine, format: "csv", locale: "hi" } as const;
  await aTechnician({ center, name: "Zubeda" });
  const id = await transaction(() => prepareExport(techniciansList, { ...exportInput, filter: { search: "zubeda" } }));
  await transaction(() =>
    prepareExport(ticketsList, {
      ...exportInput,
      filter: { from: new Date("2026-01-01T00:00:00+05:30"), dated: "closed" },
    }),
  );
  await drain(jobs);
  expect((await preparedExports(mine)).map(({ state, rows: count }) => [state, count])).toEqual([
    ["ready", 0],
    ["ready", 1],
  ]);
  expect(await cells(await fetched(id, await signedIn(center)))).toMatchObject([{ 0: "नाम" }, { 0: "Zubeda" }]);
  const filters = (await historyOf("center", center.id)).map(({ data }) => data.filter).filter(Boolean);
  expect(filters).toContainEqual({ search: true });
  expect(filters).toContainEqual({ from: "2026-01-01", dated: "closed" });
});

test("the file of the technicians holds whom the search on their page finds", async () => {
  const center = await aCenter();
  await aTechnician({ center, name: "Ramesh" });
  await aTechnician({ center, name: "Zubeda" });
  const fileRows = await cells(await requestFile("technicians", "search=zub&format=csv", await signedIn(center)));
  expect(fileRows.slice(1).map(([name]) => name)).toEqual(["Zubeda"]);
});

test("transactions and the wallet's statement are written in rupees, with words in the reader's language", async () => {
  const center = await aCenter();
  await transaction(() => joiningBonus({ centerId: center.id, amountPaise: fromRupees(500) }));
  const cookie = await signedIn(center);
  expect((await cells(await requestFile("transactions", "format=csv", cookie)))[1]).toEqual(
    expect.arrayContaining(["Joining Bonus", "500.00", "Success"]),
  );
  const hindi = await cells(await requestFile("wallet-statement", "format=csv", `${cookie}; lang=hi`));
  expect(hindi[0]).toContain("इसके बाद शेष");
  expect(hindi[1]!.slice(-2)).toEqual(["500.00", "500.00"]);
  expect(await cells(await requestFile("wallet-statement", "kind=penalty", cookie))).toHaveLength(1);
});

test("created requests of a center stand in their file with the columns of R144, formulas as texts", async () => {
  const center = await aCenter();
  const other = await aCenter();
  await aTicket({
    createdBy: "CENTER",
    createdByCenterId: center.id,
    centerId: other.id,
    name: '=HYPERLINK("http://evil.example")',
  });
  const [heading, row] = await cells(await requestFile("created-tickets", "format=csv", await signedIn(center)));
  expect(heading!.slice(2)).toEqual(
    ["Name", "Email", "Phone", "Created by center", "Address", "Broadcast status", "Ticket status", "Service"].concat(
      "Assigned center",
    ),
  );
  expect(row).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

test("the file of created requests holds what its page is narrowed to", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const created = { createdBy: "CENTER", createdByCenterId: center.id, centerId: other.id } as const;
  const first = await aTicket({ ...created, name: "Zubeda" });
  await aTicket({ ...created, status: "ACCEPTED" });
  const cookie = await signedIn(center);
  const count = async (query: string) => (await cells(await requestFile("created-tickets", query, cookie))).length - 1;
  expect(await count("")).toBe(2);
  expect([await count("search=zub"), await count(`search=${first.ticketId}`)]).toEqual([1, 1]);
  expect([await count("status=ACCEPTED"), await count("status=CLOSED")]).toEqual([1, 0]);
  expect(await count("from=2020-01-01&to=2020-01-02")).toBe(0);
});

test("a list that is none is not found, and without a session nothing is told", async () => {
  expect((await requestFile("tickets", "", "")).status).toBe(401);
  expect([404, 422]).toContain((await requestFile("secrets", "", await signedIn(await aCenter()))).status);
});

test("whoever goes away before the end is in the history all the same", async () => {
  const center = await aCenter();
  await anAcceptedTicket(center);
  const answer = await requestFile("tickets", "format=xlsx", await signedIn(center));
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  await expect
    .poll(async () => (await historyOf("center", center.id)).filter(({ event }) => event === "list.exported").length)
    .toBe(1);
});
