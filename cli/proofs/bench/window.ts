import { Line } from "./line.ts";

/** The result of a short period in which `lanes` repeat their steps. */
export type Window = { perSecond: number; latencies: number[] };

/** One repeated step of a lane. */
export type Step = () => Promise<unknown>;

/** Lets each lane repeat its step for a while. */
export async function windowOf(lanes: readonly Step[], ms: number): Promise<Window> {
  const latencies: number[] = [];
  const begun = performance.now();
  const until = begun + ms;
  await Promise.all(
    lanes.map(async (step) => {
      for (let from = performance.now(); from < until; from = performance.now()) {
        await step();
        latencies.push(performance.now() - from);
      }
    }),
  );
  return { perSecond: latencies.length / ((performance.now() - begun) / 1_000), latencies };
}

/**
 * The result of several things measured alternately (A B A B …), so that other load on the machine affects all of them.
 */
export type Compared = { perSecond: number; p50: number; p95: number; p99: number; windows: number };

/** Servers are warmed up first, because code is compiled in the first seconds. */
const warmUpMs = 3_000;

export async function inTurns<N extends string>(
  things: Record<N, readonly Step[]>,
  { rounds, ms }: { rounds: number; ms: number },
  warmUp = warmUpMs,
): Promise<Record<N, Compared>> {
  const names = Object.keys(things) as N[];
  const windows = Object.fromEntries(names.map((name) => [name, [] as Window[]])) as Record<N, Window[]>;
  for (const name of names) await windowOf(things[name], warmUp);
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that nothing always comes first.
    for (const name of round % 2 ? names.toReversed() : names) windows[name].push(await windowOf(things[name], ms));
  }
  return Object.fromEntries(names.map((name) => [name, summed(windows[name])])) as Record<N, Compared>;
}

function summed(windows: readonly Window[]): Compared {
  const latencies = windows.flatMap((window) => window.latencies).toSorted((a, b) => a - b);
  return {
    perSecond: median(windows.map(({ perSecond }) => perSecond)),
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    windows: windows.length,
  };
}

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Lanes over HTTP: each with its own connection, renewed before the server closes it. */
export function requests(origin: string, count: number, next: () => string, accepted = [200]): Step[] {
  return Array.from({ length: count }, () => {
    let line: Line | undefined;
    let sent = 0;
    return async () => {
      if (!line || sent++ >= 990) {
        line?.close();
        line = await Line.to(origin);
        sent = 1;
      }
      const answer = await line.send(next());
      if (!accepted.includes(answer.status))
        throw new Error(
          `${next().slice(0, 60).split("\r\n")[0]} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`,
        );
      return answer;
    };
  });
}
