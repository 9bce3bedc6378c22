import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as official from "@e965/xlsx";
import excel from "exceljs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import { isCellError } from "./cell-values.ts";
import { readSheet } from "./read-sheet.server.ts";
import { sheetKindOf } from "./sheet-kind.server.ts";
import { sheetLimits } from "./sheet-limits.ts";
import { sheetRows } from "./sheet-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function aFile(bytes: Uint8Array | string) {
  const file = path.join(folder, `sheet-${++files}`);
  await writeFile(file, bytes);
  return file;
}
async function placed(bytes: Uint8Array | string) {
  const file = await aFile(bytes);
  const rows: [number, ...string[]][] = [];
  for await (const page of sheetRows(file, await sheetKindOf(file), 100))
    rows.push(...page.map(({ place, cells }): [number, ...string[]] => [place, ...cells]));
  return rows;
}
const read = async (bytes: Uint8Array | string) => (await placed(bytes)).map(([, ...cells]) => cells);
/** The rows as the reader gives them. */
async function sheetOf(bytes: Uint8Array | string) {
  const file = await aFile(bytes);
  const rows = [];
  for await (const page of sheetRows(file, await sheetKindOf(file), 100)) rows.push(...page);
  return rows;
}
const refusal = (bytes: Uint8Array | string) =>
  read(bytes).then(
    () => "read",
    (error) => {
      if (!(error instanceof DomainError)) throw error;
      return error.params ? { key: error.key, ...error.params } : error.key;
    },
  );

