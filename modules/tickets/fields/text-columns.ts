import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { columnOf, type TextName } from "./texts.ts";

/** SQL: the columns of texts of `tickets t`, by the texts' names. */
export const textColumns = (names: readonly TextName[]): Sql =>
  sql.join(names.map((name) => sql`${sql.ref(`t.${columnOf(name)}`)} as ${sql.id(name)}`));
