import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import * as official from "@e965/xlsx";
import excel from "exceljs";
import { strToU8, zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { defaultOfferCode } from "#modules/catalog/index.ts";
import { jobs, persons } from "#modules/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { freezeClock, fromIst, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { cellShown, sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { appUrl, asOwner, folder, openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAdmin,
  anOffer,
  aPincode,
  aService,
  asAdmin,
  asCenter,
} from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { createRequest } from "../desk/create-request.ts";
import { acceptBroadcast } from "../matching/accept.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket, undoDelete } from "../work/delete.ts";
import { uploadReport } from "./await-upload.ts";
import { chooseHeading, uploadBeginning } from "./choose-heading.ts";
import { type ColumnName, columnNames, mapHeading } from "./columns.ts";
import { checkUpload, readUpload } from "./read-upload.ts";
import { uploadTemplate } from "./template.ts";
import { tendUploads } from "./tend-uploads.ts";
import { mostTries, tryUpload } from "./try-upload.ts";
import { undoUpload } from "./undo-upload.ts";
import { uploadResult } from "./upload-file.ts";
import { uploadLines, uploadView } from "./upload-page.ts";
import { uploadRoom } from "./upload-room.ts";
import { beginUpload, cancelUpload, fixRow, mapUpload, startUpload, storeUpload } from "./uploads.ts";
import { writeAll, writeUpload } from "./write-upload.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
afterEach(() => resetClock());

const adding: readonly Permission[] = ["add_ticket", "delete_ticket", "view_ticket.full_access"];

/** An admin in the database, where the job loads their rights, a client, and a service named in a row. */
async function aDesk({ ofClient = false } = {}) {
  const client = await aClient();
  const adminFields = { permissions: adding, ...(ofClient && { clientId: client.id }) };
  const service = await aService();
  const admin = await anAdmin({ ...adminFields, ...(ofClient && { adminRole: "CLIENT" }) });
  return { admin: asAdmin(admin, adminFields), client, service, pincode: aPincode() };
}
type Desk = Awaited<ReturnType<typeof aDesk>>;
type Cells = Partial<Record<ColumnName, string>>;

const cellsOf = ({ service, pincode }: Desk, more: Cells = {}): Cells => ({
  "Service provided for": service.serviceName,
  "Mobile number": "9876543210",
  "Customer name": "Meera Nair",
  "House number": "221",
  Pincode: pincode,
  "Time preference type": "IMMEDIATELY",
  ...more,
});

