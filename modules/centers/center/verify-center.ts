import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { maskPublic, withoutContacts } from "#modules/kernel/mask.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { centersChanged } from "../events.ts";
import { needMay } from "../policy.ts";
import type { VerifyCenter } from "../shared.ts";
import { centerState } from "../state.ts";
import { CenterSchema } from "./center.entity.ts";

/** A center as its verifier sees it, with the phone masked. */
export type VerifiedLine = {
  id: string;
  qrId: string | null;
  centerName: string;
  phone: string;
  city: string | null;
  pincode: string;
  createdAt: Date;
  verifiedAt: Date | null;
};

/** A center with its first QR id, as a query without its conditions. */
export const line = sql`
  select c.id, (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
                 order by q.status, q.created_at limit 1) as "qrId",
         c.center_name as "centerName", c.phone, c.city, c.pincode, c.created_at as "createdAt",
         c.verified_at as "verifiedAt"
    from centers c`;

/** The center with its phone masked, also a number in its name. */
export const shown = (center: VerifiedLine): VerifiedLine => ({
  ...center,
  centerName: withoutContacts(center.centerName),
  phone: maskPublic(center.phone),
});

/**
 * Mark a center as verified by the operator, or take that back: an unverified one may accept only so many requests a
 * day. Only an admin or the command line can do it. Idempotent, without a history row when nothing changes; refuses
 * with `center.notFound`, and with `center.notActive` to verify one in another state than ACTIVE.
 */
export const verifyCenter = (
  actor: Actor,
  { centerId, verified }: VerifyCenter,
): Promise<{ center: VerifiedLine; changed: boolean }> =>
  transaction(async () => {
    needMay(actor, "keepCenter");
    const center = await em().findOne(
      CenterSchema,
      { id: centerId, isActive: { $ne: centerState.DELETED } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!center) throw missing("center.notFound");
    const changed = (center.verifiedAt != null) !== verified;
    if (changed) {
      if (verified && center.isActive !== centerState.ACTIVE) throw conflict("center.notActive");
      center.verifiedAt = verified ? now() : null;
      await em().flush();
      const event = verified ? "center.verified" : "center.unverified";
      await record(actor, { subject: "center", id: center.id, event });
      if (verified) await emit(centersChanged, { centerIds: [center.id] });
      await announce([`center:${center.id}`]);
    }
    return { center: shown((await row<VerifiedLine>(sql`${line} where c.id = ${center.id}`))!), changed };
  });

/** The center with a phone (ten digits), a QR id or an internal id; refuses with `center.notFound`. */
export async function centerNamed(name: { phone: string } | { qrId: string } | { id: string }): Promise<VerifiedLine> {
  const condition =
    "phone" in name
      ? sql`c.phone = ${name.phone}`
      : "id" in name
        ? sql`c.id = ${name.id}::uuid`
        : sql`c.id = (select q.center_id from partner_qrs q
            where q.qr_id = ${name.qrId.toUpperCase()} and q.kind = 'center')`;
  const center = await row<VerifiedLine>(
    sql`${line} where ${condition} and c.is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!center) throw missing("center.notFound");
  return shown(center);
}

/** Active centers, oldest first; `unverified` for only those waiting to be verified. */
export async function centersToVerify({ unverified, take }: { unverified: boolean; take: number }) {
  const centers = await rows<VerifiedLine>(
    sql`${line} where c.is_active = ${sql.lit(centerState.ACTIVE)} and (not ${unverified} or c.verified_at is null) order by c.id limit ${take}`,
  );
  return centers.map(shown);
}
