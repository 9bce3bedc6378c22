import { invalid } from "../kernel/errors.ts";
import type { Page } from "./shared.ts";

type Placed = { id: string; date: Date };

/** Where a list goes on: after this date and id, newest first. */
export type Place = { date: Date; id: string };

export const pageSize = 20;

/** The place a cursor stands for; undefined at the beginning of a list. */
export function placeOf(after: string | undefined): Place | undefined {
  if (!after) return undefined;
  const [ms, id] = after.split("_");
  const date = new Date(Number(ms));
  if (!id || !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(date.getTime())) throw invalid("wallet.badCursor");
  return { date, id };
}

/** A page of the rows found, which were asked for with one more than a page holds. */
export function pageOf<Row extends Placed>(found: Row[], take = pageSize): Page<Row> {
  const rows = found.slice(0, take);
  const last = rows.at(-1);
  return { rows, next: found.length > take && last ? `${last.date.getTime()}_${last.id}` : null };
}
