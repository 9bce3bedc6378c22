import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { cellFault } from "./cell-values.ts";
import type { RowProblem } from "./row-problems.ts";

/* The check of a sheet's rows, the same whatever they become. */

/** What becomes of a row: it can be created, is wrong, or is there already. */
export type Verdict = "ready" | "wrong" | "known";

/** Returns a cell of a row; empty where the file has none. */
export type Cell<Name extends string> = (column: Name) => string;

/** Adds a problem of a column, unless it has one. */
export type AddProblem<Name extends string> = (column: Name, wrong: MessageKey, params?: MessageParams) => void;

/** The columns of a kind of sheet, and the form whose fields they fill. */
export type RowForm<Name extends string, Fields, Input> = {
  columns: readonly Name[];
  /** The columns whose cells are values; an error or a formula in another one is no problem. */
  read: ReadonlySet<Name>;
  /** Characters of any cell at most. */
  longest?: number;
  /** Returns what the fields of a row are read as by the form, or the problems of its fields. */
  parse: (fields: Fields) => { input?: Input; errors: Record<string, MessageKey> };
  columnOf: (field: string) => Name;
};

/** What the cells of a row were read as, and at most one problem of each column. */
type ReadRow<Name extends string, Input> = { input?: Input; problems: readonly RowProblem<Name>[] };

/** Reads a row. `fields` returns its values by the fields of the form, and adds the problems the form does not know. */
export function readRow<Name extends string, Fields, Input>(
  { columns, read, longest = Number.POSITIVE_INFINITY, parse, columnOf }: RowForm<Name, Fields, Input>,
  cell: Cell<Name>,
  fields: (addProblem: AddProblem<Name>) => Fields,
): ReadRow<Name, Input> {
  const problems: RowProblem<Name>[] = [];
  const addProblem: AddProblem<Name> = (column, wrong, params) => {
    if (problems.some((other) => other.column === column)) return;
    problems.push(params ? { column, wrong, params } : { column, wrong });
  };
  for (const column of columns) {
    const text = cell(column);
    const fault = read.has(column) && cellFault(text);
    if (text.length > longest) addProblem(column, "uploads.cellTooLong", { most: longest });
    else if (fault) addProblem(column, fault);
  }
  const { input, errors } = parse(fields(addProblem));
  for (const [field, key] of Object.entries(errors))
    addProblem(columnOf(field), isMessageKey(key) ? key : "form.check");
  return input ? { input, problems } : { problems };
}

/** A row that was read; it is ready until it is judged. */
type JudgedRow = { place: number; verdict: Verdict; problems: readonly RowProblem[] };

type ProblemOf<Row extends JudgedRow> = Row["problems"][number];

/**
 * Returns a row with what becomes of it. With a problem it is wrong. It is known where an earlier row of the file has its
 * key, of those `seen`, which is added to, or where what it makes is there already (`existing`).
 */
export function judgeRow<Row extends JudgedRow>(
  row: Row,
  key: string | null,
  seen: Map<string, number>,
  existing?: ProblemOf<Row>,
): Row {
  if (row.problems.length > 0) return { ...row, verdict: "wrong" };
  if (key === null) return row;
  const before = seen.get(key) ?? row.place;
  if (before !== row.place) return knownRow(row, twiceOf(before));
  seen.set(key, row.place);
  return existing ? knownRow(row, existing) : row;
}

/** Returns a row that creates nothing, because of what is there already. */
export const knownRow = <Row extends JudgedRow>(row: Row, existing: ProblemOf<Row>): Row => ({
  ...row,
  verdict: "known",
  problems: [existing],
});

/** Says that a row repeats another one of its file. */
export const twiceOf = (place: number): RowProblem<never> => ({
  column: null,
  wrong: "uploads.twice",
  params: { row: place },
});
