import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { funnelSteps, hidesContacts, type RequestSource, requestSources } from "#modules/tickets/index.ts";
import { everybody, may, visibleTo } from "../policy.ts";
import { mostListed } from "../shared.ts";
import type { Dimension } from "./facts.ts";
import { type Days, type DimensionSums, nothing, type Sums, sumsByDay, sumsByEach, sumsOf } from "./spans.ts";

const dimensionsShown = ["all", "toAccept", "toClose", "service", "city", "center", "source", "pincode"] as const;

/** One row of a table by service, city, center or source. */
export type Group = {
  /** What the list of requests is filtered by. */
  value: string;
  name: string;
  received: number;
  open: number;
  closed: number;
  cancelled: number;
  /** Null for who does not read the house's money. */
  earnedPaise: Paise | null;
};

/** How long something took, in seconds, cut to steps of a minute to a day; null without a request. */
export type Times = { n: number; p50: number | null; p90: number | null };

/** Of the requests offered to centers, how many nobody accepted in time. */
export type NoResponse = { offered: number; unanswered: number };

export type Insights = Days & {
  received: number;
  /** Each day of the period, oldest first; with more than 92 days, each month. */
  trend: (Days & { received: number; closed: number })[];
  /** How many requests reached each step; the first is all. */
  funnel: { step: "booked" | (typeof funnelSteps)[number]; n: number }[];
  toAccept: Times;
  toClose: Times;
  noResponse: NoResponse & {
    /** The pincodes with the most offers; by hour of the booking (IST, 0–23), only hours with an offer. */
    pincodes: (NoResponse & { pincode: string; hours: (NoResponse & { hour: number })[] })[];
  };
  /** The open requests of all time by the day of their booking (IST); null: without a limit. */
  ageing: { from: string | null; to: string; n: number }[];
  services: Group[];
  cities: Group[];
  centers: Group[];
  sources: Group[];
  /** Of the requests of the period, in paise; the first three are null for who does not read the house's money. */
  money: {
    earnedPaise: Paise | null;
    heldPaise: Paise | null;
    refundedPaise: Paise | null;
    duePaise: Paise;
    closingPaise: Paise;
  };
};

/**
 * What happened to the requests that were created in days (IST): how many, how far they came, how fast, where, through
 * whom, and their money. All counters; the table by pincode and hour reads the facts of the listed pincodes.
 */
export async function insights(actor: Actor, filter: Days & { client?: string | undefined }): Promise<Insights> {
  const scope = visibleTo(actor, filter.client);
  const days = { from: filter.from, to: filter.to };
  const house = may(actor, "readHouse");
  const by = await sumsByEach(scope, dimensionsShown, days);
  const sums = by.all[0] ?? nothing;
  const { toAccept, toClose, service: services, center: centers, source: sources } = by;
  // A city is what a person typed: one that holds a phone number is not listed for who may not read phones.
  const cities = by.city.filter(({ value }) => !hidesContacts(actor) || withoutContacts(value) === value);
  const byDay = await sumsByDay(scope, days);
  const ageing = await ageingOf(scope);
  const pincodes = await noResponseBy(scope, days, by.pincode);
  const paise = (amount: number) => (house ? toPaise(amount) : null);
  const groupOf = ({ value, ...figures }: { value: string } & Sums, name: string): Group => ({
    value,
    name,
    received: figures.received,
    open: figures.open,
    closed: figures.closed,
    cancelled: figures.cancelled,
    earnedPaise: paise(figures.earned_paise),
  });
  const serviceNames = await namesOf(
    "service",
    services.map(({ value }) => value),
  );
  const centerNames = await namesOf(
    "center",
    most(centers).map(({ value }) => value),
  );
  return {
    ...days,
    received: sums.received,
    trend: trendOf(days, byDay),
    funnel: [
      { step: "booked", n: sums.received },
      ...funnelSteps.map((step) => ({ step, n: step === "closed" ? sums.done : sums[step] })),
    ],
    toAccept: timesOf(toAccept),
    toClose: timesOf(toClose),
    noResponse: { offered: sums.broadcast, unanswered: sums.unanswered, pincodes },
    ageing,
    services: services
      .filter(({ received }) => received > 0)
      .toSorted(mostFirst)
      .map((group) => groupOf(group, serviceNames.get(group.value) ?? "")),
    cities: most(cities).map((group) => groupOf(group, titled(group.value))),
    centers: most(centers).map((group) => groupOf(group, nameFor(actor, centerNames.get(group.value) ?? ""))),
    sources: requestSources.flatMap((source: RequestSource) => {
      const match = sources.find(({ value }) => value === source);
      return match && match.received > 0 ? [groupOf(match, source)] : [];
    }),
    money: {
      earnedPaise: paise(sums.earned_paise),
      heldPaise: paise(sums.held_paise),
      refundedPaise: paise(sums.refunded_paise),
      duePaise: toPaise(sums.due_paise),
      closingPaise: toPaise(sums.closing_paise),
    },
  };
}

