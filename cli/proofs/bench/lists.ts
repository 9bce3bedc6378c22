import type { Houses } from "../bench.ts";
import { barePage, bareRow, lanes } from "./floors.ts";
import type { House } from "./house.ts";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { type Compared, inTurns, requests } from "./window.ts";

/** The lists a center reads, as pages and as calls. */
const lists = {
  "Tickets page": "/tickets-center",
  "New Tickets page": "/brodcast-requests",
  "Tickets call": "/api/center/get-all-ticket",
  "New Tickets call": "/api/center/get-all-available-broadcast",
} as const;
type ListName = keyof typeof lists;

/**
 * The lists of one center at both sizes, in turns on two houses: requests a second against the bare indexed SELECT of
 * the same page of rows; and whether a big database or a far page is slower than a small one and the first page.
 */
export async function listing({ small, big }: Houses): Promise<Measure[]> {
  const large = await big();
  const [smallWeb, largeWeb] = [await serve(small), await serve(large)];
  try {
    return [
      ...(await throughput(large, largeWeb.origin, 16)),
      ...(await throughput(large, largeWeb.origin, 1)),
      ...(await bySize(small, smallWeb.origin, large, largeWeb.origin)),
      ...(await byPage(large, largeWeb.origin)),
    ];
  } finally {
    await Promise.all([smallWeb.stop(), largeWeb.stop()]);
  }
}

const get = ({ centerCookie }: House, path: string, after?: string) => {
  const bytes = request("GET", after ? `${path}${path.includes("?") ? "&" : "?"}after=${after}` : path, {
    cookie: centerCookie,
  });
  return () => bytes;
};

async function throughput(house: House, origin: string, connections: number): Promise<Measure[]> {
  const ids = await publicIds(house);
  const asked = Object.fromEntries(
    Object.entries(lists).map(([name, path]) => [name, requests(origin, connections, get(house, path))]),
  ) as Record<ListName, ReturnType<typeof requests>>;
  const came = await inTurns(
    { page: lanes(connections, barePage(house)), row: lanes(connections, bareRow(house, ids)), ...asked },
    { rounds: connections > 1 ? 4 : 2, ms: 1_200 },
  );
  return Object.keys(lists).map((name) =>
    against({
      part: "lists",
      what: `${name}, ${connections} conn. / bare SELECT of the page`,
      value: came[name as ListName].perSecond,
      unit: "/s",
      floor: came.page.perSecond,
      better: "more",
      ...(connections === 16 && { target: 0.12, aim: 0.18 }),
      note: `${times(came[name as ListName])}; bare SELECT of one row ${Math.round(came.row.perSecond)}/s`,
    }),
  );
}

/** The median answer at both sizes; one connection, so that nobody waits for anybody. */
async function bySize(small: House, smallOrigin: string, large: House, largeOrigin: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const came = await inTurns(
      { small: requests(smallOrigin, 1, get(small, path)), large: requests(largeOrigin, 1, get(large, path)) },
      { rounds: 6, ms: 800 },
    );
    const sizes = [large, small].map(({ size }) => size.toLocaleString("en-IN"));
    measures.push(medians(`${name}, p50 at ${sizes.join(" / at ")}`, came.large, came.small));
  }
  return measures;
}

/** The first page and the thousandth (or the last there is) by keyset. */
async function byPage(house: House, origin: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const offers = name.startsWith("New");
    const { after, page } = await farMark(house, offers ? "broadcasts" : "tickets");
    // Only all offers, answered ones too, have that many pages.
    const all = offers && name.endsWith("page") ? `${path}?show=all` : path;
    const came = await inTurns(
      { first: requests(origin, 1, get(house, all)), far: requests(origin, 1, get(house, all, after)) },
      { rounds: 6, ms: 800 },
    );
    const far = page.toLocaleString("en-IN");
    measures.push(medians(`${name}, p50 of page ${far} / of page 1`, came.far, came.first));
  }
  return measures;
}

const medians = (what: string, harder: Compared, easier: Compared): Measure =>
  against({
    part: "lists",
    what,
    value: harder.p50,
    unit: "ms",
    floor: easier.p50,
    better: "less",
    target: 1.25,
    note: `${times(easier)}, and then ${times(harder)}`,
  });

/** The `after` of a page that begins behind a row, as the page before it would say. */
export const markOf = ({ at, id }: { at: Date; id: string }) =>
  Buffer.from(`${at.getTime()}:${id}`).toString("base64url");

/** Where page 1,000 begins; or the last whole page of a shorter list. */
async function farMark({ pool, centerId }: House, table: "tickets" | "broadcasts") {
  const alive = table === "tickets" ? "and deleted_at is null" : "";
  const count = await pool.query(`select count(*)::int as n from ${table} where center_id = $1 ${alive}`, [centerId]);
  const page = Math.max(2, Math.min(1_000, Math.floor(count.rows[0].n / 25)));
  const { rows } = await pool.query(
    `select id, created_at as at from ${table} where center_id = $1 ${alive}
     order by created_at desc, id desc offset $2 limit 1`,
    [centerId, (page - 1) * 25 - 1],
  );
  return { page, after: markOf(rows[0]) };
}

export const times = ({ p50, p99 }: Compared) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** Some requests' public ids, spread over the whole time. */
export const publicIds = async ({ pool }: House, count = 400): Promise<string[]> =>
  (
    await pool.query<{ public_id: string }>(
      "select public_id from tickets where deleted_at is null and hashtext(id::text) & 7 = 0 limit $1",
      [count],
    )
  ).rows.map(({ public_id }) => public_id);
