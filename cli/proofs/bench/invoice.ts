import type { House } from "./house.ts";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { inTurns, requests } from "./window.ts";

/** An invoice's GET against the same server answering with one query and the same stored file, and nothing else. */
export async function invoice(house: House): Promise<Measure[]> {
  const found = await house.pool.query<{ public_id: string; id: string }>(
    `select t.public_id, i.id from tickets t join invoices i on i.ticket_id = t.id
      where t.center_id = $1 and t.deleted_at is null and t.closed_at > now() - interval '60 days'
      order by t.created_at desc limit 20`,
    [house.centerId],
  );
  let turn = 0;
  const next = () => found.rows[turn++ % found.rows.length]!;
  const asked = () => request("GET", `/invoices/${next().public_id}`, { cookie: house.centerCookie });
  const web = await serve(house);
  const bare = await serve(house, "file");
  try {
    // Each is drawn once, as the worker does it, before anything is measured.
    const [line] = requests(web.origin, 1, asked);
    for (const _ of found.rows) await line!();
    const came = await inTurns(
      {
        bare: requests(bare.origin, 4, () => request("GET", `/file/${next().id}`)),
        product: requests(web.origin, 4, asked),
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
