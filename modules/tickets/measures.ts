import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { TicketCreatedBy } from "./labels.ts";

/*
 * What requests are counted by. A number on the report page and the list that it opens read the same condition from
 * here; each is SQL over `tickets t`.
 */

/** The steps requests reach; each includes the steps before it. */
export const funnelSteps = ["paid", "offered", "taken", "closed", "rated"] as const;

const closed = sql`t.status = 'CLOSED'`;
const taken = sql`(t.center_id is not null or ${closed})`;
const offered = sql`(t.broadcast_status is not null or ${taken})`;

const conditions = {
  /** Paid by the customer, or nothing was due before it was offered. */
  paid: sql`(t.is_paid_by_public or t.booking_fee_paise = 0 or ${offered})`,
  /** Offered to centers, or given to one. */
  offered,
  /** With a center. */
  taken,
  closed,
  /** Closed, and the customer gave stars. */
  rated: sql`(${closed} and t.star_rating is not null)`,
  /** Offered to several centers at once. */
  broadcast: sql`t.broadcast_at is not null`,
  /** One of these centers accepted. */
  answered: sql`(t.broadcast_at is not null and t.accepted_at is not null)`,
  /** No center accepted within ESCALATE_AFTER_MINUTES. */
  unanswered: sql`(t.broadcast_at is not null and t.escalated_at is not null)`,
} as const;

/** The conditions by which requests can be listed and counted. */
export type Reached = keyof typeof conditions;
export const reachedNames = Object.keys(conditions) as [Reached, ...Reached[]];

export const hasReached = (reached: Reached): Sql => conditions[reached];

/** The sources of requests (Q70): the columns of the revenue table, and the centers. */
export const requestSources = ["admin", "web", "app", "qr", "center"] as const;
export type RequestSource = (typeof requestSources)[number];

const createdBy: Record<RequestSource, readonly TicketCreatedBy[]> = {
  admin: ["SUPER_ADMIN"],
  web: ["PUBLIC"],
  app: ["PUBLIC_APP"],
  qr: ["PUBLIC_WITH_CENTER_QR", "PUBLIC_WITH_DELAR_QR"],
  center: ["CENTER"],
};
const listed = (source: RequestSource) => sql.join(createdBy[source].map((creator) => sql.lit(creator)));

export const sourceSql = sql`(case ${sql.join(
  requestSources.map((source) => sql`when t.created_by in (${listed(source)}) then ${sql.lit(source)}`),
  sql` `,
)} end)`;

/** Requests of one source, spelled so that the plan knows how many they are. */
export const isFrom = (source: RequestSource): Sql => sql`t.created_by in (${listed(source)})`;
