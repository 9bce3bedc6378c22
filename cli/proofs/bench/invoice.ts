import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { House } from "./house.ts";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { inTurns, requests } from "./window.ts";

/** An invoice's GET against a bare server that asks one query and sends the same stored file. */
export async function invoice(house: House): Promise<Measure[]> {
  const web = await serve(house);
  const found = await house.pool.query<{ public_id: string; id: string }>(
    `select t.public_id, i.id from tickets t join invoices i on i.ticket_id = t.id
      where t.center_id = $1 and t.deleted_at is null and t.closed_at > now() - interval '60 days' order by t.created_at desc limit 20`,
    [house.centerId],
  );
  const next = () =>
    request("GET", `/invoices/${found.rows[turn++ % found.rows.length]!.public_id}`, { cookie: house.centerCookie });
  let turn = 0;
  const bare = http.createServer(async (_request, response) => {
    const text = `select b.id, b.key from invoice_files f join blobs b on b.id = f.blob_id where f.invoice_id = $1`;
    const { rows } = await house.pool.query(text, [found.rows[turn++ % found.rows.length]!.id]);
    response.end(await readFile(path.join(house.stand.blobs, rows[0].key)));
  });
  try {
    // Each is drawn once, as the worker does it, before anything is measured.
    const [line] = requests(web.origin, 1, next);
    for (const _ of found.rows) await line!();
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    const came = await inTurns(
      { bare: requests(origin, 4, () => request("GET", `/${randomUUID()}`)), product: requests(web.origin, 4, next) },
      { rounds: 5, ms: 1_000 },
    );
    return [
      against({
        part: "invoice",
        what: "invoice GET, p50 / stored file and one query",
        value: came.product.p50,
        unit: "ms",
        floor: came.bare.p50,
        better: "less",
        target: 4,
        note: `${Math.round(came.product.perSecond)}/s against ${Math.round(came.bare.perSecond)}/s`,
      }),
    ];
  } finally {
    bare.close();
    bare.closeAllConnections();
    await web.stop();
  }
}
