import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { log } from "#modules/kernel/log.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { incomeKinds } from "./counts.ts";
import { countersOf, factColumns, factsWhere, measures } from "./facts.ts";
import { emptyCounters, foldAlone, foldChanges } from "./fold.ts";

const counterColumns = sql.join(
  ["scope", "dimension", "grain", "period", "value", ...measures].map((name) => sql.ref(name)),
);

/** The requests whose kept facts are not the truth, apart from those that are noted as changed. */
const wrongFacts = sql`
  with truth as (${factsWhere(sql`t.id not in (select ticket_id from report_changes)`)}),
  kept as (select ${sql.join(factColumns)} from report_facts
            where ticket_id not in (select ticket_id from report_changes)),
  apart as ((select * from truth except select * from kept) union (select * from kept except select * from truth)),
  noted as (insert into report_changes select distinct ticket_id from apart returning 1)
  select (select count(*)::int from noted) as wrong, (select count(*)::int from kept) as requests`;

/** The counters that are not the sum of the facts are replaced by it; returns a row for each. */
const wrongCounters = sql`
  with truth as (${countersOf(sql`(select 1 as sign, * from report_facts)`)}),
  kept as (select ${counterColumns} from report_counters
            where ${sql.join(
              measures.map((measure) => sql`${sql.ref(measure)} <> 0`),
              sql` or `,
            )}),
  missing as (select * from truth except select * from kept),
  extra as (select scope, dimension, grain, period, value from kept
            except select scope, dimension, grain, period, value from truth),
  mended as (
    insert into report_counters (${counterColumns}) select * from missing
    on conflict (scope, dimension, grain, period, value) do update
      set ${sql.join(measures.map((measure) => sql`${sql.ref(measure)} = ${sql.ref(`excluded.${measure}`)}`))} returning 1),
  removed as (
    delete from report_counters c using extra x
     where (c.scope, c.dimension, c.grain, c.period, c.value) = (x.scope, x.dimension, x.grain, x.period, x.value)
    returning 1)
  select (select count(*)::int from mended) + (select count(*)::int from removed) as wrong`;

const wrongWallets = sql`
  with truth as (
    select replace(a.kind, '_wallet', '') as wallets, (e.created_at at time zone 'Asia/Kolkata')::date as day,
           sum(e.amount_paise)::bigint as paise
      from entries e join accounts a on a.id = e.account_id
     where a.kind in ('center_wallet', 'consumer_wallet', ${sql.join(incomeKinds.map((kind) => sql.lit(kind)))})
      group by 1, 2),
  noted as (select wallets, day, sum(paise)::bigint as paise from report_wallet_changes group by 1, 2),
  kept as (
    select wallets, day, sum(paise)::bigint as paise
      from (select wallets, day, paise from report_wallet_days union all select wallets, day, paise from noted) as all_of
     group by 1, 2),
  apart as (
    select wallets, day, coalesce(t.paise, 0) - coalesce(k.paise, 0) as paise
      from truth t full join kept k using (wallets, day) where coalesce(t.paise, 0) <> coalesce(k.paise, 0)),
  mended as (insert into report_wallet_changes (day, wallets, paise) select day, wallets, paise from apart returning 1)
  select count(*)::int as wrong from mended`;

/**
 * Compare every counter with the requests and the ledger themselves, mend what differs and keep how much it was;
 * returns the number of differences, which is 0 unless something wrote around the triggers.
 */
export async function checkInsights(): Promise<number> {
  await foldChanges();
  const outcome = await transaction(async () => {
    if (!(await foldAlone())) return undefined;
    const facts = (await row<{ wrong: number; requests: number }>(wrongFacts))!;
    const counters = (await row<{ wrong: number }>(wrongCounters))!;
    const wallets = (await row<{ wrong: number }>(wrongWallets))!;
    await rows(emptyCounters);
    const differences = facts.wrong + counters.wrong + wallets.wrong;
    await rows(
      sql`insert into report_checks (id, checked_at, requests, differences)
          values (${rowId()}, ${now()}, ${facts.requests}, ${differences})`,
    );
    await rows(sql`delete from report_checks where checked_at < ${now()}::timestamptz - interval '90 days'`);
    return { differences, facts: facts.wrong, counters: counters.wrong, wallets: wallets.wrong };
  });
  if (!outcome) throw new Error("the counters are being folded: they are compared at the next try");
  if (outcome.differences > 0) {
    log.error(outcome, "counters differed from the requests and were mended");
    await foldChanges();
  }
  return outcome.differences;
}

/** Compares the counters with the truth each night. */
export const checkInsightsNightly = defineSchedule({
  name: "reports.check",
  cron: "40 3 * * *",
  retries: 5,
  run: checkInsights,
});
