import { createReadStream } from "node:fs";
import { Unzip, UnzipInflate } from "fflate";
import { DomainError, invalid } from "../../errors.ts";
import { sheetLimits } from "./sheet-limits.ts";

/** Below this many bytes an entry may be as much larger than packed as it likes. */
const smallEntry = 1024 * 1024;
/** The longest text between two tags of a sheet: no cell is longer, and a parser holds it in memory whole. */
const longestText = 64 * 1024;
const tag = "<".charCodeAt(0);

/**
 * Unpacks a workbook once, keeping nothing, before it is parsed: refuses one with too many entries, too many bytes, an
 * entry that grows too much (a bomb), or a text too long for a cell, with `sheet.bomb`; a broken one with
 * `sheet.unreadable`. The sizes it claims are not believed.
 */
export async function refuseBomb(path: string): Promise<void> {
  let entries = 0;
  let unpacked = 0;
  let packed = 0;
  let workbook = false;
  let refusal: unknown;
  const refuse = (why: DomainError) => {
    refusal ??= why;
  };
  const unzip = new Unzip((entry) => {
    if (entry.name === "xl/workbook.xml") workbook = true;
    if (++entries > sheetLimits.entries) return refuse(invalid("sheet.bomb"));
    let bytes = 0;
    let text = 0;
    const before = packed;
    entry.ondata = (error, chunk) => {
      if (error) return refuse(invalid("sheet.unreadable"));
      bytes += chunk.length;
      unpacked += chunk.length;
      const grown = bytes > smallEntry && bytes > sheetLimits.ratio * Math.max(1, packed - before);
      if (grown || unpacked > sheetLimits.unpacked) return refuse(invalid("sheet.bomb"));
      text = longest(chunk, text, entry.name.endsWith(".xml"));
      if (text > longestText) refuse(new DomainError("invalid", "sheet.cellTooLong", { params: { row: 1 } }));
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    // Small pieces: one may unpack to a thousand times its size before it is counted.
    for await (const chunk of createReadStream(path, { highWaterMark: 16 * 1024 })) {
      packed += (chunk as Buffer).length;
      unzip.push(chunk as Buffer);
      if (refusal) throw refusal;
    }
    unzip.push(new Uint8Array(), true);
  } catch (error) {
    throw error instanceof DomainError ? error : (refusal ?? invalid("sheet.unreadable"));
  }
  if (refusal) throw refusal;
  if (!workbook) throw invalid("sheet.kind");
}

/** How long the text at the end of a chunk is, or the first that is too long; `before` is what the last one ended with. */
function longest(chunk: Uint8Array, before: number, isText: boolean) {
  if (!isText) return 0;
  let from = -before;
  for (let at = chunk.indexOf(tag); at >= 0; at = chunk.indexOf(tag, at + 1)) {
    if (at - from > longestText) return at - from;
    from = at + 1;
  }
  return chunk.length - from;
}
