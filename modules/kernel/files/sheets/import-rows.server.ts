import type { z } from "zod";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { type Actor, need, type Permission } from "../../actor.ts";
import { unitOfWork } from "../../db/db.server.ts";
import { DomainError } from "../../errors.ts";
import { fieldErrors } from "../../validation.ts";
import { isCellError } from "./cell-values.ts";
import { bareHeading } from "./cells.ts";
import { type FirstRow, fileBeginning, headingAt, lastHeadingRow, rowAt } from "./heading.ts";
import { sheetKindOf } from "./sheet-kind.server.ts";
import { formulaCells, formulaMark, type SheetRow } from "./sheet-limits.ts";
import { sheetPages } from "./sheet-pages.server.ts";
import type { Template } from "./sheet-template.server.ts";

/*
 * Rows of a spreadsheet that become things of the product, each by the verb that makes one, in a transaction of its own.
 * What a row is known by makes the same file harmless a second time.
 */

/** What is wrong with a row: in which column (null: with the row), what, and what is said about mending it. */
export type RowFault = { column: string | null; wrong: MessageKey; params: MessageParams; fix: MessageKey | null };

/** What becomes of a row: it is made, is there already, or is wrong. */
export type RowFate = "new" | "known" | "wrong";

/** A row that was looked at; `formulaCells` counts its cells that are results of formulas. */
export type JudgedRow = {
  row: number;
  name: string;
  fate: RowFate;
  faults: readonly RowFault[];
  isHidden: boolean;
  formulaCells: number;
};

/** A column, and the field of the form it fills. */
export type ImportColumn = { name: string; field: string; optional?: true; fix: MessageKey };

type Fault = { column: string | null; wrong: MessageKey; params?: MessageParams };
type Cell = (column: string) => string;

/** One page's rules, read at the moment it is looked at. */
export type ImportRules<Input> = {
  /** What a row asks for, as the form sends it, and what is wrong that the form does not know. */
  read: (cell: Cell, wrong: (column: string, key: MessageKey) => void) => Record<string, unknown>;
  /** Of those that stand already: nothing more to do (`known`), or what is in the way. */
  there: (inputs: readonly Input[]) => Promise<readonly ("known" | Fault | undefined)[]>;
};

export type Import<Input = never> = {
  name: string;
  can: Permission;
  columns: readonly ImportColumn[];
  /** The columns a person knows a row by, and a file knows it again by. */
  called: string;
  key: (input: Input) => string;
  form: z.ZodType<Input>;
  /** The rules for one page, whose cells of a column are told by `cells`. */
  rules: (actor: Actor, cells: (column: string) => readonly string[]) => Promise<ImportRules<Input>>;
  make: (actor: Actor, input: Input) => Promise<unknown>;
  template: () => Promise<Template<string>>;
};

type Lacking = { missing: readonly string[]; present: readonly string[]; row: number; first: readonly FirstRow[] };

/** The file lacks columns no row can do without, or that were said to be there; `found` are those it has, in the row that is taken for its heading. */
export class LacksColumns extends Error {
  readonly missing: readonly string[];
  readonly present: readonly string[];
  readonly row: number;
  /** The first rows of the file, one of which may be its heading. */
  readonly first: readonly FirstRow[];
  constructor({ missing, present, row, first }: Lacking) {
    super(`columns are missing: ${missing.join(", ")}`);
    this.missing = missing;
    this.present = present;
    this.row = row;
    this.first = first;
  }
}

const pageRows = lastHeadingRow;

/** Where the heading of a file stands, and what it calls columns: bare heading to column. */
export type Heading = { row?: number | undefined; names?: ReadonlyMap<string, string> | undefined };

type Reading = { actor: Actor; file: string; write: boolean; heading?: Heading; stop?: AbortSignal };

/**
 * Says of each row of a file what becomes of it, page by page; with `write` it also happens. What was made before an
 * interruption is known when the file is read again. Once `stop` is aborted, the row in hand is the last: what was looked
 * at and not made is left out of the page, which is the last, too. Refuses who may not, a file that is no table and one
 * that lacks columns before the first page.
 */
export async function* importRows<Input>(
  kind: Import<Input>,
  { actor, file, write, heading = {}, stop }: Reading,
): AsyncGenerator<JudgedRow[]> {
  need(actor, kind.can);
  const format = await sheetKindOf(file);
  let places: Map<string, number> | undefined;
  let rows = 0;
  const seen = new Map<string, number>();
  for await (const page of sheetPages(file, format, pageRows)) {
    let body = page;
    if (!places) {
      const at =
        heading.row === undefined
          ? headingAt(page, (cells) => placesOf(kind, cells, heading).size)
          : rowAt(page, heading.row);
      places = neededPlaces(kind, page, at, heading);
      body = page.slice(at + 1);
    }
    rows += body.length;
    const known = places;
    const judged = await unitOfWork(() => judge(kind, actor, body, known, seen));
    let done = 0;
    for (; done < judged.length && !stop?.aborted; done++) {
      const each = judged[done]!;
      if (write && each.input) await made(kind, actor, each as Judged<Input> & { input: Input });
    }
    yield judged.slice(0, done).map(({ input: _, ...row }) => row);
    if (stop?.aborted) return;
  }
  if (rows === 0) throw new DomainError("invalid", "sheet.empty");
}