async function workbook(fill: (sheet: excel.Worksheet) => void) {
  const book = new excel.Workbook();
  fill(book.addWorksheet("1"));
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const text = "Name,City\r\nमीरा,Zoë\r\n";
const rows = [
  ["Name", "City"],
  ["मीरा", "Zoë"],
];
const wide = (swap: boolean, mark: boolean) => {
  const bytes = Buffer.from(`${mark ? "\uFEFF" : ""}Name,City\r\nRahul,Zoe\r\n`, "utf16le");
  return swap ? bytes.swap16() : bytes;
};

describe("H24 a CSV file", () => {
  test("is read in UTF-8 with and without a mark, UTF-16 of both kinds with and without one, else Windows-1252", async () => {
    expect(await read(text)).toEqual(rows);
    expect(await read(`\uFEFF${text}`)).toEqual(rows);
    for (const swap of [false, true])
      for (const mark of [false, true])
        expect(await read(wide(swap, mark)), `${swap} ${mark}`).toEqual([rows[0], ["Rahul", "Zoe"]]);
    expect(await read(Buffer.from("Name,City\nZo\xeb,\x80 5\n", "latin1"))).toEqual([rows[0], ["Zoë", "€ 5"]]);
  });

  test("has its cells apart by comma, semicolon or tab; quoted ones hold what they like; empty rows are passed over", async () => {
    expect(await read("a;b\n1;2,5\n")).toEqual([
      ["a", "b"],
      ["1", "2,5"],
    ]);
    expect(await read("a\tb\n\n , \n1\t2\n")).toEqual([["a", "b"], [" , "], ["1", "2"]]);
    expect(await read('a,b\n"1\n2","say ""so"""\n')).toEqual([
      ["a", "b"],
      ["1\n2", 'say "so"'],
    ]);
  });

  test("may name its delimiter in a first line, which is no row, in every encoding and however it is written", async () => {
    const named = ["sep=;", "sep=,", "sep=\t", "sep=\\t", "SEP=;", '"sep=;"', "sep=;;;", "sep=|", "sep=^", "sep="];
    for (const line of named) {
      const mark = /[;,\t|^]/.exec(line.replace("\\t", "\t"))?.[0] ?? ",";
      for (const end of ["\n", "\r\n", "\r"]) {
        const file = [line, `Name${mark}Sum`, `Meera${mark}"2${mark}5"`, ""].join(end);
        const read = [
          [1, "Name", "Sum"],
          [2, "Meera", `2${mark}5`],
        ];
        expect(await placed(file), JSON.stringify(file)).toEqual(read);
        expect(await placed(`\uFEFF${file}`)).toEqual(read);
        expect(await placed(Buffer.from(`\uFEFF${file}`, "utf16le"))).toEqual(read);
        expect(await placed(Buffer.from(`\uFEFF${file}`, "utf16le").swap16())).toEqual(read);
      }
    }
    expect(await placed("a,b\nsep=;,1\n")).toEqual([
      [1, "a", "b"],
      [2, "sep=;", "1"],
    ]);
  });

  test("has the delimiter of its rows, not that of a title, of decimal commas or of addresses", async () => {
    expect((await read("Requests, November\n\na;b;c\n1,5;2,5;3,5\n"))[2]).toEqual(["1,5", "2,5", "3,5"]);
    expect((await read("Name;Address\nMeera;12, MG Road, Pune\nSita;14, MG Road, Pune\n"))[1]).toEqual([
      "Meera",
      "12, MG Road, Pune",
    ]);
    expect((await read('a,b\n"x;y;z",2\n"x;y;z",2\n'))[1]).toEqual(["x;y;z", "2"]);
  });

  test("may hold numbers that are kept as text by a formula, and quotation marks between tabs", async () => {
    expect(await read('Phone,Code\n="9876500001",="0042"\n"=""9876500001""",="a"&"b"\n')).toEqual([
      ["Phone", "Code"],
      ["9876500001", "0042"],
      ["9876500001", '="a"&"b"'],
    ]);
    expect(await read('Item\tCity\n"LG 32" LED\t"Delhi"\n')).toEqual([
      ["Item", "City"],
      ['"LG 32" LED', "Delhi"],
    ]);
  });

  test("may hold bare quotation marks: each stays a letter of its cell, and no row is lost", async () => {
    for (const [written, ...cells] of [
      ['LG 32" LED wall mount,1', 'LG 32" LED wall mount', "1"],
      ['LG 32",1', 'LG 32"', "1"],
      ['1,LG 32"', "1", 'LG 32"'],
      ['32" and 43" LED,5\' 6",1', '32" and 43" LED', "5' 6\"", "1"],
      ['say "so",1', 'say "so"', "1"],
      ['32""  LED,1', '32""  LED', "1"],
      ['"Sharma" Traders,1', '"Sharma" Traders', "1"],
      ['"Sharma" Traders,"1,5"', '"Sharma" Traders', "1,5"],
      ['"LG 32" LED, white",1', 'LG 32" LED, white', "1"],
      ['"LG 32"" LED, white",1', 'LG 32" LED, white', "1"],
      ['"LG 32""",1', 'LG 32"', "1"],
      ['"""Sharma"" Traders",1', '"Sharma" Traders', "1"],
      ['1, "12, MG Road" ,x', "1", "12, MG Road", "x"],
      ['"","",x', "", "", "x"],
    ] as const)
      for (const end of ["\n", "\r\n", "\r", ""])
        expect(await read(`a,b,c\n${written}${end}${end && `p,q,r${end}`}`), `${written}${end}`).toEqual([
          ["a", "b", "c"],
          cells,
          ...(end ? [["p", "q", "r"]] : []),
        ]);
  });

  test("is read the same however its bytes fall into pieces", async () => {
    const line = '"LG 32" LED, white",Zoë "x","a ""b""\r\nc",मीरा\r\n';
    const cellRows = await read(`a,b,c,d\r\n${line.repeat(9_000)}`);
    expect(cellRows).toHaveLength(9_001);
    expect(new Set(cellRows.slice(1).map((cells) => cells.join("|")))).toEqual(
      new Set(['LG 32" LED, white|Zoë "x"|a "b"\r\nc|मीरा']),
    );
  });

  test("ends its lines with CR LF, LF or CR, mixed as they may be; a lone CR at its end is no row", async () => {
    const two = [
      [1, "a", "b"],
      [2, "1", "2"],
    ];
    for (const file of ["a,b\r1,2", "a,b\r1,2\r", "a,b\n1,2\n\r", "a,b\r\n1,2\r\n\r", "a,b\n1,2\r", "a,b\r1,2\n\r\r"])
      expect(await placed(file), JSON.stringify(file)).toEqual(two);
    expect(await placed('a,b\r"1\r2",3\r')).toEqual([
      [1, "a", "b"],
      [2, "1\r2", "3"],
    ]);
  });

  test("that breaks its quotes, is too wide, too long or holds a giant cell is refused with the row", async () => {
    expect(await refusal('a,b\n1,"2\n3,4\n')).toEqual({ key: "sheet.quotes", row: 2 });
    expect(await refusal('a,b\n1,2\n"never closed,3\n4,"x"\n')).toEqual({ key: "sheet.quotes", row: 3 });
    expect(await refusal('a,b\n"LG 32"",1\n"TV",2\n')).toEqual({ key: "sheet.quotes", row: 2 });
    expect(await refusal(`${"a,".repeat(1_000)}b\n`)).toEqual({ key: "sheet.tooWide", most: sheetLimits.columns });
    expect(await refusal(`a\nb\n${"x".repeat(sheetLimits.cell + 1)}\n`)).toEqual({ key: "sheet.cellTooLong", row: 3 });
    expect(await refusal(`a\n"${"x".repeat(300_000)}"\n`)).toMatchObject({ key: "sheet.cellTooLong" });
    expect(await refusal("a\n".repeat(sheetLimits.rows + 2))).toEqual({ key: "sheet.tooLong", most: "1,00,000" });
    expect(await refusal("")).toBe("sheet.empty");
  });

  test("R476 what is no table is refused by its bytes; a web page and an XML workbook under the name of one with what to do", async () => {
    for (const begin of ["%PDF-1.7", "\x89PNG\r\n", "PK\x05\x06", "\x00\x01\x02", "MZ"])
      expect(await refusal(Buffer.from(`${begin} and more`, "latin1")), begin).toBe("sheet.kind");
    const pages = [
      "<html><table><tr><td>Name",
      "\uFEFF\n<!DOCTYPE html>",
      "<!-- made by a report -->\n<table>",
      "<TABLE border=1>",
      "<div><table>",
      "<meta charset=utf-8>",
      "<center><b>Report",
      "<report>\n<row>",
      '<list of="requests">',
      "MIME-Version: 1.0\r\nX",
      "<?xml version='1.0'?><rows/>",
      "<?xml version='1.0'?><!DOCTYPE html><html>",
    ];
    const books = [
      "<?xml version='1.0'?>\n<?mso-application progid='Excel.Sheet'?>\n<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>",
      "\uFEFF\n<?xml version='1.0'?><Workbook>",
      "<ss:Workbook xmlns:ss='urn:x'>",
      "<?xml?><!-- x --><Workbook>",
    ];
    for (const [key, texts] of Object.entries({ "sheet.webPage": pages, "sheet.xmlBook": books }))
      for (const text of texts)
        for (const bytes of [text, Buffer.from(`\uFEFF${text.replace("\uFEFF", "")}`, "utf16le")])
          expect(await refusal(bytes), text).toBe(key);
    expect(await read("<Name>,<Phone>\n<Meera>,1\n")).toHaveLength(2);
    expect(await read("Name\tCity\nMeera\tKochi\n")).toEqual([
      ["Name", "City"],
      ["Meera", "Kochi"],
    ]);
  });
});

test("no beginning of a file and no line of quotation marks keeps the process busy", async () => {
  // The CPU of this thread in milliseconds.
  const took = async (bytes: string) => {
    const before = process.threadCpuUsage();
    await refusal(bytes);
    return process.threadCpuUsage(before).user / 1_000;
  };
  const heads = ["<!---->", "<!-- a -->\n", "<?x?>", "<!", "< ", "<a:", "<a b=", "\u00a0"];
  for (const head of heads) expect([head, (await took(head.repeat(600))) < 400]).toEqual([head, true]);
  for (const line of [
    `"${'" '.repeat(90_000)}`,
    '"'.repeat(180_000),
    `"${'"a'.repeat(90_000)}`,
    `${'" ,'.repeat(60_000)}`,
  ])
    expect([line.slice(0, 4), (await took(line)) < 2_000]).toEqual([line.slice(0, 4), true]);
});

describe("H24 a workbook", () => {
  test("gives dates as moments, numbers in digits, formulas as their stored results, merged cells once", async () => {
    const bytes = await workbook((sheet) => {
      sheet.addRow(["When", "Phone", "Sum", "Rich", "Merged", "Half"]);
      sheet.addRow([
        new Date(Date.UTC(2026, 11, 25, 16, 30)),
        9876543210,
        { formula: "HYPERLINK(1)", result: 7 },
        { richText: [{ text: "Mee" }, { text: "ra" }] },
        "one",
        46000.5,
      ]);
      sheet.getCell("A2").numFmt = "dd/mm/yyyy hh:mm";
      sheet.mergeCells("E2:E3");
    });
    expect((await read(bytes))[1]).toEqual(["2026-12-25T16:30", "9876543210", "7", "Meera", "one", "46000.5"]);
  });

  test("is read however its program writes it: prefixes, comments, texts as they are, rich texts, places left out", async () => {
    const sheet = `<?xml version="1.0"?><x:worksheet xmlns:x="urn:x" note="a>b"><!-- <c r="A1"><v>9</v></c> --><x:sheetData>
      <x:row r='2' spans="1:3"><x:c r="A2" t="inlineStr"><x:is><x:r><x:t>Mee</x:t></x:r><x:r><x:t xml:space="preserve">ra </x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c>
        <x:c r="C2" t="str"><x:v>a &amp;lt; b&#10;c&#x20B9;</x:v>
      </x:c></x:row><x:row/><x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c s="1"><x:v>46000.6875</x:v></x:c><x:c s="2"><x:v>12.50</x:v></x:c><x:c><x:f t="shared" si="0"/><x:v>3</x:v></x:c><x:c r="XFD4" s="1"/></x:row>
      </x:sheetData></x:worksheet>`;
    const parts = {
      "xl/worksheets/other.xml": sheet,
      "xl/worksheets/sheet1.xml": "<worksheet><sheetData/></worksheet>",
      "xl/workbook.xml":
        '<workbook xmlns:r="urn:r"><sheets><sheet name="One" r:id="rId2"/><sheet name="Two" r:id="rId1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/other.xml" Id="rId2"/></Relationships>',
      "xl/sharedStrings.xml":
        "<sst><si><t>zero</t></si><si><r><t>Zo</t></r><r><t><![CDATA[ë & <co>]]></t></r></si></sst>",
      "xl/styles.xml":
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[>=100]0.0;&quot;day&quot;0"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="165"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    };
    const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
    expect(await read(bytes)).toEqual([
      ["Meera ", "", "a &lt; b\nc₹"],
      ["Zoë & <co>", "true", "#N/A", "2025-12-09T16:30", "12.5", "3"],
    ]);
  });

  test("that is good is never refused, in whatever order its parts come", async () => {
    const bytes = await workbook((sheet) => {
      for (let n = 0; n < 50; n++) sheet.addRow([`x${n}`, n]);
    });
    for (let round = 0; round < 20; round++) expect(await read(bytes)).toHaveLength(50);
  });

  test("that brings a document type, breaks off within a tag or its rows, never ends one or nests a thousand is refused", async () => {
    const good = unzipSync(await workbook((sheet) => sheet.addRow(["a", "b"])));
    const name = "xl/worksheets/sheet1.xml";
    const xml = strFromU8(good[name]!);
    const broken = [
      xml.replace("<worksheet", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet'),
      xml.slice(0, xml.indexOf("</row>")),
      `${xml}<c r="A`,
      xml.replace("<sheetData>", `${"<a>".repeat(1_000)}${"</a>".repeat(1_000)}<sheetData>`),
      xml.replace(
        "<sheetData>",
        `<sheetData><!-- ${Array.from({ length: 200_000 }, (_, n) => `<${(n * 7_919) % 100_003}`).join("")}`,
      ),
    ];
    for (const sheet of broken) {
      const bytes = zipSync({ ...good, [name]: strToU8(sheet) });
      expect(await refusal(bytes), sheet.slice(0, 80)).toBe("sheet.unreadable");
    }
  });

  test("that is a bomb is refused before it is parsed: it grows too much, has too many files, or a giant text", async () => {
    const parts = { "[Content_Types].xml": strToU8("<a/>"), "xl/workbook.xml": strToU8("<workbook/>") };
    const zeros = new Uint8Array(64 * 1024 * 1024);
    expect(await refusal(zipSync({ ...parts, "xl/worksheets/sheet1.xml": zeros }))).toBe("sheet.bomb");
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`xl/media/${n}`, strToU8("x")]));
    expect(await refusal(zipSync({ ...parts, ...many }))).toBe("sheet.bomb");
    const giant = strToU8(`<t>${"ab9".repeat(50_000)}</t>`);
    expect(await refusal(zipSync({ ...parts, "xl/sharedStrings.xml": giant }))).toMatchObject({
      key: "sheet.cellTooLong",
    });
  });

  test("that is locked, packed in a way of its own, damaged inside or lies about its sizes is refused", async () => {
    const whole = Buffer.from(
      zipSync(unzipSync(await workbook((sheet) => sheet.addRow(Array.from({ length: 50 }, (_, n) => `c${n}`))))),
    );
    // Where the heads of the sheet's part begin: the one before its bytes, and the one in the list of parts.
    const named = Buffer.from("xl/worksheets/sheet1.xml");
    const local = whole.indexOf(named) - 30;
    const listed = whole.lastIndexOf(named) - 46;
    const changed = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(whole);
      change(bytes);
      return bytes;
    };
    expect(await read(whole)).toHaveLength(1);
    const broken = {
      locked: changed((bytes) => {
        bytes[local + 6]! |= 1;
        bytes[listed + 8]! |= 1;
      }),
      "of an unknown packing": changed((bytes) => {
        bytes.writeUInt16LE(99, local + 8);
        bytes.writeUInt16LE(99, listed + 10);
      }),
      damaged: changed((bytes) => bytes.fill(0xff, local + 30 + named.length + 20, local + 30 + named.length + 60)),
      "larger than the file": changed((bytes) => bytes.writeUInt32LE(0x7fffffff, listed + 20)),
      "cut short": changed((bytes) => bytes.writeUInt32LE(40, listed + 20)),
      elsewhere: changed((bytes) => bytes.writeUInt32LE(0x7fffff00, listed + 42)),
      "without a list": whole.subarray(0, -22),
    };
    for (const [what, bytes] of Object.entries(broken)) expect(await refusal(bytes), what).toBe("sheet.unreadable");
    // What a part claims to unpack to is believed neither way.
    for (const claimed of [0, 1, 0x7fffffff])
      expect(await read(changed((bytes) => bytes.writeUInt32LE(claimed, listed + 24))), `${claimed}`).toHaveLength(1);
    const bomb = Buffer.from(
      zipSync({
        "xl/workbook.xml": strToU8("<workbook/>"),
        "xl/worksheets/sheet1.xml": new Uint8Array(64 * 1024 * 1024),
      }),
    );
    bomb.writeUInt32LE(100, bomb.lastIndexOf(named) - 46 + 24);
    expect(await refusal(bomb)).toBe("sheet.bomb");
  });

  test("that is cut off, or no workbook at all, or has 1,000 columns is refused", async () => {
    const whole = await workbook((sheet) => sheet.addRow(["a"]));
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe("sheet.unreadable");
    expect(await refusal(zipSync({ "a.txt": strToU8("hello") }))).toBe("sheet.kind");
    const broad = await workbook((sheet) => sheet.addRow(Array.from({ length: 1_000 }, (_, n) => `c${n}`)));
    expect(await refusal(broad)).toEqual({ key: "sheet.tooWide", most: sheetLimits.columns });
  });
});

