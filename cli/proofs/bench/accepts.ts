import { randomBytes, randomUUID } from "node:crypto";
import { Line, request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { session } from "./seeded-product.ts";
import { median, quantile } from "./window.ts";

const centersAtOnce = 200;
const rounds = 7;

/**
 * 200 centers accept one request at the same moment, and all are answered; compared with 200 concurrent conditional
 * UPDATEs of one row over a pool like the product's. One center wins, and none hangs.
 */
export async function accepts(product: SeededProduct): Promise<Measure[]> {
  const { pool } = product;
  const web = await serve(product);
  const centers = (
    await pool.query<{ id: string }>("select id from centers where center_name like 'BENCH %' order by id limit $1", [
      centersAtOnce,
    ])
  ).rows.map(({ id }) => id);
  const cookies: string[] = [];
  for (const id of centers) cookies.push(`center_session=${await session(pool, "center", id)}`);
  const connections = await Promise.all(centers.map(() => Line.to(web.origin)));
  const took = { product: [] as number[], floor: [] as number[] };
  const each: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const bare = await aTicket(product);
      const begun = performance.now();
      const won = await Promise.all(
        centers.map((center) =>
          pool.query(
            "update tickets set center_id = $2, status = 'ACCEPTED' where id = $1 and status = 'PENDING' and center_id is null",
            [bare, center],
          ),
        ),
      );
      const floor = performance.now() - begun;
      if (won.filter(({ rowCount }) => rowCount === 1).length !== 1)
        throw new Error("the bare race has not one winner");

      const offers = await offersOf(product, await aTicket(product), centers);
      const from = performance.now();
      const latencies: number[] = [];
      const answers = await Promise.all(
        offers.map(async (broadcast_obj_id, at) => {
          const headers = { "content-type": "application/json", cookie: cookies[at]!, origin: product.stand.outside };
          const answer = await connections[at]!.send(
            request(
              "POST",
              "/api/center/accepted-broadcast-request-unpaid-ticket",
              headers,
              JSON.stringify({ broadcast_obj_id }),
            ),
          );
          latencies.push(performance.now() - from);
          return answer;
        }),
      );
      const ms = performance.now() - from;
      const winners = answers.filter(({ status }) => status === 200).length;
      const answered = answers.filter(({ status }) => status === 200 || status === 409).length;
      if (winners !== 1 || answered !== centers.length) {
        const odd = answers.find(({ status }) => status !== 200 && status !== 409);
        throw new Error(`${winners} winners, ${answered} answered: ${odd?.body.toString().slice(0, 300)}`);
      }
      // The first round is a warm-up.
      if (round === 0) continue;
      took.floor.push(floor);
      took.product.push(ms);
      each.push(...latencies);
    }
  } finally {
    for (const line of connections) line.close();
    await web.stop();
  }
  each.sort((a, b) => a - b);
  return [
    against({
      part: "accepts",
      what: `${centersAtOnce} accepts of one request, all answered / bare UPDATE race`,
      value: median(took.product),
      unit: "ms",
      floor: median(took.floor),
      better: "less",
      target: 15,
      note: `of one accept p50 ${quantile(each, 0.5).toFixed(0)} ms, p95 ${quantile(each, 0.95).toFixed(0)} ms, p99 ${quantile(each, 0.99).toFixed(0)} ms`,
    }),
  ];
}

/** A broadcast request without a payment. */
async function aTicket({ pool, serviceId }: SeededProduct): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into tickets (id, public_id, ticket_id, created_by, service_id, name, phone, pincode, time_preference_type,
       broadcast_status, broadcast_at, created_at, updated_at)
     values ($1, $2, $3, 'PUBLIC', $4, 'Asha Rao', '9100000000', '199997', 'IMMEDIATELY', 'broadcasted', now(), now(), now())`,
    [id, randomBytes(16).toString("base64url"), `REQ-${id.slice(0, 13)}`, serviceId],
  );
  return id;
}

async function offersOf({ pool }: SeededProduct, ticketId: string, centers: readonly string[]): Promise<string[]> {
  const ids = centers.map(() => randomUUID());
  await pool.query(
    `insert into broadcasts (id, ticket_id, center_id, status, created_at, updated_at)
     select id, $1, center_id, 'PENDING', now(), now() from unnest($2::uuid[], $3::uuid[]) as offered (id, center_id)`,
    [ticketId, ids, centers],
  );
  return ids;
}
