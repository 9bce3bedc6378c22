import { type Random, randomFrom } from "#modules/demo/index.ts";

/*
 * The plan of a race, made from its seed. Which of many concurrent tries comes first is not fixed, and the rules must
 * hold whichever it is.
 */

/** A center's wallet balance: nothing, the price of exactly one request, of a few, or of all. */
export type Purse = "empty" | "one" | "few" | "full";

/** What a center does that has to pay by card. */
export type Manner =
  /** Pays; browser and webhook both report it. */
  | "pays"
  /** Pays, and its browser closes before it reports. */
  | "vanishes"
  /** Pays, and the webhook is lost. */
  | "unheard"
  | "fails"
  | "abandons"
  /** Pays after the reservation ended or the request was cancelled. */
  | "late";

export type Try = {
  ticket: number;
  center: number;
  /**
   * `wrong`: by the call for the other kind of request; `twice`: the same press sent twice at once; `listed`: on the row
   * its center reads in its list, which moves meanwhile.
   */
  act: "accept" | "twice" | "listed" | "wrong" | "reject";
  manner: Manner;
};
export type AdminAct = { ticket: number; act: "assign" | "cancel"; center: number };

export type Plan = {
  centers: { purse: Purse; subscribed: boolean; limit: number }[];
  tickets: { paid: boolean }[];
  /** Groups of tickets that are contested at the same time, with their tries in sending order. */
  heats: (Try | AdminAct)[][];
  /** The tickets an admin cancels at the moment their reservation ends. */
  cancelsLater: ReadonlySet<number>;
};

const ticketsOfHeat = 10;

/** The most centers that try for one request. */
export const triesPerTicket = 100;

/** Plans a race; the same seed gives the same plan. */
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
 * Each center tries for all requests of a group at about the same moment, with one wallet, one limit and several
 * chances. Centers for which the order matters most come first, because the first tries decide most requests.
 */
function heat(random: Random, tickets: number[], centers: Plan["centers"]) {
  const mixed = shuffled(random, [...centers.keys()]);
  const sharp = [tight, payingOnce, payingByCard, payingByCard, rich].flatMap((sort) => {
    const index = mixed.findIndex((center) => sort(centers[center]!));
    return index < 0 ? [] : mixed.splice(index, 1);
  });
  const order = [...shuffled(random, sharp), ...mixed].slice(0, triesPerTicket);
  const tries: (Try | AdminAct)[] = order.flatMap((center) =>
    shuffled(random, tickets).map((ticket) => ({ ticket, center, act: actOf(random), manner: mannerOf(random) })),
  );
  // Among the first tries for its ticket, which decide it.
  for (const ticket of tickets) {
    const act = random.weighted<AdminAct["act"] | undefined>([
      ["assign", 0.15],
      ["cancel", 0.2],
      [undefined, 0.65],
    ]);
    if (act) tries.splice(random.below(tickets.length * 2), 0, { ticket, act, center: random.below(centers.length) });
  }
  return tries;
}

type PlannedCenter = Plan["centers"][number];
const tight = ({ limit, purse }: PlannedCenter) => limit < 10 && purse === "full";
const payingOnce = ({ limit, purse }: PlannedCenter) => limit > 10 && purse === "one";
const payingByCard = ({ limit, purse }: PlannedCenter) => limit > 10 && purse === "empty";
const rich = ({ limit, purse }: PlannedCenter) => limit > 10 && purse === "full";

const actOf = (random: Random) =>
  random.weighted<Try["act"]>([
    ["accept", 0.78],
    ["twice", 0.06],
    ["listed", 0.04],
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