/** A workbook whose sheet and parts beside it are written by hand. */
const byHand = (sheet: string, parts: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        "xl/workbook.xml": '<workbook><sheets><sheet name="1" id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
          '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
        "xl/worksheets/s.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        "xl/sharedStrings.xml": "<sst count='-1' uniqueCount='1e300'><si><t>zero</t></si></sst>",
        ...parts,
      }).map(([name, xml]) => [name, strToU8(xml)]),
    ),
  );
const cell = (text: string, place = "") => `<c ${place} t="str"><v>${text}</v></c>`;

describe("what a cell is", () => {
  const errors = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!"];
  const newer = ["#CALC!", "#CONNECT!", "#BLOCKED!", "#UNKNOWN!", "#FIELD!", "#BUSY!", "#EXTERNAL!", "#ERROR!", "#n/a"];
  const others = ["#BEZUG!", "Err:502", "#REF!\n"];

  test("an error is known by its words, whoever writes it, and nothing people write is one", async () => {
    for (const text of [...errors, ...newer, ...others]) expect(isCellError(text), text).toBe(true);
    for (const text of [
      "#12",
      "#",
      "#A",
      "NA",
      "N/A",
      "-",
      "#12 MG Road!",
      "#URGENT!",
      "#help?",
      "# REF!",
      "#4/B",
      "Err",
      "error:502",
      "#N/A Flats",
    ])
      expect(isCellError(text), text).toBe(false);
  });

  test("an error stays one, even where its file does not say which", async () => {
    const rows = [...errors, ...newer, "", "42", "broken"].map(
      (text) => `<row><c t="e"><v>${text}</v></c><c><v>1</v></c></row>`,
    );
    const read = await sheetOf(byHand(rows.join("")));
    expect(read.filter(({ cells }) => isCellError(cells[0]!)).length).toBe(rows.length - 1);
    // An error without a word is no value at all.
    expect(read.find(({ cells }) => cells[0] === "")).toBeDefined();
  });

  test("a formula is its stored result, and is said to be one; without a result it stays as it was typed", async () => {
    const formulas = [
      ['<c t="n"><f>A1</f><v>7</v></c>', "7", true],
      ['<c t="str"><f>A1</f><v>Meera</v></c>', "Meera", true],
      ['<c t="b"><f>A1</f><v>0</v></c>', "false", true],
      ['<c t="e"><f>A1</f><v>#N/A</v></c>', "#N/A", true],
      ['<c s="1"><f t="array" ref="A1">A1</f><v>46000.6875</v></c>', "2025-12-09T16:30", true],
      ['<c t="str"><f>IF(1,"","")</f><v></v></c>', "", false],
      ["<c><f>A1+1</f></c>", "=A1+1", false],
      ["<c><f>A1+1</f><v></v></c>", "=A1+1", false],
      ["<c><f>A1+1</f><v/></c>", "=A1+1", false],
    ] as const;
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="22"/></cellXfs></styleSheet>';
    for (const [xml, text, isResult] of formulas)
      expect(
        await sheetOf(byHand(`<row>${cell("x")}${xml}${cell("y")}</row>`, { "xl/styles.xml": styles })),
        xml,
      ).toEqual([{ place: 1, cells: ["x", text, "y"], ...(isResult && { formulas: [1] }) }]);
  });

  test("a row its sheet does not show is said to be hidden", async () => {
    for (const attributes of ['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])
      expect(await sheetOf(byHand(`<row ${attributes}>${cell("x")}</row>`)), attributes).toEqual([
        { place: 1, cells: ["x"], hidden: true },
      ]);
    for (const attributes of ['hidden="0"', 'hidden="false"', 'ht="15"', 'ht=""', 'collapsed="1"'])
      expect(await sheetOf(byHand(`<row ${attributes}>${cell("x")}</row>`)), attributes).toEqual([
        { place: 1, cells: ["x"] },
      ]);
  });
});

describe("a workbook of another writer", () => {
  const zipOf = (parts: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
      ),
    );
  const typed = (kind: string, { strict = false } = {}) =>
    strict
      ? `http://purl.oclc.org/ooxml/officeDocument/relationships/${kind}`
      : `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}`;
  const relations = (...all: readonly [id: string, kind: string, target: string][]) =>
    `<Relationships xmlns="urn:p">${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${typed(kind)}" Target="${target}"/>`).join("")}</Relationships>`;
  const sheetOfTexts = (...texts: string[]) =>
    `<worksheet><sheetData><row>${texts.map((text) => cell(text)).join("")}</row></sheetData></worksheet>`;
  const meera = sheetOfTexts("Meera");
  const usual = {
    "_rels/.rels": relations(["r1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": '<workbook xmlns:r="urn:r"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relations(["r1", "worksheet", "worksheets/sheet1.xml"]),
    "xl/worksheets/sheet1.xml": meera,
  };

  test("has its parts where they are named, absolute or relative, in whatever case, prefix and order", async () => {
    const books: Record<string, Record<string, string | Uint8Array>> = {
      usual,
      "in the order of a stream": Object.fromEntries(Object.entries(usual).toReversed()),
      "OpenXML SDK": {
        ...usual,
        "xl/workbook.xml":
          '<x:workbook xmlns:x="urn:x"><x:sheets><x:sheet name="1" sheetId="1" d4p1:id="r1" xmlns:d4p1="urn:r"/></x:sheets></x:workbook>',
        "xl/_rels/workbook.xml.rels": relations(["r1", "worksheet", "/xl/worksheets/sheet1.xml"]).replaceAll(
          /<(\/?)R/g,
          "<$1p:R",
        ),
      },
      strict: {
        ...usual,
        "_rels/.rels": `<Relationships><Relationship Id="a" Type="${typed("officeDocument", { strict: true })}" Target="/xl/workbook.xml"/></Relationships>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${typed("worksheet", { strict: true })}" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
      "a workbook elsewhere": {
        "_rels/.rels": relations(
          ["r1", "extended-properties", "docProps/app.xml"],
          ["r2", "officeDocument", "/book/Main.xml"],
        ),
        "book/Main.xml": usual["xl/workbook.xml"],
        "book/_rels/Main.xml.rels": relations(
          ["r1", "worksheet", "../pages/Page%201.xml"],
          ["r2", "sharedStrings", "Texts.xml"],
        ),
        "pages/Page 1.xml": '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
        "book/texts.xml": "<sst><si><t>Meera</t></si></sst>",
      },
      "names in another case": {
        ...usual,
        "xl/_rels/workbook.xml.rels": relations(
          ["r1", "worksheet", "Worksheets/Sheet1.XML"],
          ["r2", "sharedStrings", "SharedStrings.xml"],
        ),
        "xl/worksheets/sheet1.xml": '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
        "xl/sharedstrings.xml": "<sst><si><t>Meera</t></si></sst>",
      },
      "UTF-16": { ...usual, "xl/worksheets/sheet1.xml": Buffer.from(`\uFEFF${meera}`, "utf16le") },
      "UTF-8 with a mark": { ...usual, "xl/worksheets/sheet1.xml": `\uFEFF<?xml version="1.0"?>${meera}` },
      "with links outside": {
        ...usual,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" TargetMode="External" Type="${typed("worksheet")}" Target="https://example.com/x.xml"/><Relationship Id="r1" Type="${typed("worksheet")}" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
    };
    for (const [writer, parts] of Object.entries(books)) expect(await read(zipOf(parts)), writer).toEqual([["Meera"]]);
  });

  test("is that of its first sheet that is shown, in the order of its tabs; charts have no rows", async () => {
    const sheets = (...states: string[]) => ({
      ...usual,
      "xl/workbook.xml": `<workbook><sheets>${states.map((state, at) => `<sheet name="${at}" state="${state}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relations(
        ["r2", "worksheet", "s2.xml"],
        ["r1", "worksheet", "s1.xml"],
        ["r0", "chartsheet", "s0.xml"],
      ),
      "xl/s0.xml": "<chartsheet/>",
      "xl/s1.xml": sheetOfTexts("one"),
      "xl/s2.xml": sheetOfTexts("two"),
    });
    expect(await read(zipOf(sheets("visible", "visible", "visible")))).toEqual([["one"]]);
    for (const state of ["hidden", "veryHidden"])
      expect(await read(zipOf(sheets("visible", state, "visible"))), state).toEqual([["two"]]);
    expect(await read(zipOf(sheets("visible", "hidden", "veryHidden")))).toEqual([["one"]]);
    const plain = sheets("visible", "visible", "visible");
    const without = { ...plain, "xl/workbook.xml": plain["xl/workbook.xml"].replaceAll(/ state="\w+"/g, "") };
    expect(await read(zipOf(without))).toEqual([["one"]]);
  });

  test("has texts in runs, with their sound, with letters XML cannot hold, and what its program adds is no part of a cell", async () => {
    const texts = [
      "<si><r><rPr><b/></rPr><t>Mee</t></r><r><t xml:space='preserve'>ra </t></r></si>",
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      "<si><t>12_x000D_\nMG_x005F_x000D_ Road_x2019_s</t></si>",
      "<si/>",
      "<x:si><x:t>Zoë</x:t></x:si>",
    ];
    const row = `<row>${texts.map((_, at) => `<c t="s"><v>${at}</v></c>`).join("")}
      <c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c>
      <c t="str"><v>a_x0009_b</v></c>
      <c><v>5</v><extLst><ext uri="x"><x:v>9</x:v><x:c r="A1"><x:f>1</x:f></x:c></ext></extLst></c></row><extLst><ext><row><c><v>1</v></c></row></ext></extLst>`;
    expect(await read(byHand(row, { "xl/sharedStrings.xml": `<sst>${texts.join("")}</sst>` }))).toEqual([
      ["Meera ", "東京", "12\r\nMG_x000D_ Road\u2019s", "", "Zoë", "inline", "a\tb", "5"],
    ]);
  });

  test("has yes and no, days and numbers in all the ways the format has", async () => {
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="22"/></cellXfs></styleSheet>';
    const values: readonly [cell: string, text: string][] = [
      ...["1", "true", "TRUE", " 1 "].map((yes): [string, string] => [`<c t="b"><v>${yes}</v></c>`, "true"]),
      ...["0", "false", "FALSE"].map((no): [string, string] => [`<c t="b"><v>${no}</v></c>`, "false"]),
      ['<c t="d"><v>2026-12-05T16:30:00.000Z</v></c>', "2026-12-05T16:30"],
      ['<c t="d" s="1"><v>2026-12-05</v></c>', "2026-12-05"],
      ['<c t="n" s="1"><v>46000.6875</v></c>', "2025-12-09T16:30"],
      ["<c><v>9.8765432100E9</v></c>", "9876543210"],
      ["<c><v>\n 560001 \n</v></c>", "560001"],
      ['<c t="s"/>', ""],
      ["<c><v> </v></c>", " "],
    ];
    for (const [xml, text] of values)
      expect(await read(byHand(`<row>${xml}${cell("x")}</row>`, { "xl/styles.xml": styles })), xml).toEqual([
        [text, "x"],
      ]);
    for (const [flag, moment] of [
      ["1", "2029-12-10T16:30"],
      ["true", "2029-12-10T16:30"],
      ["0", "2025-12-09T16:30"],
      ["false", "2025-12-09T16:30"],
    ] as const) {
      const book = `<workbook><workbookPr date1904="${flag}"/><sheets><sheet name="1" id="r1"/></sheets></workbook>`;
      const parts = { "xl/workbook.xml": book, "xl/styles.xml": styles };
      expect(await read(byHand('<row><c s="1"><v>46000.6875</v></c></row>', parts)), flag).toEqual([[moment]]);
    }
  });

  test("leaves empty rows out: the others have the numbers they say, as the program shows them", async () => {
    const rows = `<row r="3">${cell("Name")}</row><row r="7">${cell("a")}</row><row>${cell("b")}</row><row r="1048576">${cell("c")}</row>`;
    expect(await placed(byHand(rows))).toEqual([
      [3, "Name"],
      [7, "a"],
      [8, "b"],
      [1_048_576, "c"],
    ]);
  });
});

