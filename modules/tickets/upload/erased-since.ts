import { sql } from "kysely";
import { hmacs } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { erasureKey } from "#modules/kernel/person/erasure-key.server.ts";
import { plainDigits } from "#modules/kernel/text/digits.ts";
import type { CheckedRow } from "./checked-row.ts";

/*
 * A file may name a person who is erased after it was sent and before its rows are stored (R13): such a row is stored
 * without its cells and creates nothing.
 */

/** The keyed hashes of the phones erased after a moment. */
export type ErasedPhones = ReadonlySet<string>;

export const nobodyErased: ErasedPhones = new Set();

/** The phones erased since a file was sent. */
export async function erasedSince(moment: Date): Promise<ErasedPhones> {
  const erasures = await rows(
    sql<{ hash: string }>`select phone_hash as hash from erasures where asked_at >= ${moment}`,
  );
  return new Set(erasures.map(({ hash }) => hash));
}

const mobile = /^[6-9][0-9]{9}$/;
/**
 * More ten-digit numbers than this in a row are not looked up one by one: the row counts as naming an erased person.
 */
const mostNumbers = 200;

/**
 * Whether a row has words that may be an erased person's: an erased number in any cell, however that is grouped, or no
 * number that can be read.
 */
function namesErased(erased: ErasedPhones, { cells, phone }: Pick<CheckedRow, "cells" | "phone">): boolean {
  if (erased.size === 0) return false;
  if (!phone || !mobile.test(phone)) return true;
  const numbers = numbersIn(cells);
  if (numbers.length > mostNumbers) return true;
  return numbers.some((number) => hmacs(erasureKey, number).some((hash) => erased.has(hash)));
}

/** Every ten digits of the cells that may be a number. */
function numbersIn(cells: readonly string[]): string[] {
  const digits = plainDigits(cells.join(" ")).replace(/[^0-9]/g, "");
  const numbers = Array.from({ length: digits.length }, (_, at) => digits.slice(at, at + 10));
  return [...new Set(numbers.filter((number) => mobile.test(number)))];
}

/** Returns a row as it is stored: without its cells where it names an erased person. */
export const withoutErased = (erased: ErasedPhones, row: CheckedRow): CheckedRow =>
  row.cells.length === 0 || namesErased(erased, row) ? emptied(row) : row;

/** Rolls a transaction back: a person its rows name was erased after they were checked. */
export class ErasedMeanwhile extends Error {}

/** Refuses with `ErasedMeanwhile` rows that name a person who was erased since they were checked. */
export function refuseErased(erased: ErasedPhones, checked: readonly CheckedRow[]): void {
  if (checked.some((row) => row.cells.length > 0 && namesErased(erased, row))) throw new ErasedMeanwhile();
}

const emptied = ({ place, clientId }: CheckedRow): CheckedRow => ({
  place,
  cells: [],
  verdict: "wrong",
  problems: [{ column: null, wrong: "uploads.erased" }],
  untaken: [],
  clientId,
  key: null,
  phone: null,
});

/** The name and heading of a read file may name the persons of its emptied rows. */
export const clearNames = (uploadId: string) =>
  rows(
    sql`update uploads set file_name = 'file', heading = null
      where id = ${uploadId} and exists (select from upload_rows where upload_id = ${uploadId} and cells = '[]')`,
  );
