import { adminName } from "#modules/access/index.ts";
import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { changed, conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { fromRupees, toRupees, zero } from "#modules/kernel/money.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import { getService } from "../services/services.ts";
import type { CancelVisitCharge, SetVisitCharge } from "../shared.ts";
import { type VisitCharge, VisitChargeSchema } from "./visit-charge.entity.ts";

/**
 * Set what a visit of a service costs in an area: from now on, or from the start of a later day in India; 0 ends the
 * charge. What was booked before keeps its own. A later charge of the same day replaces the one planned for it. Refused
 * (409) when `was` is not the charge in force any more, and for a pick and drop, which has its platform charge. For a
 * SUPER_ADMIN.
 */
export async function setVisitCharge(
  actor: Actor,
  { serviceId, area, amount, from, was }: SetVisitCharge,
): Promise<void> {
  needMay(actor, "keepServices");
  const today = istDate();
  if (from !== undefined && from < today) throw invalid("price.past", { from: "price.past" });
  await transaction(async () => {
    await oneChangeAtATime();
    const service = await getService(serviceId);
    if (service.pickDrop) throw conflict("visitCharge.pickDrop");
    const before = await inForce(serviceId, area);
    const paise = before?.amountPaise ?? zero;
    if (was !== undefined && fromRupees(was) !== paise) throw await changedSince(actor, before);
    const on = from === undefined || from === today ? now() : fromIst(from);
    const replaced = await em().findOne(VisitChargeSchema, { serviceId, area, effectiveFrom: on });
    if (replaced) await em().remove(replaced).flush();
    const charge = em().create(VisitChargeSchema, {
      serviceId,
      area,
      amountPaise: fromRupees(amount),
      effectiveFrom: on,
      createdBy: actor.kind === "admin" ? actorId(actor) : null,
    });
    await em().flush();
    await record(actor, {
      subject: "catalog",
      id: charge.id,
      event: "visitCharge.set",
      from: String(paise),
      to: String(charge.amountPaise),
      data: { serviceId, area, effectiveFrom: on.toISOString() },
    });
  });
}

/** Take back a visit charge that has not begun yet; one that has begun stays. For a SUPER_ADMIN. */
export async function cancelVisitCharge(actor: Actor, { chargeId }: CancelVisitCharge): Promise<void> {
  needMay(actor, "keepServices");
  await transaction(async () => {
    await oneChangeAtATime();
    const charge = await em().findOne(VisitChargeSchema, { id: chargeId });
    if (!charge) throw missing("visitCharge.notFound");
    if (charge.effectiveFrom <= now()) throw conflict("visitCharge.begun");
    const { serviceId, area, amountPaise } = charge;
    await em().remove(charge).flush();
    await record(actor, {
      subject: "catalog",
      id: chargeId,
      event: "visitCharge.cancelled",
      from: String(amountPaise),
      data: { serviceId, area },
    });
  });
}

const inForce = (serviceId: string, area: string) =>
  em().findOne(
    VisitChargeSchema,
    { serviceId, area, effectiveFrom: { $lte: now() } },
    { orderBy: { effectiveFrom: "desc" } },
  );

/** The refusal of a form that was filled with another charge than the one in force: who set that, and since when. */
async function changedSince(actor: Actor, charge: VisitCharge | null) {
  if (!charge) return changed(undefined, "visitCharge.changed");
  const { createdBy, effectiveFrom, amountPaise } = charge;
  const own = actor.kind === "admin" && createdBy === actorId(actor);
  const by = createdBy && !own ? await adminName(createdBy) : null;
  return changed(
    {
      version: 0,
      changes: [{ by, role: createdBy ? "admin" : "system", own, at: effectiveFrom.toISOString(), fields: ["amount"] }],
      names: { amount: "visitCharge.amount" },
      was: {},
      now: { amount: String(toRupees(amountPaise)) },
    },
    "visitCharge.changed",
  );
}
