import { invalid } from "../../errors.ts";
import { isDateFormat, unescaped } from "./cell-values.ts";
import { partName, type Relation, relationsOf } from "./xlsx-parts.server.ts";
import { type Attributes, attribute, flag, type Hearer, scanXml, whole } from "./xml-scan.ts";
import { refuseBomb } from "./zip-limits.server.ts";

/** What a workbook says beside its sheets. */
export type Book = {
  /** The part of its first sheet that is shown, as `partName` writes it. */
  sheet: string;
  /** Texts that cells name by their place. */
  shared: readonly string[];
  /** Whether cells of a style are dates; styles are named by their place. */
  dates: readonly boolean[];
  /** Days are counted from 1904. */
  from1904: boolean;
};

/**
 * Reads what a workbook says beside its sheets, and refuses what `refuseBomb` refuses. Where its parts are is said by those
 * that name them, else they are where Excel puts them.
 */
export async function readBook(path: string): Promise<Book> {
  const named = await relationsOf(path, "");
  const workbook = named.find(({ kind }) => kind === "officeDocument")?.part ?? "xl/workbook.xml";
  const relations = await relationsOf(path, workbook);
  const folder = workbook.slice(0, workbook.lastIndexOf("/") + 1);
  const partOf = (kind: string, usual: string) =>
    relations.find((one) => one.kind.toLowerCase() === kind)?.part ?? partName(`${folder}${usual}`);
  const book = { ...sheetsOfBook(), ...sharedStrings(), ...stylesOfBook() };
  // By name in a map: a part may be called as something every object has.
  const hearers = new Map<string, Hearer>([
    [workbook, book.ofWorkbook],
    [partOf("sharedstrings", "sharedStrings.xml"), book.ofStrings],
    [partOf("styles", "styles.xml"), book.ofStyles],
  ]);
  let isThere = false;
  await refuseBomb(path, (entry) => {
    const name = partName(entry);
    const hearer = hearers.get(name);
    if (name === workbook) isThere = true;
    // Of two parts of one name the first one is read, as of two sheets.
    hearers.delete(name);
    return hearer && scanXml(hearer);
  });
  if (!isThere) throw invalid("sheet.kind");
  const sheet = book.first(relations);
  if (!sheet) throw invalid("sheet.unreadable");
  return { sheet, shared: book.shared, dates: book.dates(), from1904: book.from1904() };
}

const hearing = (open: Hearer["open"], more: Partial<Hearer> = {}): Hearer => ({
  hears: false,
  open,
  close() {},
  text() {},
  ...more,
});

/** Charts and dialogs stand among the sheets, and have no rows. */
const isWorksheet = ({ kind }: Relation) => kind === "" || kind === "worksheet";

/** Which part the first sheet is that is shown, else the first one: the workbook names it by a relation. */
function sheetsOfBook() {
  const sheets: { id: string; isShown: boolean }[] = [];
  let old = false;
  const ofWorkbook = hearing((name, tag) => {
    if (name === "sheet") sheets.push({ id: idOf(tag), isShown: !/hidden$/i.test(attribute(tag, "state")) });
    if (name === "workbookPr") old = flag(tag, "date1904");
  });
  const first = (relations: readonly Relation[]) => {
    const parts = sheets.flatMap(({ id, isShown }) =>
      relations
        .filter((relation) => relation.id === id && isWorksheet(relation))
        .map(({ part }) => ({ part, isShown })),
    );
    return (parts.find(({ isShown }) => isShown) ?? parts[0])?.part;
  };
  return { ofWorkbook, first, from1904: () => old };
}

/** The id of a relation, whatever prefix a program gives to the names of relations. */
function idOf(tag: Attributes): string {
  const prefixed = Object.entries(tag).find(([name]) => name.endsWith(":id"));
  return prefixed?.[1] ?? attribute(tag, "id");
}

function sharedStrings() {
  const shared: string[] = [];
  let text = "";
  let spoken = false;
  const ofStrings: Hearer = {
    hears: false,
    open(name) {
      if (name === "si") text = "";
      // How it is pronounced is no part of a text.
      else if (name === "rPh") spoken = true;
      else if (name === "t") this.hears = !spoken;
    },
    close(name) {
      this.hears = false;
      if (name === "rPh") spoken = false;
      // A copy: a part of a longer text would keep all of that.
      else if (name === "si") shared.push(Buffer.from(unescaped(text)).toString());
    },
    text(more) {
      text += more;
    },
  };
  return { ofStrings, shared };
}

/** The numbers of the formats of dates and times that every workbook has. */
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function stylesOfBook() {
  const own = new Map<number, boolean>();
  const formats: (number | undefined)[] = [];
  let ofCells = false;
  const ofStyles = hearing(
    (name, tag) => {
      if (name === "numFmt") {
        const id = whole(tag, "numFmtId");
        if (id !== undefined) own.set(id, isDateFormat(attribute(tag, "formatCode")));
      } else if (name === "cellXfs") ofCells = true;
      else if (name === "xf" && ofCells) formats.push(whole(tag, "numFmtId"));
    },
    {
      close(name) {
        if (name === "cellXfs") ofCells = false;
      },
    },
  );
  return { ofStyles, dates: () => formats.map((id) => id !== undefined && (own.get(id) ?? isDateNumber(id))) };
}