let files = 0;
async function aFile(content: string | Uint8Array, name = "requests.csv") {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `file-${++files}`);
  await writeFile(file, content);
  return { path: file, name };
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = (lines: readonly Cells[], names: readonly string[] = columnNames) =>
  [names, ...lines.map((cells) => columnNames.map((name) => cells[name] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\n");

/** Uploads a file; nothing of it is read yet. */
async function begun(
  desk: Desk,
  content: string | Uint8Array,
  more: { straight?: boolean; takesHidden?: boolean } = {},
) {
  return (await beginUpload(desk.admin, { file: await aFile(content), clientId: desk.client.id, ...more })).id;
}
/** Uploads a file and runs what waits: the dry run. */
async function checked(
  desk: Desk,
  content: string | Uint8Array,
  more: { straight?: boolean; takesHidden?: boolean } = {},
) {
  const id = await begun(desk, content, more);
  await drain(jobs);
  return id;
}
async function written(desk: Desk, content: string) {
  return checked(desk, content, { straight: true });
}
const countsOf = async ({ admin }: Desk, id: string) => (await uploadView(admin, { id })).counts;
const problems = async ({ admin }: Desk, id: string) =>
  (await uploadLines(admin, { id, of: "all", take: 100 })).flatMap(({ row: place, problems: rowProblems }) =>
    rowProblems.map(({ column, wrong }) => `${place} ${column} ${wrong}`),
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => {
      if (!(error instanceof DomainError)) throw error;
      return error.key;
    },
  );
const requestsOf = async ({ client }: Desk) =>
  (await row<{ n: number }>(
    sql`select count(*)::int as n from tickets where client_id = ${client.id} and deleted_at is null`,
  ))!.n;

describe("the file", () => {
  test("R309 the template has its columns in their order, drop-downs and the values they allow, and its example is taken", async () => {
    const desk = await aDesk();
    const book = new excel.Workbook();
    const { bytes } = await uploadTemplate(desk.admin);
    await book.xlsx.load(bytes as never);
    const [sheet, allowed] = book.worksheets;
    expect((sheet!.getRow(1).values as string[]).slice(1)).toEqual(columnNames);
    expect(sheet!.getCell("P5").dataValidation.formulae?.[0]).toMatch(/^'Allowed values'!/);
    expect((allowed!.getRow(1).values as string[]).slice(1)).toContain("Service provided for");
    const { id } = await beginUpload(desk.admin, { file: await aFile(bytes, "template.xlsx") });
    await drain(jobs);
    expect(await problems(desk, id)).toEqual([]);
    expect(await countsOf(desk, id)).toMatchObject({ ready: 1, total: 1 });
  });

  test("headings are found in other capitals and spaces; others are named once and remembered for the client", async () => {
    expect(mapHeading(["PINCODE", "mobile_number", "Other"]).mapping).toEqual({ Pincode: 0, "Mobile number": 1 });
    const desk = await aDesk();
    const names = columnNames.map((name) => (name === "Mobile number" ? "Kunde Telefon" : name));
    const file = csv([cellsOf(desk)], names);
    const id = await checked(desk, file);
    const { state, heading } = await uploadView(desk.admin, { id });
    expect(state).toBe("unmapped");
    const mapping = Object.fromEntries(columnNames.map((name, at) => [name, at]));
    expect(await refusal(mapUpload(desk.admin, { id, mapping: { Pincode: 0 } }))).toBe("uploads.mappingMissing");
    expect(await refusal(mapUpload(desk.admin, { id, mapping: { ...mapping, Pincode: 0 } }))).toBe(
      "uploads.mappingTwice",
    );
    expect(heading[mapping["Mobile number"]!]).toBe("Kunde Telefon");
    await mapUpload(desk.admin, { id, mapping });
    await drain(jobs);
    expect(await countsOf(desk, id)).toMatchObject({ ready: 1 });
    expect((await uploadView(desk.admin, { id: await checked(desk, file) })).state).toBe("checked");
  });

  test("the heading is the row of the first 20 that fits best, below a title and a blank row; rows have their numbers in the file", async () => {
    const desk = await aDesk();
    const wrong = cellsOf(desk, { Pincode: "12" });
    const title = "Requests of November\nPrepared by: Asha,,\n\n";
    // A row of data that holds words of the heading, and the heading once more.
    const words = cellsOf(desk, { "Customer name": "City", Locality: "Locality", City: "State" });
    for (const [above, row] of [
      ["", 2],
      [title, 5],
      ["x\n".repeat(19), 21],
      [`${title}Client Id,State\n`, 6],
    ] as const) {
      const id = await checked(desk, `${above}${csv([wrong, words])}\n${columnNames.join(",")}\n`);
      expect((await problems(desk, id))[0], above).toBe(`${row} Pincode form.pincode`);
      expect(await countsOf(desk, id), above).toMatchObject({ ready: 1, wrong: 2, total: 3 });
      await cancelUpload(desk.admin, { id });
    }
    const straight = await written(desk, `${title}${csv([cellsOf(desk)])}`);
    expect(await countsOf(desk, straight)).toMatchObject({ accepted: 1, total: 1 });
    const far = await checked(desk, `${"x\n".repeat(20)}${csv([wrong])}`);
    expect((await uploadView(desk.admin, { id: far })).state).toBe("unmapped");
  });

  test("the heading's row may be said, and what it calls columns: that goes before all else, dry and straight", async () => {
    const desk = await aDesk();
    const names = columnNames.map((name) =>
      name === "Mobile number" ? "Mobile No." : name === "City" ? "Town" : name,
    );
    const decoy = columnNames.map((name) => (name === "Mobile number" ? "Alternate" : name));
    const file = `${columnNames.join(",")}\n\n${csv([cellsOf(desk, { City: "Pune" })], names)}`;
    const mapping = { headingRow: 3, names: { "Mobile number": "mobileno", City: "town" } } as const;
    for (const straight of [false, true]) {
      const begun = { file: await aFile(file), clientId: desk.client.id, straight, ...mapping };
      const { id } = await beginUpload(desk.admin, begun);
      await drain(jobs);
      const [line] = await uploadLines(desk.admin, { id, of: "all", take: 9 });
      expect([line!.row, line!.cells[columnNames.indexOf("City")], line!.outcome]).toEqual([
        4,
        "Pune",
        straight ? "matched" : "ready",
      ]);
    }
    expect(mapHeading([...decoy, "Mobile number", "Phone 2"], {}, { "Mobile number": "phone2" }).mapping).toMatchObject(
      {
        "Mobile number": decoy.length + 1,
      },
    );
    for (const headingRow of [2, 99]) {
      const { id } = await beginUpload(desk.admin, { file: await aFile(file), clientId: desk.client.id, headingRow });
      await drain(jobs);
      expect((await uploadView(desk.admin, { id })).reason).toEqual({
        key: "sheet.noHeadingRow",
        params: { row: headingRow },
      });
    }
  });

  test("columns that are named below a title are read from that row, for a client and for none", async () => {
    for (const clientId of [undefined, (await aDesk()).client.id]) {
      const desk = await aDesk();
      const names = columnNames.map((name) => (name === "Mobile number" ? "Kunde Telefon" : name));
      const file = await aFile(
        `Requests\n\n${csv([cellsOf(desk, { "Client Id": clientId ?? desk.client.id })], names)}`,
      );
      const { id } = await beginUpload(desk.admin, { file, clientId });
      await drain(jobs);
      expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "unmapped", heading: names });
      await mapUpload(desk.admin, { id, mapping: Object.fromEntries(columnNames.map((name, at) => [name, at])) });
      await drain(jobs);
      expect(await countsOf(desk, id)).toMatchObject({ ready: 1, total: 1 });
    }
  });

  test("where no row fits, the heading is chosen among the first rows of the file, and the rows below it are read", async () => {
    const desk = await aDesk();
    const names = columnNames.map((_, at) => `Own ${at}`);
    const id = await checked(desk, `Requests of ${"November ".repeat(9)}\n\n${csv([cellsOf(desk)], names)}`);
    expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "unmapped" });
    const first = await uploadBeginning(desk.admin, { id });
    expect(first.map(({ row: place }) => place)).toEqual([1, 3, 4]);
    expect(first[0]!.cells).toEqual(["Requests of November November …"]);
    expect(first[1]!.cells).toEqual(names.slice(0, 8));
    // Who looks again, as an open page does, reads no file.
    expect(await uploadBeginning(desk.admin, { id })).toBe(first);
    for (const headingRow of [2, 5])
      await expect(chooseHeading(desk.admin, { id, headingRow })).rejects.toMatchObject({
        fields: { headingRow: "form.choice" },
      });
    await expect(uploadBeginning((await aDesk()).admin, { id })).rejects.toMatchObject({ key: "uploads.missing" });
    await chooseHeading(desk.admin, { id, headingRow: 3 });
    await expect(chooseHeading(desk.admin, { id, headingRow: 3 })).rejects.toMatchObject({ key: "uploads.otherState" });
    await drain(jobs);
    expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "unmapped", heading: names });
    await mapUpload(desk.admin, { id, mapping: Object.fromEntries(columnNames.map((name, at) => [name, at])) });
    await drain(jobs);
    expect(await countsOf(desk, id)).toMatchObject({ ready: 1, total: 1 });
  });

  test("a file that cannot be read ends the upload with what to do, and nothing of it is kept", async () => {
    const desk = await aDesk();
    const id = await checked(desk, `${csv([cellsOf(desk)])}\n"never closed`);
    expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "refused", reason: { key: "sheet.quotes" } });
    expect(await rows(sql`select from blobs where kind = 'upload' and owner_id = ${desk.admin.adminId}`)).toEqual([]);
    expect(await refusal(beginUpload(desk.admin, { file: await aFile("<html><table>") }))).toBe("sheet.webPage");
  });
});

