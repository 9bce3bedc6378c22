import { Fragment, type ReactNode } from "react";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useLocale } from "../base/locale.ts";
import { useSay } from "../base/say.tsx";
import { useName } from "../base/site.ts";
import {
  type ColumnLook,
  isFigures,
  type ListRow,
  type Looks,
  lookedAt,
  type PageWords,
  plainCell,
  shortened,
  shownText,
} from "./columns.tsx";
import { selectionForm } from "./selection.ts";

/** A page of rows with its columns, made by `tableOf`. */
export type ShownTable<Row> = { columns: readonly TableColumn[]; rows: readonly Row[] };

/** The order of a list: the address with the other order. */
export type Order = { to: string; oldestFirst: boolean };

export type TableProps<Row extends ListRow> = {
  caption: string;
  table: ShownTable<Row>;
  /** How the columns look, by their ids. */
  looks: Looks<Row>;
  /** The main action and the other actions of a row. */
  acts?: ((row: Row) => ReactNode) | undefined;
  /** The address of a row's own page or dialog, opened by a click on the row, in a dense table also by `o` and Enter. */
  open?: ((row: Row) => string | undefined) | undefined;
  /** A class for rows that need attention. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** With too many columns to stand side by side: all after the first are stacked in pairs. */
  paired?: boolean;
  /** What it shows without rows. */
  none?: ReactNode;
  /** For many rows; without it the table grows with its page, and on a phone a row is a card of its cells with their headings. */
  dense?: Dense<Row> | undefined;
};

/** A table that fills its window, one line a row: head, first columns and acts stay in sight, keys move through the rows. */
export type Dense<Row extends ListRow> = {
  /** A row's name for screen readers. */
  nameOf: (row: Row) => string;
  /** What else a row shows on a phone, in three lines, between its checkbox and its acts. */
  card: (row: Row) => ReactNode;
  /** Without it, the order cannot be turned around. */
  order?: Order | undefined;
  compact?: boolean | undefined;
  /** Whether rows are selected. */
  selectable?: boolean | undefined;
  /** The width of the acts in pixels, where a row has only a menu. */
  actsWidth?: number | undefined;
  /** The row of the last action. */
  did?: string | undefined;
  /** What stands below the rows, in the same scroll. */
  below?: ReactNode;
};

/* Focused by the skip link: seen inside its edges. */
const scroll =
  "desk-scroll relative min-h-0 flex-1 overflow-auto [scrollbar-color:var(--color-edge)_var(--color-paper)] " +
  "focus-visible:rounded-none focus-visible:shadow-none focus-visible:-outline-offset-3 in-data-loading:[&_tbody]:opacity-60 " +
  "phone:overflow-visible print:block print:h-auto print:overflow-visible";

