import type { z } from "zod";
import type { Random } from "#modules/demo/random.ts";
import { hour, minute, second } from "#modules/kernel/clock.ts";
import { providerCalls } from "#modules/sandbox/payments/calls.ts";
import type { Faults } from "#modules/sandbox/payments/faults.ts";
import { liesOf } from "#modules/sandbox/payments/lies.ts";

/*
 * A plan of actions on purchases: moments with several actions at once, during which the provider has one kind of
 * fault. The seed determines everything; `which` picks a purchase, ticket or webhook by its index among those that
 * exist.
 */

export type Act = { which: number } & (
  | { is: "pays"; outcome: "success" | "failure" | "pending"; amount?: number }
  | { is: "callback"; as: "it is" | "tampered" | "of another order" }
  | { is: "webhook"; as: "it is" | "tampered" | "forged" | "unsigned"; twice: boolean }
  | { is: "asks" | "accept" | "cancel" | "delete" | "close" }
  | { is: "reconciler" | "queue" | "reservations" | "refunds" }
);

export type Moment = { later: number; faults: z.input<typeof Faults> | undefined; acts: Act[] };

/** The moments of one round over `purchases` orders. */
export const momentsOf = (random: Random, purchases: number): Moment[] =>
  Array.from({ length: random.between(6, 12) }, (_, index) => ({
    later: index === 0 ? second : laterBy(random),
    faults: random.chance(0.35) ? undefined : faults(random),
    acts: Array.from({ length: purchases * 2 }, () => act(random, index)),
  }));

const laterBy = (random: Random) =>
  random.weighted([
    [10 * second, 0.4],
    [3 * minute, 0.25],
    [11 * minute, 0.15],
    [16 * minute, 0.12],
    [3 * hour, 0.05],
    [25 * hour, 0.03],
  ] as const);

function act(random: Random, index: number): Act {
  const which = random.below(1_000_000);
  const kind = random.weighted([
    ["pays", index < 4 ? 0.12 : 0.04],
    ["callback", 0.12],
    ["asks", 0.03],
    ["queue", 0.02],
    ["reconciler", 0.01],
    ["accept", 0.06],
    ["cancel", 0.012],
    ["close", 0.03],
    ["delete", 0.002],
    ["reservations", 0.005],
    ["refunds", 0.005],
    ["webhook", 1],
  ] as const);
  if (kind === "pays") return { is: kind, which, ...payment(random) };
  if (kind === "callback")
    return {
      is: kind,
      which,
      as: random.weighted([
        ["it is", 0.7],
        ["tampered", 0.2],
        ["of another order", 0.1],
      ] as const),
    };
  if (kind === "webhook")
    return {
      is: kind,
      which,
      as: random.weighted([
        ["it is", 0.82],
        ["tampered", 0.08],
        ["forged", 0.06],
        ["unsigned", 0.04],
      ] as const),
      twice: random.chance(0.25),
    };
  return { is: kind, which };
}

const payment = (random: Random) => ({
  outcome: random.weighted([
    ["success", 0.7],
    ["failure", 0.15],
    ["pending", 0.15],
  ] as const),
  ...(random.chance(0.05) && { amount: random.pick([100, 5_000, 12_300]) }),
});

/** One kind of fault for the calls, and faults of the webhooks. */
function faults(random: Random): z.input<typeof Faults> {
  const seed = random.below(2_000_000_000);
  const share = random.pick([0.2, 0.5, 1]);
  const call = random.pick(providerCalls);
  const way = random.weighted<z.input<typeof Faults>>([
    [{}, 0.2],
    [{ slow: share, slowMs: 40 }, 0.1],
    [{ fail: share, done: random.pick([0, 0.5, 1]) }, 0.15],
    [{ cut: share, done: random.pick([0, 0.5, 1]) }, 0.15],
    [{ refuse: share }, 0.1],
    // Only one call lies, in one way: if all answers of the provider agreed on something false, it would be believed.
    [{ calls: [call], lie: share, lies: [random.pick(liesOf[call])] }, 0.3],
  ]);
  return {
    seed,
    ...way,
    webhooks: { drop: 0.1, duplicate: 0.2, reorder: 0.3, forge: 0.05, tamper: 0.05, lie: 0.1 },
  };
}
