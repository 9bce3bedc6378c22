import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, zero } from "#modules/kernel/money.ts";
import { earnedFeeOf } from "../fees/return-booking-fee.ts";
import type { WalletOwner } from "../ledger/wallets.ts";
import { type Adjustment, AdjustmentSchema } from "./adjustment.entity.ts";
import {
  aloneLimit,
  creditNeedsSecond,
  leavingNeedsSecond,
  lockCredits,
  needBalance,
  needRoom,
  needsSecond,
  needWholeFee,
  penaltyCap,
} from "./caps.ts";
import { carryOut, tell } from "./carry-out.ts";
import {
  type AdjustmentKind,
  type AdjustmentReason,
  type AdjustmentState,
  type BalanceEnd,
  endsBalance,
  isForRequest,
  type NewAdjustment,
  type NewWalletAction,
  type WalletAction,
} from "./input.ts";
import {
  adjusterOf,
  lockRequest,
  lockRequestNumbered,
  needParty,
  ownerNamed,
  type Request,
  withPlainError,
} from "./parties.ts";

/** What became of an adjustment; the amounts in paise. */
export type Adjusted = {
  id: string;
  kind: AdjustmentReason;
  state: AdjustmentState;
  amountPaise: number;
  bonusPaise: number;
  /** The request's public id; null where it is for none. */
  ticketId: string | null;
  /** The request's number. */
  number: string | null;
  centerId: string | null;
};

/** What became of what an admin did to a wallet. */
export type WalletActed = Adjusted & { kind: WalletAction };

/** What became of a refund or penalty of a center. */
export type CenterAdjusted = Adjusted & { kind: AdjustmentKind; ticketId: string; number: string; centerId: string };

/**
 * Refund to a center's wallet what it paid for a request, or take a penalty from it (R472): at once (`DONE`), or, above
 * the configured sum, once a second admin approves it (`WAITING`). Needs `adjust_wallet`; what is above its limit is
 * conflict("adjust.aboveRefund" or "adjust.abovePenalty").
 */
export const adjustWallet = (actor: Actor, input: NewAdjustment): Promise<CenterAdjusted> =>
  withPlainError(() =>
    transaction(async () => {
      adjusterOf(actor);
      const request = await lockRequest(input.ticketId);
      const { centerId, kind, remarks } = input;
      const about = { owner: { centerId }, technicianId: null, amountPaise: fromRupees(input.amount), remarks };
      const made = await adjustFor(actor, request, { ...about, kind });
      return { ...made, kind, ticketId: request.publicId, number: request.number, centerId };
    }),
  );

/**
 * Add to a wallet by hand, give a bonus, or refund or take a penalty for a request (R421); amounts above what an admin
 * may move alone wait for a second one. A refund of a center returns at most what it paid for the request, one of a
 * customer at most the fee that was earned: to its source as a whole for 180 days, else to the wallet. Of a customer's
 * balance what is no bonus is paid out, with the bank's reference, and any of it is waived. Needs `adjust_wallet`.
 */
export const actOnWallet = (actor: Actor, input: NewWalletAction): Promise<WalletActed> =>
  withPlainError(() =>
    transaction(async () => {
      adjusterOf(actor);
      const { kind, ticket, remarks, reference } = input;
      const amountPaise = fromRupees(input.amount);
      if (endsBalance(kind)) {
        const about = { ...(await ownerNamed(input)), amountPaise, remarks };
        return { ...(await leave(actor, { ...about, kind, reference: reference ?? null })), kind };
      }
      if (!isForRequest(kind)) {
        const about = { ...(await ownerNamed(input)), amountPaise, remarks };
        return { ...(await creditTo(actor, { ...about, kind, bonusPaise: fromRupees(input.bonus) })), kind };
      }
      const named = await ownerNamed(input);
      const request = await lockRequestNumbered(ticket ?? "");
      return { ...(await adjustFor(actor, request, { ...named, kind, amountPaise, remarks })), kind };
    }),
  );

type About = { owner: WalletOwner; technicianId: string | null; amountPaise: Paise; remarks: string };

