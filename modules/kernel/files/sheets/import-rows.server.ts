import type { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { type Actor, need, type Permission } from "../../actor.ts";
import { unitOfWork } from "../../db/db.server.ts";
import { DomainError } from "../../errors.ts";
import { fieldErrors } from "../../validation.ts";
import { type AddProblem, type Cell, judgeRow, type RowForm, readRow, type Verdict } from "./check-rows.ts";
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

/** One page's rules, read at the moment it is looked at. */
export type ImportRules<Input> = {
  /** What a row asks for, as the form sends it, and what is wrong that the form does not know. */
  read: (cell: Cell<string>, addProblem: AddProblem<string>) => Record<string, unknown>;
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
    const checked = await unitOfWork(() => checkRows(kind, actor, rows, heading.mapping, seen));
    const done: JudgedRow[] = [];
    for (const row of checked) {
      if (stop?.aborted) break;
      done.push(shown(kind, write ? await created(kind, actor, row) : row));
    }
    yield { rows: done, counts };
    if (stop?.aborted) return;
  }
}

/** A row that was read; one that is ready has an input. */
type ImportRow<Input> = {
  place: number;
  name: string;
  verdict: Verdict;
  problems: readonly RowProblem[];
  input?: Input | undefined;
};

async function checkRows<Input>(
  kind: Import<Input>,
  actor: Actor,
  body: readonly SheetRow[],
  mapping: Mapping,
  seen: Map<string, number>,
): Promise<ImportRow<Input>[]> {
  const cellsOf =
    ({ cells }: SheetRow): Cell<string> =>
    (column) =>
      (cells[mapping[column] ?? -1] ?? "").trim();
  const rules = await kind.rules(actor, (column) => body.map((row) => cellsOf(row)(column)));
  const form = formOf(kind);
  const read = body.map((row): ImportRow<Input> => {
    const cell = cellsOf(row);
    const { input, problems } = readRow(form, cell, (addProblem) => rules.read(cell, addProblem));
    return {
      place: row.place,
      name: cell(kind.called),
      verdict: "ready",
      problems: ownProblems(kind, problems, cell),
      input,
    };
  });
  const inputs = read.flatMap(({ problems, input }) => (problems.length === 0 && input ? [input] : []));
  const there = inputs.length > 0 ? await rules.there(inputs) : [];
  const existing = new Map(inputs.map((input, nth) => [input, there[nth]]));
  return read.map((row) => {
    const before = row.input && existing.get(row.input);
    const key = row.input ? kind.key(row.input) : null;
    const judged = judgeRow(row, key, seen, before === "known" ? alreadyThere : undefined);
    if (judged.verdict !== "ready" || !before || before === "known") return judged;
    return { ...judged, verdict: "wrong", problems: [before] };
  });
}

const alreadyThere: RowProblem = { column: null, wrong: "import.known" };

const formOf = <Input>(kind: Import<Input>): RowForm<string, Record<string, unknown>, Input> => ({
  columns: kind.columns.map(({ name }) => name),
  read: new Set(kind.columns.map(({ name }) => name)),
  parse(fields) {
    const parsed = kind.form.safeParse(fields);
    return parsed.success ? { input: parsed.data, errors: {} } : { errors: fieldErrors(parsed.error) };
  },
  columnOf: (field) => columnOf(kind, field.split(".")[0]!) ?? kind.called,
});

const columnOf = ({ columns }: Pick<Import<never>, "columns">, field: string) =>
  columns.find((column) => column.field === field)?.name ?? null;

/** Without those of cells that are empty and may be: they were filled in from a cell whose problem is listed. */
function ownProblems(
  { columns }: Pick<Import<never>, "columns">,
  problems: readonly RowProblem[],
  cell: Cell<string>,
): readonly RowProblem[] {
  const optional = new Set<string | null>(columns.flatMap(({ name, optional }) => (optional ? [name] : [])));
  const own = problems.filter(({ column }) => column === null || !optional.has(column) || cell(column) !== "");
  return own.length > 0 ? own : problems;
}

/** Creates what a row asks for; returns the row, wrong where the verb refuses it. */
async function created<Input>(kind: Import<Input>, actor: Actor, row: ImportRow<Input>): Promise<ImportRow<Input>> {
  if (row.verdict !== "ready") return row;
  try {
    await unitOfWork(() => kind.make(actor, row.input!));
    return row;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "denied" || error.kind === "unavailable") throw error;
    const [field] = Object.keys(error.fields ?? {});
    const column = field === undefined ? null : columnOf(kind, field);
    const problem = { column, wrong: error.key, ...(error.params && { params: error.params }) };
    return { ...row, verdict: "wrong", problems: [problem] };
  }
}

const shown = <Input>({ columns }: Import<Input>, { place, name, verdict, problems }: ImportRow<Input>): JudgedRow => ({
  row: place,
  name,
  fate: verdict === "ready" ? "new" : verdict,
  faults: explained(columns, problems),
});
