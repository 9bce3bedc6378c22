import { request } from "./line.ts";
import { publicIds, times } from "./lists.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { inTurns, requests } from "./window.ts";

/**
 * The tracking page, compared with the bare `show`: the same server (app/server.ts) answering a page that reads one row
 * by its index and prints it.
 */
export async function tracking(product: SeededProduct): Promise<Measure[]> {
  const web = await serve(product);
  const show = await serve(product, "show");
  const hello = await serve(product, "hello");
  const ids = await publicIds(product);
  let at = 0;
  const each = (path: string) => () => request("GET", `${path}${ids[at++ % ids.length]}`);
  try {
    const measures: Measure[] = [];
    for (const connections of [16, 1]) {
      const came = await inTurns(
        {
          show: requests(show.origin, connections, each("/show/")),
          hello: requests(hello.origin, connections, () => request("GET", "/")),
          tracking: requests(web.origin, connections, each("/serviceStatus/?")),
        },
        { rounds: connections > 1 ? 5 : 3, ms: 1_200 },
      );
      measures.push(
        against({
          part: "tracking",
          what: `tracking page, ${connections} conn. / bare show`,
          value: came.tracking.perSecond,
          unit: "/s",
          floor: came.show.perSecond,
          better: "more",
          ...(connections === 16 && { target: 0.12, aim: 0.18 }),
          note: `${times(came.tracking)}; hello ${Math.round(came.hello.perSecond)}/s`,
        }),
      );
    }
    return measures;
  } finally {
    await Promise.all([web.stop(), show.stop(), hello.stop()]);
  }
}
