import { cursorOf } from "#modules/kernel/cursor.ts";
import { figure } from "#modules/kernel/figure.ts";
import { barePage, bareRequests, bareRow, lanes } from "./floors.ts";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct, SeededProducts } from "./seeded-product.ts";
import { type Compared, inTurns, requests } from "./window.ts";

/** A center's lists, as pages and as calls. */
const lists = {
  "Tickets page": "/tickets-center",
  "New Tickets page": "/brodcast-requests",
  "Tickets call": "/api/center/get-all-ticket",
  "New Tickets call": "/api/center/get-all-available-broadcast",
} as const;
type ListName = keyof typeof lists;

/**
 * The operators' lists: as documents, with which a console begins; as an open console asks for them, from list to list,
 * page to page and with each filter; and as a call.
 */
const operatorsLists = {
  "All Requests page": "/Tickets",
  "Pending Requests page": "/pending-ticket",
  "Closed Requests page": "/close-ticket",
  "Broadcasted list page": "/broad-casted-list",
  "Closed Requests call": "/api/admin/get-all-close-ticket?take=10",
} as const;

/**
 * The lists of one center at both sizes, alternating between two installations: requests per second compared with the
 * bare indexed SELECT of the same rows, and whether a big database or a far page is slower than a small one and the
 * first page.
 */
export async function listing({ small, big }: SeededProducts): Promise<Measure[]> {
  const large = await big();
  const smallWeb = await serve(small);
  const largeWeb = await serve(large);
  try {
    return [
      ...(await throughput(large, largeWeb.origin, 16)),
      ...(await throughput(large, largeWeb.origin, 1)),
      ...(await operators(large, largeWeb.origin)),
      ...(await bySize(small, smallWeb.origin, large, largeWeb.origin)),
      ...(await byPage(large, largeWeb.origin)),
    ];
  } finally {
    await Promise.all([smallWeb.stop(), largeWeb.stop()]);
  }
}

const get = ({ centerCookie }: SeededProduct, path: string, after?: string) => {
  const bytes = request("GET", after ? `${path}${path.includes("?") ? "&" : "?"}after=${after}` : path, {
    cookie: centerCookie,
  });
  return () => bytes;
};

async function throughput(product: SeededProduct, origin: string, connections: number): Promise<Measure[]> {
  const ids = await publicIds(product);
  const requestsByList = Object.fromEntries(
    Object.entries(lists).map(([name, path]) => [name, requests(origin, connections, get(product, path))]),
  ) as Record<ListName, ReturnType<typeof requests>>;
  const came = await inTurns(
    { page: lanes(connections, barePage(product)), row: lanes(connections, bareRow(product, ids)), ...requestsByList },
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

/** The operators' lists compared with the bare indexed SELECT of a page of All Requests. */
async function operators(product: SeededProduct, origin: string): Promise<Measure[]> {
  const connections = 16;
  const requestsByList = Object.fromEntries(
    Object.entries(operatorsLists).map(([name, path]) => {
      const bytes = request("GET", path, { cookie: product.adminCookie });
      return [name, requests(origin, connections, () => bytes)];
    }),
  );
  const came = await inTurns(
    { page: lanes(connections, bareRequests(product)), ...requestsByList },
    { rounds: 4, ms: 1_200 },
  );
  return Object.keys(operatorsLists).map((name) =>
    against({
      part: "lists",
      what: `${name}, ${connections} conn. / bare SELECT of the page`,
      value: came[name as "page"].perSecond,
      unit: "/s",
      floor: came.page.perSecond,
      better: "more",
      target: 0.12,
      aim: 0.18,
      note: times(came[name as "page"]),
    }),
  );
}

/** The median latency at both sizes, over one connection, so that no request waits for another. */
async function bySize(
  small: SeededProduct,
  smallOrigin: string,
  large: SeededProduct,
  largeOrigin: string,
): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const came = await inTurns(
      { small: requests(smallOrigin, 1, get(small, path)), large: requests(largeOrigin, 1, get(large, path)) },
      { rounds: 6, ms: 800 },
    );
    const sizes = [large, small].map(({ size }) => figure(size));
    measures.push(medians(`${name}, p50 at ${sizes.join(" / at ")}`, came.large, came.small));
  }
  return measures;
}

/** The first page and the thousandth (or the last) by keyset paging. */
async function byPage(product: SeededProduct, origin: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const offers = name.startsWith("New");
    const { after, page } = await farMark(product, offers ? "broadcasts" : "tickets");
    // Only the list of all offers, including answered ones, has that many pages.
    const all = offers && name.endsWith("page") ? `${path}?show=all` : path;
    const came = await inTurns(
      { first: requests(origin, 1, get(product, all)), far: requests(origin, 1, get(product, all, after)) },
      { rounds: 6, ms: 800 },
    );
    const far = figure(page);
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

/** The cursor of page 1,000, or of a shorter list's last whole page. */
async function farMark({ pool, centerId }: SeededProduct, table: "tickets" | "broadcasts") {
  const alive = table === "tickets" ? "and deleted_at is null" : "";
  const count = await pool.query(`select count(*)::int as n from ${table} where center_id = $1 ${alive}`, [centerId]);
  const page = Math.max(2, Math.min(1_000, Math.floor(count.rows[0].n / 25)));
  const { rows } = await pool.query(
    `select id, created_at as at from ${table} where center_id = $1 ${alive}
     order by created_at desc, id desc offset $2 limit 1`,
    [centerId, (page - 1) * 25 - 1],
  );
  return { page, after: cursorOf(rows[0]) };
}

export const times = ({ p50, p99 }: Compared) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** The public ids of some requests, spread over the whole period. */
export const publicIds = async ({ pool }: SeededProduct, count = 400): Promise<string[]> =>
  (
    await pool.query<{ public_id: string }>(
      "select public_id from tickets where deleted_at is null and hashtext(id::text) & 7 = 0 limit $1",
      [count],
    )
  ).rows.map(({ public_id }) => public_id);
