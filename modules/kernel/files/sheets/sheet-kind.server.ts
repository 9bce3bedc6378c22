import { open } from "node:fs/promises";
import { invalid } from "../../errors.ts";
import { sheetLimits } from "./sheet-limits.ts";

export type SheetKind = "csv" | "xlsx" | "xls";

const old = Buffer.from("d0cf11e0a1b11ae1", "hex");
const packed = Buffer.from("504b0304", "hex");
const others = ["%PDF", "\x89PNG", "GIF8", "\xff\xd8\xff", "\x7fELF", "MZ", "\x1f\x8b", "Rar!", "7z\xbc\xaf", "PK"].map(
  (mark) => Buffer.from(mark, "latin1"),
);

/** How workbooks begin that Excel 2003 saves as XML, whatever stands before their root. */
const xmlBook = /^(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:\w+:)?workbook\b/is;

/** How web pages and other XML begin that programs save under the name of a spreadsheet. */
const webPage =
  /^(?:<[!?]|<\/?(?:html|head|body|meta|style|script|title|link|table|thead|tbody|tr|td|div|span|p|br|center|font|form)\b|<[a-z][\w:.-]*(?:\s+[\w:.-]+\s*=|\s*\/?>\s*<)|mime-version:)/i;

/**
 * What a file is by its first bytes, whatever it is called (R305). What is no table is refused with `sheet.kind` (R476), a
 * web page with `sheet.webPage`, a workbook saved as XML with `sheet.xmlBook`, an empty file with `sheet.empty`. Other files
 * have the mark of the old kind of workbook, too: its reader refuses them.
 */
export async function sheetKindOf(path: string): Promise<SheetKind> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw invalid("sheet.empty");
    if (size > sheetLimits.bytes) throw invalid("error.tooLarge");
    const head = Buffer.alloc(Math.min(size, 4_096));
    await file.read(head, 0, head.length, 0);
    const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
    if (begins(old)) return "xls";
    if (begins(packed)) return "xlsx";
    if (others.some(begins) || !looksLikeText(head)) throw invalid("sheet.kind");
    const text = new TextDecoder(wideOf(head) ?? "utf-8").decode(head).trimStart();
    if (xmlBook.test(text)) throw invalid("sheet.xmlBook");
    if (webPage.test(text)) throw invalid("sheet.webPage");
    return "csv";
  } finally {
    await file.close();
  }
}

/** Text has no control characters but tabs and line ends; in UTF-16 every second byte of plain letters is 0. */
function looksLikeText(head: Buffer) {
  if (wideOf(head)) return true;
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32));
}

/** The kind of UTF-16 of a text: by its mark, else by where its zeros stand; undefined when it is none. */
export function wideOf(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  if (odd > most && even === 0) return "utf-16le";
  if (even > most && odd === 0) return "utf-16be";
  return undefined;
}
