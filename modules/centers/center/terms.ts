import { sql } from "kysely";
import { priceInForce } from "#modules/catalog/index.ts";
import { type Actor, needKind, system } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { centersChanged } from "../events.ts";
import { centerState } from "../state.ts";
import { getCenter } from "./queries.ts";
import { type OnTrial, subscriptionHolds, trialSql, trialUntil } from "./subscription.ts";

/** What a center may take requests by, and until when: the one of trial and subscription that ends later. */
export type Term = { of: "trial" | "subscription"; endsAt: Date };

/** How many days before its end a center is reminded, next to the end first. */
const reminderDays = { trial: [1, 7], subscription: [1, 7, 15] } as const satisfies Record<
  Term["of"],
  readonly number[]
>;

/** The reminder that is due: so many days of the calendar (IST) before the end at most, or after it. */
export type TermStage = "15" | "7" | "1" | "over";

/** How many days after the end its reminder is still sent, when no worker ran on the day itself. */
const daysAfter = 3;

/** The term of a center. */
export function termOf(center: OnTrial): Term {
  const { subscribeEndDate } = center;
  const trialEnds = trialUntil(center);
  return subscribeEndDate && subscribeEndDate >= trialEnds
    ? { of: "subscription", endsAt: subscribeEndDate }
    : { of: "trial", endsAt: trialEnds };
}

/** The reminder due at an instant; null when none is yet. */
function stageOf({ of, endsAt }: Term, at: Date = now()): TermStage | null {
  if (endsAt <= at) return "over";
  const left = (fromIst(istDate(endsAt)).getTime() - fromIst(istDate(at)).getTime()) / day;
  const days = reminderDays[of].find((each) => left <= each);
  return days ? `${days}` : null;
}

/** A reminder of a center's term. */
export type TermReminder = Term & { centerId: string; stage: TermStage };

type TermRow = { centerId: string; createdAt: Date; extendedDate: Date | null; subscribeEndDate: Date | null };

/**
 * The reminders due now, of active centers that are offered requests: of a trial 7 days and 1 day before its end, of a
 * subscription 15, 7 and 1, and of what ended in the last 3 days.
 */
export async function endingTerms(): Promise<TermReminder[]> {
  const after = fromIst(istDate(fromNow((Math.max(...reminderDays.subscription) + 1) * day)));
  const ends = sql`greatest(c.created_at, c.extended_date) + ${trialSql}`;
  const centers = await rows(
    sql<TermRow>`
      select c.id as "centerId", c.created_at as "createdAt", c.extended_date as "extendedDate",
             c.subscribe_end_date as "subscribeEndDate"
        from centers c
       where c.is_active = ${centerState.ACTIVE} and not c.broadcast_disabled
         and greatest(c.subscribe_end_date, ${ends}) > ${fromNow(-daysAfter * day)}
         and greatest(c.subscribe_end_date, ${ends}) < ${after}
       order by c.id`,
  );
  return centers.flatMap(({ centerId, ...center }) => {
    const { of, endsAt } = termOf(center);
    const stage = stageOf({ of, endsAt });
    return stage ? [{ centerId, of, endsAt, stage }] : [];
  });
}

/** How many days before its end a center's console shows it. */
const shownBefore = 15;

/** Returns the end of a center's own term for its console; null while it is more than 15 days ahead. */
export async function ownTerm(actor: Actor): Promise<OwnTerm | null> {
  needKind(actor, "center");
  const center = await getCenter(actor.centerId);
  const { of, endsAt } = termOf(center);
  if (endsAt > fromNow(shownBefore * day)) return null;
  const { annualSubscriptionPaise } = await priceInForce();
  return { of, endsAt, over: !subscriptionHolds(center), annualPaise: annualSubscriptionPaise };
}
export type OwnTerm = Term & {
  /** Whether it has ended: no requests are offered, none can be accepted. */
  over: boolean;
  /** What a year costs. */
  annualPaise: Paise;
};

/** A trial that ended longer ago is an operator's decision (R379). */
const ruleReaches = 3;

/**
 * With TRIALS_EXTENDED=once: begin the trial of each active center again today that ended in the last 3 days without a
 * subscription and was never extended, neither by this rule nor by an operator. Returns how many.
 */
export async function extendTrialsByRule(): Promise<number> {
  if (env.trialsExtended === "off") return 0;
  return transaction(async () => {
    const at = now();
    const extended = await rows<{ id: string }>(
      sql`update centers set extended_date = ${fromIst(istDate())}, version = version + 1, updated_at = ${at}
        where is_active = ${sql.lit(centerState.ACTIVE)} and extended_date is null and coalesce(subscribe_end_date <= ${at}, true)
          and created_at + ${trialSql} <= ${at} and created_at + ${trialSql} > ${fromNow(-ruleReaches * day)}
        returning id`,
    );
    for (const { id } of extended)
      await record(system("clock"), {
        subject: "center",
        id,
        event: "center.trialExtended",
        from: null,
        to: istDate(),
        data: { byRule: true },
      });
    if (extended.length > 0) await emit(centersChanged, { centerIds: extended.map(({ id }) => id) });
    await announce(extended.map(({ id }) => `center:${id}`));
    return extended.length;
  });
}