const mostFirst = (one: DimensionSums, other: DimensionSums) =>
  other.received - one.received || one.value.localeCompare(other.value);
const most = (groups: readonly DimensionSums[]) =>
  groups
    .filter(({ received }) => received > 0)
    .toSorted(mostFirst)
    .slice(0, mostListed);

/** Cities are counted in lower case, because people write them in many ways. */
const titled = (city: string) => city.replace(/(^|[\s(-])\p{L}/gu, (letter) => letter.toUpperCase());

async function namesOf(of: Extract<Dimension, "service" | "center">, ids: readonly string[]) {
  const named =
    of === "service"
      ? await rows<{ id: string; name: string }>(
          sql`select id, service_name as name from services where id = any(${ids}::uuid[])`,
        )
      : await rows<{ id: string; name: string }>(
          sql`select id, center_name as name from centers where id = any(${ids}::uuid[])`,
        );
  return new Map(named.map(({ id, name }) => [id, name]));
}

const wholeDays = ({ from, to }: Days) => Math.round((fromIst(to).getTime() - fromIst(from).getTime()) / day) + 1;

function trendOf(days: Days, dailySums: readonly ({ day: string } & Sums)[]): Insights["trend"] {
  const known = new Map(dailySums.map((sums) => [sums.day, sums]));
  const all = Array.from({ length: wholeDays(days) }, (_, at) =>
    istDate(new Date(fromIst(days.from).getTime() + at * day)),
  );
  const slices = all.length > 92 ? [...Map.groupBy(all, (date) => date.slice(0, 7)).values()] : all.map((one) => [one]);
  return slices.map((dates) => {
    const sumOf = (measure: "received" | "closed") =>
      dates.reduce((sum, date) => sum + (known.get(date) ?? nothing)[measure], 0);
    return { from: dates[0]!, to: dates.at(-1)!, received: sumOf("received"), closed: sumOf("closed") };
  });
}

/** The smallest time that half, and nine of ten, of the requests did not exceed. */
function timesOf(groups: readonly DimensionSums[]): Times {
  const sorted = groups
    .filter(({ received }) => received > 0)
    .map(({ value, received }) => ({ seconds: Number(value), n: received }))
    .toSorted((one, other) => one.seconds - other.seconds);
  const n = sorted.reduce((sum, one) => sum + one.n, 0);
  const valueAtShare = (share: number) => {
    let before = 0;
    for (const one of sorted) {
      before += one.n;
      if (before >= share * n) return one.seconds;
    }
    return null;
  };
  return { n, p50: valueAtShare(0.5), p90: valueAtShare(0.9) };
}

/** The first and the last age of open requests in days, the youngest first. */
const ages = [
  [0, 0],
  [1, 3],
  [4, 7],
  [8, 30],
  [31, null],
] as const;
/** No request is older than the product. */
const theBeginning = "2000-01-01";

function ageingOf(scope: string): Promise<Insights["ageing"]> {
  const before = (days: number) => istDate(new Date(fromIst(istDate()).getTime() - days * day));
  return Promise.all(
    ages.map(async ([youngest, oldest]) => {
      const from = oldest === null ? null : before(oldest);
      const to = before(youngest);
      return { from, to, n: (await sumsOf(scope, { from: from ?? theBeginning, to })).open };
    }),
  );
}

async function noResponseBy(
  scope: string,
  days: Days,
  all: readonly DimensionSums[],
): Promise<Insights["noResponse"]["pincodes"]> {
  const listed = all
    .filter(({ broadcast }) => broadcast > 0)
    .toSorted((one, other) => other.broadcast - one.broadcast || one.value.localeCompare(other.value))
    .slice(0, mostListed);
  if (listed.length === 0) return [];
  const pincodes = listed.map(({ value }) => value);
  const clientId = scope === everybody ? null : scope;
  const hourly = await rows<NoResponse & { pincode: string; hour: number }>(
    sql`select f.pincode, f.hour, sum(f.broadcast)::int as offered, sum(f.unanswered)::int as unanswered
       from report_facts f
      where f.broadcast > 0 and f.pincode = any(${pincodes}::text[])
        and f.day >= ${days.from}::date and f.day <= ${days.to}::date
        and (${clientId}::uuid is null or f.client_id = ${clientId})
      group by 1, 2 order by 1, 2`,
  );
  return listed.map(({ value, broadcast, unanswered }) => ({
    pincode: value,
    offered: broadcast,
    unanswered,
    hours: hourly
      .filter(({ pincode }) => pincode === value)
      .map(({ hour, offered, unanswered: none }) => ({ hour, offered, unanswered: none })),
  }));
}
