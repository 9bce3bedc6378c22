import { fromNow } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { visitorLifeMs } from "./visitors.ts";

/** Queries that return a row when phone `$1` has an account, one per kind of account. */
const accounts = ["select from admins where mobile = $1 and is_active"];

/** Register the query of another module's accounts. */
export const accountsAreIn = (question: string) => void accounts.push(question);

/**
 * Whether a phone has an account, and whether a browser has verified it. Requesters never learn this; it only decides
 * for whom the day's last messages are reserved. Every query runs for every phone, so that timing reveals nothing.
 */
export async function ownersOf(phone: string): Promise<{ account: boolean; visited: boolean }> {
  const each = accounts.map((question) => `(exists(${question}))::int`);
  const owners = await row<{ account: boolean; visited: boolean }>(
    `select ${each.join(" + ")} > 0 as account,
       exists(select from visitor_phones where phone = $1 and proved_at > $2) as visited`,
    [phone, fromNow(-visitorLifeMs)],
  );
  return owners!;
}
