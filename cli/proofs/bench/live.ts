import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { type SeededProduct, session } from "./seeded-product.ts";
import { median } from "./window.ts";

const screens = 200;
const rounds = 15;

/** An open stream that counts its events. */
class Screen {
  received = 0;
  ready = false;
  private socket: net.Socket;
  private static hear = () => {};

  constructor(origin: string, bytes: string, word: string) {
    const { port } = new URL(origin);
    this.socket = net.connect(Number(port), "127.0.0.1", () => this.socket.write(bytes));
    this.socket.setEncoding("latin1").on("error", () => {});
    this.socket.on("data", (text: unknown) => {
      if (String(text).includes("HTTP/1.1 200")) this.ready = true;
      const times = String(text).split(word).length - 1;
      if (times === 0) return;
      this.received += times;
      Screen.hear();
    });
  }

  close = () => this.socket.destroy();

  /** The time from calling `tell` until every screen has received one more event. */
  static async all(screens: readonly Screen[], tell: () => Promise<unknown>): Promise<number> {
    const wanted = screens.map(({ received }) => received + 1);
    const begun = performance.now();
    const everybody = new Promise<number>((resolve) => {
      Screen.hear = () => {
        if (screens.every(({ received }, at) => received >= wanted[at]!)) resolve(performance.now() - begun);
      };
    });
    await tell();
    const late = pause(10_000).then(() => {
      throw new Error("a screen did not hear");
    });
    return Promise.race([everybody, late]);
  }
}

/**
 * Live news for 200 open New Tickets screens: from the NOTIFY with all their topics to the last screen, compared with a
 * bare fan-out: a NOTIFY to a process that holds 200 HTTP streams and writes one line to each (fixed point 7).
 */
export async function live(product: SeededProduct): Promise<Measure[]> {
  const web = await serve(product);
  const { pool, stand } = product;
  const centers = (
    await pool.query<{ id: string }>("select id from centers where center_name like 'BENCH %' order by id limit $1", [
      screens,
    ])
  ).rows;
  const bare = await bareFanOut(stand.at.app);
  const open: Screen[] = [];
  try {
    const product: Screen[] = [];
    for (const [at, { id }] of centers.entries()) {
      const cookie = `center_session=${await session(pool, "center", id)}`;
      product.push(
        new Screen(
          web.origin,
          request("GET", "/live/center", { cookie, "x-forwarded-for": `10.8.0.${at % 250}` }),
          "event: changed",
        ),
      );
    }
    const floor = centers.map(() => new Screen(bare.origin, request("GET", "/"), "event: changed"));
    open.push(...product, ...floor);
    for (const until = Date.now() + 20_000; !open.every(({ ready }) => ready); await pause(20))
      if (Date.now() > until) throw new Error("a screen did not open");
    const topics = JSON.stringify(centers.map(({ id }) => `center:${id}`));
    const took = { product: [] as number[], floor: [] as number[], commit: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      took.floor.push(
        await Screen.all(floor, () => pool.query("select pg_notify('bare', $1)", [topics.slice(0, 7_900)])),
      );
      took.product.push(
        await Screen.all(product, () =>
          notifyAll(
            pool,
            centers.map(({ id }) => `center:${id}`),
          ),
        ),
      );
      took.commit.push(
        await Screen.all(product, () =>
          pool.query(
            "insert into live_outbox (topics) select array_agg('center:' || id) from unnest($1::text[]) as id",
            [centers.map(({ id }) => id)],
          ),
        ),
      );
    }
    return [
      against({
        part: "live",
        what: `NOTIFY to the last of ${screens} screens / bare fan-out`,
        value: median(took.product),
        unit: "ms",
        floor: median(took.floor),
        better: "less",
        target: 3,
        note: `most ${Math.max(...took.product).toFixed(1)} ms against ${Math.max(...took.floor).toFixed(1)} ms`,
      }),
      {
        part: "live",
        what: `another process's commit to the last of ${screens} screens, most`,
        value: Math.max(...took.commit),
        unit: "ms",
        better: "less",
        target: 2_000,
        note: `median ${median(took.commit).toFixed(0)} ms; the outbox is read every 250 ms when the writer is another process`,
      },
    ];
  } finally {
    for (const screen of open) screen.close();
    await bare.close();
    await web.stop();
  }
}

/** Sends what the outbox reader sends for a broadcast to all of them: as many NOTIFYs as its batches need. */
async function notifyAll(pool: pg.Pool, topics: readonly string[]) {
  for (let at = 0; at < topics.length; at += 150)
    await pool.query("select pg_notify('live', $1)", [JSON.stringify(topics.slice(at, at + 150))]);
}

/** The bare fan-out: one LISTEN, open streams, one line written to each. */
async function bareFanOut(url: string) {
  const streams = new Set<http.ServerResponse>();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("listen bare");
  client.on("notification", () => {
    for (const stream of streams) stream.write("event: changed\ndata: 1\n\n");
  });
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    streams.add(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await client.end();
    },
  };
}
