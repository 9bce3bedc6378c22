import { sql } from "kysely";
import { fromNow } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { visitorLifeMs } from "./visitors.ts";

/** Queries that return a row when a phone has an account, one per kind of account. */
const accounts = [(phone: string): Sql => sql`select from admins where mobile = ${phone} and is_active`];

/** Register the query of another module's accounts. */
export const accountsAreIn = (query: (phone: string) => Sql) => void accounts.push(query);

/** Whether a phone has an account of any kind, for who gives it to another one. */
export async function phoneHasAccount(phone: string): Promise<boolean> {
  return (await ownersOf(phone)).account;
}

/**
 * Whether a phone has an account, and whether a browser has verified it. Requesters never learn this; it only decides
 * for whom the day's last messages are reserved. Every query runs for every phone, so that timing reveals nothing.
 */
export async function ownersOf(phone: string): Promise<{ account: boolean; visited: boolean }> {
  const each = accounts.map((query) => sql`(exists(${query(phone)}))::int`);
  const owners = await row<{ account: boolean; visited: boolean }>(
    sql`select ${sql.join(each, sql` + `)} > 0 as account,
       exists(select from visitor_phones where phone = ${phone} and proved_at > ${fromNow(-visitorLifeMs)}) as visited`,
  );
  return owners!;
}
