import type { Actor } from "#modules/kernel/actor.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { earnBookingFee, isFeeHeld } from "#modules/wallet/index.ts";
import { recordOn } from "../history.ts";
import { notVisited, visited } from "../labels.ts";
import { hasOwnPicture } from "../pictures/picture.ts";
import type { Ticket } from "../ticket.entity.ts";
import { returnFee } from "./return-fee.ts";

/** Announced when a fee waits for a decision, and when it was decided. */
export const heldFeesTopic = "held-fees";

type Closing = {
  remark: string | null | undefined;
  /** Whether one of the customer's codes was entered. */
  code: boolean;
  /** Whether an on-site picture was uploaded by the closing center, or by the operator. */
  picture: boolean;
  /** Whether an admin closes, who needs neither. */
  byAdmin: boolean;
};

/**
 * Decides about a held booking fee at the closing (fixed point 8). Without a visit it is refunded. A code earns it; an
 * on-site picture does where the remark says that there was a visit. Without either, an admin's closing leaves it held
 * for a decision, and a center's returns it.
 */
export function feeEndOf({ remark, code, picture, byAdmin }: Closing): "earned" | "returned" | "held" {
  if (remark === notVisited) return "returned";
  if (code) return "earned";
  if (byAdmin) return "held";
  return picture && visited(remark ?? "") ? "earned" : "returned";
}

/**
 * Earn, return or hold the booking fee of a ticket that was just closed, in the closing transaction. Returns the
 * operator's share in paise.
 */
export async function feeAtClosing(actor: Actor, ticket: Ticket, { byAdmin }: { byAdmin: boolean }): Promise<Paise> {
  if (!(await isFeeHeld(ticket.id))) return zero;
  const remark = ticket.closeRemarks;
  const end = feeEndOf({
    remark,
    code: ticket.remarkMessage != null,
    picture: await hasOwnPicture(ticket),
    byAdmin,
  });
  if (end === "earned") return (await earnBookingFee(ticket.id)) ? ticket.bookingFeePaise : zero;
  if (end === "returned") {
    await returnFee(actor, ticket, remark === notVisited ? "not visited" : "visit not proven");
    return zero;
  }
  ticket.feeHeldAt = ticket.closedAt ?? null;
  await recordOn(actor, ticket, { event: "ticket.feeHeld", data: { amountPaise: ticket.bookingFeePaise } });
  await announce([heldFeesTopic]);
  return zero;
}
