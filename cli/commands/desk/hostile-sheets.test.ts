import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as official from "@e965/xlsx";
import excel from "exceljs";
import { strToU8, zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { readSheet } from "#modules/kernel/files/sheets/read-sheet.server.ts";
import { say } from "#modules/messages/index.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

/* Files as strangers and old programs make them, and what an operator is told of each. */

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSheet(name: string, bytes: Uint8Array | string) {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

async function workbook(fill: (sheet: excel.Worksheet) => void) {
  const book = new excel.Workbook();
  fill(book.addWorksheet("1"));
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** A file with the mark of the old kind of workbook that holds another thing. */
function container(name: string): Uint8Array {
  const made = official.CFB.utils.cfb_new();
  official.CFB.utils.cfb_add(made, name, Buffer.alloc(5_000));
  return official.CFB.write(made, { type: "buffer" }) as Buffer;
}

const parts = { "[Content_Types].xml": strToU8("<a/>"), "xl/workbook.xml": strToU8("<workbook/>") };
const heading = ["Center name", "Phone", "Primary service", "State", "Pincode"];

test.each([
  {
    what: "a workbook that is a bomb",
    bytes: () => zipSync({ ...parts, "xl/worksheets/sheet1.xml": new Uint8Array(64 * 1024 * 1024) }),
    expected: "The workbook is too large when it is unpacked. Copy the rows into the template and upload that",
  },
  {
    what: "a workbook of 1,000 columns",
    bytes: () => workbook((sheet) => sheet.addRow([...heading, ...Array.from({ length: 1_000 }, (_, n) => `c${n}`)])),
    expected: "The file has more than 100 columns. Copy the rows into the template and upload that",
  },
  {
    what: "a workbook that is cut off",
    bytes: async () => (await workbook((sheet) => sheet.addRow(heading))).subarray(0, 3_000),
    expected: "The file is damaged. Open it, save it again as .xlsx or .csv, and upload that",
  },
  {
    what: "the mark of a workbook of the old kind, and nothing else",
    bytes: () => Buffer.from("d0cf11e0a1b11ae1", "hex"),
    expected: "The file is damaged. Open it, save it again as .xlsx or .csv, and upload that",
  },
  {
    what: "a workbook with a password",
    bytes: () => container("EncryptedPackage"),
    expected: "The file has a password. Save it without one, and upload that",
  },
  {
    what: "a letter of a word processor",
    bytes: () => container("WordDocument"),
    expected: "Please upload a valid CSV or Excel file",
  },
  {
    what: "a web page under the name of a workbook",
    bytes: () => "<html><table><tr><td>Center name</td></tr></table></html>",
    expected:
      "This file is a web page (HTML) under the name of a spreadsheet. Open it in Excel, save it as .xlsx or .csv, and upload that",
  },
  {
    what: "a workbook that Excel saved as XML",
    bytes: () => "<?xml version='1.0'?>\n<?mso-application progid='Excel.Sheet'?>\n<Workbook/>",
    expected:
      "This file is an XML Spreadsheet 2003 under the name of a spreadsheet. Open it in Excel, save it as .xlsx or .csv, and upload that",
  },
  {
    what: "an empty file",
    bytes: () => "",
    expected: "The file has no rows below its heading",
  },
  {
    what: "a picture",
    bytes: () => Buffer.from("\x89PNG\r\n", "latin1"),
    expected: "Please upload a valid CSV or Excel file",
  },
])("$what is refused in one sentence that says what to do", async ({ bytes, expected }) => {
  const read = Array.fromAsync(readSheet(writeSheet("hostile", await bytes()), { take: 100 }));
  const refusal = await read.catch((error: DomainError) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  const { key, params } = refusal as DomainError;
  expect(say(key, params)).toContain(expected);
});

test("a file that is refused while it is read is refused by import and upload, and nothing is made of it", async () => {
  const file = writeSheet("quotes.csv", `${heading.join(",")}\nA,"never closed\n`);
  const admin = await anAdmin();
  const client = await aClient();
  const commands = [
    ["import", "centers", file, "--yes"],
    ["tickets", "upload", file, "--as", admin.userName, "--client", client.id, "--yes"],
  ];
  for (const args of commands) {
    const result = await cli(...args);
    expect([result.code, result.out, result.err.trim().split("\n").at(-1)]).toEqual([
      2,
      "",
      expect.stringContaining("quotation mark"),
    ]);
  }
});

test("texts in UTF-16 and Windows-1252 and merged cells are read as they were written", async () => {
  const { serviceName } = await aService();
  const line = (name: string, phone: string) =>
    `${heading.join(",")}\r\n${name},${phone},${serviceName},Kerala,682001\r\n`;
  const little = aPhone();
  const big = aPhone();
  const western = aPhone();
  const merged = aPhone();
  const files = [
    writeSheet("little.csv", Buffer.from(`\uFEFF${line("मीरा Cooling", little)}`, "utf16le")),
    writeSheet("big.csv", Buffer.from(`\uFEFF${line("मीरा Cooling", big)}`, "utf16le").swap16()),
    writeSheet("western.csv", Buffer.from(line("Zo\xeb Cooling", western), "latin1")),
    writeSheet(
      "merged.xlsx",
      await workbook((sheet) => {
        sheet.addRow([...heading.slice(0, 4), "Pincode"]);
        sheet.addRow(["Asha Cooling", Number(merged), serviceName, "Kerala", 682001]);
        sheet.addRow([null, Number(aPhone()), serviceName, "Kerala", 682001]);
        sheet.mergeCells("A2:A3");
      }),
    ),
  ];
  const results = [];
  for (const file of files) results.push(await cli("import", "centers", file, "--yes"));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 1]);
  // A merged cell stands in the first of its rows; the other one lacks it, which is told.
  expect(results[3]!.out).toMatch(/^1 centers added, 0 there already, 1 left out\n[\s\S]*Center name: /);
  const phones = [little, big, western, merged];
  const there = await rows<{ phone: string; name: string }>(
    sql`select phone, center_name as name from centers where phone = any(${phones})`,
  );
  const nameOf = new Map(there.map(({ phone, name }) => [phone, name]));
  expect(phones.map((phone) => nameOf.get(phone))).toEqual([
    "मीरा Cooling",
    "मीरा Cooling",
    "Zoë Cooling",
    "Asha Cooling",
  ]);
});

test("a date may be one of the spreadsheet, its number or written as India does; one that is none, and a formula, are told", async () => {
  const admin = await anAdmin();
  const client = await aClient();
  const service = await aService();
  const pincode = aPincode();
  const file = writeSheet(
    "dates.xlsx",
    await workbook((sheet) => {
      sheet.addRow([
        "Service provided for",
        "Mobile number",
        "Customer name",
        "House number",
        "Pincode",
        "Time preference type",
        "Specific date and time",
      ]);
      const dates = [new Date(Date.UTC(2099, 11, 25, 16, 30)), 73048.6875, "25/12/2099 4:30 pm", "१२/०१/२०९९ ०९:००"];
      for (const at of [...dates, "12/25/2099 16:30", { formula: "NOW()" }])
        sheet.addRow([
          service.serviceName,
          Number(aPhone()),
          "Meera Nair",
          221,
          Number(pincode),
          "SPECIFIC_DATE_AND_TIME",
          at,
        ]);
      sheet.getCell("G2").numFmt = "dd/mm/yyyy hh:mm";
    }),
  );
  const dry = await cli(
    "tickets",
    "upload",
    file,
    "--as",
    admin.userName,
    "--client",
    client.id,
    "--dry-run",
    "--json",
  );
  expect(dry.code).toBe(1);
  expect(JSON.parse(dry.out).wouldDo).toMatchObject({
    ready: 4,
    wrong: 2,
    errors: [
      { row: 6, errors: [expect.stringMatching(/^Specific date and time: /)] },
      { row: 7, errors: [expect.stringMatching(/^Specific date and time: .*formula/i)] },
    ],
  });
});

test("what a sheet does not show is told before anything is made: hidden rows and results of formulas; errors are no names", async () => {
  const admin = await anAdmin();
  const client = await aClient();
  const service = await aService();
  const pincode = Number(aPincode());
  const noted = (heading: string[], row: (name: unknown) => unknown[]) =>
    workbook((sheet) => {
      sheet.addRow(heading);
      for (const name of [{ formula: 'A1&""', result: "Meera" }, "Sita", { error: "#N/A" }]) sheet.addRow(row(name));
      sheet.getRow(3).hidden = true;
    });
  const centers = await noted(heading, (name) => [name, Number(aPhone()), service.serviceName, "Kerala", 682001]);
  const requests = await noted(
    ["Customer name", "Mobile number", "Service provided for", "House number", "Pincode", "Time preference type"],
    (name) => [name, Number(aPhone()), service.serviceName, 221, pincode, "IMMEDIATELY"],
  );
  const as = ["--as", admin.userName, "--client", client.id];
  const commands = [
    ["import", "centers", writeSheet("centers.xlsx", centers)],
    ["tickets", "upload", writeSheet("requests.xlsx", requests), ...as],
  ];
  for (const args of commands) {
    const result = await cli(...args, "--dry-run");
    expect(result.code).toBe(1);
    expect(result.out).toContain("1 row is hidden in the file, and is read as all others\n");
    expect(result.out).toContain("1 cell is the result of a formula, as the file stored it\n");
    expect(result.out).toMatch(/name: Not read: the cell holds an error of the spreadsheet/);
    const report = JSON.parse((await cli(...args, "--dry-run", "--json")).out).wouldDo;
    expect(report).toMatchObject({ hiddenRows: 1, formulaCells: 1, wrong: 1 });
  }
});

test("R305 a workbook of the old kind is taken by both imports of the shell and by an upload", async () => {
  const admin = await anAdmin();
  const client = await aClient();
  const service = await aService();
  const phone = aPhone();
  const pincode = aPincode();
  const old = (name: string, lines: readonly (readonly (string | number)[])[]) => {
    const book = official.utils.book_new();
    official.utils.book_append_sheet(book, official.utils.aoa_to_sheet(lines.map((line) => [...line])), "One");
    return writeSheet(name, official.write(book, { type: "buffer", bookType: "biff8" }));
  };
  const centers = old("centers.xls", [heading, ["Asha Cooling", Number(phone), service.serviceName, "Kerala", 682001]]);
  const technicians = old("technicians.xls", [
    ["Center", "Technician name", "Phone", "Engagement", "Primary service", "Address", "City", "State", "Main pincode"],
    [
      Number(phone),
      "Ravi Kumar",
      Number(aPhone()),
      "SALARIED",
      service.serviceName,
      "14, 3rd Cross",
      "Kochi",
      "Kerala",
      682001,
    ],
  ]);
  const requests = old("requests.xls", [
    ["Service provided for", "Mobile number", "Customer name", "House number", "Pincode", "Time preference type"],
    [service.serviceName, Number(aPhone()), "Meera Nair", 221, Number(pincode), "IMMEDIATELY"],
  ]);
  const as = ["--as", admin.userName, "--client", client.id];
  const answers = [
    await cli("import", "centers", centers, "--yes"),
    await cli("import", "technicians", technicians, "--yes"),
    await cli("tickets", "upload", requests, ...as, "--yes"),
    await cli("import", "requests", requests, ...as, "--dry-run"),
  ];
  expect(answers.map(({ code, out }) => [code, out.split("\n")[0]])).toEqual([
    [0, "1 centers added, 0 there already, 0 left out"],
    [0, "1 technicians added, 0 there already, 0 left out"],
    [0, "Successfully uploaded 1 tickets"],
    [0, "0 of 1 rows can be created, 1 not"],
  ]);
});
