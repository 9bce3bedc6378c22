import { CompiledQuery } from "kysely";
import { CopyIn } from "./copy-in.server.ts";
import { inTransaction, rows } from "./db.server.ts";

/** A value of a row for COPY; objects go into columns of JSON. */
export type CopyValue = string | number | boolean | null | undefined | Date | object;

/** A row in the text format of COPY. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyText).join("\t")}\n`;

function copyText(value: CopyValue): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value instanceof Date ? value.toISOString() : escaped(JSON.stringify(value));
}

const special = /[\\\t\n\r]/;
const eachSpecial = /[\\\t\n\r]/g;
const names: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (words: string) =>
  special.test(words) ? words.replace(eachSpecial, (character) => names[character]!) : words;

/** Rows as the bytes COPY takes them. */
export const copyBytes = (rows: readonly (readonly CopyValue[])[]): Buffer => Buffer.from(rows.map(copyLine).join(""));

/**
 * Write many rows by `copy … from stdin` in the running transaction: the cheapest way there is, but all of them or none.
 */
export async function copyRows(text: string, bytes: Buffer): Promise<void> {
  if (!inTransaction()) throw new Error("rows are copied in a transaction");
  await rows({ compile: () => CompiledQuery.raw(text, [new CopyIn(bytes)]) });
}
