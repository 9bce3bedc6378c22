import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { day as aDay, istDate, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { defineJob, defineSchedule, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import { needMay } from "../policy.ts";
import { around, dateAfter } from "./days.ts";
import { fetchPage, isFetched } from "./fetch-day.ts";
import type { CloseDay, CloseDayState } from "./input.ts";
import { writeDay } from "./write-day.ts";

/** The most pages of the provider that one run fetches; the next run continues at the following page. */
const pagesARun = 40;

/** Days are looked at again for so long, unless they are closed. */
const looksForDays = 14;

/**
 * Continue preparing a day: fetch the missing pages of it and of the days around it, then write it. Returns false when
 * pages are left for another run. Throws `unavailable` when the provider does not answer; fetched pages are stored.
 */
export async function prepareDay(date: string, since: Date, mostPages = pagesARun): Promise<boolean> {
  let left = mostPages;
  for (const each of around(date))
    while (!(await isFetched(each, since, { whole: each === date }))) {
      if (left-- <= 0) return false;
      await fetchPage(each);
    }
  await writeDay(date);
  return true;
}

/** The same as a job, which queues itself until the day is written. */
export const closeDayJob: Job<{ day: string; since: string }> = defineJob({
  name: "wallet.closeDay",
  payload: z.object({ day: z.iso.date(), since: z.iso.datetime() }),
  run: async ({ day, since }) => {
    if (!(await prepareDay(day, new Date(since)))) await later(closeDayJob, { day, since });
  },
});

/** Each morning yesterday is prepared, and the earlier days that are not closed, for two weeks. */
export const closeDays = (): Promise<void> =>
  transaction(async () => {
    const yesterday = dateAfter(istDate(), -1);
    const open = await rows<{ day: string }>(
      sql`select to_char(day, 'YYYY-MM-DD') as day from close_days
       where written_at is not null and state <> 'closed' and starts_at >= ${new Date(now().getTime() - (looksForDays + 1) * aDay)} and day < ${yesterday} order by day`,
    );
    for (const day of [...open.map((each) => each.day), yesterday]) await prepareLater(day);
  });

export const closeEachMorning = defineSchedule({ name: "wallet.closeDays", cron: "15 6 * * *", run: closeDays });

/** R414: queue a new comparison of a day for an admin; needs view_Wallet. Changes neither money nor ledger. */
export const lookAgain = (actor: Actor, { day }: CloseDay): Promise<void> =>
  transaction(async () => {
    needMay(actor, "seeMoney");
    await prepareLater(day);
  });

const prepareLater = (day: string) =>
  later(closeDayJob, { day, since: now().toISOString() }, { singletonKey: `close ${day}` });

/** A day with its totals in paise: the provider's first, then the ledger's. */
export type CloseDayFacts = {
  day: string;
  state: CloseDayState;
  /** When it was last written; null while it is prepared for the first time. */
  asOf: Date | null;
  differences: number;
  awaiting: number;
  capturedPaise: number;
  capturedLedgerPaise: number;
  refundedPaise: number;
  refundedLedgerPaise: number;
  feePaise: number;
  taxPaise: number;
  settledPaise: number;
  settledLedgerPaise: number;
  otherPaise: number;
};

/** Returns a day by its date, if it was ever prepared; needs view_Wallet. */
export async function closeDayFacts(actor: Actor, { day }: CloseDay): Promise<CloseDayFacts | undefined> {
  needMay(actor, "seeMoney");
  const facts = await row<Record<keyof CloseDayFacts, string>>(
    sql`select to_char(day, 'YYYY-MM-DD') as day, case when written_at is null then 'preparing' else state end as state,
       written_at as "asOf", differences, awaiting,
       captured_paise as "capturedPaise", captured_ledger_paise as "capturedLedgerPaise",
       refunded_paise as "refundedPaise", refunded_ledger_paise as "refundedLedgerPaise",
       fee_paise as "feePaise", tax_paise as "taxPaise",
       settled_paise as "settledPaise", settled_ledger_paise as "settledLedgerPaise", other_paise as "otherPaise"
     from close_days where day = ${day}`,
  );
  if (!facts) return undefined;
  const { day: date, state, asOf, ...amounts } = facts;
  return {
    ...(Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, Number(value)])) as Omit<
      CloseDayFacts,
      "day" | "state" | "asOf"
    >),
    day: date,
    state: state as CloseDayState,
    asOf: asOf as unknown as Date | null,
  };
}
