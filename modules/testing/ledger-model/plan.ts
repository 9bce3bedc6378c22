import { fc } from "#modules/testing/property.ts";
import type { ModelTransfer } from "./model.ts";

/*
 * The operations on the ledger as data drawn from a seed: the same seed gives exactly the same plan. Numbers that pick
 * something (an order, an earlier transfer) are taken modulo the number of choices when their turn comes.
 */

export type Op =
  | {
      do: "bonus" | "added" | "penalty" | "debit" | "lead" | "refundLead";
      wallet: number;
      paise: number;
    }
  | { do: "subscription"; wallet: number; paise: number }
  | { do: "joining"; wallet: number }
  | { do: "refundFee"; pick: number; paise: number }
  | { do: "refundSubscription"; pick: number; paise: number }
  | { do: "intoBalance" | "payout" | "waiver"; paise: number }
  | { do: "again" | "otherAmount" | "giveBack" | "returnPenalty"; pick: number }
  | {
      /** A center hands its job back, free or not; then another one, by the number of its wallet, accepts it. */
      do: "handBack";
      pick: number;
      free: boolean;
      wallet: number;
      paise: number;
    }
  | {
      do: "open";
      purpose: "booking_fee" | "lead_fee" | "recharge";
      wallet: number;
      paise: number;
      late: boolean;
      /** Whether the customer's balance pays first. */
      proved: boolean;
    }
  | {
      do: "told";
      pick: number;
      payment: number;
      status: "created" | "failed" | "authorized" | "captured";
      fits: boolean;
    }
  | { do: "earn" | "refund" | "close" | "giveBackCard"; pick: number }
  | { do: "settle"; pick: number; refund: number; to: "processed" | "failed" };

/** What happens to the transaction of a unit. */
export type Fate =
  | { is: "commit" }
  /** Our code throws after this many operations. */
  | { is: "throw"; at: number }
  /** A statement fails; the connection stays usable. */
  | { is: "error"; at: number }
  /** The backend is terminated before a statement, or while it runs. */
  | { is: "terminate"; at: number; during: boolean }
  /** The connection is cut around the commit, so that the outcome is unknown; then the unit is repeated. */
  | { is: "unknown"; cut: "unsent" | "sent" | "raced" | "answered" };

/** Operations of one transaction on a lane's own wallets. */
export type Unit = { ops: Op[]; fate: Fate; repeat: boolean };

/** One operation for which all lanes race; wallet, kind and amount follow from the cause. */
export type SharedUnit = { shared: number; fate: Fate };

/** The wallets of centers; one of a customer comes after them. */
export const walletsPerLane = 3;
export const sharedWallets = 2;
export const lanes = 4;

const wallet = fc.nat({ max: walletsPerLane - 1 });
const pick = fc.nat({ max: 999 });
const paise = fc.integer({ min: 1, max: 5_000 });
const small = fc.integer({ min: 1, max: 2_000 });
/** What an admin decides about is in whole rupees. */
const wholeRupees = fc.integer({ min: 1, max: 20 }).map((rupees) => rupees * 100);
const amounts = (
  name: Exclude<Extract<Op, { wallet: number; paise: number }>["do"], "open" | "handBack">,
  of: fc.Arbitrary<number>,
) => fc.record({ do: fc.constant(name), wallet, paise: of });
const picks = <T extends string>(name: T) => fc.record({ do: fc.constant(name), pick });

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 26, arbitrary: amounts("bonus", paise) },
  { weight: 4, arbitrary: amounts("added", paise) },
  { weight: 8, arbitrary: amounts("penalty", small) },
  { weight: 5, arbitrary: amounts("debit", small) },
  { weight: 24, arbitrary: amounts("lead", small) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("joining" as const), wallet }) },
  { weight: 14, arbitrary: picks("again") },
  { weight: 5, arbitrary: amounts("refundLead", small) },
  { weight: 4, arbitrary: amounts("subscription", wholeRupees) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refundSubscription" as const), pick, paise: wholeRupees }) },
  { weight: 3, arbitrary: picks("returnPenalty") },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refundFee" as const), pick, paise: small }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("intoBalance", "payout", "waiver"), paise }) },
  { weight: 3, arbitrary: picks("giveBack") },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("handBack" as const),
      pick,
      free: fc.boolean(),
      wallet,
      paise: small,
    }),
  },
  { weight: 1, arbitrary: picks("otherAmount") },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      purpose: fc.constantFrom("booking_fee", "lead_fee", "recharge"),
      wallet,
      paise,
      late: fc.boolean(),
      proved: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("told" as const),
      pick,
      payment: fc.nat({ max: 1 }),
      status: fc.constantFrom("created", "failed", "authorized", "captured", "captured"),
      fits: fc.nat({ max: 9 }).map((one) => one > 0),
    }),
  },
  { weight: 3, arbitrary: picks("earn") },
  { weight: 3, arbitrary: picks("refund") },
  { weight: 1, arbitrary: picks("close") },
  { weight: 2, arbitrary: picks("giveBackCard") },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      pick,
      refund: fc.nat({ max: 2 }),
      to: fc.constantFrom("processed", "processed", "failed"),
    }),
  },
) as fc.Arbitrary<Op>;

const at = fc.nat({ max: 30 });
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 86, arbitrary: fc.constant({ is: "commit" }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant("throw"), at: fc.nat({ max: 11 }) }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant("error"), at }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant("terminate"), at, during: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant("unknown"),
      cut: fc.constantFrom("unsent", "sent", "raced", "answered"),
    }),
  },
) as fc.Arbitrary<Fate>;

/** What a lane does next. */
export const unit: fc.Arbitrary<Unit | SharedUnit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ops: fc.array(op, { minLength: 1, maxLength: 24, size: "max" }),
      fate,
      repeat: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ shared: fc.nat({ max: 29 }), fate }) },
);

/** Wallet, direction and amount of a cause shared by all lanes. */
export const sharedTransfer = (cause: number) => ({
  wallet: cause % sharedWallets,
  paise: 100 + cause * 37,
  act: (["bonus", "lead", "bonus", "debit", "penalty"] as const)[cause % 5]!,
});

/** The transfer by which a customer's balance grows, is paid out or is waived. */
export const ofBalance = (
  { do: what, paise }: Extract<Op, { do: "intoBalance" | "payout" | "waiver" }>,
  cause: string,
): ModelTransfer => ({
  cause,
  paise,
  ...(what === "intoBalance"
    ? { kind: "wallet_added", from: "received_by_hand", to: walletsPerLane }
    : { kind: what, from: walletsPerLane, to: what === "payout" ? "paid_out_by_hand" : "waived_balances" }),
});

/** Usually one of the last two, so that one order goes through many operations. */
export const recent = <T>(from: readonly T[], pick: number): T | undefined =>
  pick % 4 === 0 ? picked(from, pick) : from.at(-1 - (pick % Math.min(2, from.length || 1)));

export const picked = <T>(from: readonly T[], pick: number): T | undefined => from[pick % from.length];