/** A workbook whose rows have numbers of their own, and one of the old kind. */
const oddBook = (lines: readonly Cells[], numbers: readonly string[]) => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rowsOf = [columnNames, ...lines.map((cells) => columnNames.map((name) => cells[name] ?? ""))].map(
    (cells, at) => `<row r="${numbers[at]}">${cells.map(cell).join("")}</row>`,
  );
  const parts = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="1" id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
    "xl/s.xml": `<worksheet><sheetData>${rowsOf.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
};
const oldBook = (lines: readonly Cells[]): Buffer => {
  const book = official.utils.book_new();
  const cells = lines.map((line) => columnNames.map((name) => line[name] ?? ""));
  official.utils.book_append_sheet(book, official.utils.aoa_to_sheet([[...columnNames], ...cells]), "Requests");
  return official.write(book, { type: "buffer", bookType: "biff8" });
};

describe("a file with odd numbers", () => {
  test("loses no row and fails no job, whatever numbers its rows say they have: read, dry and straight, and of the old kind", async () => {
    const desk = await aDesk();
    const lines = ["a", "b", "c"].map((house) => cellsOf(desk, { "House number": house }));
    for (const [numbers, places] of [
      [
        ["1", "1e300", "0.5", "1e300"],
        [2, 3, 4],
      ],
      [
        ["5", "2", "2", "-7"],
        [6, 7, 8],
      ],
      [
        ["3", "5", "8", "9"],
        [5, 8, 9],
      ],
      [
        ["", "99999999999", "NaN", "1"],
        [2, 3, 4],
      ],
    ] as const) {
      const id = await checked(desk, oddBook(lines, numbers));
      expect(await countsOf(desk, id), `${numbers}`).toMatchObject({ ready: 3, total: 3 });
      expect((await uploadLines(desk.admin, { id, of: "all", take: 9 })).map((line) => line.row)).toEqual(places);
      await cancelUpload(desk.admin, { id });
    }
    const straight = await checked(desk, oddBook(lines, ["1", "1e300", "0.5", "1e300"]), { straight: true });
    expect(await countsOf(desk, straight)).toMatchObject({ accepted: 3, total: 3 });
    const old = await checked(desk, oldBook(lines.slice(0, 2)), { straight: true });
    expect(await countsOf(desk, old)).toMatchObject({ known: 2, total: 2 });
  });
});

describe("cells of a spreadsheet", () => {
  const errorCells = { "Customer name": "#N/A", Pincode: "#REF!", "Specific requirement": "#DIV/0!" } as const;
  const expectedProblems = Object.keys(errorCells).map((column) => `2 ${column} sheet.errorCell`);

  test("that hold an error make their row wrong, and no customer is called so, in each kind of file", async () => {
    const desk = await aDesk();
    const lines = [cellsOf(desk, errorCells), cellsOf(desk)];
    for (const file of [csv(lines), oddBook(lines, ["1", "2", "3"]), oldBook(lines)]) {
      const id = await checked(desk, file);
      expect((await problems(desk, id)).toSorted()).toEqual(expectedProblems.toSorted());
      expect(await countsOf(desk, id)).toMatchObject({ wrong: 1, ready: 1 });
      expect(await fixRow(desk.admin, { id, place: 2, cells: { ...errorCells, Pincode: desk.pincode } })).toBe("wrong");
      await cancelUpload(desk.admin, { id });
    }
    await written(desk, csv(lines));
    expect(await rows(sql`select name from tickets where client_id = ${desk.client.id}`)).toEqual([
      { name: "Meera Nair" },
    ]);
  });

  /** A workbook with a hidden row, and a formula in a column that is read and in one that is not. */
  const notedBook = (lines: readonly Cells[]) => {
    const text = (of: string) => `<c t="inlineStr"><is><t>${of}</t></is></c>`;
    const rowsOf = lines.map((cells, at) => {
      const all = columnNames.map((name) =>
        name === "House number" ? `<c><f>A1</f><v>${cells[name]}</v></c>` : text(cells[name] ?? ""),
      );
      return `<row ${at === 0 ? 'hidden="1"' : ""}>${all.join("")}<c><f>A1</f><v>1</v></c></row>`;
    });
    const heading = `<row hidden="1">${[...columnNames, "Notes"].map(text).join("")}</row>`;
    const parts = {
      "xl/workbook.xml": '<workbook><sheets><sheet name="1" id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
      "xl/s.xml": `<worksheet><sheetData>${heading}${rowsOf.join("")}</sheetData></worksheet>`,
    };
    return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])), { level: 0 });
  };

  test("that are results of formulas, and hidden rows, are counted before anything is created, dry and straight", async () => {
    const desk = await aDesk();
    const lines = Array.from({ length: 1_200 }, (_, n) => cellsOf(desk, { "House number": String(n + 1) }));
    const noted = { hiddenRows: 1, formulaCells: 1_200 };
    const id = await checked(desk, notedBook(lines));
    expect(await uploadView(desk.admin, { id })).toMatchObject({
      ...noted,
      state: "checked",
      counts: { ready: 1_200 },
    });
    expect((await uploadLines(desk.admin, { id, of: "ready", take: 1 }))[0]!.cells).toContain("1");
    const few = lines.slice(0, 3);
    const refused = await checked(desk, notedBook(few), { straight: true });
    expect(await uploadView(desk.admin, { id: refused })).toMatchObject({
      state: "refused",
      reason: { key: "uploads.hiddenRefused", params: { n: 1 } },
    });
    expect(await rows(sql`select 1 from tickets where client_id = ${desk.client.id}`)).toEqual([]);
    const straight = await checked(desk, notedBook(few), { straight: true, takesHidden: true });
    expect(await uploadView(desk.admin, { id: straight })).toMatchObject({
      hiddenRows: 1,
      formulaCells: 3,
      state: "done",
    });
    expect(await rows(sql`select 1 from tickets where client_id = ${desk.client.id}`)).toHaveLength(3);
  });
});

describe("an upload whose work fails", () => {
  /** What the database refuses each time, as a bug of ours would. */
  const broken = async (table: "upload_rows" | "tickets", never: string) => {
    const repair = () => asOwner(`alter table ${table} drop constraint if exists broken`);
    onTestFinished(async () => void (await repair()));
    await asOwner(`alter table ${table} add constraint broken check (${never}) not valid`);
    return repair;
  };
  const stateOf = async ({ admin }: Desk, id: string) => {
    const { state, reason } = await uploadView(admin, { id });
    return [state, reason?.key ?? null];
  };

  test("fails once, and for the same reason ends as refused; those of the same admin beside it go on", async () => {
    const desk = await aDesk();
    const id = await begun(desk, csv([cellsOf(desk)]));
    const repair = await broken("upload_rows", "cells is null");
    await expect(runJob(readUpload, { uploadId: id })).rejects.toThrow();
    expect(await stateOf(desk, id)).toEqual(["checking", null]);
    await runJob(readUpload, { uploadId: id });
    expect(await stateOf(desk, id)).toEqual(["refused", "uploads.gaveUp"]);
    expect((await uploadReport(desk.admin, { id })).reason?.key).toBe("uploads.gaveUp");
    await runJob(readUpload, { uploadId: id });
    await repair();
    for (let more = 0; more < 4; more += 1)
      expect((await uploadView(desk.admin, { id: await checked(desk, csv([cellsOf(desk)])) })).state).toBe("checked");
  });

  test("while requests are created is stopped with the reason, and what was created stays", async () => {
    const desk = await aDesk();
    const id = await checked(desk, csv([cellsOf(desk)]));
    await startUpload(desk.admin, { id });
    await broken("tickets", "upload_key is null");
    await expect(runJob(writeUpload, { uploadId: id })).rejects.toThrow();
    await runJob(writeUpload, { uploadId: id });
    expect(await stateOf(desk, id)).toEqual(["cancelled", "uploads.gaveUp"]);
  });

  test("whose worker dies each time is begun five times and no more; one that gets on is counted anew", async () => {
    const desk = await aDesk();
    const id = await begun(desk, csv([cellsOf(desk)]));
    await rows(sql`update uploads set tries = ${mostTries} where id = ${id}`);
    await runJob(readUpload, { uploadId: id });
    expect(await stateOf(desk, id)).toEqual(["refused", "uploads.gaveUp"]);
    const other = await checked(desk, csv([cellsOf(desk)]));
    expect(await row(sql`select tries, failure from uploads where id = ${other}`)).toEqual({ tries: 0, failure: null });
  });

  test("for what passes by itself is tried again", async () => {
    const desk = await aDesk();
    const id = await begun(desk, csv([cellsOf(desk)]));
    const busy = () => Promise.reject(Object.assign(new Error("too many connections"), { code: "53300" }));
    const giveUp = () => expect.unreachable("it is tried again");
    for (let time = 1; time < mostTries; time += 1) await expect(tryUpload(id, busy, giveUp)).rejects.toThrow();
    let ended = false;
    await tryUpload(id, busy, async () => {
      ended = true;
    });
    expect(ended).toBe(true);
  });
});

describe("what is stored", () => {
  test("of a cell longer than any field is its beginning, and its row is wrong until that cell is written anew", async () => {
    const desk = await aDesk();
    const long = "x".repeat(4_000);
    const id = await checked(desk, csv([cellsOf(desk, { ticketCreatedBy: long, "Specific requirement": long })]));
    expect(await problems(desk, id)).toEqual([
      "2 Specific requirement uploads.cellTooLong",
      "2 ticketCreatedBy uploads.cellTooLong",
    ]);
    const [stored] = await rows<{ cells: string[] }>(sql`select cells from upload_rows where upload_id = ${id}`);
    expect(stored!.cells.filter((cell) => cell.startsWith("x"))).toEqual([
      `${"x".repeat(cellShown)}…`,
      `${"x".repeat(cellShown)}…`,
    ]);
    const fix = (cells: Cells) => fixRow(desk.admin, { id, place: 2, cells });
    expect(await fix({ "Specific requirement": "drips" })).toBe("wrong");
    expect(await fix({ ticketCreatedBy: "" })).toBe("ready");
  });

  test("of a file that makes the most of its bytes is bounded: one letter a row, and one text that all cells name", async () => {
    const desk = await aDesk();
    const letters = `${columnNames.join(",")}\n${"a\n".repeat(5_000)}`;
    const id = await checked(desk, letters);
    const [stored] = await rows<{ rows: number; bytes: string; real: string }>(
      sql`select stored_rows as rows, stored_bytes as bytes,
              (select sum(pg_column_size(r.*)) from upload_rows r where upload_id = id) as real
         from uploads where id = ${id}`,
    );
    expect(stored!.rows).toBe(5_000);
    // What is counted is what is stored, or more.
    expect(Number(stored!.real)).toBeLessThan(Number(stored!.bytes) * 1.5);
    expect(Number(stored!.bytes) / stored!.rows).toBeLessThan(1_000);
    const text = "y".repeat(cellShown);
    const line = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
    const lines = Math.ceil(sheetLimits.letters / (100 * cellShown)) + 1;
    const heading = `<row>${columnNames.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("")}</row>`;
    const parts = {
      "xl/workbook.xml": '<workbook><sheets><sheet name="1" id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>',
      "xl/sharedStrings.xml": `<sst><si><t>${text}</t></si></sst>`,
      "xl/s.xml": `<worksheet><sheetData>${heading}${line.repeat(lines)}</sheetData></worksheet>`,
    };
    const book = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])), {
      level: 0,
    });
    const most = await checked(desk, book, { straight: true });
    expect((await uploadView(desk.admin, { id: most })).reason?.key).toBe("sheet.tooMuchText");
  });

  test("of an account is bounded: older dry runs end, then results that are over; what is under way fills it", async () => {
    const desk = await aDesk();
    const file = csv([cellsOf(desk)]);
    const ids: string[] = [];
    for (let n = 0; n <= uploadRoom.waiting; n += 1) ids.push(await checked(desk, file));
    const left = async () =>
      (await rows<{ id: string }>(sql`select id from uploads where admin_id = ${desk.admin.adminId} order by id`)).map(
        ({ id }) => id,
      );
    expect(await left()).toEqual(ids.slice(1));
    expect((await historyOf("admin", desk.admin.adminId)).map(({ event }) => event)).toContain("upload.thrownAway");
    // A file that is over and as large as all an account may store goes, and so does what is older.
    const [oldest, older] = ids.slice(1);
    await rows(sql`update uploads set stored_bytes = ${uploadRoom.bytes} where id = ${older}`);
    const next = await checked(desk, file);
    expect(await left()).not.toContain(oldest);
    expect(await left()).not.toContain(older);
    await rows(sql`update uploads set state = 'running', stored_rows = ${uploadRoom.rows + 1} where id = ${next}`);
    expect(await refusal(begun(desk, file))).toBe("uploads.full");
    // Another account has room of its own.
    const other = await aDesk();
    expect((await uploadView(other.admin, { id: await checked(other, csv([cellsOf(other)])) })).state).toBe("checked");
  });

  test("of files no upload begins with is bounded for an account", async () => {
    const desk = await aDesk();
    const stored: string[] = [];
    for (let n = 0; n < uploadRoom.files + 2; n += 1)
      stored.push((await storeUpload(desk.admin, await aFile(csv([cellsOf(desk)])))).fileId);
    const left = await rows<{ id: string }>(
      sql`select id from blobs where kind = 'upload' and owner_id = ${desk.admin.adminId} order by id`,
    );
    expect(left.map(({ id }) => id)).toEqual(stored.slice(2));
  });
});

describe("the dry run", () => {
  test("says of each row what is wrong by the rules of the form, in which column, and how to mend it; nothing is created", async () => {
    freezeClock(fromIst("2026-11-22", "10:00"));
    const desk = await aDesk();
    const other = await aClient();
    await anOffer({ title: "GONE20", isActive: false });
    const id = await checked(
      desk,
      csv([
        cellsOf(desk),
        cellsOf(desk, { "Mobile number": "9.88E+09", Pincode: "0123", "Customer name": "" }),
        cellsOf(desk, {
          "Time preference type": "SPECIFIC_DATE_AND_TIME",
          "Specific date and time": "12/25/2026 16:30",
        }),
        cellsOf(desk, { "Service provided for": "Flying", "Specific requirement": "=HYPERLINK(1)", Country: "NEPAL" }),
        cellsOf(desk, { "Client Id": other.clientName, "Offer code": "gone20", CenterQr: "INA9999999" }),
        cellsOf(desk, { "Time preference type": "SOON" }),
        cellsOf(desk, {
          service_provided_due_amount: "1,500.00",
          "Offer code": "",
          "Country code": "91",
          service_provided_client_id: "0",
        }),
      ]),
    );
    expect(await problems(desk, id)).toEqual([
      "3 Customer name form.incomplete",
      "3 Mobile number form.phone",
      "3 Pincode form.pincode",
      "4 Specific date and time form.timeUnread",
      "5 Specific requirement uploads.formula",
      "5 Country uploads.notIndia",
      "5 Service provided for uploads.noService",
      "6 Client Id uploads.otherClient",
      "6 Offer code offer.notValid",
      "6 CenterQr booking.qrUnknown",
      "7 Time preference type form.choice",
    ]);
    expect(await countsOf(desk, id)).toMatchObject({ ready: 2, wrong: 5, total: 7 });
    expect(await requestsOf(desk)).toBe(0);
    expect(
      (await uploadLines(desk.admin, { id, of: "rejected", take: 1 }))[0]!.problems.map(({ fix }) => fix),
    ).toContain("uploads.mend.phone");
  });

  test("a cell is mended in place and its row checked anew, against its own file too", async () => {
    const desk = await aDesk();
    const id = await checked(
      desk,
      csv([
        cellsOf(desk, { service_provided_client_id: "A" }),
        cellsOf(desk, { service_provided_client_id: "B", Pincode: "1" }),
      ]),
    );
    await fixRow(desk.admin, { id, place: 3, cells: { Pincode: desk.pincode } });
    expect(await countsOf(desk, id)).toMatchObject({ ready: 2, wrong: 0 });
    await fixRow(desk.admin, { id, place: 3, cells: { service_provided_client_id: "A" } });
    expect(await problems(desk, id)).toEqual(["3 service_provided_client_id uploads.twice"]);
    expect(await refusal(fixRow((await aDesk()).admin, { id, place: 3, cells: {} }))).toBe("uploads.missing");
  });

  test("when a row is mended, rows that were it once more are looked at anew, the first of them first", async () => {
    const desk = await aDesk();
    const twin = cellsOf(desk, { service_provided_client_id: "A" });
    const id = await checked(desk, csv([twin, twin, twin, cellsOf(desk), cellsOf(desk)]));
    expect(await problems(desk, id)).toEqual([
      "3 service_provided_client_id uploads.twice",
      "4 service_provided_client_id uploads.twice",
      "6 null uploads.twice",
    ]);
    await fixRow(desk.admin, { id, place: 2, cells: { service_provided_client_id: "B" } });
    expect(await problems(desk, id)).toEqual(["4 service_provided_client_id uploads.twice", "6 null uploads.twice"]);
    await fixRow(desk.admin, { id, place: 4, cells: { service_provided_client_id: "C" } });
    expect(await countsOf(desk, id)).toMatchObject({ ready: 4, known: 1 });
    await fixRow(desk.admin, { id, place: 5, cells: { Pincode: "1" } });
    expect(await countsOf(desk, id)).toMatchObject({ ready: 4, known: 0, wrong: 1 });
  });
});

describe("creating", () => {
  test("R276, R305 rows become requests of the client as the form makes them, and are offered by a job", async () => {
    const desk = await aDesk();
    const center = await aCenter({ services: [desk.service], pincodes: [desk.pincode] });
    const id = await written(
      desk,
      csv([cellsOf(desk, { service_provided_client_id: "SR-1", service_provided_due_amount: "250" })]),
    );
    const [line] = await uploadLines(desk.admin, { id, of: "accepted", take: 10 });
    expect(line).toMatchObject({
      row: 2,
      outcome: "matched",
      customerName: "Meera Nair",
      clientReference: "SR-1",
      pricePaise: 0,
    });
    expect(
      await row(
        sql`select client_id, client_reference, client_due_paise, created_by, create_name, marked_paid, status, broadcast_status, phone from tickets where public_id = ${line!.ticketId}`,
      ),
    ).toEqual({
      client_id: desk.client.id,
      client_reference: "SR-1",
      client_due_paise: "25000",
      created_by: "SUPER_ADMIN",
      create_name: desk.admin.name,
      marked_paid: true,
      status: "PENDING",
      broadcast_status: "broadcasted",
      phone: "9876543210",
    });
    expect(
      await rows(
        sql`select b.center_id from broadcasts b join tickets t on t.id = b.ticket_id where t.public_id = ${line!.ticketId}`,
      ),
    ).toEqual([{ center_id: center.id }]);
    const [{ id: ticketId } = { id: "" }] = await rows<{ id: string }>(
      sql`select id from tickets where public_id = ${line!.ticketId}`,
    );
    expect((await historyOf("ticket", ticketId)).map(({ event }) => event)).toEqual([
      "ticket.created",
      "ticket.broadcasted",
    ]);
  });

  test("a request of an upload is written as one of the form: each column has the same value", async () => {
    const desk = await aDesk();
    const cells = cellsOf(desk, {
      "Specific requirement": "Does not cool",
      Locality: "Indiranagar",
      service_provided_client_id: "SR-1",
      service_provided_due_amount: "250",
      "Ticket price": "99",
    });
    const { ticketId: uploaded } = (
      await uploadLines(desk.admin, {
        id: await written(desk, csv([cells])),
        of: "accepted",
        take: 1,
      })
    )[0]!;
    const { id: entered } = await createRequest(desk.admin, {
      serviceId: desk.service.id,
      requirement: "Does not cool",
      name: "Meera Nair",
      phone: "9876543210",
      houseNumber: "221",
      locality: "Indiranagar",
      pincode: desk.pincode,
      offerCode: defaultOfferCode(),
      timePreference: { type: "IMMEDIATELY" },
      clientId: desk.client.id,
      clientReference: "SR-2",
      dueAmount: 250,
      ticketPrice: 99,
    });
    // A request of an upload is matched by a job, as another change of it.
    const own = [
      "id",
      "public_id",
      "ticket_id",
      "client_reference",
      "upload_key",
      "created_at",
      "updated_at",
      "version",
    ];
    const writtenAs = (publicId: string) =>
      row(
        sql`select to_jsonb(t) - ${own}::text[] as columns, h.to_state, h.data
            from tickets t join history h on h.subject_id = t.id and h.event = 'ticket.created'
            where t.public_id = ${publicId}`,
      );
    expect(await writtenAs(uploaded!)).toEqual(await writtenAs(entered));
  });

  test("the same file twice makes no new request, with the client's ids and without; '' and '0' are none", async () => {
    const desk = await aDesk();
    const lines = ["X1", "0", "", "0"].map((reference, n) =>
      cellsOf(desk, { service_provided_client_id: reference, "House number": `${n}` }),
    );
    const file = csv([...lines, lines[0]!]);
    expect(await countsOf(desk, await written(desk, file))).toMatchObject({ accepted: 4, known: 1 });
    expect(await countsOf(desk, await written(desk, file))).toMatchObject({ accepted: 0, known: 5 });
    expect(await requestsOf(desk)).toBe(4);
  });

  test("what people write for no reference is none, so that each of its rows is a request; SR-9 and sr-9 are one", async () => {
    const desk = await aDesk();
    const none = ["-", "--", "NA", "N/A", "n.a.", "Nil", "none", "NULL", "0", "000", ".", "Not applicable"];
    const lines = [...none, "SR-9"].map((reference, n) =>
      cellsOf(desk, { service_provided_client_id: reference, "House number": `${n}` }),
    );
    const again = cellsOf(desk, { service_provided_client_id: "sr-9", "House number": "other" });
    expect(await countsOf(desk, await written(desk, csv([...lines, again])))).toMatchObject({
      accepted: none.length + 1,
      known: 1,
    });
    const stored = await rows<{ client_reference: string | null }>(
      sql`select distinct client_reference from tickets where client_id = ${desk.client.id} and upload_key is not null`,
    );
    expect(stored.map(({ client_reference }) => client_reference)).not.toEqual(expect.arrayContaining(["-", "NA"]));
  });

  test("an upload that its caller reads has no job that reads it at the same time", async () => {
    const desk = await aDesk();
    const file = await aFile(csv([cellsOf(desk, {})]));
    const { id } = await beginUpload(desk.admin, { file, clientId: desk.client.id, own: true });
    await drain(jobs);
    expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "checking", counts: { total: 0 } });
    await checkUpload(id);
    expect(await countsOf(desk, id)).toMatchObject({ ready: 1, total: 1 });
    await cancelUpload(desk.admin, { id });
    await drain(jobs);
    expect(await requestsOf(desk)).toBe(0);
  });

  test("two uploads of one file at once create each row once", async () => {
    const desk = await aDesk();
    const file = csv(Array.from({ length: 30 }, (_, n) => cellsOf(desk, { service_provided_client_id: `R${n}` })));
    const ids = [await checked(desk, file), await checked(desk, file)];
    for (const id of ids) await startUpload(desk.admin, { id });
    await Promise.all(ids.map((uploadId) => runJob(writeUpload, { uploadId })));
    await drain(jobs);
    const counts = await Promise.all(ids.map((id) => countsOf(desk, id)));
    expect(counts.map(({ accepted }) => accepted).reduce((sum, n) => sum + n)).toBe(30);
    expect(await requestsOf(desk)).toBe(30);
  });

  test("two workers at one upload create each row once, and none is taken for one that was there", async () => {
    const desk = await aDesk();
    const count = 1_200;
    const lines = Array.from({ length: count }, (_, n) => cellsOf(desk, { service_provided_client_id: `W${n}` }));
    const id = await checked(desk, csv(lines));
    await startUpload(desk.admin, { id });
    await Promise.all([writeAll(id), writeAll(id)]);
    expect(await countsOf(desk, id)).toMatchObject({ accepted: count, known: 0, ready: 0 });
    expect(await requestsOf(desk)).toBe(count);
    await cancelLeft(desk);
  }, 60_000);

  test("two files with the same requests, and two workers at one of them, read at once create each request once", async () => {
    const desk = await aDesk();
    const count = 1_200;
    const file = csv(
      Array.from({ length: count }, (_, n) =>
        cellsOf(desk, { service_provided_client_id: `B${n}`, Pincode: "199999" }),
      ),
    );
    const ids = [await begun(desk, file, { straight: true }), await begun(desk, file, { straight: true })];
    await Promise.all([...ids, ids[0]!].map((id) => checkUpload(id)));
    await Promise.all([...ids, ids[0]!].map((id) => writeAll(id)));
    const counts = await Promise.all(ids.map((id) => countsOf(desk, id)));
    expect(counts.map(({ total, ready, wrong }) => [total, ready, wrong])).toEqual(ids.map(() => [count, 0, 0]));
    expect(counts.map(({ accepted }) => accepted).reduce((sum, n) => sum + n)).toBe(count);
    expect(await requestsOf(desk)).toBe(count);
    const created = await row<{ n: number }>(
      sql`select count(*)::int as n from history h join tickets t on t.id = h.subject_id
        where t.client_id = ${desk.client.id} and h.event = 'ticket.created'`,
    );
    expect(created!.n).toBe(count);
    await cancelLeft(desk);
  }, 60_000);

  test("rows with a limited offer's code take none of its uses, straight and after a dry run, also when it has none left", async () => {
    const desk = await aDesk();
    await aCenter({ services: [desk.service], pincodes: [desk.pincode] });
    await anOffer({ title: "ONCE", totalUses: 1, feeOffPaise: fromRupees(20) });
    const lines = (from: number) =>
      ["", "ONCE", "once", "ONCE"].map((code, n) =>
        cellsOf(desk, { "Offer code": code, "House number": `${from + n}` }),
      );
    const uses = () =>
      rows(sql`select uses, (select count(*)::int from offer_uses u where u.offer_id = o.id) as written
              from offers o where title = 'ONCE'`);
    expect(await countsOf(desk, await written(desk, csv(lines(0))))).toMatchObject({ accepted: 4, wrong: 0 });
    const id = await checked(desk, csv(lines(10)));
    await startUpload(desk.admin, { id });
    await drain(jobs);
    expect(await countsOf(desk, id)).toMatchObject({ accepted: 4, wrong: 0 });
    expect(await uses()).toEqual([{ uses: 0, written: 0 }]);
    await rows(sql`update offers set uses = 1 where title = 'ONCE'`);
    expect(await countsOf(desk, await written(desk, csv(lines(20))))).toMatchObject({ accepted: 4, wrong: 0 });
    expect(await uses()).toEqual([{ uses: 1, written: 0 }]);
  });

  test("a deleted request releases its key, and is not brought back beside the one that took it", async () => {
    const desk = await aDesk();
    const file = csv([cellsOf(desk, { service_provided_client_id: "K" })]);
    const [line] = await uploadLines(desk.admin, { id: await written(desk, file), of: "accepted", take: 1 });
    await deleteTicket(desk.admin, { ticketId: line!.ticketId! });
    expect(await countsOf(desk, await written(desk, file))).toMatchObject({ accepted: 1 });
    expect(await refusal(undoDelete(desk.admin, { ticketId: line!.ticketId! }))).toBe("request.referenceTaken");
  });

  test.each(["writes", "reads"])(
    "a worker killed while it %s goes on to exactly all rows",
    async (does) => {
      const desk = await aDesk();
      const count = 2_500;
      const lines = Array.from({ length: count }, (_, n) => cellsOf(desk, { service_provided_client_id: `N${n}` }));
      const reads = does === "reads";
      const id = reads ? await begun(desk, csv(lines), { straight: true }) : await checked(desk, csv(lines));
      if (!reads) await startUpload(desk.admin, { id });
      const file = path.join(env.root, "modules/testing/processes/upload.ts");
      const worker = spawn(process.execPath, [file, id, "1000", does], {
        env: environmentWith({ DATABASE_URL: appUrl, NODE_ENV: "test", BLOB_DIR: env.blobDir }),
        stdio: "ignore",
      });
      expect(await once(worker, "exit")).toEqual([null, "SIGKILL"]);
      const before = (await countsOf(desk, id))[reads ? "ready" : "created"];
      expect(before).toBeGreaterThanOrEqual(1_000);
      expect(before).toBeLessThan(count);
      moveClock(5 * minute);
      await rows(sql`delete from pgboss.job where name in ('tickets.readUpload', 'tickets.writeUpload')`);
      await tendUploads();
      const job = await row<{ name: string }>(
        sql`select name from pgboss.job where name in ('tickets.readUpload', 'tickets.writeUpload') and data->>'uploadId' = ${id}`,
      );
      expect(job?.name).toBe(reads ? "tickets.readUpload" : "tickets.writeUpload");
      if (reads) await checkUpload(id);
      await writeAll(id);
      expect(await countsOf(desk, id)).toMatchObject({ accepted: count, known: 0, ready: 0 });
      expect(await requestsOf(desk)).toBe(count);
      expect(await row(sql`select state, blob_id from uploads where id = ${id}`)).toEqual({
        state: "done",
        blob_id: null,
      });
      await cancelLeft(desk);
    },
    180_000,
  );

  test("a file that breaks at its end creates nothing, and one that is stopped while it creates stays stopped", async () => {
    const desk = await aDesk();
    const lines = Array.from({ length: 3_500 }, (_, n) => cellsOf(desk, { service_provided_client_id: `E${n}` }));
    const broken = await written(desk, `${csv(lines.slice(0, 1_500))}\n"no end`);
    expect(await uploadView(desk.admin, { id: broken })).toMatchObject({
      state: "refused",
      reason: { key: "sheet.quotes" },
    });
    expect(await requestsOf(desk)).toBe(0);
    const id = await begun(desk, csv(lines), { straight: true });
    await checkUpload(id);
    let stopped: Promise<unknown> | undefined;
    await writeAll(id, () => {
      stopped ??= cancelUpload(desk.admin, { id });
    });
    await stopped;
    expect(await row(sql`select state, blob_id from uploads where id = ${id}`)).toEqual({
      state: "cancelled",
      blob_id: null,
    });
    const { accepted, total } = await countsOf(desk, id);
    expect([accepted, total]).toEqual([await requestsOf(desk), 3_500]);
    expect(accepted).toBeLessThan(3_500);
    await writeAll(id);
    expect(await requestsOf(desk)).toBe(accepted);
    await cancelLeft(desk);
  });

  test("what lost its job is asked for again; stopping leaves what was created, and a dry run is thrown away", async () => {
    const desk = await aDesk();
    const id = await checked(desk, csv([cellsOf(desk)]));
    await startUpload(desk.admin, { id });
    await rows(sql`delete from pgboss.job where name = 'tickets.writeUpload'`);
    moveClock(5 * minute);
    await tendUploads();
    await drain(jobs);
    expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "done", counts: { accepted: 1 } });
    const dry = await checked(desk, csv([cellsOf(desk, { "House number": "9" })]));
    await cancelUpload(desk.admin, { id: dry });
    expect(await refusal(uploadView(desk.admin, { id: dry }))).toBe("uploads.missing");
    expect(await refusal(cancelUpload(desk.admin, { id }))).toBe("uploads.over");
  });

  test("H8, H15 an admin of a client uploads for that client alone, and cannot mark its requests unpaid", async () => {
    const desk = await aDesk({ ofClient: true });
    const other = await aClient();
    const file = await aFile(
      csv([cellsOf(desk, { "Is paid ticket": "false", "Ticket price": "900", ticketCreatedBy: "PUBLIC" })]),
    );
    expect(await refusal(beginUpload(desk.admin, { file, clientId: other.id }))).toBe("permission.denied");
    await beginUpload(desk.admin, { file, straight: true });
    await drain(jobs);
    expect(
      await rows(
        sql`select created_by, marked_paid, ticket_price_paise as price from tickets where client_id = ${desk.client.id}`,
      ),
    ).toEqual([{ created_by: "SUPER_ADMIN", marked_paid: true, price: "0" }]);
    expect(await refusal(beginUpload(asAdmin(undefined, { permissions: [] }), { file }))).toBe("ticket.noAdd");
  });
});