/** What no program writes where a number belongs. */
const oddNumbers = ["1e300", "0.5", "-7", "", "NaN", "Infinity", "0x10", "९", "99999999999999999999", " 1", "toString"];

describe("the numbers a workbook says", () => {
  test("of its rows are believed where they go up: else they are counted, none is lost, and none has the place of another", async () => {
    for (const odd of [...oddNumbers, "2", "1048577"]) {
      const rows = `<row>${cell("Name")}</row><row r="${odd}">${cell("a")}</row><row r="${odd}">${cell("b")}</row><row r="1">${cell("c")}</row>`;
      expect(await placed(byHand(rows)), odd).toEqual([
        [1, "Name"],
        [2, "a"],
        [3, "b"],
        [4, "c"],
      ]);
    }
  });

  test("of its cells are their column where they name one, else the next; a cell far out makes the sheet too wide", async () => {
    for (const odd of ["", "1", "-A1", "a1", "$A$1", "é1"])
      expect(await read(byHand(`<row><c r="A1" t="str"><v>x</v></c>${cell("y", `r="${odd}"`)}</row>`)), odd).toEqual([
        ["x", "y"],
      ]);
    for (const odd of ["A0", "A", "A1e300", "A-7"])
      expect(await read(byHand(`<row>${cell("x", `r="${odd}"`)}</row>`)), odd).toEqual([["x"]]);
    expect(await read(byHand(`<row>${cell("c", 'r="C1"')}${cell("a", 'r="A1"')}</row>`))).toEqual([["a", "", "c"]]);
    for (const far of ["ZZZZZZ1", "A".repeat(1_000)])
      expect(await refusal(byHand(`<row>${cell("x", `r="${far}"`)}</row>`)), far.slice(0, 9)).toMatchObject({
        key: "sheet.tooWide",
      });
  });

  test("of its size are not believed", async () => {
    const parts = {
      "xl/worksheets/s.xml": `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row spans="9:-1">${cell("x")}</row></sheetData></worksheet>`,
    };
    expect(await read(byHand("", parts))).toEqual([["x"]]);
  });

  test("of texts, styles and formats name one or none: a text that is nowhere and two cells in one place are refused with the row", async () => {
    for (const odd of ["1e300", "0.5", "-7", "NaN", "Infinity", "1", "999999999"])
      expect(await refusal(byHand(`<row/><row><c t="s"><v>${odd}</v></c></row>`)), odd).toEqual({
        key: "sheet.brokenCell",
        row: 2,
      });
    const twice = `<row>${cell("x", 'r="B1"')}${cell("y", 'r="B1"')}</row>`;
    for (const odd of [twice, `<row><row>${cell("x")}</row></row>`, `<row><c>${cell("x")}</c></row>`, cell("x")])
      expect(await refusal(byHand(odd)), odd).toMatchObject({ key: "sheet.brokenCell" });
    for (const odd of oddNumbers) {
      const styles = `<styleSheet><numFmts><numFmt numFmtId="${odd}" formatCode="d"/></numFmts><cellXfs><xf numFmtId="${odd}"/></cellXfs></styleSheet>`;
      const rows = `<row><c s="${odd}"><v>46000</v></c><c s="0"><v>46000</v></c><c t="${odd}"><v>7</v></c></row>`;
      expect(await read(byHand(rows, { "xl/styles.xml": styles })), odd).toEqual([["46000", "46000", "7"]]);
    }
  });

  test("that are no numbers, or dates beyond all calendars, stand as they are written", async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const rows = `<row>${["NaN", "12a", "1e999", "1e300", "-0.5"].map((text) => `<c s="0"><v>${text}</v></c>`).join("")}</row>`;
    expect(await read(byHand(rows, { "xl/styles.xml": styles }))).toEqual([
      ["NaN", "12a", "1e999", "1e+300", "1899-12-29T12:00"],
    ]);
  });

  test("parts and letters with names of their own are read as any other", async () => {
    const names = Object.fromEntries(
      ["constructor", "toString", "valueOf", "hasOwnProperty"].map((name) => [name, "<a/>"]),
    );
    const text = "&#x110000;&#0;&#xD800;&#xFFFFFFFFFF;";
    const [row] = await read(byHand(`<row>${cell(`x${text}`)}</row>`, names));
    expect(row![0]!.startsWith("x")).toBe(true);
  });
});

