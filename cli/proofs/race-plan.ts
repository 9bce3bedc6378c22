import { type Random, randomFrom } from "#modules/demo/index.ts";

/*
 * Who tries what in a race, by its seed. The seed fixes the plan; which of many tries at the same moment comes first
 * is up to the machines, and the rules must hold whoever it is.
 */

/** What is in a center's wallet: nothing, the price of exactly one request, of a few, or of all. */
export type Purse = "empty" | "one" | "few" | "full";

/** How a center that has to pay by card goes on. */
export type Manner =
  /** Pays; browser and webhook both tell. */
  | "pays"
  /** Pays, and its browser dies. */
  | "vanishes"
  /** Pays, and the webhook is lost. */
  | "unheard"
  | "fails"
  | "abandons"
  /** Pays when the reservation is over, or the request is cancelled. */
  | "late";

export type Try = {
  ticket: number;
  center: number;
  /** `wrong`: by the call of the other kind of request; `twice`: the same tap sent twice at once. */
  deed: "accept" | "twice" | "wrong" | "reject";
  manner: Manner;
};
export type AdminDeed = { ticket: number; deed: "assign" | "cancel"; center: number };

export type Plan = {
  centers: { purse: Purse; subscribed: boolean; limit: number }[];
  tickets: { paid: boolean }[];
  /** Tickets that are fought for at the same time, with their tries in the order in which they are sent. */
  heats: (Try | AdminDeed)[][];
  /** What an admin does with a ticket at the moment its reservation is over. */
  cancelsLater: ReadonlySet<number>;
};

const ticketsOfHeat = 10;

/** How many centers try for each request: everybody, but at most so many. */
export const triesPerTicket = 100;

/** Plan a race; the same seed gives the same plan. */
export function planRace({ tickets, centers, seed }: { tickets: number; centers: number; seed: number }): Plan {
  const random = randomFrom(`race ${seed}`);
  const plan: Plan = {
    centers: Array.from({ length: centers }, () => ({
      purse: random.weighted<Purse>([
        ["empty", 0.35],
        ["one", 0.25],
        ["few", 0.15],
        ["full", 0.25],
      ]),
      subscribed: random.chance(0.5),
      limit: random.chance(0.2) ? 1 : 1_000,
    })),
    tickets: Array.from({ length: tickets }, () => ({ paid: random.chance(0.75) })),
    heats: [],
    cancelsLater: new Set(Array.from({ length: tickets }, (_, ticket) => ticket).filter(() => random.chance(0.3))),
  };
  for (let first = 0; first < tickets; first += ticketsOfHeat) {
    const fought = Array.from({ length: Math.min(ticketsOfHeat, tickets - first) }, (_, n) => first + n);
    plan.heats.push(heat(random, fought, plan.centers));
  }
  return plan;
}

/**
 * Each center tries for all requests of a heat at about the same moment: one wallet, one limit, several chances. First
 * come those for whom it matters most, because most requests are decided by the first tries.
 */
function heat(random: Random, tickets: number[], centers: Plan["centers"]) {
  const mixed = shuffled(random, [...centers.keys()]);
  const sharp = [tight, payingOnce, payingByCard, payingByCard, rich].flatMap((sort) => {
    const found = mixed.findIndex((center) => sort(centers[center]!));
    return found < 0 ? [] : mixed.splice(found, 1);
  });
  const order = [...shuffled(random, sharp), ...mixed].slice(0, triesPerTicket);
  const tries: (Try | AdminDeed)[] = order.flatMap((center) =>
    shuffled(random, tickets).map((ticket) => ({ ticket, center, deed: deedOf(random), manner: mannerOf(random) })),
  );
  // Among the first tries of its ticket, where it is decided.
  for (const ticket of tickets) {
    const deed = random.weighted<AdminDeed["deed"] | undefined>([
      ["assign", 0.15],
      ["cancel", 0.2],
      [undefined, 0.65],
    ]);
    if (deed) tries.splice(random.below(tickets.length * 2), 0, { ticket, deed, center: random.below(centers.length) });
  }
  return tries;
}

type Wish = Plan["centers"][number];
const tight = ({ limit, purse }: Wish) => limit < 10 && purse === "full";
const payingOnce = ({ limit, purse }: Wish) => limit > 10 && purse === "one";
const payingByCard = ({ limit, purse }: Wish) => limit > 10 && purse === "empty";
const rich = ({ limit, purse }: Wish) => limit > 10 && purse === "full";

const deedOf = (random: Random) =>
  random.weighted<Try["deed"]>([
    ["accept", 0.82],
    ["twice", 0.06],
    ["wrong", 0.04],
    ["reject", 0.08],
  ]);

const mannerOf = (random: Random) =>
  random.weighted<Manner>([
    ["pays", 0.25],
    ["vanishes", 0.15],
    ["unheard", 0.15],
    ["fails", 0.15],
    ["abandons", 0.15],
    ["late", 0.15],
  ]);

export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
