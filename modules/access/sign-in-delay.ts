import { day, minute, now, second } from "../kernel/clock.ts";
import { hmac } from "../kernel/crypto.server.ts";
import { pool } from "../kernel/db.server.ts";
import { limited } from "../kernel/errors.ts";
import { networkOf } from "./network.ts";

/*
 * Lockout by delay (H30): after some wrong passwords in a row each further one doubles the wait. It is kept by the name
 * that was typed, whether such an admin exists or not, so that it tells nobody which names do. One network gets few free
 * tries for a name, all networks together more, so that a stranger cannot keep an admin out with five wrong passwords.
 */
export const firstDelayMs = 30 * second;
export const longestDelayMs = 15 * minute;
export const freeTries = { network: 5, name: 50 };
const forgottenAfterMs = day;

const keysOf = (userName: string, address: string) => {
  const name = userName.trim().toLowerCase();
  return [
    { key: hmac("sign-in", `network:${networkOf(address)}:${name}`), free: freeTries.network },
    { key: hmac("sign-in", `name:${name}`), free: freeTries.name },
  ];
};

/**
 * Count a try before the password is looked at; refuses while a delay runs. Outside any transaction, because the count
 * must survive the refusal; the guarded upsert lets no more tries through than are free, however many arrive at once.
 */
export async function countSignIn(userName: string, address: string): Promise<void> {
  for (const { key, free } of keysOf(userName, address)) {
    const at = now();
    const { rowCount } = await pool().query(
      `insert into sign_in_tries as known (key, failures, last_at, locked_until)
       values ($1, 1, $2::timestamptz, case when 1 >= $3::int then $2::timestamptz + $4::float8 * interval '1 millisecond' end)
       on conflict (key) do update set
         failures = case when known.last_at < $6 then 1 else known.failures + 1 end,
         last_at = $2,
         locked_until = case when known.last_at >= $6 and known.failures + 1 >= $3
           then $2::timestamptz + least($4 * power(2, least(known.failures + 1 - $3, 20)), $5::float8) * interval '1 millisecond' end
       where known.locked_until is null or known.locked_until <= $2`,
      [key, at, free, firstDelayMs, longestDelayMs, new Date(at.getTime() - forgottenAfterMs)],
    );
    if (rowCount === 0) throw limited("admin.loginWait", { minutes: Math.ceil((await msLeft(key, at)) / minute) });
  }
}

async function msLeft(key: string, at: Date) {
  const { rows } = await pool().query<{ left: number }>(
    "select extract(epoch from locked_until - $2)::float8 * 1000 as left from sign_in_tries where key = $1",
    [key, at],
  );
  return Math.max(rows[0]?.left ?? 0, second);
}

/** The right password was given: the tries before it are forgotten. */
export async function forgetTries(userName: string, address: string): Promise<void> {
  await pool().query("delete from sign_in_tries where key = any($1)", [
    keysOf(userName, address).map(({ key }) => key),
  ]);
}
