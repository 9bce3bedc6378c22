import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { day as dayMs, fromIst, istDate } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { bookings } from "./booking.ts";
import { nobodysPincode } from "./prepare-data.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct, SeededProducts } from "./seeded-product.ts";
import { median, requests, windowOf } from "./window.ts";

/**
 * The report page: the numbers of a year, compared with the plain aggregate of the same numbers over requests and
 * ledger; and booking while requests are counted, compared with booking without it.
 */
export async function insightsOf({ small, big }: SeededProducts): Promise<Measure[]> {
  return [await ofAYear(await big()), await booked(small)];
}

/** The same numbers without counters, in one pass over the requests of the year. */
const plainAggregate = `
  with money as (
    select m.ticket_id,
           sum(e.amount_paise) filter (where a.kind in ('booking_fee_income', 'lead_fee_income', 'penalty_income')) as earned,
           sum(e.amount_paise) filter (where a.kind = 'booking_fees_held') as held
      from transfers m join entries e on e.transfer_id = m.id join accounts a on a.id = e.account_id
     where m.ticket_id is not null group by 1),
  asked as (
    select t.*, money.earned, money.held, (t.created_at at time zone 'Asia/Kolkata')::date as day,
           extract(hour from t.created_at at time zone 'Asia/Kolkata') as hour, lower(t.city) as town,
           case when t.broadcast_at is not null then extract(epoch from t.accepted_at - t.broadcast_at)::int / 60 end as waited,
           case when t.status = 'CLOSED' then extract(epoch from t.closed_at - t.created_at)::int / 60 end as took
      from tickets t left join money on money.ticket_id = t.id
     where t.deleted_at is null and t.created_at >= $1 and t.created_at < $2)
  select day, service_id, town, center_id, created_by, pincode, hour, waited, took, count(*) as received,
         count(*) filter (where status not in ('CLOSED', 'CANCEL')) as open,
         count(*) filter (where status = 'CLOSED') as closed, count(*) filter (where status = 'CANCEL') as cancelled,
         count(*) filter (where center_id is not null) as taken, count(*) filter (where star_rating is not null) as rated,
         count(*) filter (where broadcast_at is not null) as broadcast,
         count(*) filter (where broadcast_at is not null and escalated_at is not null) as unanswered,
         sum(earned) as earned, sum(held) as held, sum(closing_price_paise) as closing, sum(client_due_paise) as due
    from asked
   group by grouping sets ((), (day), (service_id), (town), (center_id), (created_by), (pincode, hour), (waited), (took))`;

/** The year's numbers of the report page, alternating with the plain aggregate. */
async function ofAYear({ stand, pool, size }: SeededProduct): Promise<Measure> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { foldChanges, insights } = await import("#modules/reports/index.ts");
  const year = { from: istDate(new Date(Date.now() - 364 * dayMs)), to: istDate() };
  const bounds = [fromIst(year.from), new Date(fromIst(year.to).getTime() + dayMs)];
  const counted: number[] = [];
  const plain: number[] = [];
  let received = 0;
  await connect({ url: stand.at.app, entities });
  try {
    const begun = performance.now();
    await foldChanges();
    const folded = performance.now() - begun;
    await asOwner(stand.at.owner, "vacuum analyze report_counters, report_facts, report_changes");
    for (let round = 0; round < 6; round++) {
      plain.push(await timed(() => pool.query(plainAggregate, bounds)));
      const took = await timed(() =>
        unitOfWork(async () => {
          received = (await insights({ kind: "system", name: "bench" }, year)).received;
        }),
      );
      counted.push(took);
    }
    return against({
      part: "insights",
      what: "the numbers of a year / plain aggregate",
      value: median(counted),
      unit: "ms",
      floor: median(plain),
      better: "less",
      target: 0.1,
      note: `${figure(received)} of ${figure(size)} requests; all were counted at first in ${(folded / 1_000).toFixed(1)} s`,
    });
  } finally {
    await disconnect();
  }
}

async function timed(work: () => Promise<unknown>) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const triggers = [
  ["tickets", "tickets_new_counted"],
  ["tickets", "tickets_changed_counted"],
  ["entries", "entries_counted"],
] as const;

const connections = 16;
const windowMs = 3_200;
const mostPerWindow = 6_000;

/**
 * Bookings per second with the triggers and a folding each moment, as the worker does it, alternating with neither; the
 * database is a copy for this run only.
 */
async function booked(product: SeededProduct): Promise<Measure> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { foldChanges } = await import("#modules/reports/index.ts");
  const { stand } = product;
  const web = await serve(product);
  const counted: number[] = [];
  const bare: number[] = [];
  await connect({ url: stand.at.app, entities });
  try {
    await foldChanges();
    const book = async () => {
      const next = await bookings(product, { pincode: nobodysPincode }, mostPerWindow);
      return (await windowOf(requests(web.origin, connections, next), windowMs)).perSecond;
    };
    await book();
    for (let round = 0; round < 6; round++) {
      for (const counting of round % 2 ? [true, false] : [false, true]) {
        for (const [table, trigger] of triggers)
          await asOwner(stand.at.owner, `alter table ${table} ${counting ? "enable" : "disable"} trigger ${trigger}`);
        let over = false;
        const folding = counting
          ? (async () => {
              while (!over) {
                await pause(1_500);
                await unitOfWork(foldChanges);
              }
            })()
          : undefined;
        (counting ? counted : bare).push(await book());
        over = true;
        await folding;
      }
    }
    return against({
      part: "insights",
      what: `booking while counted, ${connections} conn. / not counted`,
      value: median(counted),
      unit: "/s",
      floor: median(bare),
      better: "more",
      target: 0.9,
    });
  } finally {
    await disconnect();
    await web.stop();
  }
}

async function asOwner(url: string, statement: string) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}
