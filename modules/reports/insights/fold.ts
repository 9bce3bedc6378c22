import { sql } from "kysely";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { countersOf, factColumns, factsWhere, measures } from "./facts.ts";

/** Requests folded in one transaction: half a second of work, so that nobody waits long for a counter. */
const atOnce = 4_000;

const addedUp = (measure: string) =>
  sql`${sql.ref(measure)} = ${sql.ref(`report_counters.${measure}`)} + ${sql.ref(`excluded.${measure}`)}`;

const oneAtATime = sql`select pg_try_advisory_xact_lock(hashtextextended('reports.fold', 0)) as mine`;

/**
 * One statement, so that everything is read at one moment: what changed is taken off the notes, the facts of these
 * requests are computed anew, and the counters move by the difference to the facts kept before. Repeating it changes
 * nothing, and a change that is committed later has its own note.
 */
const foldOnce = sql`
  with noted as (
    delete from report_changes
     where ctid = any(array(select ctid from report_changes limit ${atOnce})) returning ticket_id),
  changed as (select distinct ticket_id from noted),
  before as (select f.* from report_facts f where f.ticket_id in (select ticket_id from changed)),
  after as (${factsWhere(sql`t.id in (select ticket_id from changed)`)}),
  both_of as (
    select -1 as sign, * from before union all select 1, * from after),
  counted as (
    insert into report_counters (scope, dimension, grain, period, value, ${sql.join(measures.map((measure) => sql.ref(measure)))})
    ${countersOf(sql`both_of`)}
    on conflict (scope, dimension, grain, period, value) do update
      set ${sql.join(measures.map(addedUp))}),
  kept as (
    insert into report_facts (${sql.join(factColumns)}) select * from after
    on conflict (ticket_id) do update
      set ${sql.join(factColumns.slice(1).map((column) => sql`${column} = excluded.${column}`))}),
  gone as (
    delete from report_facts where ticket_id in (
      select ticket_id from changed except select ticket_id from after))
  select count(*)::int as n from noted`;

const foldWallets = sql`
  with noted as (delete from report_wallet_changes returning day, wallets, paise)
  insert into report_wallet_days (wallets, day, paise)
  select wallets, day, sum(paise) from noted group by 1, 2
  on conflict (wallets, day) do update set paise = report_wallet_days.paise + excluded.paise`;

/** Deletes the counters of places in which no request is left: a city is what a person typed. */
export const emptyCounters = sql`delete from report_counters where received = 0 returning 1`;

/** Hold back every other folding until the transaction ends; false while another one goes on. */
export async function foldAlone(): Promise<boolean> {
  return (await row<{ mine: boolean }>(oneAtATime))?.mine ?? false;
}

/**
 * Bring the counters up to the requests as they are now; returns how many notes were folded. Two workers do not fold at
 * once: the second finds nothing to do.
 */
export async function foldChanges(): Promise<number> {
  let folded = 0;
  for (;;) {
    const n = await transaction(async () => {
      if (!(await foldAlone())) return 0;
      await rows(foldWallets);
      return (await row<{ n: number }>(foldOnce))?.n ?? 0;
    });
    folded += n;
    if (n < atOnce) return folded;
  }
}

/**
 * Fold every change that is noted and delete the counters that are empty then, so that no city stands only in them. Waits
 * for a folding that goes on.
 */
export const foldErased = (): Promise<void> =>
  transaction(async () => {
    await rows(sql`select pg_advisory_xact_lock(hashtextextended('reports.fold', 0))`);
    let folded: number;
    do folded = (await row<{ n: number }>(foldOnce))?.n ?? 0;
    while (folded === atOnce);
    await rows(emptyCounters);
  });

/** Folds a moment after requests changed; each minute, what no news told of. */
export const foldSoon = defineSchedule({
  name: "reports.fold",
  cron: "* * * * *",
  soonAfter: "requests",
  run: foldChanges,
});