async function adjustFor(
  actor: Actor,
  request: Request,
  { owner, technicianId, amountPaise, remarks, kind }: About & { kind: AdjustmentKind },
) {
  const fields = { kind, ...ownerIds(owner), ticketId: request.id, amountPaise };
  await needParty(fields);
  await needRoom(fields);
  if (kind === "Refund" && fields.consumerId) needWholeFee(await earnedFeeOf(request.id), amountPaise);
  const waits = await needsSecond(fields);
  const adjustment = await made(actor, { ...fields, technicianId, bonusPaise: zero, remarks });
  const rule = { secondAdminAbovePaise: aloneLimit(), ...(kind === "Penalty" && { capPaise: penaltyCap() }) };
  return moved(actor, { adjustment, request }, waits, rule);
}

async function creditTo(
  actor: Actor,
  {
    owner,
    technicianId,
    amountPaise,
    bonusPaise,
    remarks,
    kind,
  }: About & { kind: "Wallet Added" | "BONUS"; bonusPaise: Paise },
) {
  const fields = { kind, ...ownerIds(owner), ticketId: null, amountPaise, bonusPaise };
  await lockCredits();
  const waits = await creditNeedsSecond({ ...fields, authorId: adjusterOf(actor).adminId });
  const adjustment = await made(actor, { ...fields, technicianId, remarks });
  return moved(actor, { adjustment, request: null }, waits, { secondAdminAbovePaise: aloneLimit() });
}

/** Pay out or waive a part of a customer's balance; until a second admin decides, what waits is not spent otherwise. */
async function leave(
  actor: Actor,
  { owner, amountPaise, remarks, kind, reference }: About & { kind: BalanceEnd; reference: string | null },
) {
  if ("centerId" in owner) throw invalid("walletAct.ofCustomers", { kind: "walletAct.ofCustomers" });
  const { consumerId } = owner;
  await lockCredits();
  await refuseTaken(reference);
  await needBalance({ kind, consumerId, amountPaise });
  const waits = await leavingNeedsSecond({ authorId: adjusterOf(actor).adminId, consumerId, amountPaise });
  const fields = { kind, ...ownerIds(owner), ticketId: null, technicianId: null, amountPaise, bonusPaise: zero };
  const adjustment = await made(actor, { ...fields, remarks, reference: kind === "Payout" ? reference : null });
  return moved(actor, { adjustment, request: null }, waits, { secondAdminAbovePaise: aloneLimit() });
}

/** Refuse a bank's reference with which a payout or refund was entered already. */
export async function refuseTaken(reference: string | null) {
  const taken = await row(
    sql`select from adjustments
      where state in ('WAITING', 'DONE') and reference = ${reference}`,
  );
  if (taken) throw conflict("walletAct.referenceTaken", { reference: reference ?? "" });
}

type AdjustmentFields = Pick<
  Adjustment,
  "kind" | "ticketId" | "centerId" | "consumerId" | "technicianId" | "amountPaise" | "bonusPaise" | "remarks"
> & { reference?: string | null };

async function made(actor: Actor, fields: AdjustmentFields): Promise<Adjustment> {
  const adjustment = em().create(AdjustmentSchema, {
    id: rowId(),
    ...fields,
    state: "WAITING",
    authorId: adjusterOf(actor).adminId,
  });
  await em().flush();
  return adjustment;
}

async function moved(
  actor: Actor,
  locked: { adjustment: Adjustment; request: Request | null },
  waits: boolean,
  rule: object,
) {
  if (waits) await tell(actor, locked, "asked", rule);
  else await carryOut(actor, locked, { rule });
  return adjustedOf(locked);
}

const ownerIds = (owner: WalletOwner) =>
  "centerId" in owner
    ? { centerId: owner.centerId, consumerId: null }
    : { centerId: null, consumerId: owner.consumerId };

/** An adjustment as its calls answer. */
export const adjustedOf = ({
  adjustment: { id, kind, state, amountPaise, bonusPaise, centerId },
  request,
}: {
  adjustment: Adjustment;
  request: Request | null;
}): Adjusted => ({
  id,
  kind,
  state,
  amountPaise,
  bonusPaise: bonusPaise ?? 0,
  centerId: centerId ?? null,
  ticketId: request?.publicId ?? null,
  number: request?.number ?? null,
});
