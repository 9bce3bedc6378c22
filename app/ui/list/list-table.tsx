import type { ReactNode } from "react";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { useLocale } from "../base/locale.ts";
import { useSay } from "../base/say.tsx";
import { useName } from "../base/site.ts";
import { isFigures, type ListRow, type Looks, lookedAt, plainCell } from "./columns.tsx";

/** A page of rows with its columns, made by `tableOf`. */
export type ShownTable<Row> = { columns: readonly TableColumn[]; rows: readonly Row[] };

export type RowsProps<Row> = {
  title: string;
  table: ShownTable<Row>;
  /** How the columns look, by their ids. */
  looks: Looks<Row>;
  /** The actions of a row. */
  acts?: (row: Row) => ReactNode;
  /** The address of a row's own page or dialog, opened by a click on the row. */
  open?: (row: Row) => string | undefined;
  /** With too many columns to stand side by side: all after the first are stacked in pairs. */
  paired?: boolean;
  /** A class for rows that need attention. */
  rowClass?: (row: Row) => string | undefined;
};

/** The table of a list: rows in full width, which become cards with their headings on a phone. */
export function ListTable<Row extends ListRow>({ title, table, looks, acts, open, paired, rowClass }: RowsProps<Row>) {
  const say = useSay();
  const telling = { locale: useLocale(), say, nameOf: useName() };
  const shown = lookedAt(table.columns, looks);
  const acting = acts !== undefined;
  return (
    <div
      className="md:overflow-x-auto md:rounded-lg md:border md:border-line"
      {...(open && { "data-enhance": "open-row" })}
    >
      <table className={paired ? "table table-paired" : "table"}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {shown.map(({ column }) => (
              <th key={column.id} scope="col" className={isFigures(column) ? "num" : undefined}>
                {column.label}
              </th>
            ))}
            {acting && (
              <th scope="col" className="acts">
                {say("list.actions")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr
              key={row.id}
              id={`row-${row.id}`}
              data-open={open?.(row)}
              className={[rowClass?.(row), open?.(row) && "cursor-pointer"].filter(Boolean).join(" ") || undefined}
            >
              {shown.map(({ column, look: { show, cut } }) => (
                <td key={column.id} data-label={column.label} className={isFigures(column) ? "num" : undefined}>
                  {(show ? show(row) : plainCell(row, column, cut, telling)) || "–"}
                </td>
              ))}
              {acting && (
                <td data-label="" className="acts">
                  {acts(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