test("fixed point 28: what a client may not set is not taken, whatever its cell holds, and no file of its names such a column", async () => {
  const desk = await aDesk({ ofClient: true });
  const cells = cellsOf(desk, { service_provided_due_amount: "#N/A", "Ticket price": "=A1", ticketCreatedBy: "#REF!" });
  const id = await checked(desk, csv([cells]));
  expect(await problems(desk, id)).toEqual([]);
  const [line] = await uploadLines(desk.admin, { id, of: "all", take: 1 });
  expect(line!.untaken.toSorted()).toEqual(["Ticket price", "service_provided_due_amount"]);
  const own = await checked(
    desk,
    csv(
      [cellsOf(desk)],
      columnNames.map((_, at) => `Own ${at}`),
    ),
  );
  const whole = Object.fromEntries(columnNames.map((name, at) => [name, at]));
  expect(await refusal(mapUpload(desk.admin, { id: own, mapping: whole }))).toBe("ticket.fieldNotSettable");
});

/** Takes back an upload of two requests: none is left. */
async function takenBack(desk: Desk, id: string) {
  await undoUpload(desk.admin, { id });
  await drain(jobs);
  expect(await uploadView(desk.admin, { id })).toMatchObject({ state: "undone", counts: { undone: 2 } });
  expect(await requestsOf(desk)).toBe(0);
}

