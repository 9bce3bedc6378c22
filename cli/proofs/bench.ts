import { Failed, type GlobalOptions, show, tell } from "../run.ts";
import { inWords, type Measure, table, verdict } from "./bench/report.ts";
import { openProduct, type SeededProduct, type SeededProducts } from "./bench/seeded-product.ts";

type Options = GlobalOptions & { size: number; only?: string; runs: number; pages?: string; profiles?: string };

type Part = (products: SeededProducts, options: Options) => Promise<Measure[]>;

const smallSize = 10_000;

const parts: Record<string, () => Promise<Part>> = {
  booking: async () => small((await import("./bench/booking.ts")).booking),
  lists: async () => (await import("./bench/lists.ts")).listing,
  plans: async () => (await import("./bench/plans.ts")).plans,
  search: async () => (await import("./bench/searches/searching.ts")).searching,
  "search-plans": async () => (await import("./bench/searches/search-plans.ts")).searchPlans,
  tracking: async () => small((await import("./bench/tracking.ts")).tracking),
  reads: async () => small((await import("./bench/reads.ts")).publicReads),
  live: async () => small((await import("./bench/live.ts")).live),
  accepts: async () => small((await import("./bench/accepts.ts")).accepts),
  closing: async () => small((await import("./bench/closing.ts")).closing),
  campaign: async () => small((await import("./bench/campaign.ts")).campaign),
  invoice: async () => small((await import("./bench/invoice.ts")).invoice),
  insights: async () => (await import("./bench/insights.ts")).insightsOf,
  reports: async () => (await import("./bench/reports.ts")).reportFiles,
  memory: async () => small((await import("./bench/memory.ts")).memory),
  start: async () => small((await import("./bench/start.ts")).start),
  bytes: async () => small((await import("./bench/bytes.ts")).bytes),
  felt: async () => {
    const { felt } = await import("./bench/felt/felt.ts");
    return ({ small }, options) => felt(small, options);
  },
  upload: async () => small((await import("./bench/uploading.ts")).uploading),
  seeding: async () => small((await import("./bench/seeding.ts")).seeding),
};

const small =
  (part: (product: SeededProduct) => Promise<Measure[]>): Part =>
  (products) =>
    part(products.small);

/** `bench`: the product's speed as a ratio of floors measured in the same run. */
export async function bench(options: Options) {
  const wanted = options.only?.split(",") ?? Object.keys(parts);
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(", ")} (there are ${Object.keys(parts).join(", ")})`);
  const say = (line: string) => tell(line, options);
  const small = await openProduct(smallSize, say, { webs: 0 });
  let big: Promise<SeededProduct> | undefined;
  const products: SeededProducts = {
    small,
    size: options.size,
    big: () => (big ??= openProduct(options.size, say, { webs: 0 })),
  };
  const measures: Measure[] = [];
  try {
    for (const name of wanted) {
      say(`— ${name}`);
      const partMeasures = await (await parts[name]!())(products, options);
      for (const measure of partMeasures) say(`  ${inWords(measure)}`);
      measures.push(...partMeasures);
    }
  } finally {
    await (await big?.catch(() => undefined))?.close();
    await small.close();
  }
  show(
    measures.map((measure) => ({ ...measure, verdict: verdict(measure) })),
    table(measures, options),
    options,
  );
  if (measures.some((measure) => verdict(measure) === "MISSED")) throw new Failed();
}
