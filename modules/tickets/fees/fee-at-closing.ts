import type { Actor } from "#modules/kernel/actor.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { earnBookingFee, isFeeHeld } from "#modules/wallet/index.ts";
import { recordOn } from "../history.ts";
import { notVisited } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { isStartedByCode } from "../visit/start-code.ts";
import { returnFee } from "./return-fee.ts";

/** Announced when a fee waits for a decision, and when it was decided. */
export const heldFeesTopic = "held-fees";

/**
 * Decides about a held booking fee at the closing (fixed point 8), whoever closes. Without a visit it is refunded, unless
 * the customer was not found: then it is held, and a case decides. One of
 * the customer's codes earns it: the start code at the door, the happy or the unhappy one at the closing. Without a code
 * it is held, and the customer is asked.
 */
type Closed = { remark: string | null | undefined; code: boolean; absent: boolean };

export function feeEndOf({ remark, code, absent }: Closed) {
  if (absent) return "held";
  if (remark === notVisited) return "returned";
  return code ? "earned" : "held";
}

/**
 * Earn, return or hold the booking fee of a ticket that was just closed, in the closing transaction. Returns the
 * operator's share in paise.
 */
export async function feeAtClosing(actor: Actor, ticket: Ticket): Promise<Paise> {
  if (!(await isFeeHeld(ticket.id))) return zero;
  const code = ticket.remarkMessage != null || (await isStartedByCode(ticket.id));
  const end = feeEndOf({ remark: ticket.closeRemarks, code, absent: ticket.customerAbsentAt != null });
  if (end === "earned") return (await earnBookingFee(ticket.id)) ? ticket.bookingFeePaise : zero;
  if (end === "returned") {
    await returnFee(actor, ticket, "not visited");
    return zero;
  }
  ticket.feeHeldAt = ticket.closedAt ?? null;
  await recordOn(actor, ticket, { event: "ticket.feeHeld", data: { amountPaise: ticket.bookingFeePaise } });
  await announce([heldFeesTopic]);
  return zero;
}
