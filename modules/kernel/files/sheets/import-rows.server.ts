import type { z } from "zod";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import { type Actor, need, type Permission } from "../../actor.ts";
import { unitOfWork } from "../../db/db.server.ts";
import { DomainError } from "../../errors.ts";
import { fieldErrors } from "../../validation.ts";
import { cellFault } from "./cell-values.ts";
import { findHeading, type HeadingNames, lastHeadingRow, type Mapping, type TableColumn } from "./heading.ts";
import { readTable, type TableCounts } from "./read-table.server.ts";
import { type ExplainedProblem, explained, type RowProblem } from "./row-problems.ts";
import type { SheetRow } from "./sheet-limits.ts";
import type { Template } from "./sheet-template.server.ts";

/*
 * Rows of a spreadsheet that become things of the product, each by the verb that makes one, in a transaction of its own.
 * What a row is known by makes the same file harmless a second time.
 */

/** What becomes of a row: it is made, is there already, or is wrong. */
export type RowFate = "new" | "known" | "wrong";

/** A row that was checked. */
export type JudgedRow = { row: number; name: string; fate: RowFate; faults: readonly ExplainedProblem[] };

/** A column, and the field of the form it fills. */
export type ImportColumn = TableColumn & { field: string; fix: MessageKey };

type Cell = (column: string) => string;

/** One page's rules, read at the moment it is looked at. */
export type ImportRules<Input> = {
  /** What a row asks for, as the form sends it, and what is wrong that the form does not know. */
  read: (cell: Cell, wrong: (column: string, key: MessageKey) => void) => Record<string, unknown>;
  /** Of those that stand already: nothing more to do (`known`), or what is in the way. */
  there: (inputs: readonly Input[]) => Promise<readonly ("known" | RowProblem | undefined)[]>;
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

const pageRows = lastHeadingRow;

type ImportFile = {
  actor: Actor;
  file: string;
  write: boolean;
  /** The number of the row with the heading, and what the file calls columns. */
  headingRow?: number | undefined;
  named?: HeadingNames;
  stop?: AbortSignal;
};

/** Rows that were checked, or created, and the counts of all rows so far. */
export type ImportPage = { rows: JudgedRow[]; counts: TableCounts };

/**
 * Checks each row of a file, page by page; with `write` it is also created. What was created before an interruption is
 * known when the file is read again. Once `stop` is aborted, the current row is the last: rows that were checked and not
 * created are left out of the page, which is the last, too. Refuses who may not, a file that is no table and one
 * that lacks columns (`LacksColumns`) before the first page.
 */
export async function* importRows<Input>(
  kind: Import<Input>,
  { actor, file, write, headingRow, named = {}, stop }: ImportFile,
): AsyncGenerator<ImportPage> {
  need(actor, kind.can);
  const seen = new Map<string, number>();
  const pages = readTable(file, pageRows, (first) => findHeading(kind.columns, first, { row: headingRow, named }));
  for await (const { heading, rows, counts } of pages) {
    const judged = await unitOfWork(() => judge(kind, actor, rows, heading.mapping, seen));
    let done = 0;
    for (; done < judged.length && !stop?.aborted; done++) {
      const each = judged[done]!;
      if (write && each.input) await made(kind, actor, each as Judged<Input> & { input: Input });
    }
    yield { rows: judged.slice(0, done).map(({ input: _, ...row }) => row), counts };
    if (stop?.aborted) return;
  }
}

type Judged<Input> = JudgedRow & { input?: Input };

async function judge<Input>(
  kind: Import<Input>,
  actor: Actor,
  body: readonly SheetRow[],
  mapping: Mapping,
  seen: Map<string, number>,
): Promise<Judged<Input>[]> {
  const cellsOf =
    ({ cells }: SheetRow): Cell =>
    (column) =>
      (cells[mapping[column] ?? -1] ?? "").trim();
  const rules = await kind.rules(actor, (column) => body.map((row) => cellsOf(row)(column)));
  const judged = body.map((row): Judged<Input> => {
    const cell = cellsOf(row);
    const faults: RowProblem[] = [];
    const wrong = (column: string, key: MessageKey) => {
      if (!faults.some((other) => other.column === column)) faults.push({ column, wrong: key });
    };
    for (const { name } of kind.columns) {
      const fault = cellFault(cell(name));
      if (fault) wrong(name, fault);
    }
    const parsed = kind.form.safeParse(rules.read(cell, wrong));
    if (!parsed.success)
      for (const [field, key] of Object.entries(fieldErrors(parsed.error)))
        wrong(columnOf(kind, field.split(".")[0]!) ?? kind.called, isMessageKey(key) ? key : "form.check");
    const about = { row: row.place, name: cell(kind.called) };
    if (faults.length > 0 || !parsed.success)
      return { ...about, fate: "wrong", faults: explained(kind.columns, ownFaults(kind, faults, cell)) };
    const before = seen.get(kind.key(parsed.data));
    if (before !== undefined)
      return {
        ...about,
        fate: "known",
        faults: explained(kind.columns, [{ column: null, wrong: "uploads.twice", params: { row: before } }]),
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
function ownFaults({ columns }: Pick<Import<never>, "columns">, faults: readonly RowProblem[], cell: Cell) {
  const optional = new Set<string | null>(columns.flatMap(({ name, optional }) => (optional ? [name] : [])));
  const own = faults.filter(({ column }) => column === null || !optional.has(column) || cell(column) !== "");
  return own.length > 0 ? own : faults;
}

/** A row that will not be made. */
function turn<Input>(kind: Import<Input>, row: Judged<Input>, existing: "known" | RowProblem) {
  delete row.input;
  row.fate = existing === "known" ? "known" : "wrong";
  row.faults = explained(kind.columns, [existing === "known" ? { column: null, wrong: "import.known" } : existing]);
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