type Cells = readonly (string | number | boolean | official.CellObject | null)[];

/** A workbook of the old kind as the official library writes it. */
function oldBook(rows: readonly Cells[], { type = "biff8", from1904 = false } = {}): Buffer {
  const book = official.utils.book_new();
  official.utils.book_append_sheet(book, official.utils.aoa_to_sheet(rows as unknown[][]), "One");
  book.Workbook = { WBProps: { date1904: from1904 } };
  return official.write(book, { type: "buffer", bookType: type as official.BookType });
}

/** The same with the stream of its workbook changed. */
function changedBook(bytes: Buffer, change: (stream: Buffer) => Buffer, name = "Workbook"): Buffer {
  const container = official.CFB.utils.cfb_new();
  const stream = official.CFB.find(official.CFB.read(bytes, { type: "buffer" }), "Workbook").content;
  official.CFB.utils.cfb_add(container, name, change(Buffer.from(stream)));
  return official.CFB.write(container, { type: "buffer" }) as Buffer;
}

/** A record of a workbook: its kind and bytes. */
function record(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}
/** A stream with a record behind the first one, or before the last one. */
const behindFirst = (stream: Buffer, more: Buffer) => {
  const first = 4 + stream.readUInt16LE(2);
  return Buffer.concat([stream.subarray(0, first), more, stream.subarray(first)]);
};
/** A stream whose sheet says of a row, from 0, that it is hidden. */
const withRow = (stream: Buffer, row: number) => {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(row, 0);
  body.writeUInt8(0x20, 12);
  return beforeLast(stream, record(0x0208, body));
};
const beforeLast = (stream: Buffer, more: Buffer) => {
  const end = stream.lastIndexOf(record(0x000a, Buffer.alloc(0)));
  return Buffer.concat([stream.subarray(0, end), more, stream.subarray(end)]);
};