describe("undoing", () => {
  test("a whole upload is taken back while nobody accepted one of its requests; its keys are free again", async () => {
    const desk = await aDesk();
    await aCenter({ services: [desk.service], pincodes: [desk.pincode] });
    const file = csv([
      cellsOf(desk, { service_provided_client_id: "U1" }),
      cellsOf(desk, { service_provided_client_id: "U2" }),
    ]);
    const id = await written(desk, file);
    await takenBack(desk, id);
    expect(
      await rows(
        sql`select distinct b.status from broadcasts b join tickets t on t.id = b.ticket_id where t.client_id = ${desk.client.id}`,
      ),
    ).toEqual([{ status: "TAKEN" }]);
    expect(await countsOf(desk, await written(desk, file))).toMatchObject({ accepted: 2 });
  });

  test("an upload one of whose requests is accepted stays whole", async () => {
    const desk = await aDesk();
    const center = await aCenter({ services: [desk.service], pincodes: [desk.pincode] });
    const id = await written(desk, csv([cellsOf(desk), cellsOf(desk, { "House number": "2" })]));
    const [offer] = await rows<{ broadcastId: string }>(
      sql`select b.id as "broadcastId" from broadcasts b join upload_rows r on r.ticket_id = b.ticket_id
        where r.upload_id = ${id} and b.center_id = ${center.id}`,
    );
    await acceptBroadcast(asCenter(center), offer!);
    expect(await refusal(undoUpload(desk.admin, { id }))).toBe("uploads.accepted");
    // Nor is it forgotten when that one is cancelled.
    const [taken] = await rows<{ ticketId: string }>(
      sql`select public_id as "ticketId" from tickets where client_id = ${desk.client.id} and status = 'ACCEPTED'`,
    );
    await cancelTicket(asAdmin(), taken!);
    expect(await refusal(undoUpload(desk.admin, { id }))).toBe("uploads.accepted");
    expect(await requestsOf(desk)).toBe(2);
  });

  test("a request that was cancelled before anybody accepted it does not stand in the way, and goes with the others", async () => {
    const desk = await aDesk();
    const file = csv([cellsOf(desk), cellsOf(desk, { "House number": "2" })]);
    const id = await written(desk, file);
    const [line] = await uploadLines(desk.admin, { id, of: "accepted", take: 1 });
    await cancelTicket(asAdmin(), { ticketId: line!.ticketId! });
    await takenBack(desk, id);
    expect(
      await rows(
        sql`select distinct h.from_state as "from" from history h join tickets t on t.id = h.subject_id
          where t.client_id = ${desk.client.id} and h.event = 'ticket.deleted' order by 1`,
      ),
    ).toEqual([{ from: "CANCEL" }, { from: "PENDING" }]);
    expect(await countsOf(desk, await written(desk, file))).toMatchObject({ accepted: 2 });
  });
});

