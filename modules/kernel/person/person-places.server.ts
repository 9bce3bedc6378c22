import { sql } from "kysely";
import { rows } from "../db/db.server.ts";
import type { Sql } from "../db/sql.ts";
import { decimalOf } from "../text/digits.ts";
import { unicodeRuns } from "../text/unicode-runs.ts";

/** A customer whose data is read or erased. */
export type Person = {
  /** Null for a customer who is known by requests only. */
  consumerId: string | null;
  phone: string;
  /** The internal ids of the requests that carry the phone. */
  ticketIds: readonly string[];
  /** What was stored later belongs to somebody who came again, and stays. */
  before: Date;
  /** The words of their names in small letters; known while the places that are erased at once are erased. */
  words?: readonly string[];
};

/** A place where data of customers is stored. */
export type PersonPlace = {
  /** The table; `pgboss.job` for waiting work. */
  table: string;
  /** Which of its rows, where a table has two places. */
  part?: string;
  /**
   * Rows of which is not known whom they name, so that they are erased by their time alone: also where a phone is not
   * known any more. They are not handed out.
   */
  byTime?: true;
  /** Its columns that may hold a person. */
  columns: readonly string[];
  /** The columns that are handed out, where the place's rows are handed out as they are. */
  exported?: readonly string[];
  /** Erased in the transaction of the request, so that nobody reads it from then on; the others by a job. */
  atOnce: boolean;
  /** What is held of a person, for their export: rows of the columns. */
  held: (person: Person) => Promise<Record<string, unknown>[]>;
  /** Erases what is held of a person; returns how many rows. Must be able to happen twice. */
  erase: (person: Person) => Promise<number>;
};

/** The name of a place, under which an erasure counts its rows: the table, and the part of it after a space. */
export const placeName = ({ table, part }: Pick<PersonPlace, "table" | "part">) => (part ? `${table} ${part}` : table);

let places: readonly PersonPlace[] = [];

/** Register all places (modules/index.ts), in the order they are erased in. */
export function declarePersonPlaces(all: readonly PersonPlace[]) {
  places = all;
}

/** All registered places. */
export const personPlaces = () => places;

/** The digits of every script but our own, each with its value, for PostgreSQL's translate. */
const otherDigits = [...unicodeRuns(/\p{Nd}+/gu).join("")].filter((sign) => sign > "9");
const digits = otherDigits.join("");
const values = otherDigits.map(decimalOf).join("");

/** A person as values of SQL: texts, arrays of ids and of words, an instant. */
export type PersonSql = { phone: Sql; tickets: Sql; consumer: Sql; before: Sql; words: Sql };

/** SQL: whether a text has the phone's ten digits, however they are grouped and in whatever script. */
export const hasPhone = (text: Sql, { phone }: PersonSql) =>
  sql`(${phone} <> '' and strpos(regexp_replace(
    translate(${text}, ${sql.lit(digits)}, ${sql.lit(values)}), '[^0-9]', '', 'g'), ${phone}) > 0)`;

/** SQL: the words of a text in small letters, an array. */
export const wordsIn = (text: Sql) => sql`regexp_split_to_array(lower(${text}), '[[:space:][:punct:]]+')`;

/** SQL: whether a label that somebody wrote has the phone or a word of the person's names. */
export const namesPerson = (label: Sql, person: PersonSql) =>
  sql`(${hasPhone(label, person)} or ${wordsIn(label)} && ${person.words})`;

type PlaceOf = Pick<PersonPlace, "table" | "part" | "byTime"> & {
  /** Columns that may hold a person, by spaces. */
  columns: string;
  /** Which rows. */
  where: (person: PersonSql) => Sql;
  /** What stays of a row: assignments; without it the row goes. */
  keep?: (person: PersonSql) => Sql;
  atOnce?: boolean;
  /** Other columns that say which row it is, for the export. */
  identifying?: string;
  /** Columns that are erased but not handed out: keys, codes and what only machines read. */
  unsaid?: string;
};

/** A place whose rows one condition finds. */
export const personRows = ({
  table,
  part,
  byTime,
  columns,
  where,
  keep,
  atOnce = false,
  identifying = "",
  unsaid = "",
}: PlaceOf): PersonPlace => ({
  table,
  ...(part && { part }),
  ...(byTime && { byTime }),
  columns: columns.split(" "),
  exported: byTime ? [] : exportedColumns(`${identifying} ${columns}`, unsaid),
  atOnce,
  held: async (person) =>
    byTime
      ? []
      : runForPerson(
          person,
          (values) =>
            sql`select ${sql.join(exportedColumns(`${identifying} ${columns}`, unsaid).map((column) => sql.ref(column)))}
              from ${sql.table(table)} where ${where(values)}`,
        ),
  erase: async (person) =>
    (
      await runForPerson(person, (values) =>
        keep
          ? sql`update ${sql.table(table)} set ${keep(values)} where ${where(values)} returning 1`
          : sql`delete from ${sql.table(table)} where ${where(values)} returning 1`,
      )
    ).length,
});

const exportedColumns = (columns: string, unsaid: string) =>
  columns.split(" ").filter((column) => column && !unsaid.split(" ").includes(column));

/** Runs a statement about a person. */
export const runForPerson = <Row = Record<string, unknown>>(
  { phone, ticketIds, consumerId, before, words = [] }: Person,
  statement: (person: PersonSql) => Sql,
): Promise<Row[]> =>
  rows<Row>(
    statement({
      phone: sql`${phone}::text`,
      tickets: sql`${[...ticketIds]}::uuid[]`,
      consumer: sql`${consumerId}::uuid`,
      before: sql`${before}::timestamptz`,
      words: sql`${[...words]}::text[]`,
    }),
  );
