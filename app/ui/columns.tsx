import type { ReactNode } from "react";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { cut as cutText } from "#modules/tickets/labels.ts";
import { Chip, type ChipTone } from "./chip.tsx";

/** One column of a list: how a row's value is shown, and its bare value for exports. */
export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  value: (row: Row) => string;
  /** Figures stand at the right of their column. */
  figures?: boolean;
};

type KeyOf<Row, V> = { [K in keyof Row]: Row[K] extends V ? K : never }[keyof Row] & string;

const shown = (value: unknown) => (value === null || value === undefined ? "" : String(value));

/** The words columns are made of; times are shown as India sees them. */
export function columns<Row>(locale: "en" | "hi" = "en") {
  return {
    /** Plain text, cut after `max` characters plus '...' with the whole in its title (R228). */
    text: (key: keyof Row & string, label: string, max?: number): Column<Row> => ({
      label,
      value: (row) => shown(row[key]),
      cell: (row) => cut(shown(row[key]), max),
    }),
    /** A moment (Date or ISO text) in India time. */
    date: (key: KeyOf<Row, Date | string | null | undefined>, label: string): Column<Row> => ({
      label,
      value: (row) => (row[key] ? new Date(row[key] as string | Date).toISOString() : ""),
      cell: (row) => {
        if (!row[key]) return null;
        const at = new Date(row[key] as string | Date);
        return <time dateTime={at.toISOString()}>{showDateTime(at, locale)}</time>;
      },
    }),
    /** An amount kept in paise. */
    rupees: (key: KeyOf<Row, number | null | undefined>, label: string): Column<Row> => ({
      label,
      figures: true,
      value: (row) => (row[key] === null || row[key] === undefined ? "" : String(Number(row[key]) / 100)),
      cell: (row) => (row[key] === null || row[key] === undefined ? null : rupees(Number(row[key]))),
    }),
    /** A phone number as it may be seen here; a masked one cannot be called. */
    phone: (key: KeyOf<Row, string | null | undefined>, label: string): Column<Row> => ({
      label,
      value: (row) => shown(row[key]),
      cell: (row) => {
        const phone = shown(row[key]);
        return /^\d{10}$/.test(phone) ? (
          <a href={`tel:+91${phone}`}>{`${phone.slice(0, 5)} ${phone.slice(5)}`}</a>
        ) : (
          phone
        );
      },
    }),
    /** A status: its word and the colour that helps. */
    chip: (
      key: keyof Row & string,
      label: string,
      tone: (value: string, row: Row) => ChipTone,
      word: (value: string) => string = (value) => value,
    ): Column<Row> => ({
      label,
      value: (row) => shown(row[key]),
      cell: (row) => shown(row[key]) && <Chip tone={tone(shown(row[key]), row)}>{word(shown(row[key]))}</Chip>,
    }),
    /** Yes or no, in the given words. */
    yesNo: (key: keyof Row & string, label: string, yes = "Yes", no = "No"): Column<Row> => ({
      label,
      value: (row) => (row[key] ? yes : no),
      cell: (row) => (row[key] ? yes : no),
    }),
    /** Whatever does not fit the other words. */
    own: (label: string, cell: (row: Row) => ReactNode, value: (row: Row) => string = () => ""): Column<Row> => ({
      label,
      cell,
      value,
    }),
  };
}

/** A text that is cut where it is long, with the whole in its title (R228). */
export function Cut({ text, className }: { text: string; className?: string }) {
  const shown = cutText(text);
  return (
    <span className={className} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}

function cut(text: string, max: number | undefined) {
  if (!max || text.length <= max) return text;
  return <span title={text}>{cutText(text, max)}</span>;
}
