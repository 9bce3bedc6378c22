import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import type { SeededProduct } from "./seeded-product.ts";
import { median } from "./window.ts";

/** Cold start: from the start of the process to its first 200 of /readyz, alternating with the hello server's. */
export async function start(product: SeededProduct): Promise<Measure[]> {
  const took = { hello: [] as number[], product: [] as number[] };
  for (let round = 0; round < 5; round++) {
    for (const name of ["hello", "product"] as const) {
      const served = await serve(product, name === "hello" ? "hello" : undefined);
      took[name].push(served.startedInMs);
      await served.stop();
    }
  }
  return [
    against({
      part: "start",
      what: "cold start / hello server",
      value: median(took.product),
      unit: "ms",
      floor: median(took.hello),
      better: "less",
      target: 2.5,
    }),
  ];
}