describe("R305 a workbook of the old kind", () => {
  const rows: Cells[] = [
    ["Name", "When", "Phone"],
    ["मीरा Zoë", { t: "n", v: 46000.6875, z: "dd/mm/yyyy hh:mm" }, 9876543210],
    [],
    [true, { t: "e", v: 42 }, 12.5, null, "last"],
  ];

  test("is read as the new kind is: dates as moments, numbers in digits, its rows at their places", async () => {
    expect(await placed(oldBook(rows))).toEqual([
      [1, "Name", "When", "Phone"],
      [2, "मीरा Zoë", "2025-12-09T16:30", "9876543210"],
      [4, "true", "#N/A", "12.5", "", "last"],
    ]);
    expect((await read(oldBook(rows, { from1904: true })))[1]![1]).toBe("2029-12-10T16:30");
  });

  test("of 1995 is read in the letters of its codepage", async () => {
    const western = changedCodepage(oldBook([["Zo_"]], { type: "biff5" }));
    expect(await read(western)).toEqual([["Zoë"]]);
  });

  test("gives a formula as the result it stored, and says which cell it is", async () => {
    // =1+1 in the cell C1, which came to 2.
    const head = Buffer.from([0, 0, 2, 0, 0, 0, ...new Uint8Array(8), 0, 0, ...new Uint8Array(4), 7, 0]);
    head.writeDoubleLE(2, 6);
    const formula = Buffer.concat([head, Buffer.from([0x1e, 1, 0, 0x1e, 1, 0, 0x03])]);
    const bytes = changedBook(oldBook([["a", "b"]]), (stream) => beforeLast(stream, record(0x0006, formula)));
    expect(await sheetOf(bytes)).toEqual([{ place: 1, cells: ["a", "b", "2"], formulas: [2] }]);
  });

  test("whose shared formulas name each other twice costs no more than its records", async () => {
    const at = (row: number) => Buffer.from([row, 0, 0, 0]);
    const next = (row: number) => Buffer.from([0x01, row + 1, 0, 0, 0]);
    const deep = Array.from({ length: 40 }, (_, row) => {
      const own = Buffer.from([0x01, ...at(row)]);
      const cell = Buffer.concat([at(row), Buffer.alloc(2), Buffer.alloc(14), Buffer.from([own.length, 0]), own]);
      const names = Buffer.concat([next(row), next(row)]);
      const head = Buffer.from([row, 0, row, 0, 0, 0, 0, 1, names.length, 0]);
      return Buffer.concat([record(0x0006, cell), record(0x04bc, Buffer.concat([head, names]))]);
    });
    const bytes = changedBook(oldBook([["a"]]), (stream) => beforeLast(stream, Buffer.concat(deep)));
    const file = await aFile(bytes);
    const [page] = await Array.fromAsync(readSheet(file, { take: 100, seconds: 20, memory: 256 }));
    expect(page![39]).toEqual({ place: 40, cells: ["0"], formulas: [0] });
  });

  test("is that of its first sheet that is shown, and says which rows are hidden", async () => {
    const book = official.utils.book_new();
    const sheet = official.utils.aoa_to_sheet([["a"], ["b"], ["c"]]);
    sheet["!rows"] = [{}, { hidden: true }];
    for (const [name, one] of Object.entries({ lists: official.utils.aoa_to_sheet([["x"]]), shown: sheet }))
      official.utils.book_append_sheet(book, one, name);
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const bytes = official.write(book, { type: "buffer", bookType: "biff8" }) as Buffer;
    expect(await read(bytes)).toEqual([["a"], ["b"], ["c"]]);
    const hidden = changedBook(oldBook([["a"], ["b"]]), (stream) => withRow(stream, 1));
    expect(await sheetOf(hidden)).toEqual([
      { place: 1, cells: ["a"] },
      { place: 2, cells: ["b"], hidden: true },
    ]);
  });

  test("with a password, and other files with the same mark, are refused with what they are", async () => {
    const locked = changedBook(oldBook(rows), (stream) => behindFirst(stream, record(0x002f, Buffer.alloc(54))));
    expect(await refusal(locked)).toBe("sheet.locked");
    const named = (name: string) => changedBook(oldBook(rows), (stream) => stream, name);
    expect(await refusal(named("EncryptedPackage"))).toBe("sheet.locked");
    const embedded = named("/ObjectPool/_1/Workbook");
    expect(await refusal(embedded)).toBe("sheet.kind");
    for (const name of ["WordDocument", "PowerPoint Document", "__properties_version1.0"])
      expect(await refusal(named(name)), name).toBe("sheet.kind");
  });

  test("that is cut off anywhere, or nothing but its mark, is refused, and never taken for a shorter one", async () => {
    const whole = oldBook(Array.from({ length: 200 }, (_, n) => [`text ${n}`, n]));
    expect(await read(whole)).toHaveLength(200);
    for (const length of [8, 511, 512, 1_024, Math.floor(whole.length / 2), Math.floor(whole.length * 0.7)])
      expect(await refusal(whole.subarray(0, length)), `${length}`).toBe("sheet.unreadable");
    for (const part of [0.3, 0.6, 0.95])
      expect(
        await refusal(changedBook(whole, (stream) => stream.subarray(0, Math.floor(stream.length * part)))),
        `${part}`,
      ).toBe("sheet.unreadable");
  });

  test("whose chains of sectors run backwards, in a circle or out of the file costs no more than its size", async () => {
    const whole = oldBook(Array.from({ length: 3_000 }, (_, n) => [`text ${n}`, n]));
    const sectors = Math.floor(whole.length / 512) - 1;
    const chained = (next: (sector: number) => number) => {
      const bytes = Buffer.from(whole);
      const table = Array.from({ length: 109 }, (_, at) => bytes.readUInt32LE(76 + 4 * at)).filter(
        (at) => at < sectors,
      );
      for (let sector = 0; sector < sectors; sector += 1) {
        const part = table[Math.floor(sector / 128)];
        if (part !== undefined) bytes.writeUInt32LE(next(sector) >>> 0, 512 * (1 + part) + 4 * (sector % 128));
      }
      return bytes;
    };
    const before = process.memoryUsage().arrayBuffers;
    for (const next of [
      (sector: number) => (sector === 0 ? -2 : sector - 1),
      (sector: number) => sector,
      (sector: number) => (sector + 1) % sectors,
      () => sectors + 5,
    ])
      expect(await refusal(chained(next))).toMatch(/^sheet\.(unreadable|kind)$/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * whole.length);
  });

  test("that is too wide is refused as any other", async () => {
    expect(await refusal(oldBook([Array.from({ length: 200 }, (_, n) => `c${n}`)]))).toMatchObject({
      key: "sheet.tooWide",
    });
  });
});

