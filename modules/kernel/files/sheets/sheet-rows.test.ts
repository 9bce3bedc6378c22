import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import excel from "exceljs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import { sheetKindOf } from "./sheet-kind.server.ts";
import { sheetLimits } from "./sheet-limits.ts";
import { sheetRows } from "./sheet-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function read(bytes: Uint8Array | string) {
  const file = path.join(folder, `sheet-${++files}`);
  await writeFile(file, bytes);
  const rows: string[][] = [];
  for await (const page of sheetRows(file, await sheetKindOf(file), 100)) rows.push(...page.map(({ cells }) => cells));
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

  test("that breaks its quotes, is too wide, too long or holds a giant cell is refused with the row", async () => {
    expect(await refusal('a,b\n1,"2\n3,4\n')).toMatchObject({ key: "sheet.quotes" });
    expect(await refusal(`${"a,".repeat(1_000)}b\n`)).toEqual({ key: "sheet.tooWide", most: sheetLimits.columns });
    expect(await refusal(`a\nb\n${"x".repeat(sheetLimits.cell + 1)}\n`)).toEqual({ key: "sheet.cellTooLong", row: 3 });
    expect(await refusal(`a\n"${"x".repeat(300_000)}"\n`)).toMatchObject({ key: "sheet.cellTooLong" });
    expect(await refusal("a\n".repeat(sheetLimits.rows + 2))).toEqual({ key: "sheet.tooLong", most: "1,00,000" });
    expect(await refusal("")).toBe("sheet.empty");
  });

  test("R476 what is no table is refused by its bytes, and the old kind of workbook with what to do", async () => {
    for (const begin of ["%PDF-1.7", "\x89PNG\r\n", "PK\x05\x06", "\x00\x01\x02", "MZ"])
      expect(await refusal(Buffer.from(`${begin} and more`, "latin1")), begin).toBe("sheet.kind");
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toBe("sheet.old");
  });
});

describe("H24 a workbook", () => {
  test("gives dates as moments, numbers in digits, formulas as they were typed, merged cells once", async () => {
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
    expect((await read(bytes))[1]).toEqual([
      "2026-12-25T16:30",
      "9876543210",
      "=HYPERLINK(1)",
      "Meera",
      "one",
      "46000.5",
    ]);
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
      ["Zoë & <co>", "true", "#N/A", "2025-12-09T16:30", "12.5", "="],
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
    const [local, listed] = [whole.indexOf(named) - 30, whole.lastIndexOf(named) - 46];
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
