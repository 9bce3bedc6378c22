import { invalid } from "../../errors.ts";
import { isDateFormat } from "./cell-values.ts";
import { attribute, flag, type Hearer, scanXml, whole } from "./xml-scan.ts";
import { refuseBomb } from "./zip-limits.server.ts";

/** What a workbook says beside its sheets. */
export type Book = {
  /** The part of its first sheet. */
  sheet: string;
  /** Texts that cells name by their place. */
  shared: readonly string[];
  /** Whether cells of a style are dates; styles are named by their place. */
  dates: readonly boolean[];
  /** Days are counted from 1904. */
  from1904: boolean;
};

const strings = "xl/sharedStrings.xml";
const styles = "xl/styles.xml";
const workbook = "xl/workbook.xml";
const relations = "xl/_rels/workbook.xml.rels";

/** Reads what a workbook says beside its sheets, and refuses what `refuseBomb` refuses. */
export async function readBook(path: string): Promise<Book> {
  const book = { ...sheetsOfBook(), ...sharedStrings(), ...stylesOfBook() };
  // By name in a map: a part may be called as something every object has.
  const hearers = new Map<string, Hearer>([
    [workbook, book.ofWorkbook],
    [relations, book.ofRelations],
    [strings, book.ofStrings],
    [styles, book.ofStyles],
  ]);
  await refuseBomb(path, (name) => {
    const hearer = hearers.get(name);
    // Of two parts of one name the first one is read, as of two sheets.
    hearers.delete(name);
    return hearer && scanXml(hearer);
  });
  const sheet = book.first();
  if (!sheet) throw invalid("sheet.unreadable");
  return { sheet, shared: book.shared, dates: book.dates(), from1904: book.from1904() };
}

const hearing = (open: Hearer["open"], more: Partial<Hearer> = {}): Hearer => ({
  ...{ hears: false, open, close() {}, text() {} },
  ...more,
});

/** Which part the first sheet is: the workbook names it by a relation. */
function sheetsOfBook() {
  let id = "";
  let old = false;
  const targets = new Map<string, string>();
  const ofWorkbook = hearing((name, tag) => {
    if (name === "sheet") id ||= attribute(tag, "r:id") || attribute(tag, "id");
    if (name === "workbookPr") old = flag(tag, "date1904");
  });
  const ofRelations = hearing((name, tag) => {
    if (name === "Relationship") targets.set(attribute(tag, "Id"), attribute(tag, "Target"));
  });
  const first = () => {
    const target = targets.get(id) ?? "";
    return target.startsWith("/") ? target.slice(1) : target && `xl/${target}`;
  };
  return { ofWorkbook, ofRelations, first, from1904: () => old };
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
      else if (name === "si") shared.push(Buffer.from(text).toString());
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
