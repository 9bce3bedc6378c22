import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied } from "#modules/kernel/errors.ts";
import { endEntered } from "../subscriptions/give.ts";
import { type Adjusted, adjustedOf } from "./adjust.ts";
import { needRoomNow } from "./caps.ts";
import { carryOut, decideAs, type Locked, tell } from "./carry-out.ts";
import type { AdjustmentRef, RefuseAdjustment } from "./input.ts";
import { adjusterOf, lockAdjustment, withPlainError } from "./parties.ts";

/*
 * Decisions about an adjustment that waits for a second admin. The first decision counts; later ones throw
 * conflict("adjust.decided").
 */

/** Approve another admin's refund or penalty: its limit is checked again, then the money moves. */
export const approveAdjustment = (actor: Actor, input: AdjustmentRef): Promise<Adjusted> =>
  withPlainError(() =>
    transaction(async () => {
      const locked = await waiting(actor, input, { bySecond: true });
      await needRoomNow(locked.adjustment);
      await carryOut(actor, locked, { approved: true });
      return adjustedOf(locked);
    }),
  );

/** Refuse another admin's refund or penalty, with the reason; nothing moves. */
export const refuseAdjustment = (actor: Actor, input: RefuseAdjustment): Promise<Adjusted> =>
  transaction(async () => {
    const locked = await waiting(actor, input, { bySecond: true });
    locked.adjustment.decisionRemarks = input.remarks;
    return end(actor, locked, "REFUSED");
  });

/** Take back one's own refund or penalty while it waits. */
export const withdrawAdjustment = (actor: Actor, input: AdjustmentRef): Promise<Adjusted> =>
  transaction(async () => {
    const locked = await waiting(actor, input, { bySecond: false });
    return end(actor, locked, "WITHDRAWN");
  });

async function end(actor: Actor, locked: Locked, how: "REFUSED" | "WITHDRAWN") {
  decideAs(locked.adjustment, actor, how);
  if (locked.adjustment.kind === "Subscription") await endEntered(locked.adjustment);
  await em().flush();
  await tell(actor, locked, how === "REFUSED" ? "refused" : "withdrawn");
  return adjustedOf(locked);
}

/** An adjustment that waits, for its author or for any other admin. */
async function waiting(
  actor: Actor,
  { adjustmentId }: AdjustmentRef,
  { bySecond }: { bySecond: boolean },
): Promise<Locked> {
  const { adminId } = adjusterOf(actor);
  const locked = await lockAdjustment(adjustmentId);
  const { state, authorId } = locked.adjustment;
  if (bySecond && authorId === adminId) throw denied("adjust.own");
  if (!bySecond && authorId !== adminId) throw denied("adjust.notOwn");
  if (state !== "WAITING") throw conflict("adjust.decided");
  return locked;
}
