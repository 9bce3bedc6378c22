import { sql } from "kysely";
import { z } from "zod";
import { statesOfOnboarders } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Column, defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, id, lenient } from "#modules/kernel/validation.ts";
import { everybody, reportPermission, visibleTo } from "../policy.ts";
import { demandDays } from "../shared.ts";

/** Requests that no center served, by pincode and service, of the days they were made in. */
const filter = z.object({ from: bound("start"), to: bound("end"), client: id.optional() });
type Filter = z.output<typeof filter>;

/** The requests of a pincode and a service that no center serves until now. */
export type UnservedDemand = {
  pincode: string;
  service: { id: string; name: string };
  state: string | null;
  requests: number;
  /** How many of them still wait. */
  open: number;
  latestAt: Date;
};

type DemandRow = Omit<UnservedDemand, "service"> & { id: string; serviceId: string; serviceName: string };

/** The requests that no center serves and that meet these conditions about `t`, by pincode and service. */
const grouped = (conditions: readonly (Sql | undefined | false)[]) =>
  sql`(select t.pincode, t.service_id, max(t.state) as state, count(*)::int as requests,
                  count(*) filter (where t.status = 'PENDING')::int as open, max(t.created_at) as latest_at,
                  max(t.id::text)::uuid as id
             from tickets t where ${allOf([sql`t.deleted_at is null and not t.service_available`, ...conditions])}
            group by t.pincode, t.service_id) as d`;

function ofReport(actor: Actor, { from, to, client }: Filter): Sql {
  const scope = visibleTo(actor, client);
  return grouped([
    from && sql`t.created_at >= ${from}`,
    to && sql`t.created_at <= ${to}`,
    scope !== everybody && sql`t.client_id = ${scope}::uuid`,
  ]);
}

/**
 * Where other lists have the instant of a row, this one has its number of requests, as so many milliseconds after the
 * year 2000: the most stand first.
 */
const rankOf = (requests: number) => new Date(Date.UTC(2000, 0, 1) + requests);
const rankSql = sql`(timestamptz '2000-01-01 00:00:00+00' + d.requests * interval '1 millisecond')`;

/** One page, the most requests first, of the demand that `from` groups. */
async function pageOf(actor: Actor, { after, before, take }: Place, from: Sql): Promise<Page<UnservedDemand>> {
  const page = await keysetPage<DemandRow>(
    actor,
    { after, before, take },
    { markOf: ({ requests, id }) => ({ at: rankOf(requests), id }) },
    ({ beyond, order, limit }) =>
      rows(
        sql`select d.pincode, d.service_id as "serviceId", s.service_name as "serviceName", d.state, d.requests, d.open,
                d.latest_at as "latestAt", d.id
           from ${from} join services s on s.id = d.service_id
          where ${beyond(rankSql, "d.id")}
          order by ${order(rankSql, "d.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, ({ id: _, serviceId, serviceName, ...demand }) => ({
    ...demand,
    service: { id: serviceId, name: serviceName },
  }));
}

async function pageOfDemand(actor: Actor, { after, before, take, ...filtered }: Filter & Place) {
  return pageOf(actor, { after, before, take }, ofReport(actor, filtered));
}

function countDemand(actor: Actor, filtered: Filter): Promise<Count> {
  return countRows(sql`from ${ofReport(actor, filtered)}`);
}

const columns = [
  { id: "pincode", label: "common.pincode", kind: "text", value: ({ pincode }) => pincode },
  { id: "service", label: "common.service", kind: "service", value: ({ service }) => service.name },
  { id: "state", label: "common.state", kind: "address", value: ({ state }) => state },
  { id: "requests", label: "common.requests", kind: "count", value: ({ requests }) => requests },
  { id: "open", label: "report.stillOpen", kind: "count", value: ({ open }) => open },
  { id: "latest", label: "report.latest", kind: "moment", value: ({ latestAt }) => latestAt },
] satisfies readonly Column<UnservedDemand>[];

/** Unserved demand by pincode and service, the most requests first. */
export const unservedDemandList = defineList<typeof filter, UnservedDemand>({
  name: "unserved-demand",
  title: "report.unserved",
  can: reportPermission,
  filesForAll: true,
  filter,
  key: ({ pincode, service }) => `${pincode}:${service.id}`,
  page: pageOfDemand,
  count: countDemand,
  columns,
});

/** The days, ending today, whose demand an onboarder may look at. */
const onboarderFilter = z.object({ days: lenient(z.enum(demandDays)) });
type OnboarderFilter = z.output<typeof onboarderFilter>;

/** The demand in the states an onboarder may register centers in, of the last days; its session says whose states. */
async function pageForOnboarder(
  actor: Actor,
  { after, before, take, days = demandDays[0] }: OnboarderFilter & Place,
): Promise<Page<UnservedDemand>> {
  needKind(actor, "onboarder");
  const [onboarder] = await statesOfOnboarders(actor.onboarderId);
  const states = (onboarder?.states ?? []).map((state) => state.toLowerCase());
  const from = grouped([
    sql`t.created_at >= ${fromNow(-Number(days) * day)}`,
    sql`lower(t.state) = any(${states}::text[])`,
  ]);
  return pageOf(actor, { after, before, take }, from);
}

/** Unserved demand in an onboarder's states, the most requests first. */
export const onboarderDemandList = defineList<typeof onboarderFilter, UnservedDemand>({
  name: "onboarder-demand",
  title: "onboarder.demand",
  filter: onboarderFilter,
  key: ({ pincode, service }) => `${pincode}:${service.id}`,
  page: pageForOnboarder,
  columns,
});
