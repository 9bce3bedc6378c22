import { sql } from "kysely";
import { day, minute, now, second } from "#modules/kernel/clock.ts";
import { hmacs } from "#modules/kernel/crypto.server.ts";
import { pool } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { limited } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";

/*
 * Lockout by delay (H30): after some wrong passwords in a row, each further one doubles the wait. Tries are counted per
 * typed name, whether such an admin exists or not, so that the delay does not reveal which names exist. One network
 * gets few free tries per name, all networks together more, so that a stranger cannot lock an admin out with five wrong
 * passwords. A browser in which the admin was signed in before has a counter of its own, so strangers cannot lock it
 * out at all. A locked-out admin in a new browser resets the password by phone, which makes the browser known.
 */
export const firstDelayMs = 30 * second;
export const longestDelayMs = 15 * minute;
export const freeTries = { network: 5, name: 50 };
const forgottenAfterMs = day;

/** Who tries; `browser` is the earlier session that makes a browser known. */
type By = { address: string; browser?: string | undefined };

const keysOf = (userName: string, { address, browser }: By) => {
  const name = userName.trim().toLowerCase();
  const counted = browser
    ? [{ keys: hmacs("sign-in", `browser:${browser}:${name}`), free: freeTries.network }]
    : [
        { keys: hmacs("sign-in", `network:${networkOf(address)}:${name}`), free: freeTries.network },
        { keys: hmacs("sign-in", `name:${name}`), free: freeTries.name },
      ];
  return counted.map(({ keys: [key, ...retired], free }) => ({ key: key!, retired, free }));
};

/** Moves a counter made under a retired secret to its key under the current one. */
async function carryOver(key: string, retired: readonly string[]) {
  if (retired.length === 0) return;
  await queryOn(
    pool(),
    sql`update sign_in_tries set key = ${key}
      where key = (select key from sign_in_tries where key = any(${retired}) order by last_at desc limit 1)
        and not exists (select from sign_in_tries where key = ${key})`,
  );
}

/**
 * Count a try before the password is checked; refuses while a delay runs. Outside any transaction, because the count
 * must survive the refusal; the guarded upsert admits no more than the free tries, even when many arrive at once.
 */
export async function countSignIn(userName: string, by: By): Promise<void> {
  for (const { key, retired, free } of keysOf(userName, by)) {
    await carryOver(key, retired);
    const at = now();
    const forgottenBefore = new Date(at.getTime() - forgottenAfterMs);
    const { rowCount } = await queryOn(
      pool(),
      sql`insert into sign_in_tries as known (key, failures, last_at, locked_until)
       values (${key}, 1, ${at}::timestamptz, case when 1 >= ${free}::int then ${at}::timestamptz + ${firstDelayMs}::float8 * interval '1 millisecond' end)
       on conflict (key) do update set
         failures = case when known.last_at < ${forgottenBefore} then 1 else known.failures + 1 end,
         last_at = ${at},
         locked_until = case when known.last_at >= ${forgottenBefore} and known.failures + 1 >= ${free}
           then ${at}::timestamptz + least(${firstDelayMs}::float8 * power(2, least(known.failures + 1 - ${free}, 20)), ${longestDelayMs}::float8) * interval '1 millisecond' end
       where known.locked_until is null or known.locked_until <= ${at}`,
    );
    if (rowCount === 0) {
      const left = await msLeft(key, at);
      const wait = { minutes: Math.ceil(left / minute), seconds: Math.ceil(left / second) };
      throw limited("admin.loginWait", wait, { name: "sign-in", points: free, seconds: forgottenAfterMs / second });
    }
  }
}

async function msLeft(key: string, at: Date) {
  const { rows } = await queryOn<{ left: number }>(
    pool(),
    sql`select extract(epoch from locked_until - ${at})::float8 * 1000 as left from sign_in_tries where key = ${key}`,
  );
  return Math.max(rows[0]?.left ?? 0, second);
}

/** Delete the counted tries after the right password. */
export async function forgetTries(userName: string, by: By): Promise<void> {
  const keys = keysOf(userName, by).flatMap(({ key, retired }) => [key, ...retired]);
  await queryOn(pool(), sql`delete from sign_in_tries where key = any(${keys})`);
}
