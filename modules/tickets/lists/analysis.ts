import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { type BroadcastStatus, displayedStatus, type TicketCreatedBy, type TicketStatus } from "../labels.ts";
import { filterCondition, type TicketsFilter } from "./queries.ts";

/** Rows are analysed up to this number: one read of an index, well under a second. */
export const analysedUpTo = 100_000;

/** How many requests have something in common, how many of them the public paid for, and the sum of their prices. */
export type Share = { name: string; requests: number; paidByPublic: number; closingPricePaise: Paise };

export type Analysis = {
  total: Omit<Share, "name">;
  /** By displayed status (R198–R202), most first. */
  statuses: Share[];
  /** By who created them (`ticket_created_by`), most first. */
  creators: Share[];
  /** By service, most first. */
  services: Share[];
};

type Counted = {
  status: TicketStatus;
  broadcastStatus: BroadcastStatus | null;
  assigned: boolean;
  createdBy: TicketCreatedBy;
  service: string;
  requests: number;
  paid: number;
  price: string;
};

/**
 * Counts and sums of exactly the requests that match a filter; a missing price counts as 0 (R225). Null for more
 * requests than are analysed at once.
 */
export async function analyseTickets(actor: Actor, filter: TicketsFilter): Promise<Analysis | null> {
  const groups = await rows<Counted>(
    sql`select t.status, t.broadcast_status as "broadcastStatus", t.assigned, t.created_by as "createdBy",
            s.service_name as service, t.requests, t.paid, t.price
       from (select status, broadcast_status, technician_id is not null as assigned, created_by, service_id,
                    count(*)::int as requests, count(*) filter (where is_paid_by_public)::int as paid,
                    coalesce(sum(closing_price_paise), 0)::text as price
               from (select t.* from tickets t where ${await filterCondition(actor, filter)} limit ${sql.lit(analysedUpTo + 1)}) as t
              group by 1, 2, 3, 4, 5) as t
       join services s on s.id = t.service_id`,
  );
  const { name: _, ...total } = added("", groups);
  if (total.requests > analysedUpTo) return null;
  return {
    total,
    statuses: sharesBy(groups, ({ status, broadcastStatus, assigned }) =>
      displayedStatus({ status, broadcastStatus, technicianId: assigned ? "assigned" : null }),
    ),
    creators: sharesBy(groups, ({ createdBy }) => createdBy),
    services: sharesBy(groups, ({ service }) => service),
  };
}

function sharesBy(groups: readonly Counted[], nameOf: (counted: Counted) => string): Share[] {
  return [...Map.groupBy(groups, nameOf)]
    .map(([name, alike]) => added(name, alike))
    .toSorted((a, b) => b.requests - a.requests || a.name.localeCompare(b.name));
}

const added = (name: string, counted: readonly Counted[]): Share => ({
  name,
  requests: counted.reduce((sum, { requests }) => sum + requests, 0),
  paidByPublic: counted.reduce((sum, { paid }) => sum + paid, 0),
  closingPricePaise: toPaise(counted.reduce((sum, { price }) => sum + Number(price), 0)),
});
