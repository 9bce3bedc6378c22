import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { needMay } from "../policy.ts";
import type { RevealUpi } from "../shared.ts";
import { upiInFull } from "./upi.ts";

/** More centers than one person pays in an hour, so that the list cannot be read out as a whole (R12). */
const revealLimit = { name: "reveal-upi", points: 20, seconds: 3600, onFailure: "closed" } as const;

/**
 * Returns a center's UPI id in full to an admin who may change centers. Reader, time and reason are recorded in its
 * history; the id is not. Refuses with `center.notFound`, and with `center.noUpi` where there is none or its key is
 * lost.
 */
export async function revealUpi(actor: Actor, { centerId, reason }: RevealUpi): Promise<{ upiId: string }> {
  needKind(actor, "admin");
  needMay(actor, "keepCenter");
  return transaction(async () => {
    const upiId = upiInFull(await lockedCenter(centerId));
    if (!upiId) throw conflict("center.noUpi");
    await countUse(revealLimit, actor.adminId);
    await record(actor, { subject: "center", id: centerId, event: "center.upiRevealed", data: { reason } });
    return { upiId };
  });
}
