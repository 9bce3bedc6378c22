import { DomainError, invalid } from "../../errors.ts";
import { sheetLimits } from "./sheet-limits.ts";
import type { Scan } from "./xml-scan.ts";
import { partsOf } from "./zip-parts.server.ts";

/** Below this many bytes an entry may be as much larger than packed as it likes. */
const smallEntry = 1024 * 1024;
/** The longest text between two tags of a sheet: no cell is longer, and a parser holds it in memory whole. */
const longestText = 64 * 1024;
const tag = "<".charCodeAt(0);

/**
 * Unpacks a workbook once before its sheet is read: refuses one with too many entries, too many bytes, an entry that
 * grows too much (a bomb), or a text too long for a cell, with `sheet.bomb`; a broken one with `sheet.unreadable`. The
 * sizes it claims are not believed. The parts that are wanted are handed on piece by piece, each piece once it is allowed.
 */
export async function refuseBomb(path: string, wanted: (name: string) => Scan | undefined): Promise<void> {
  let entries = 0;
  let unpacked = 0;
  for await (const { name, packed, bytes } of partsOf(path)) {
    if (++entries > sheetLimits.entries) throw invalid("sheet.bomb");
    const scan = wanted(name);
    const isText = isXml(name);
    let size = 0;
    let text: number | undefined = 0;
    for await (const chunk of bytes()) {
      size += chunk.length;
      unpacked += chunk.length;
      const grown = size > smallEntry && size > sheetLimits.ratio * Math.max(1, packed);
      if (grown || unpacked > sheetLimits.unpacked) throw invalid("sheet.bomb");
      if (isText && text !== undefined) text = afterTags(chunk, text);
      if (text !== undefined) scan?.write(chunk);
    }
    // Told at the end: a bomb is one of long texts, too.
    if (text === undefined) throw new DomainError("invalid", "sheet.cellTooLong", { params: { row: 1 } });
    scan?.end();
  }
}

/** Whether a part is text between tags. */
export const isXml = (name: string) => /\.(?:xml|rels)$/i.test(name);

/**
 * How long the text is a chunk ends with; `before` is what the last one ended with. Undefined when one is too long: each
 * time the farthest tag is taken that may come next, so that few of them are looked at.
 */
function afterTags(chunk: Uint8Array, before: number): number | undefined {
  let from = -before;
  while (chunk.length - from > longestText) {
    const next = chunk.lastIndexOf(tag, from + longestText);
    if (next < Math.max(from, 0)) return undefined;
    from = next + 1;
  }
  const last = chunk.lastIndexOf(tag);
  return chunk.length - (last >= Math.max(from, 0) ? last + 1 : from);
}