/** Where the columns stand in a row that may be the heading. */
function placesOf(
  { columns }: Pick<Import<never>, "columns">,
  cells: readonly string[],
  { names }: Heading,
): Map<string, number> {
  const heading = cells.map((cell) => bareHeading(names?.get(bareHeading(cell)) ?? cell));
  const places = new Map<string, number>();
  for (const { name } of columns) {
    const place = heading.indexOf(bareHeading(name));
    if (place >= 0) places.set(name, place);
  }
  return places;
}

function neededPlaces(
  kind: Pick<Import<never>, "columns">,
  page: readonly SheetRow[],
  at: number,
  heading: Heading,
): Map<string, number> {
  const { place: row, cells } = page[at]!;
  const places = placesOf(kind, cells, heading);
  const named = new Set(heading.names?.values());
  const missing = kind.columns
    .filter(({ name, optional }) => !places.has(name) && (!optional || named.has(name)))
    .map(({ name }) => name);
  if (missing.length > 0)
    throw new LacksColumns({ missing, present: [...places.keys()], row, first: fileBeginning(page) });
  return places;
}

type Judged<Input> = JudgedRow & { input?: Input };

async function judge<Input>(
  kind: Import<Input>,
  actor: Actor,
  body: readonly SheetRow[],
  places: ReadonlyMap<string, number>,
  seen: Map<string, number>,
): Promise<Judged<Input>[]> {
  const cellsOf =
    ({ cells }: SheetRow): Cell =>
    (column) =>
      (cells[places.get(column) ?? -1] ?? "").trim();
  const read = new Set(places.values());
  const rules = await kind.rules(actor, (column) => body.map((row) => cellsOf(row)(column)));
  const judged = body.map((row): Judged<Input> => {
    const cell = cellsOf(row);
    const faults: Fault[] = [];
    const wrong = (column: string, key: MessageKey) => {
      if (!faults.some((other) => other.column === column)) faults.push({ column, wrong: key });
    };
    for (const column of places.keys())
      if (isCellError(cell(column))) wrong(column, "sheet.errorCell");
      else if (cell(column).startsWith(formulaMark)) wrong(column, "uploads.formula");
    const parsed = kind.form.safeParse(rules.read(cell, wrong));
    if (!parsed.success)
      for (const [field, key] of Object.entries(fieldErrors(parsed.error)))
        wrong(columnOf(kind, field.split(".")[0]!) ?? kind.called, isMessageKey(key) ? key : "form.check");
    const about = {
      row: row.place,
      name: cell(kind.called),
      isHidden: row.hidden === true,
      formulaCells: formulaCells(row, read),
    };
    if (faults.length > 0 || !parsed.success)
      return { ...about, fate: "wrong", faults: rowFaults(kind, ownFaults(kind, faults, cell)) };
    const before = seen.get(kind.key(parsed.data));
    if (before !== undefined)
      return {
        ...about,
        fate: "known",
        faults: rowFaults(kind, [{ column: null, wrong: "uploads.twice", params: { row: before } }]),
      };
    seen.set(kind.key(parsed.data), row.place);
    return { ...about, fate: "new", faults: [], input: parsed.data };
  });
  const valid = judged.filter((row): row is Judged<Input> & { input: Input } => row.input !== undefined);
  const there = valid.length > 0 ? await rules.there(valid.map(({ input }) => input)) : [];
  for (const [at, row] of valid.entries()) if (there[at]) turn(kind, row, there[at]);
  return judged;
}

const columnOf = ({ columns }: Pick<Import<never>, "columns">, field: string) =>
  columns.find((column) => column.field === field)?.name ?? null;

/** Without those of cells that are empty and may be: they were filled in from a cell whose fault is told. */
function ownFaults({ columns }: Pick<Import<never>, "columns">, faults: readonly Fault[], cell: Cell) {
  const optional = new Set<string | null>(columns.flatMap(({ name, optional }) => (optional ? [name] : [])));
  const own = faults.filter(({ column }) => column === null || !optional.has(column) || cell(column) !== "");
  return own.length > 0 ? own : faults;
}

/** A row that will not be made. */
function turn<Input>(kind: Import<Input>, row: Judged<Input>, existing: "known" | Fault) {
  delete row.input;
  row.fate = existing === "known" ? "known" : "wrong";
  row.faults = rowFaults(kind, [existing === "known" ? { column: null, wrong: "import.known" } : existing]);
}

async function made<Input>(kind: Import<Input>, actor: Actor, row: Judged<Input> & { input: Input }) {
  try {
    await unitOfWork(() => kind.make(actor, row.input));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "denied" || error.kind === "unavailable") throw error;
    const [field] = Object.keys(error.fields ?? {});
    const column = field === undefined ? null : columnOf(kind, field);
    turn(kind, row, { column, wrong: error.key, ...(error.params && { params: error.params }) });
  }
}

const rowFaults = ({ columns }: Pick<Import<never>, "columns">, faults: readonly Fault[]): RowFault[] =>
  faults.map(({ column, wrong, params = {} }) => ({
    column,
    wrong,
    params,
    fix: columns.find(({ name }) => name === column)?.fix ?? null,
  }));
