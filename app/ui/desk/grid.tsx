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
  shortened,
  shownText,
} from "../list/columns.tsx";
import { selectionForm } from "./selection.ts";

/* Focused by the skip link: seen inside its edges. */
const scroll =
  "desk-scroll relative min-h-0 flex-1 overflow-auto [scrollbar-color:var(--color-edge)_var(--color-paper)] " +
  "focus-visible:rounded-none focus-visible:shadow-none focus-visible:-outline-offset-3 in-data-loading:[&_tbody]:opacity-60 " +
  "phone:overflow-visible print:block print:h-auto print:overflow-visible";

/** The order of a list: the address with the other order. */
export type Order = { to: string; oldestFirst: boolean };

export type GridProps<Row extends ListRow> = {
  caption: string;
  columns: readonly TableColumn[];
  /** How the columns look, by id. */
  looks: Looks<Row>;
  /** Without it, the order cannot be turned around. */
  order?: Order | undefined;
  rows: readonly Row[];
  compact: boolean;
  /** Whether rows are selected. */
  selectable?: boolean;
  /** A row's name for screen readers. */
  nameOf: (row: Row) => string;
  /** The address of a row's own page or dialog, opened with `o`, Enter or a click on the row. */
  open?: ((row: Row) => string | undefined) | undefined;
  /** The main action and the menu of a row. */
  acts?: ((row: Row) => ReactNode) | undefined;
  /** The width of the acts in pixels, where a row has only a menu. */
  actsWidth?: number | undefined;
  /** What else a row shows on a phone, in three lines, between its checkbox and its acts. */
  card: (row: Row) => ReactNode;
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** The row of the last action. */
  did?: string | undefined;
  none: ReactNode;
  /** What stands below the rows. */
  below?: ReactNode;
};

/**
 * The table of a console list, one line per row, for wide windows and many rows; head, first columns and actions stay
 * visible. Its island opens rows by a click and answers the keys.
 */
export function Grid<Row extends ListRow>(grid: GridProps<Row>) {
  const say = useSay();
  const telling = { locale: useLocale(), say, nameOf: useName() };
  const { rows, selectable = false, nameOf, acts, open } = grid;
  const shown = withRest(
    lookedAt(grid.columns, grid.looks).map(({ column, look }) => {
      const isText = !look.show && !isFigures(column) && column.kind !== "moment";
      return { ...look, id: column.id, column, isText, className: classOf(look, column) };
    }),
  );
  const pickWidth = selectable ? 38 : 16;
  const actsWidth = grid.actsWidth ?? 126;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus and scroll it
    <section className={scroll} tabIndex={0} aria-label={grid.caption} data-enhance="grid">
      <table className={`desk-grid${grid.compact ? " desk-compact" : ""}`}>
        <caption className="sr-only">{grid.caption}</caption>
        <colgroup>
          <col style={{ width: pickWidth }} />
          {shown.map(({ column, isText, rest }) => (
            <col key={column.id} style={isText || rest ? undefined : { width: column.width }} />
          ))}
          {acts && <col style={{ width: actsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selectable ? (
              <th className="pick" style={{ minWidth: pickWidth }}>
                <input type="checkbox" className="noscript:hidden" aria-label={say("desk.selectPage")} />
              </th>
            ) : (
              <td className="pick" style={{ minWidth: pickWidth }} />
            )}
            {shown.map((column) => (
              <Head key={column.id} {...column} sort={column.column.sorts && grid.order} />
            ))}
            {acts && (
              <th scope="col" className="acts" style={{ minWidth: actsWidth }}>
                <span className="sr-only">{say("list.actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              id={rowId(row)}
              data-open={open?.(row)}
              className={classes(open?.(row) && "opens", grid.rowClass?.(row), row.id === grid.did && "did")}
            >
              <td className="pick">
                {selectable && (
                  <input type="checkbox" {...ticked(row)} aria-label={say("desk.select", { what: nameOf(row) })} />
                )}
              </td>
              {shown.map(({ id, column, className, isText, show, cut: most }) => {
                const text = shownText(row.cells[id], column, telling);
                const plain = (most ? shortened(text, most) : text) || "-";
                return (
                  <td key={id} className={className} title={text}>
                    {show ? show(row) : isText ? <span className="lines">{breakable(plain)}</span> : plain}
                  </td>
                );
              })}
              {acts && <td className="acts">{acts(row)}</td>}
              <td className="desk-card hidden phone:contents [&>:is(.chip,.d-st)]:ml-auto">{grid.card(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <div className="py-10 px-4 text-soft text-center">{grid.none}</div>}
      {grid.below}
    </section>
  );
}

/** The least width of a column that declares none. */
const leastWidth = 100;

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

/**
 * The columns, of which one takes the room that is left over: where all have a fixed width the name of the row does,
 * which else would be cut while its neighbours and the acts grow.
 */
function withRest<Column extends { column: TableColumn; look?: "id" | "soft"; isText: boolean }>(
  shown: readonly Column[],
): (Column & { rest: boolean })[] {
  const fixed = shown.every(({ column, isText }) => column.width && !isText);
  const named = fixed ? shown.findIndex(({ look }) => look === "id") : -1;
  return shown.map((column, index) => ({ ...column, rest: index === named }));
}

/** Tells a row from the others when its page is put in place of another one. */
const rowId = ({ id }: ListRow) => `row-${id}`;

/** Adds a ticked row to the selection's form; it stays ticked while its row is on the page. */
const ticked = ({ id }: ListRow) => ({ form: selectionForm, name: "ids", value: id, "data-holds": "checked" });

type HeadProps = { column: TableColumn; className: string | undefined; sort: Order | undefined };

function Head({ column: { label, width = leastWidth }, className, sort }: HeadProps) {
  const say = useSay();
  const style = { minWidth: width };
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
