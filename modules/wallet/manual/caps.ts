import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, rupees, toPaise, zero } from "#modules/kernel/money.ts";
import { leadLeft } from "../ledger/by-hand.ts";
import type { Adjustment } from "./adjustment.entity.ts";

/** The limits of refunds and penalties; each is for one center and one request, so that splitting gains nothing. */

type Case = Pick<Adjustment, "kind" | "centerId" | "ticketId">;

type Sums = {
  /** What was moved without a second admin. */
  alone: Paise;
  /** Penalties that were taken and not returned. */
  standing: Paise;
  /** What waits for a second admin. */
  waiting: Paise;
};

async function sumsOf({ kind, centerId, ticketId }: Case): Promise<Sums> {
  const found = await row<Record<keyof Sums, string>>(
    `select coalesce(sum(amount_paise) filter (where state = 'DONE' and decided_by is null), 0) as alone,
       coalesce(sum(amount_paise) filter (where state = 'DONE' and objection is distinct from 'RETURNED'), 0) as standing,
       coalesce(sum(amount_paise) filter (where state = 'WAITING'), 0) as waiting
     from adjustments where ticket_id = $1 and center_id = $2 and kind = $3`,
    [ticketId, centerId, kind],
  );
  const { alone, standing, waiting } = found!;
  return { alone: toPaise(alone), standing: toPaise(standing), waiting: toPaise(waiting) };
}

/** What may be moved without a second admin. */
export const aloneLimit = () => fromRupees(env.secondAdminAboveRupees);
export const penaltyCap = () => fromRupees(env.penaltyCapRupees);

/**
 * How much may still be refunded or taken, in paise, besides what waits for a second admin: a refund returns at most
 * what the center paid for the request and did not get back, penalties stay below their cap (H18).
 */
export async function roomFor(asked: Case): Promise<Paise> {
  const { standing, waiting } = await sumsOf(asked);
  return atLeastZero((await whole(asked, standing)) - waiting);
}

async function whole(asked: Case, standing: Paise) {
  return asked.kind === "Refund" ? leadLeft(asked) : penaltyCap() - standing;
}

/** Refuse a new refund or penalty above its limit. */
export async function needRoom(asked: Case & Pick<Adjustment, "amountPaise">) {
  refuseAbove(asked, await roomFor(asked));
}

/** Refuse to carry out a refund or penalty that is above its limit by now; what else waits does not count. */
export async function needRoomNow(asked: Case & Pick<Adjustment, "amountPaise">) {
  const { standing } = await sumsOf(asked);
  refuseAbove(asked, atLeastZero(await whole(asked, standing)));
}

function refuseAbove({ kind, amountPaise }: Pick<Adjustment, "kind" | "amountPaise">, room: Paise) {
  if (amountPaise <= room) return;
  throw conflict(kind === "Refund" ? "adjust.aboveRefund" : "adjust.abovePenalty", { left: rupees(room) });
}

/**
 * Whether an amount needs a second admin: together with what was moved of its kind without one it is above the limit.
 */
export async function needsSecond(asked: Case & Pick<Adjustment, "amountPaise">): Promise<boolean> {
  const { alone } = await sumsOf(asked);
  return alone + asked.amountPaise > aloneLimit();
}

const atLeastZero = (amount: number) => (amount > 0 ? toPaise(amount) : zero);
