import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { inPeriod, type Period } from "../desk/grouped-wallets.ts";
import { may, needMay } from "../policy.ts";
import type { CloseDayState, CloseKind, CloseRowState, CloseShown } from "./input.ts";

/** A day of the list of days; amounts in paise as the provider reports them. */
export type CloseDayRow = {
  id: string;
  day: string;
  startsAt: Date;
  state: CloseDayState;
  asOf: Date;
  differences: number;
  awaiting: number;
  capturedPaise: Paise;
  refundedPaise: Paise;
  feePaise: Paise;
  settledPaise: Paise;
};

const dayAmounts = ["capturedPaise", "refundedPaise", "feePaise", "settledPaise"] as const;
const rowAmounts = ["providerPaise", "ledgerPaise", "feePaise", "taxPaise"] as const;

/** Database numbers as paise. */
const inPaise = <Name extends string, Stored extends Record<Name, unknown>>(
  stored: Stored,
  names: readonly Name[],
) => ({
  ...stored,
  ...(Object.fromEntries(names.map((name) => [name, toPaise(stored[name] as string)])) as Record<Name, Paise>),
});

/** A page of the days that were prepared, newest first. */
export async function closedDays(
  actor: Actor,
  { after, before, take, ...filter }: Period & Place,
): Promise<Page<CloseDayRow>> {
  needMay(actor, "seeMoney");
  const markOf = ({ startsAt, id }: CloseDayRow) => ({ at: startsAt, id });
  const page = await keysetPage<CloseDayRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select d.id, to_char(d.day, 'YYYY-MM-DD') as day, d.starts_at as "startsAt", d.state, d.written_at as "asOf",
           d.differences, d.awaiting, d.captured_paise as "capturedPaise", d.refunded_paise as "refundedPaise",
           d.fee_paise as "feePaise", d.settled_paise as "settledPaise"
         from close_days d where d.written_at is not null and ${inPeriod(sql`d.starts_at`, filter)}
           and ${beyond("d.starts_at", "d.id")}
         order by ${order("d.starts_at", "d.id")} limit ${limit}`,
    ),
  );
  return pageMap(page, (stored) => inPaise(stored, dayAmounts));
}

export function countClosedDays(actor: Actor, filter: Period): Promise<Count> {
  needMay(actor, "seeMoney");
  return countRows(sql`from close_days d where d.written_at is not null and ${inPeriod(sql`d.starts_at`, filter)}`);
}

/** How many days before an instant have differences; none without one, where all days are shown. */
export async function countOpenDays(actor: Actor, before: Date | undefined): Promise<number> {
  needMay(actor, "seeMoney");
  if (!before) return 0;
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from close_days where state = 'open' and written_at is not null and starts_at < ${before}`,
  );
  return counted?.n ?? 0;
}

/** One amount of a day in paise: the provider's and the ledger's. */
export type CloseRow = {
  id: string;
  at: Date;
  kind: CloseKind;
  state: CloseRowState;
  /** The provider's id of it; null when it is in the ledger alone. */
  providerId: string | null;
  transferId: string | null;
  receipt: string | null;
  number: string | null;
  /** The request's public id, for who may open it. */
  ticketId: string | null;
  providerPaise: Paise;
  ledgerPaise: Paise;
  feePaise: Paise;
  taxPaise: Paise;
  settlementId: string | null;
  /** The day of the other side's amount, when it differs (paid shortly before midnight). */
  otherDay: string | null;
};

export type CloseRowsFilter = { day: string; shown?: CloseShown | undefined };

const filterCondition = ({ day, shown }: CloseRowsFilter) =>
  allOf([
    sql`r.day = ${day}::date`,
    shown === "differences" && sql`r.state not in ('matched', 'awaiting')`,
    (shown === "awaiting" || shown === "matched") && sql`r.state = ${shown}`,
  ]);

/** A page of a day's rows, newest first. */
export async function closeRows(
  actor: Actor,
  { after, before, take, ...filter }: CloseRowsFilter & Place,
): Promise<Page<CloseRow>> {
  needMay(actor, "seeMoney");
  const markOf = ({ at, id }: CloseRow) => ({ at, id });
  const page = await keysetPage<CloseRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select r.id, r.at, r.kind, r.state, r.provider_id as "providerId", r.transfer_id as "transferId", o.receipt,
           request.ticket_id as number, request.public_id as "ticketId", r.provider_paise as "providerPaise",
           r.ledger_paise as "ledgerPaise", r.fee_paise as "feePaise", r.tax_paise as "taxPaise",
           r.settlement_id as "settlementId", to_char(r.other_day, 'YYYY-MM-DD') as "otherDay"
         from close_rows r left join orders o on o.id = r.order_id left join tickets request on request.id = o.ticket_id
         where ${filterCondition(filter)} and ${beyond("r.at", "r.id")}
         order by ${order("r.at", "r.id")} limit ${limit}`,
    ),
  );
  const opens = may(actor, "openRequests");
  return pageMap(page, (stored) => ({ ...inPaise(stored, rowAmounts), ticketId: opens ? stored.ticketId : null }));
}

export function countCloseRows(actor: Actor, filter: CloseRowsFilter): Promise<Count> {
  needMay(actor, "seeMoney");
  return countRows(sql`from close_rows r where ${filterCondition(filter)}`);
}
