import { system } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";

import { announce } from "#modules/kernel/work/live.server.ts";
import { centerState } from "../state.ts";
import { trialDays } from "./subscription.ts";

/** What a center may take requests by, and until when: the one of trial and subscription that ends later. */
export type Term = { centerId: string; of: "trial" | "subscription"; endsAt: Date };

/** How many days before its end a center is told, and after it. */
const toldBefore = { trial: 3, subscription: 14 } as const;
const toldAfter = 3;

/**
 * The active centers whose trial ends within 3 days, or whose subscription within 14, or has ended in the last 3: the
 * days after it are for a clock that stood still.
 */
export async function endingTerms(): Promise<Term[]> {
  const found = await rows<{ centerId: string; of: Term["of"]; endsAt: string }>(
    `select c.id as "centerId", term.of, term.ends_at as "endsAt"
       from centers c
       cross join lateral (
         select greatest(c.created_at, c.extended_date) + interval '${trialDays} days' as trial_ends) trial
       cross join lateral (
         select case when c.subscribe_end_date >= trial.trial_ends then 'subscription' else 'trial' end as of,
                greatest(c.subscribe_end_date, trial.trial_ends) as ends_at) term
      where c.is_active = ${centerState.ACTIVE} and term.ends_at > $1
        and term.ends_at <= case term.of when 'trial' then $2::timestamptz else $3::timestamptz end
      order by c.id`,
    [fromNow(-toldAfter * day), fromNow(toldBefore.trial * day), fromNow(toldBefore.subscription * day)],
  );
  return found.map(({ endsAt, ...term }) => ({ ...term, endsAt: new Date(endsAt) }));
}

/** A trial that ended longer ago is an operator's decision (R379). */
const ruleReaches = 3;

/**
 * With TRIALS_EXTENDED=once: begin the trial of each active center again today that ended in the last 3 days without a
 * subscription and was never extended, neither by this rule nor by an operator. Returns how many.
 */
export async function extendTrialsByRule(): Promise<number> {
  if (env.trialsExtended === "off") return 0;
  return transaction(async () => {
    const extended = await rows<{ id: string }>(
      `update centers set extended_date = $2, version = version + 1, updated_at = $1
        where is_active = ${centerState.ACTIVE} and extended_date is null and coalesce(subscribe_end_date <= $1, true)
          and created_at + interval '${trialDays} days' <= $1 and created_at + interval '${trialDays} days' > $3
        returning id`,
      [now(), fromIst(istDate()), fromNow(-ruleReaches * day)],
    );
    for (const { id } of extended)
      await record(system("clock"), {
        ...{ subject: "center", id, event: "center.trialExtended", from: null, to: istDate() },
        data: { byRule: true },
      });
    await announce(extended.map(({ id }) => `center:${id}`));
    return extended.length;
  });
}
