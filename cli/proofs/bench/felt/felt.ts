import type { Browser } from "playwright-core";
import { tell } from "../../../run.ts";
import { serve } from "../process.ts";
import { inWords, type Measure } from "../report.ts";
import { one, type SeededProduct } from "../seeded-product.ts";
import { median } from "../window.ts";
import { type BareServer, bareServer, bareVisit } from "./bare.ts";
import { launched } from "./browser.ts";
import { type Act, type FeltPage, feltPages } from "./pages.ts";
import { type Profile, Visit, type Visitor } from "./visit.ts";

/** At most: ms for the largest content, the first answer, an input and the next page; KB and requests. */
type Targets = { lcp?: number; first: number; input?: number; next?: number };
type MeasuredProfile = Profile & { targets: Targets };

const profiles: Record<string, MeasuredProfile> = {
  A: {
    words: "9 Mbps, 100 ms, CPU x 6",
    mbps: 9,
    latencyMs: 100,
    slower: 6,
    targets: { lcp: 1_300, first: 2_500, input: 200, next: 400 },
  },
  B: { words: "400 kb/s, 300 ms, CPU x 4", mbps: 0.4, latencyMs: 300, slower: 4, targets: { first: 4_000 } },
};

/** The same at every speed. */
const most = { shift: 0.02, kb: 140, requests: 15, nextKb: 25 };

/** How often each page is visited, and which pages and profiles, separated by commas: all by default. */
export type FeltOptions = { runs: number; pages?: string; profiles?: string; json?: boolean };

type Figure = Pick<Measure, "what" | "unit" | "value" | "note"> & {
  target?: number | undefined;
  floor?: number | undefined;
};

/**
 * What a person feels of a page, in a browser with a slow line and processor: medians of several first visits, each in a
 * browser that has nothing stored, and beside them a bare page of as many bytes. An answer is what becomes visible,
 * whatever draws it.
 */
export async function felt(product: SeededProduct, options: FeltOptions): Promise<Measure[]> {
  const request = await one<{ id: string }>(
    product.pool,
    "select public_id as id from tickets where status = 'ACCEPTED' and deleted_at is null order by created_at desc limit 1",
  );
  const pages = picked(feltPages(request.id), options.pages);
  const speeds = picked(profiles, options.profiles);
  const web = await serve(product);
  const bare = await bareServer();
  const browser = await launched();
  const figures: Figure[] = [];
  try {
    for (let run = 0; run < options.runs; run++)
      for (const [letter, profile] of Object.entries(speeds))
        for (const [name, page] of Object.entries(pages)) {
          const place = { browser, profile, page, who: visitor(product, page), web: web.origin, bare };
          const figuresOfPage = await visited(place).catch((cause) => {
            throw new Error(`${name}, ${profile.words}: ${cause.message}`, { cause });
          });
          const figuresOfRun = figuresOfPage.map((each) => ({ ...each, what: `${letter} ${name}: ${each.what}` }));
          for (const each of figuresOfRun) tell(`  run ${run + 1}, ${inWords(medians([each]))}`, options);
          figures.push(...figuresOfRun);
        }
  } finally {
    await browser.close();
    bare.stop();
    await web.stop();
  }
  return [...Map.groupBy(figures, ({ what }) => what).values()].map(medians);
}

/** One line for all runs of a figure. */
function medians(runs: Figure[]): Measure {
  const { what, unit, target, note } = runs.at(-1)!;
  const floors = runs.flatMap(({ floor }) => floor ?? []);
  return {
    part: "felt",
    what,
    unit,
    value: median(runs.map(({ value }) => value)),
    better: "less",
    ...(floors.length > 0 && { floor: median(floors) }),
    ...(target !== undefined && { target }),
    ...(note && { note }),
  };
}

type Place = {
  browser: Browser;
  profile: MeasuredProfile;
  page: FeltPage;
  who: Visitor;
  web: string;
  bare: BareServer;
};