test("the result is a file of every row with what became of it and why", async () => {
  const desk = await aDesk();
  const id = await written(desk, csv([cellsOf(desk), cellsOf(desk, { Pincode: "12", "Customer name": "=cmd()" })]));
  const { stream, name } = await uploadResult(desk.admin, { id, format: "csv" }, "en");
  const lines = (await textOf(stream)).split("\r\n");
  expect(name).toMatch(/^upload-result-.*\.csv$/);
  expect(lines[0]).toBe("row,outcome,customer_name,service_provided_client_id,errors,ticket_id,ticket_price,not_taken");
  expect(lines[1]).toMatch(/^2,Created and offered,Meera Nair,,,REQ-\d{6}-\w{4,6},0\.00,$/);
  expect(lines[2]).toMatch(/^3,Has errors,'=cmd\(\),,.*Pincode: .*6 digits/);
});

test("R13 what an upload holds of a customer is erased, and the rows still know their requests", async () => {
  const desk = await aDesk();
  const id = await written(desk, csv([cellsOf(desk, { "Mobile number": "+91 98765-00001" })]));
  const place = persons.find(({ table }) => table === "upload_rows")!;
  const person = { consumerId: null, phone: "9876500001", ticketIds: [], before: new Date(Date.now() + 86_400_000) };
  expect(JSON.stringify(await place.held(person))).toContain("Meera Nair");
  expect(await place.erase(person)).toBe(1);
  expect(await row(sql`select cells, phone, key from upload_rows where upload_id = ${id}`)).toEqual({
    cells: [],
    phone: null,
    key: null,
  });
  expect(await countsOf(desk, id)).toMatchObject({ accepted: 1 });
});

/** The requests of a large upload need not be offered one by one before the next test. */
const cancelLeft = ({ client }: Desk) =>
  rows(sql`update upload_rows set outcome = 'matched' where outcome = 'created' and client_id = ${client.id}`);