describe("the thread of a sheet", () => {
  const readThread = async (bytes: Uint8Array | string, limits: { seconds: number; memory: number }) => {
    const file = await aFile(bytes);
    try {
      for await (const _ of readSheet(file, { take: 100, ...limits }));
      return "read";
    } catch (error) {
      return error instanceof DomainError ? error.key : error;
    }
  };
  const book = () => oldBook(Array.from({ length: 5_000 }, (_, n) => [`text ${n}`, n, n / 7, `more ${n}`]));

  test("ends with a refusal when it takes too long or fills its memory, and tells no other error of a file", async () => {
    expect(await readThread(book(), { seconds: 120, memory: 256 })).toBe("read");
    expect(await readThread(book(), { seconds: 0.001, memory: 256 })).toBe("sheet.tooSlow");
    expect(await readThread(book(), { seconds: 120, memory: 8 })).toBe("sheet.bomb");
  });

  test("of a damaged file of the old kind reads it or refuses it, whatever byte is wrong", async () => {
    const whole = oldBook(Array.from({ length: 20 }, (_, n) => [`text ${n}`, n]));
    const outcomes = new Set<unknown>();
    for (let at = 8; at < whole.length; at += 97) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0xff;
      outcomes.add(await refusal(bytes).then((outcome) => (typeof outcome === "string" ? outcome : outcome.key)));
    }
    expect([...outcomes].every((outcome) => typeof outcome === "string")).toBe(true);
  }, 60_000);
});

/** A workbook of 1995 whose codepage is Windows-1252, and whose text has a letter of it. */
function changedCodepage(bytes: Buffer): Buffer {
  const stream = Buffer.from(official.CFB.find(official.CFB.read(bytes, { type: "buffer" }), "Book").content);
  const at = stream.lastIndexOf("Zo_");
  stream[at + 2] = 0xeb;
  const container = official.CFB.utils.cfb_new();
  official.CFB.utils.cfb_add(container, "Book", stream);
  return official.CFB.write(container, { type: "buffer" }) as Buffer;
}
