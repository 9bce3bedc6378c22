import { setImmediate as outOfTheWay, setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { peoplesConnections, row } from "../db/db.server.ts";

/** The longest rest: so many times the step before it, and so long. */
const mostTimes = 24;
const mostMs = 5_000;

/**
 * Does a step of work nobody waits for and gives way after it: the more connections of the web process were used in the
 * moment before it, the longer it rests, so that people go first; where nobody is, it goes on at once.
 */
export async function stepAside<T>(step: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const [done, used] = await Promise.all([step(), peopleNow()]);
  const tookMs = performance.now() - begun;
  if (used === 0) await outOfTheWay();
  else await pause(Math.min(tookMs * Math.min(3 * used, mostTimes), mostMs));
  return done;
}

/** How many connections of the web process were used in the last moment. */
async function peopleNow(): Promise<number> {
  const used = await row<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = ${peoplesConnections}
        and (state = 'active' or state_change > clock_timestamp() - interval '200 milliseconds')`,
  );
  return used!.n;
}
