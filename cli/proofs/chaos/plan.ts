import { type Random, randomFrom } from "#modules/demo/index.ts";

/** A fault of the running product; it is undone after `forMs`. */
export type Fault =
  | { kind: "kill"; part: string }
  | { kind: "stop"; part: string; forMs: number }
  | { kind: "kill a backend" }
  | { kind: "kill PostgreSQL" }
  | { kind: "restart PostgreSQL" }
  | { kind: "cut connections" }
  | { kind: "fill the disk"; forMs: number }
  | { kind: "shift the clock"; part: string; seconds: number; forMs: number };

export type Step = { atMs: number; fault: Fault };

/** The part of a round in which faults begin, in milliseconds. */
export const faultWindowMs = 6_000;
const faultsPerRound = 4;

/** Every kind of fault, dealt like cards, so that a few rounds contain all of them. */
const cards: ((random: Random) => Fault)[] = [
  (random) => ({ kind: "kill", part: webOf(random) }),
  (random) => ({ kind: "kill", part: webOf(random) }),
  (random) => ({ kind: "kill", part: workerOf(random) }),
  (random) => ({ kind: "kill", part: workerOf(random) }),
  (random) => ({ kind: "stop", part: webOf(random), forMs: random.between(500, 5_000) }),
  (random) => ({ kind: "stop", part: workerOf(random), forMs: random.between(500, 5_000) }),
  (random) => ({ kind: random.chance(0.5) ? "kill" : "stop", part: "outside", forMs: random.between(500, 5_000) }),
  () => ({ kind: "kill a backend" }),
  () => ({ kind: "kill PostgreSQL" }),
  () => ({ kind: "restart PostgreSQL" }),
  () => ({ kind: "cut connections" }),
  (random) => ({ kind: "fill the disk", forMs: random.between(1_000, 4_000) }),
  (random) => ({
    kind: "shift the clock",
    part: random.chance(0.5) ? webOf(random) : workerOf(random),
    seconds: random.pick([-90, 90]),
    forMs: random.between(2_000, 5_000),
  }),
];

const webOf = (random: Random) => random.pick(["web1", "web2"]);
const workerOf = (random: Random) => random.pick(["worker1", "worker2"]);

/** The faults of each round and when they happen (milliseconds after its traffic began): the same for the same seed. */
export function planChaos({ rounds, seed }: { rounds: number; seed: number }): Step[][] {
  const random = randomFrom(`chaos ${seed}`);
  let deck: typeof cards = [];
  const next = () => {
    if (deck.length === 0) deck = [...cards];
    return deck.splice(random.below(deck.length), 1)[0]!(random);
  };
  return Array.from({ length: rounds }, () =>
    Array.from({ length: faultsPerRound }, () => ({ atMs: random.between(300, faultWindowMs), fault: next() })).sort(
      (left, right) => left.atMs - right.atMs,
    ),
  );
}

/** A step in words. */
export function inWords({ atMs, fault }: Step): string {
  const at = `${(atMs / 1000).toFixed(1)} s`;
  const lasting = "forMs" in fault ? ` for ${(fault.forMs / 1000).toFixed(1)} s` : "";
  if (fault.kind === "kill") return `${at} kill ${fault.part}`;
  if (fault.kind === "stop") return `${at} stop ${fault.part}${lasting}`;
  if (fault.kind === "shift the clock") return `${at} shift the clock of ${fault.part} by ${fault.seconds} s${lasting}`;
  return `${at} ${fault.kind}${lasting}`;
}
