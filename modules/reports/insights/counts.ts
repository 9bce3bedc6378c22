import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { fromIst, istDate } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { type RequestSource, requestSources, sourceSql } from "#modules/tickets/index.ts";
import { everybody, may, visibleTo } from "../policy.ts";
import { type Period, periodsOf } from "./periods.ts";
import { nothing, sumsByEach } from "./spans.ts";

/** The counts of a period (Q69): the requests created in it, by their status now. */
export type Counts = Record<"received" | "closed" | "cancelled" | "accepted" | "pending", number>;

/** A row of the revenue table (Q70); amounts in paise, null for who does not read the house's money. */
export type Revenue = {
  total: number;
  sources: Record<RequestSource, number>;
  centersPaise: Paise | null;
  customersPaise: Paise | null;
};

/** The accounts of the ledger that hold what the house earned. */
export const incomeKinds = ["booking_fee_income", "lead_fee_income", "subscription_income", "penalty_income"] as const;
export type IncomeKind = (typeof incomeKinds)[number];

/** What the house earned in a period, less what it gave back of it, by the ledger; amounts in paise. */
export type Earned = Record<IncomeKind, Paise>;

/** The numbers of a period; `earned` is null for who does not read the house's money, and for one client's requests. */
export type PeriodNumbers = { period: Period; counts: Counts; revenue: Revenue; earned: Earned | null };

/**
 * The counts table, today's donut and the revenue table: for each period the requests created in it by status and
 * source, and what moved on the wallets of centers and customers (R311–R316).
 */
export async function reportNumbers(actor: Actor, client?: string): Promise<PeriodNumbers[]> {
  const scope = visibleTo(actor, client);
  const money = may(actor, "readHouse") && !client;
  const numbers: PeriodNumbers[] = [];
  for (const period of Object.values(periodsOf())) {
    const early = period.exact ? await beforeMidnight(scope, period.exact.from) : [];
    const inEarly = (which: (row: Early) => boolean) =>
      early.reduce((sum, group) => sum + (which(group) ? group.n : 0), 0);
    const by = await sumsByEach(scope, ["all", "source"], period);
    const sums = by.all[0] ?? nothing;
    const received = sums.received + inEarly(() => true);
    const ofSource = (source: RequestSource) =>
      (by.source.find(({ value }) => value === source)?.received ?? 0) + inEarly((one) => one.source === source);
    numbers.push({
      period,
      counts: {
        received,
        closed: sums.closed + inEarly(({ status }) => status === "CLOSED"),
        cancelled: sums.cancelled + inEarly(({ status }) => status === "CANCEL"),
        accepted: sums.accepted + inEarly(({ status }) => status === "ACCEPTED"),
        pending: sums.pending + inEarly(({ status }) => status === "PENDING"),
      },
      revenue: {
        total: received,
        sources: Object.fromEntries(requestSources.map((source) => [source, ofSource(source)])) as Revenue["sources"],
        centersPaise: money ? await sumOf("center", "center_wallet", period) : null,
        customersPaise: money ? await sumOf("consumer", "consumer_wallet", period) : null,
      },
      earned: money ? await earnedIn(period) : null,
    });
  }
  return numbers;
}

type Early = { status: string; source: string; n: number };

/** The requests of today's period that were created before midnight (R312): half an hour, read from the requests. */
function beforeMidnight(scope: string, from: Date): Promise<Early[]> {
  const clientId = scope === everybody ? null : scope;
  return rows<Early>(
    sql`select t.status, ${sourceSql} as source, count(*)::int as n from tickets t
      where t.deleted_at is null and t.created_at >= ${from} and t.created_at < ${midnightAfter(from)}
        and (${clientId}::uuid is null or t.client_id = ${clientId}) group by 1, 2`,
  );
}

const midnightAfter = (at: Date) => fromIst(istDate(new Date(at.getTime() + 3_600_000)));

const earlyIncome = (kind: string, from: Date) => sql`
  select coalesce(sum(e.amount_paise), 0)::text as paise from entries e join accounts a on a.id = e.account_id
   where a.kind = ${kind} and e.created_at >= ${from} and e.created_at < ${midnightAfter(from)}`;
/** Entries of wallets are read by their own index, which holds only those with a balance. */
const earlyOnWallets = (kind: string, from: Date) =>
  sql`${earlyIncome(kind, from)} and e.balance_after_paise is not null`;

async function earnedIn(period: Period): Promise<Earned> {
  const earned: Partial<Earned> = {};
  for (const kind of incomeKinds) earned[kind] = await sumOf(kind, kind, period);
  return earned as Earned;
}

/**
 * The sum of the amounts on accounts of one kind: what was earned, or (R316) what moved on the wallets of centers or of
 * customers; `counted` is the kind's name among the counters.
 */
async function sumOf(
  counted: "center" | "consumer" | IncomeKind,
  kind: "center_wallet" | "consumer_wallet" | IncomeKind,
  { from, to, exact }: Period,
): Promise<Paise> {
  const total = await row<{ paise: string }>(
    sql`select coalesce(sum(paise), 0)::text as paise from report_wallet_days
      where wallets = ${counted} and day >= ${from}::date and day <= ${to}::date`,
  );
  const early = exact
    ? await row<{ paise: string }>(counted === kind ? earlyIncome(kind, exact.from) : earlyOnWallets(kind, exact.from))
    : undefined;
  return toPaise(Number(total?.paise ?? 0) + Number(early?.paise ?? 0));
}

/** Changes that are folded in a moment; more than these are told, as after an upgrade, when all requests are counted. */
const aMoment = 4_000;

/** Whether so many changes wait to be counted that the numbers are not whole for a while. */
export const countsAreBehind = async (): Promise<boolean> =>
  (await row<{ behind: boolean }>(
    sql`select count(*) >= ${aMoment}::int as behind from (select from report_changes limit ${aMoment}::int) as waiting`,
  ))!.behind;

/** When requests were last compared with their counters, and how many differed; null before the first night. */
export async function lastCheck(): Promise<{ at: Date; differences: number } | null> {
  const check = await row<{ at: string; differences: number }>(
    sql`select checked_at as at, differences from report_checks order by checked_at desc limit 1`,
  );
  return check ? { at: new Date(check.at), differences: check.differences } : null;
}
