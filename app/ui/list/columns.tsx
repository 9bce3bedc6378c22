import type { ReactNode } from "react";
import { addressIn } from "#modules/catalog/labels.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import type { Cells, CellValue, TableColumn } from "#modules/kernel/lists/table.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Say } from "../base/say.tsx";

/** A row of a list: its id and its cells by column id. */
export type ListRow = { id: string; cells: Cells };

/** How a screen draws a column; heading, value and place come from the list's definition. */
export type ColumnLook<Row> = {
  /** Renders the cell when it shows more than the plain value: a link, a chip, several values. */
  show?: (row: Row) => ReactNode;
  /** Its value stands in the cell of this column. */
  within?: string;
  /** Cuts the text after this many characters; the title has the whole text (R228). */
  cut?: number;
  look?: "id" | "soft";
  /** Stands on a phone's card too: what a row is called on the left, anything else on the right. */
  onCard?: boolean;
};

/** How the columns of a list look, by their ids; a column without a look shows its plain value. */
export type Looks<Row> = Readonly<Record<string, ColumnLook<Row>>>;

/** The columns that have cells of their own, each with its look, in the order of the definition. */
export const lookedAt = <Row,>(columns: readonly TableColumn[], looks: Looks<Row>) =>
  columns.flatMap((column) => {
    const look: ColumnLook<Row> = looks[column.id] ?? {};
    return look.within ? [] : [{ column, look }];
  });

/** Whether a column holds numbers, which are aligned to the right. */
export const isFigures = ({ kind }: TableColumn) => kind === "rupees" || kind === "count";

/** The words of a page: its language, its texts, its names of services. */
export type PageWords = { locale: Locale; say: Say; nameOf: (name: string) => string };

/** A cell's value as text. */
export function shownText(
  value: CellValue | undefined,
  { kind }: TableColumn,
  { locale, say, nameOf }: PageWords,
): string {
  if (value === null || value === undefined) return "";
  if (kind === "moment") return showDateTime(value as Date, locale);
  if (kind === "rupees") return rupees(value as number);
  if (kind === "address") return addressIn(String(value), say);
  if (kind === "service") return nameOf(String(value));
  if (kind === "count") return figure(value as number);
  return kind === "yesNo" ? say(value ? "common.yes" : "common.no") : String(value);
}

/** The text of a cell; empty when it has no value. */
export const cellText = (value: CellValue | undefined) => (value === null || value === undefined ? "" : String(value));

/** The instant in a cell, shown in IST. */
export function Moment({ at, locale, className }: { at: CellValue | undefined; locale: Locale; className?: string }) {
  if (!(at instanceof Date)) return null;
  return (
    <time className={className} dateTime={at.toISOString()}>
      {showDateTime(at, locale)}
    </time>
  );
}

/** R228: a text of a table cell, cut after this many characters. */
export const shortened = (text: string, length = 30) => (text.length > length ? `${text.slice(0, length)}...` : text);

/** A long text, cut, with the whole in its title (R228). */
export function Cut({ text, className }: { text: string; className?: string }) {
  const shown = shortened(text);
  return (
    <span className={className} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}

/** A cell to which the screen adds nothing. */
export function plainCell<Row extends ListRow>(
  { cells }: Row,
  column: TableColumn,
  cut: number | undefined,
  words: PageWords,
): ReactNode {
  const value = cells[column.id];
  if (column.kind === "moment") return value ? <Moment at={value} locale={words.locale} /> : null;
  const text = shownText(value, column, words);
  return cut && text.length > cut ? <span title={text}>{shortened(text, cut)}</span> : text;
}
