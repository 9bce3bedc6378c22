import { invalid } from "../../errors.ts";
import { sheetLimits } from "./sheet-limits.ts";
import { attribute, type Hearer, scanXml } from "./xml-scan.ts";
import { partsOf } from "./zip-parts.server.ts";

/** A part that another one names: by an id, for what (the end of its type, alike in both kinds of the format), and where. */
export type Relation = { id: string; kind: string; part: string };

/** The most bytes of a part that names others: a workbook has a handful, and a sheet's own are not read. */
const mostBytes = 4 * 1024 * 1024;

/** Names of parts are the same in small and in capital letters. */
export const partName = (name: string) => name.replace(/^\/+/, "").toLowerCase();

/** The parts that a part names, '' for the file as a whole; those of the world outside are left out. None where it names none. */
export async function relationsOf(path: string, source: string): Promise<Relation[]> {
  const slash = source.lastIndexOf("/") + 1;
  const wanted = `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
  const relations: Relation[] = [];
  let entries = 0;
  for await (const { name, bytes } of partsOf(path)) {
    if (++entries > sheetLimits.entries) throw invalid("sheet.bomb");
    if (partName(name) !== wanted) continue;
    const scan = scanXml(ofRelations(source, relations));
    let size = 0;
    for await (const chunk of bytes()) {
      size += chunk.length;
      if (size > mostBytes) throw invalid("sheet.bomb");
      scan.write(chunk);
    }
    scan.end();
    break;
  }
  return relations;
}

function ofRelations(source: string, relations: Relation[]): Hearer {
  return {
    hears: false,
    open(name, tag) {
      if (name !== "Relationship" || attribute(tag, "TargetMode") === "External") return;
      const part = targetOf(source, attribute(tag, "Target"));
      const kind = attribute(tag, "Type").replace(/^.*\//, "");
      if (part) relations.push({ id: attribute(tag, "Id"), kind, part });
    },
    close() {},
    text() {},
  };
}

/** The part that a target leads to from the part that names it: from its folder on, or from the root with a slash. */
function targetOf(source: string, target: string): string | undefined {
  try {
    const { pathname } = new URL(target.replaceAll("\\", "/"), `file:///${source}`);
    return partName(decodeURIComponent(pathname));
  } catch {
    return undefined;
  }
}
