import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { median } from "./window.ts";

const tickets = 10_000;
/** The tables that hold most of the rows. */
const tables = [
  "tickets",
  "broadcasts",
  "match_reasons",
  "history",
  "orders",
  "payments",
  "transfers",
  "entries",
  "invoices",
];

/**
 * The seeder's rows per second, alternating with a bare COPY of as many rows into the same tables with their indexes.
 */
export async function seeding(product: SeededProduct): Promise<Measure[]> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { seedVolume } = await import("#modules/demo/index.ts");
  const client = new pg.Client({ connectionString: product.stand.at.owner });
  await client.connect();
  const seeded: number[] = [];
  const copied: number[] = [];
  try {
    for (let round = 0; round < 3; round++) {
      await connect({ url: product.stand.at.app, entities });
      const { rows, seconds } = await unitOfWork(() => seedVolume({ tickets, seed: 100 + round }));
      seeded.push(rows / seconds);
      await stopJobs();
      await disconnect();
      copied.push(await bareCopy(client));
    }
  } finally {
    await client.end();
  }
  return [
    against({
      part: "seeding",
      what: "seed / bare COPY of the same tables' rows",
      value: median(seeded),
      unit: "rows/s",
      floor: median(copied),
      better: "more",
    }),
  ];
}

async function bareCopy(client: pg.Client): Promise<number> {
  let count = 0;
  let ms = 0;
  for (const table of tables) {
    await client.query(`create temporary table bare (like ${table} including indexes including defaults)`);
    const columns = `copy (select * from ${table} limit ${tickets * 4}) to stdout`;
    const lines = await buffer(client.query(to(columns)));
    const begun = performance.now();
    await pipeline(Readable.from([lines]), client.query(from("copy bare from stdin")));
    ms += performance.now() - begun;
    count += (await client.query("select count(*)::int as n from bare")).rows[0].n;
    await client.query("drop table bare");
  }
  return count / (ms / 1_000);
}
