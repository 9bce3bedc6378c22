import { Failed, type GlobalOptions, show, tell } from "../run.ts";
import type { House } from "./bench/house.ts";
import { openHouse } from "./bench/house.ts";
import { type Measure, table, verdict } from "./bench/report.ts";

type Options = GlobalOptions & { size: number; only?: string };

/** What a part works on: a house with 10,000 requests, and a big one when it asks for it. */
export type Houses = { small: House; big: () => Promise<House>; size: number };
type Part = (houses: Houses) => Promise<Measure[]>;

const smallSize = 10_000;

const parts: Record<string, () => Promise<Part>> = {
  booking: async () => small((await import("./bench/booking.ts")).booking),
  lists: async () => (await import("./bench/lists.ts")).listing,
  plans: async () => (await import("./bench/plans.ts")).plans,
  tracking: async () => small((await import("./bench/tracking.ts")).tracking),
  live: async () => small((await import("./bench/live.ts")).live),
  accepts: async () => small((await import("./bench/accepts.ts")).accepts),
  invoice: async () => small((await import("./bench/invoice.ts")).invoice),
  memory: async () => small((await import("./bench/memory.ts")).memory),
  start: async () => small((await import("./bench/start.ts")).start),
  bytes: async () => small((await import("./bench/bytes.ts")).bytes),
  seeding: async () => small((await import("./bench/seeding.ts")).seeding),
};

const small =
  (part: (house: House) => Promise<Measure[]>): Part =>
  (houses) =>
    part(houses.small);

/** `bench`: the product's speed as ratios against floors measured in the same run. */
export async function bench(options: Options) {
  const wanted = options.only?.split(",") ?? Object.keys(parts);
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(", ")} (there are ${Object.keys(parts).join(", ")})`);
  const say = (line: string) => tell(line, options);
  const small = await openHouse(smallSize, say, { webs: 0 });
  let big: Promise<House> | undefined;
  const houses: Houses = {
    small,
    size: options.size,
    big: () => (big ??= openHouse(options.size, say, { webs: 0 })),
  };
  const measures: Measure[] = [];
  try {
    for (const name of wanted) {
      say(`— ${name}`);
      const found = await (await parts[name]!())(houses);
      for (const measure of found) if (measure.note) say(`  ${measure.what}: ${measure.note}`);
      measures.push(...found);
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
