import type { MessageKey, MessageParams } from "#modules/messages/index.ts";

/** A problem of a row: its column (null: the row as a whole), and its message. */
export type RowProblem<Name extends string = string> = {
  column: Name | null;
  wrong: MessageKey;
  params?: MessageParams;
};

/** A problem with the hint on correcting it. */
export type ExplainedProblem<Name extends string = string> = Required<RowProblem<Name>> & { fix: MessageKey | null };

/** Problems with the hints of their columns. */
export const explained = <Name extends string>(
  columns: readonly { name: Name; fix: MessageKey }[],
  problems: readonly RowProblem<Name>[],
): ExplainedProblem<Name>[] =>
  problems.map(({ column, wrong, params = {} }) => ({
    column,
    wrong,
    params,
    fix: columns.find(({ name }) => name === column)?.fix ?? null,
  }));

/** A problem in words: the column, the error, and the hint on correcting it. */
export const problemText = (
  { column, wrong, params, fix }: ExplainedProblem,
  text: (key: MessageKey, params?: MessageParams) => string,
): string => [column && `${column}:`, text(wrong, params), fix && `– ${text(fix)}`].filter(Boolean).join(" ");
