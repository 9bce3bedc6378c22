import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { inTurns, requests } from "./window.ts";

/** The GET of an invoice, compared with the same server answering one query and the same stored file. */
export async function invoice(product: SeededProduct): Promise<Measure[]> {
  const result = await product.pool.query<{ public_id: string; id: string }>(
    `select t.public_id, i.id from tickets t join invoices i on i.ticket_id = t.id
      where t.center_id = $1 and t.deleted_at is null and t.closed_at > now() - interval '60 days'
      order by t.created_at desc limit 20`,
    [product.centerId],
  );
  let turn = 0;
  const next = () => result.rows[turn++ % result.rows.length]!;
  const nextRequest = () => request("GET", `/invoices/${next().public_id}`, { cookie: product.centerCookie });
  const web = await serve(product);
  const bare = await serve(product, "file");
  try {
    // Each PDF is drawn once before the measurement, as the worker does it.
    const [line] = requests(web.origin, 1, nextRequest);
    for (const _ of result.rows) await line!();
    const came = await inTurns(
      {
        bare: requests(bare.origin, 4, () => request("GET", `/file/${next().id}`)),
        product: requests(web.origin, 4, nextRequest),
      },
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
    await Promise.all([web.stop(), bare.stop()]);
  }
}
