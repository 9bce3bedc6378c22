import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { against, type Measure } from "../report.ts";
import type { SeededProducts } from "../seeded-product.ts";
import { inTurns, type Step } from "../window.ts";
import { searchedOf } from "./search-plans.ts";

/**
 * The operators' search at the big size: the p95 of a list's first page searched for by each thing people search for, and
 * of the palette, compared with the p95 of the bare indexed SELECT of as many requests, over one connection.
 */
export async function searching({ big }: SeededProducts): Promise<Measure[]> {
  const product = await big();
  const { entities } = await import("#modules/index.ts");
  const { findAnywhere, listTickets } = await import("#modules/tickets/index.ts");
  const { admin, searched } = await searchedOf(product);
  const asking = (search: string): Record<"list" | "palette", Step> => ({
    list: () => unitOfWork(() => listTickets(admin, { search, take: 10 })),
    palette: () => unitOfWork(() => findAnywhere(admin, search)),
  });
  const bare: Step = () =>
    product.pool.query("select * from tickets where deleted_at is null order by created_at desc, id desc limit 10");
  await connect({ url: product.stand.at.app, entities });
  try {
    const measures: Measure[] = [];
    for (const [name, search] of Object.entries(searched)) {
      const { list, palette } = asking(search);
      const came = await inTurns({ bare: [bare], list: [list], palette: [palette] }, { rounds: 4, ms: 400 }, 500);
      for (const where of ["list", "palette"] as const)
        measures.push(
          against({
            part: "search",
            what: `${where} searched for ${name}, p95 / bare indexed SELECT`,
            value: came[where].p95,
            unit: "ms",
            floor: came.bare.p95,
            better: "less",
            target: 5,
            note: `p50 ${came[where].p50.toFixed(2)} ms; bare p50 ${came.bare.p50.toFixed(2)} ms`,
          }),
        );
    }
    return measures;
  } finally {
    await disconnect();
  }
}