/** The table of a list. Its island opens rows by a click, and answers the keys of a dense one. */
export function Table<Row extends ListRow>(props: TableProps<Row>) {
  const { caption, open, dense, table, none } = props;
  if (!dense) {
    return table.rows.length === 0 ? (
      none
    ) : (
      <div
        className="in-data-loading:opacity-60 md:overflow-x-auto md:rounded-lg md:border md:border-line"
        data-enhance={open ? "open-row" : undefined}
      >
        <Rows {...props} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus and scroll it
    <section className={scroll} tabIndex={0} aria-label={caption} data-enhance="table">
      <Rows {...props} />
      {table.rows.length === 0 && <div className="py-10 px-4 text-soft text-center">{none}</div>}
      {dense.below}
    </section>
  );
}

function Rows<Row extends ListRow>({ caption, table, looks, acts, open, rowClass, dense, paired }: TableProps<Row>) {
  const say = useSay();
  const words = { locale: useLocale(), say, nameOf: useName() };
  const shown = shownColumns(table.columns, looks);
  const pickWidth = dense?.selectable ? 38 : 16;
  const actsWidth = dense?.actsWidth ?? 126;
  return (
    <table
      className={classes(dense ? "desk-grid" : "table", dense?.compact && "desk-compact", paired && "table-paired")}
    >
      <caption className="sr-only">{caption}</caption>
      {dense && (
        <colgroup>
          <col style={{ width: pickWidth }} />
          {shown.map(({ column, isText, rest }) => (
            <col key={column.id} style={isText || rest ? undefined : { width: column.width }} />
          ))}
          {acts && <col style={{ width: actsWidth }} />}
        </colgroup>
      )}
      <thead>
        <tr>
          {dense && <PickAll selectable={dense.selectable} width={pickWidth} />}
          {shown.map(({ column, className }) => (
            <Head
              key={column.id}
              label={column.label}
              className={className}
              minWidth={dense && (column.width ?? leastWidth)}
              sort={column.sorts && dense?.order}
            />
          ))}
          {acts && (
            <th scope="col" className="acts" style={dense && { minWidth: actsWidth }}>
              {dense ? <span className="sr-only">{say("list.actions")}</span> : say("list.actions")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => {
          const to = open?.(row);
          const did = dense?.did === row.id;
          return (
            <tr
              key={row.id}
              id={rowId(row)}
              data-open={to}
              className={classes(to && (dense ? "opens" : "cursor-pointer"), rowClass?.(row), did && "did")}
            >
              {dense && (
                <td className="pick">
                  {dense.selectable && (
                    <input
                      type="checkbox"
                      {...ticked(row)}
                      aria-label={say("desk.select", { what: dense.nameOf(row) })}
                    />
                  )}
                </td>
              )}
              {shown.map((column) =>
                dense ? (
                  <DenseCell key={column.column.id} row={row} shown={column} words={words} />
                ) : (
                  <td key={column.column.id} data-label={column.column.label} className={column.className}>
                    {(column.show ? column.show(row) : plainCell(row, column.column, column.cut, words)) || "–"}
                  </td>
                ),
              )}
              {acts && (
                <td className="acts" data-label={dense ? undefined : ""}>
                  {acts(row)}
                </td>
              )}
              {dense && (
                <td className="desk-card hidden phone:contents [&>:is(.chip,.d-st)]:ml-auto">{dense.card(row)}</td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Shown<Row> = ColumnLook<Row> & {
  column: TableColumn;
  isText: boolean;
  className: string | undefined;
  /** Whether it takes the room that is left over. */
  rest: boolean;
};

/**
 * The columns with their looks. Where all have a fixed width the name of the row takes the room that is left over, which
 * else would be cut while its neighbours and the acts grow.
 */
function shownColumns<Row>(columns: readonly TableColumn[], looks: Looks<Row>): Shown<Row>[] {
  const shown = lookedAt(columns, looks).map(({ column, look }) => {
    const isText = !look.show && !isFigures(column) && column.kind !== "moment";
    return { ...look, column, isText, className: classOf(look, column) };
  });
  const fixed = shown.every(({ column, isText }) => column.width && !isText);
  const named = fixed ? shown.findIndex(({ look }) => look === "id") : -1;
  return shown.map((column, index) => ({ ...column, rest: index === named }));
}

/** The least width of a column that declares none. */
const leastWidth = 100;

type DenseCellProps<Row> = { row: Row; shown: Shown<Row>; words: PageWords };

/** A cell of one line, with all of its text in its title. */
function DenseCell<Row extends ListRow>({ row, shown, words }: DenseCellProps<Row>) {
  const { column, className, isText, show, cut } = shown;
  const text = shownText(row.cells[column.id], column, words);
  const plain = (cut ? shortened(text, cut) : text) || "-";
  return (
    <td className={className} title={text}>
      {show ? show(row) : isText ? <span className="lines">{breakable(plain)}</span> : plain}
    </td>
  );
}

/** A stored word or an address of a mailbox may go on in the next line after its signs. */
const breakable = (text: string) => {
  const parts = text.match(/[^_@]*[_@]|[^_@]+/g) ?? [];
  return parts.length <= 1
    ? text
    : parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ));
};

/** Tells a row from the others when its page is put in place of another one. */
const rowId = ({ id }: ListRow) => `row-${id}`;

/** Adds a ticked row to the selection's form; it stays ticked while its row is on the page. */
const ticked = ({ id }: ListRow) => ({ form: selectionForm, name: "ids", value: id, "data-holds": "checked" });

/** Ticks all rows of the page; without a selection it only keeps the edge free. */
function PickAll({ selectable, width }: { selectable: boolean | undefined; width: number }) {
  const say = useSay();
  if (!selectable) return <td className="pick" style={{ minWidth: width }} />;
  return (
    <th className="pick" style={{ minWidth: width }}>
      <input type="checkbox" className="noscript:hidden" aria-label={say("desk.selectPage")} />
    </th>
  );
}

type HeadProps = {
  label: string;
  className: string | undefined;
  minWidth: number | undefined;
  sort: Order | undefined;
};

function Head({ label, className, minWidth, sort }: HeadProps) {
  const say = useSay();
  const style = minWidth === undefined ? undefined : { minWidth };
  if (!sort) {
    return (
      <th scope="col" className={className} style={style}>
        {label}
      </th>
    );
  }
  return (
    <th scope="col" className={className} style={style} aria-sort={sort.oldestFirst ? "ascending" : "descending"}>
      <Link to={sort.to} title={say(sort.oldestFirst ? "desk.sortNewest" : "desk.sortOldest")}>
        {label}
        <Icon name={sort.oldestFirst ? "arrow-up" : "arrow-down"} />
      </Link>
    </th>
  );
}

function classOf<Row>({ look, onCard }: ColumnLook<Row>, column: TableColumn) {
  return classes(look, isFigures(column) && "num", column.kind === "moment" && "when", onCard && "on-card");
}

const classes = (...each: (string | false | undefined)[]) => each.filter(Boolean).join(" ") || undefined;
