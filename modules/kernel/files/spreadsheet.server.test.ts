import { buffer, text } from "node:stream/consumers";
import excel from "exceljs";
import { expect, test } from "vitest";
import { type SheetColumn, sheetFormats } from "./spreadsheet.server.ts";

type Row = { name: string | null; count: number | null; paise: number | null; at: Date | null };
const columns: SheetColumn<Row>[] = [
  { label: "नाम", cell: ({ name }) => ({ as: "text", value: name }) },
  { label: "Count", cell: ({ count }) => ({ as: "count", value: count }) },
  { label: "Amount", cell: ({ paise }) => ({ as: "rupees", value: paise }) },
  { label: "Date", cell: ({ at }) => ({ as: "moment", value: at }) },
];
const aRow = (name: string | null): Row => ({ name, count: 3, paise: -4_950, at: new Date("2026-11-21T20:00:00Z") });
async function* pages(...all: Row[][]) {
  yield* all;
}

const csv = (...rows: Row[]) => text(sheetFormats.csv.write(columns, pages(rows)));
const sheet = async (...all: Row[][]) => {
  const book = new excel.Workbook();
  await book.xlsx.load((await buffer(sheetFormats.xlsx.write(columns, pages(...all), "Tickets"))) as never);
  return book.worksheets[0]!;
};

test("a CSV begins with the mark of UTF-8, keeps Hindi, and writes rupees and the time of India", async () => {
  const bytes = await buffer(sheetFormats.csv.write(columns, pages([aRow("सीता देवी")])));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.subarray(3).toString()).toBe("नाम,Count,Amount,Date\r\nसीता देवी,3,-49.50,2026-11-22 01:30\r\n");
});

test.each(["=1+1", "+91", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u200b=1", "＝1"])(
  "a text that would be a formula is escaped in a CSV: %j",
  async (formula) => {
    const [, cells] = (await csv(aRow(formula))).split(/\r\n(?=['"])/);
    expect(cells!.replace(/^"/, "")).toMatch(/^'/);
  },
);

test("quotes, commas and lines in a CSV's text stay in its cell; ordinary text and numbers are left alone", async () => {
  expect(await csv(aRow('a "b", c\nd'))).toContain('\r\n"a ""b"", c\nd",3,');
  expect(await csv(aRow("98xxxxxx10"))).toContain("\r\n98xxxxxx10,3,-49.50");
  expect(await csv(aRow("*****"))).toContain("\r\n*****,3");
  expect(await csv({ name: null, count: null, paise: null, at: null })).toMatch(/\r\n,,,\r\n$/);
});

test("a workbook holds texts as texts, amounts as numbers and moments as India's wall clock", async () => {
  const written = await sheet([aRow("=1+1")], [aRow("सीता\u0000 देवी")]);
  expect(written.getRow(1).values).toEqual([undefined, "नाम", "Count", "Amount", "Date"]);
  const formula = written.getCell("A2");
  const plain = written.getCell("A3");
  expect([formula.type, formula.value, formula.formula]).toEqual([excel.ValueType.String, "=1+1", undefined]);
  expect([plain.value, plain.numFmt]).toEqual(["सीता देवी", "@"]);
  expect([written.getCell("B2").value, written.getCell("C2").value]).toEqual([3, -49.5]);
  expect(written.getCell("D2").value).toEqual(new Date("2026-11-22T01:30:00Z"));
  expect(written.rowCount).toBe(3);
});

test.each([
  ["Tickets", "Tickets"],
  ["टिकट", "टिकट"],
  ["Paid / unpaid: [all]?", "Paid   unpaid   all"],
  ["Ticket created by you, not assigned to you", "Ticket created by you, not assi"],
  ["'", "1"],
])("a sheet named %j is named %j in its workbook", async (name, stands) => {
  const book = new excel.Workbook();
  await book.xlsx.load((await buffer(sheetFormats.xlsx.write(columns, pages([]), name))) as never);
  expect(book.worksheets.map((each) => each.name)).toEqual([stands]);
});

test("a list without rows is a workbook with its headings", async () => {
  const written = await sheet([]);
  expect(written.getRow(1).values).toEqual([undefined, "नाम", "Count", "Amount", "Date"]);
});

test.each(Object.entries(sheetFormats))("a %s asks for no more pages once the reader is gone", async (_, { write }) => {
  let pageCount = 0;
  let over = false;
  async function* many() {
    try {
      for (; pageCount < 2_000; pageCount++) yield [aRow("name")];
    } finally {
      over = true;
    }
  }
  for await (const _chunk of write(columns, many())) if (pageCount > 0) break;
  await expect.poll(() => over).toBe(true);
  expect(pageCount).toBeLessThan(2_000);
});
