import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { asAdmin } from "#modules/testing/factories.ts";
import { payLeadFromWallet } from "#modules/wallet/ledger/lead-fee.ts";
import { entriesBetween, transfer } from "#modules/wallet/ledger/transfer.ts";
import type { Cuts } from "./cuts.ts";
import { Refused } from "./model.ts";
import { type SharedUnit, sharedTransfer } from "./plan.ts";

/* What all lanes race for: transfers of the same causes on the same wallets. */

/** Shared by the lanes of a round: the wallets they race for, the answers, and counts of what happened. */
export type Shared = {
  centers: string[];
  /**
   * By cause: how often it was reported as new, whether it was reported as present, and whether an outcome is unknown.
   */
  answers: Map<number, { fresh: number; there: boolean; unknown: boolean }>;
  happened: Record<string, number>;
};

/** What a lane needs to race. */
type Racer = { shared: Shared; cuts: Cuts; tickets: string[]; count: (what: string, by?: number) => void };

/**
 * One attempt at what all lanes race for: each cause takes effect at most once, whichever lane was first or was cut.
 */
export async function race(lane: Racer, { shared: cause, fate }: SharedUnit): Promise<void> {
  lane.count("operations");
  lane.count("raced");
  const { act, wallet, paise } = sharedTransfer(cause);
  const ended = await lane.cuts.run(fate, async () => {
    if (fate.is === "throw") throw new Refused("our code throws");
    const centerId = lane.shared.centers[wallet]!;
    const name = sharedCause(lane.shared, cause);
    if (act === "lead")
      return (await payLeadFromWallet({
        centerId,
        amountPaise: toPaise(paise),
        ticketId: lane.tickets[0]!,
        cause: name,
      }))
        ? "there"
        : "short";
    const { fresh } = await transfer({
      kind: act === "debit" ? "lead_fee" : act,
      cause: name,
      entries:
        act === "bonus"
          ? entriesBetween(toPaise(paise), "bonus_expense", { centerId })
          : entriesBetween(toPaise(paise), { centerId }, act === "debit" ? "lead_fee_income" : "penalty_income"),
      actor: asAdmin(),
    });
    return fresh ? "fresh" : "there";
  });
  const tally = lane.shared.answers.get(cause) ?? { fresh: 0, there: false, unknown: false };
  lane.shared.answers.set(cause, tally);
  if (ended.how === "committed") {
    if (ended.result === "fresh") tally.fresh += 1;
    if (ended.result !== "short") tally.there = true;
  } else if (ended.how === "unknown") {
    if (await lane.cuts.committed(ended.xid)) tally.unknown = true;
  } else if (ended.how === "refused") {
    // An uncovered lead must be an answer, never an error: its wallet was locked before its balance was read.
    const short = act === "debit" && ended.error instanceof DomainError && ended.error.key === "wallet.short";
    if (!short && !(ended.error instanceof Refused)) throw ended.error;
  }
}

export const sharedCause = ({ centers }: Shared, cause: number) => `${centers[0]} shared ${cause}`;
