import { sql } from "kysely";
import { z } from "zod";
import { stateOfPincode } from "#modules/catalog/index.ts";
import { statesOfOnboarders } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
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

/** The requests of a pincode and a service that no center serves until now, and who waits for one there. */
export type UnservedDemand = {
  pincode: string;
  service: { id: string; name: string };
  state: string | null;
  requests: number;
  /** How many of them still wait. */
  open: number;
  /** How many phones wait to be told when a center comes. */
  waiting: number;
  latestAt: Date;
};

type DemandRow = Omit<UnservedDemand, "service"> & { id: string; serviceId: string; serviceName: string };

type Conditions = readonly (Sql | undefined | false)[];

/**
 * By pincode and service: the requests that no center serves and that meet these conditions about `t`, and the rows of the
 * waitlist, which make no request, that meet those about `w`.
 */
const grouped = (ofRequests: Conditions, ofWaiting: Conditions) =>
  sql`(select u.pincode, u.service_id, max(u.state) as state, sum(u.requests)::int as requests, sum(u.open)::int as open,
              sum(u.waiting)::int as waiting, max(u.latest_at) as latest_at, max(u.id::text)::uuid as id
         from (select t.pincode, t.service_id, t.state, 1 as requests, (t.status = 'PENDING')::int as open, 0 as waiting,
                      t.created_at as latest_at, t.id
                 from tickets t where ${allOf([sql`t.deleted_at is null and not t.service_available`, ...ofRequests])}
               union all
               select w.pincode, w.service_id, null, 0, 0, 1, w.created_at, w.id
                 from waitlist w
                where ${allOf([sql`w.informed_at is null and w.expires_at > ${now()}::timestamptz`, ...ofWaiting])}) as u
        group by u.pincode, u.service_id) as d`;

function ofReport(actor: Actor, { from, to, client }: Filter): Sql {
  const scope = visibleTo(actor, client);
  return grouped(
    [
      from && sql`t.created_at >= ${from}`,
      to && sql`t.created_at <= ${to}`,
      scope !== everybody && sql`t.client_id = ${scope}::uuid`,
    ],
    // Nobody waits as a client's customer.
    [from && sql`w.created_at >= ${from}`, to && sql`w.created_at <= ${to}`, scope !== everybody && sql`false`],
  );
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
                d.waiting, d.latest_at as "latestAt", d.id
           from ${from} join services s on s.id = d.service_id
          where ${beyond(rankSql, "d.id")}
          order by ${order(rankSql, "d.id")} limit ${limit}`,
      ),
  );
  return pageMap(page, ({ id: _, serviceId, serviceName, ...demand }) => ({
    ...demand,
    state: demand.state ?? stateOfPincode(demand.pincode)?.name ?? null,
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
  { id: "waiting", label: "report.waiting", kind: "count", value: ({ waiting }) => waiting },
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
  const since = fromNow(-Number(days) * day);
  const pincodes = await awaitedIn(states);
  const from = grouped(
    [sql`t.created_at >= ${since}`, sql`lower(t.state) = any(${states}::text[])`],
    [sql`w.created_at >= ${since}`, sql`w.pincode = any(${pincodes}::text[])`],
  );
  return pageOf(actor, { after, before, take }, from);
}

/** The pincodes of these states, in small letters, in which somebody waits: a row of the waitlist has no state. */
async function awaitedIn(states: readonly string[]): Promise<string[]> {
  const awaited = await rows<{ pincode: string }>(sql`select distinct pincode from waitlist where informed_at is null`);
  return awaited
    .map(({ pincode }) => pincode)
    .filter((pincode) => states.includes(stateOfPincode(pincode)?.name.toLowerCase() ?? ""));
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
