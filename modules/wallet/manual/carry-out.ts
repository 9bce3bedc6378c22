import type { Actor } from "#modules/kernel/actor.ts";
import { hour, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { rupees } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { type AdjustmentState, objectionHours } from "../adjustment-schemas.ts";
import { walletAdjusted } from "../events.ts";
import { leadLeft, refundLead, takePenalty } from "../ledger/by-hand.ts";
import type { Adjustment } from "./adjustment.entity.ts";
import type { Request } from "./parties.ts";
import { adjusterOf } from "./parties.ts";

/** A locked adjustment with its locked request. */
export type Locked = { adjustment: Adjustment; request: Request };

/** What happens to an adjustment, as its history rows name it: `refund.asked`, `penalty.objected`, and so on. */
type Happening = "asked" | "done" | "refused" | "withdrawn" | "objected" | "upheld" | "returned";

/**
 * Write what happened to an adjustment into the history of its request and of its center, by ids and amounts, and tell
 * open screens.
 */
export async function tell(actor: Actor, { adjustment, request }: Locked, happened: Happening, rule: object = {}) {
  const { id: adjustmentId, kind, centerId, amountPaise, authorId } = adjustment;
  const data = { adjustmentId, kind, centerId, amountPaise, authorId, ...rule };
  const event = `${kind.toLowerCase()}.${happened}`;
  await record(actor, { subject: "ticket", id: request.id, event, data });
  await record(actor, { subject: "center", id: centerId, event, data: { ...data, ticketId: request.id } });
  await announce(["requests", `ticket:${request.publicId}`, `center:${centerId}`]);
}

/** Until when the center may object to a penalty that was taken now. */
export const objectableUntil = (movedAt: Date) => new Date(movedAt.getTime() + objectionHours * hour);

/** Note who ended the waiting of an adjustment, together with its new state: no row is ever half decided. */
export function decideAs(adjustment: Adjustment, actor: Actor, state: Exclude<AdjustmentState, "WAITING">) {
  adjustment.state = state;
  adjustment.decidedBy = adjusterOf(actor).adminId;
  adjustment.decidedAt = now();
}

/**
 * Move the money of an adjustment in the running transaction, as its author, or as the second admin who approved it;
 * the center is told of it. What the center paid may have gone back meanwhile: then conflict("adjust.aboveRefund"), and
 * nothing is moved.
 */
export async function carryOut(actor: Actor, locked: Locked, { rule = {}, approved = false } = {}) {
  const { adjustment } = locked;
  const { id: cause, kind, centerId, ticketId, amountPaise } = adjustment;
  const moved = { centerId, ticketId, amountPaise, cause, actor };
  if (kind === "Penalty") await takePenalty(moved);
  else if (!(await refundLead(moved)))
    throw conflict("adjust.aboveRefund", { left: rupees(await leadLeft({ centerId, ticketId })) });
  const movedAt = now();
  if (approved) decideAs(adjustment, actor, "DONE");
  else adjustment.state = "DONE";
  adjustment.movedAt = movedAt;
  await em().flush();
  const until = kind === "Penalty" ? { objectableUntil: objectableUntil(movedAt).toISOString() } : {};
  await tell(actor, locked, "done", { ...rule, ...until });
  await emit(walletAdjusted, { adjustmentId: cause });
}