/** The figures of one page: a visit that waits before it does something, and one that presses from its beginning. */
async function visited({ browser, profile, page, who, web, bare }: Place): Promise<Figure[]> {
  const { targets } = profile;
  const lcp = targets.lcp ?? page.slowLcp;
  const open = async (wanted?: Act) => {
    const visit = await Visit.begin(browser, profile, web, who, wanted);
    await visit.page.goto(`${web}${page.path}`, { waitUntil: "commit" });
    return visit;
  };
  const early = await open(page.first);
  const answer = await early.firstAnswer(page.first);
  await early.end();

  const visit = await open();
  await visit.quiet();
  const first = { ...(await visit.noted()), ...visit.takeTraffic() };
  // Whatever wakes at a first touch is awake from here on.
  await visit.answer(page.first, 5_000);
  await visit.page.keyboard.press("Escape");
  const inputs = await inputFigures(visit, page, targets.input);
  const next = page.next && (await nextPage(visit, page.next));
  await visit.end();
  const floor = await bareVisit(browser, profile, bare, first.bytes, next?.bytes ?? 0);

  return [
    { what: "largest content", unit: "ms", value: first.lcp, target: lcp, floor: floor.lcp },
    {
      what: `first answer (${page.first.name})`,
      unit: "ms",
      value: answer.ms,
      target: targets.first,
      ...(answer.errors.length > 0 && { note: `no answer: ${answer.errors.join("; ")}` }),
    },
    ...inputs,
    ...(next ? [{ what: "next page", unit: "ms", value: next.ms, target: targets.next, floor: floor.next }] : []),
    { what: "shifts", unit: "", value: first.shift, target: most.shift },
    { what: "first visit", unit: "KB", value: first.bytes / 1_024, target: most.kb },
    { what: "first visit", unit: "requests", value: first.requests, target: most.requests },
    ...(next ? [{ what: "next page", unit: "KB", value: next.bytes / 1_024, target: most.nextKb }] : []),
  ].map((each) => ({
    ...each,
    what: ["KB", "requests"].includes(each.unit) ? `${each.what}, ${each.unit}` : each.what,
  }));
}

/** What each input of a page needs until the browser painted after it; the note says when its answer was visible. */
async function inputFigures(visit: Visit, { acts }: FeltPage, target: number | undefined): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const act of acts) {
    await visit.quiet();
    const { paintMs, seenMs } = await visit.answer(act);
    if (!act.name) continue;
    figures.push({
      what: `input (${act.name})`,
      unit: "ms",
      value: paintMs,
      target,
      note: `answer visible after ${Math.round(seenMs)} ms`,
    });
    await visit.page.keyboard.press("Escape");
  }
  return figures;
}

/** Opens the next page: ms until it is visible, and its bytes. */
async function nextPage(visit: Visit, { open, link, path: to, seen }: NonNullable<FeltPage["next"]>) {
  await visit.quiet();
  if (open) await visit.answer({ name: "", tap: open, seen: link });
  visit.takeTraffic();
  const { seenMs } = await visit.answer({ name: "next page", tap: link, seen, path: to });
  await visit.quiet();
  return { ms: seenMs, bytes: visit.takeTraffic().bytes };
}

const visitor = ({ adminCookie, centerCookie }: SeededProduct, { as, phone = false }: FeltPage): Visitor => ({
  cookie: { admin: adminCookie, center: centerCookie, nobody: undefined }[as],
  phone,
});

/** The entries with these names; refuses others. */
function picked<T>(all: Record<string, T>, names: string | undefined): Record<string, T> {
  if (names === undefined) return all;
  return Object.fromEntries(
    names.split(",").map((name) => {
      if (!(name in all)) throw new Error(`there is no ${name} (there are ${Object.keys(all).join(", ")})`);
      return [name, all[name]!];
    }),
  );
}
