import { sql } from "kysely";
import { type Actor, isDesk, needKind } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, denied, invalid, missing } from "#modules/kernel/errors.ts";
import { type Blob, findBlob, removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { acceptImage } from "#modules/kernel/files/images.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { objectionSettled } from "../events.ts";
import { returnPenalty } from "../ledger/by-hand.ts";
import { may } from "../policy.ts";
import { type Adjusted, adjustedOf } from "./adjust.ts";
import { objectableUntil, tell } from "./carry-out.ts";
import type { ObjectToPenalty, SettleObjection } from "./input.ts";
import { adjusterOf, lockAdjustment, withPlainError } from "./parties.ts";

const picture = { kind: "objection", ownerKind: "objection" } as const;

/**
 * Object to a penalty of one's own, once, within 72 hours of its taking, with words and at most one picture. Another
 * center's penalty is missing("adjust.missing").
 */
export const objectToPenalty = (actor: Actor, input: ObjectToPenalty): Promise<Adjusted> =>
  transaction(async () => {
    needKind(actor, "center");
    const locked = await lockAdjustment(input.adjustmentId, actor.centerId);
    const { adjustment } = locked;
    if (adjustment.kind !== "Penalty" || !adjustment.movedAt) throw missing("adjust.missing");
    if (adjustment.objection) throw conflict("objection.already");
    if (now() > objectableUntil(adjustment.movedAt)) throw conflict("objection.late");
    if (input.pictureId && !(await isFree(actor.centerId, input.pictureId)))
      throw invalid("form.check", { pictureId: "image.missing" });
    adjustment.objection = "OPEN";
    adjustment.objectionText = input.text;
    adjustment.objectionPictureId = input.pictureId ?? null;
    adjustment.objectedAt = now();
    await em().flush();
    await tell(actor, locked, "objected");
    return adjustedOf(locked);
  });

/**
 * Decide on a center's objection, as an admin other than the penalty's author: the penalty stands, or is returned in
 * full by the opposite transfer. The center gets a message.
 */
export const settleObjection = (actor: Actor, input: SettleObjection): Promise<Adjusted> =>
  withPlainError(() =>
    transaction(async () => {
      const { adminId } = adjusterOf(actor);
      const locked = await lockAdjustment(input.adjustmentId);
      const { adjustment } = locked;
      if (!adjustment.objection) throw missing("adjust.missing");
      if (adjustment.authorId === adminId) throw denied("objection.own");
      if (adjustment.objection !== "OPEN") throw conflict("adjust.decided");
      const { id: cause, centerId, ticketId, amountPaise } = adjustment;
      if (!centerId || !ticketId) throw missing("adjust.missing");
      if (input.verdict === "RETURNED") await returnPenalty({ centerId, ticketId, amountPaise, cause, actor });
      adjustment.objection = input.verdict;
      adjustment.settledBy = adminId;
      adjustment.settledAt = now();
      adjustment.settlementRemarks = input.remarks;
      await em().flush();
      await tell(actor, locked, input.verdict === "RETURNED" ? "returned" : "upheld");
      await emit(objectionSettled, { adjustmentId: cause });
      return adjustedOf(locked);
    }),
  );

/** Store a picture for an objection of the acting center, re-encoded, until it is sent with one. */
export async function storeObjectionPicture(
  actor: Actor,
  { upload }: { upload: { path: string } | undefined },
): Promise<{ pictureId: string }> {
  needKind(actor, "center");
  if (!upload) throw invalid("image.missing", { pictureId: "image.missing" });
  // Decoded before the transaction, so that no connection is held meanwhile.
  const { bytes, ...image } = await acceptImage(upload.path);
  const owner = { ...picture, ownerId: actor.centerId };
  return transaction(async () => ({ pictureId: (await storeBlob(bytes, { ...owner, ...image })).id }));
}

/** A picture of an objection, for its center, and once it was sent for admins who decide on it. */
export async function objectionPicture(actor: Actor, pictureId: string): Promise<Blob> {
  const blob = await findBlob(pictureId);
  if (blob.ownerKind !== picture.ownerKind) throw missing("blob.missing");
  if (actor.kind === "center" && !isDesk(actor) && actor.centerId === blob.ownerId) return blob;
  if (may(actor, "seeObjection") && (await isSent(pictureId))) return blob;
  throw missing("blob.missing");
}

const isSent = (pictureId: string) => row(sql`select from adjustments where objection_picture_id = ${pictureId}`);

/** Whether a picture was uploaded by this center for an objection and sent with none. */
const isFree = async (centerId: string, pictureId: string) =>
  Boolean(
    await row(
      sql`select from blobs where id = ${pictureId} and owner_kind = 'objection' and owner_id = ${centerId} for update`,
    ),
  ) && !(await isSent(pictureId));

/** Delete pictures that were uploaded a day ago and never sent with an objection; returns how many. */
export async function sweepObjectionPictures(): Promise<number> {
  const before = new Date(now().getTime() - day);
  return transaction(async () => {
    const left = await rows<{ id: string }>(
      sql`select b.id from blobs b where b.owner_kind = 'objection' and b.created_at < ${before}
         and not exists (select from adjustments a where a.objection_picture_id = b.id)
       order by b.id limit 1000 for update of b skip locked`,
    );
    for (const { id } of left) await removeBlob(id);
    return left.length;
  });
}

/** At 03:55, after the other sweeps. */
export const sweepObjectionsNightly = defineSchedule({
  name: "wallet.sweepObjectionPictures",
  cron: "55 3 * * *",
  run: sweepObjectionPictures,
  retries: 8,
});
