import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { acceptImage, type ImageType } from "#modules/kernel/files/images.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { imageFields, type TechnicianImage } from "../shared.ts";

const mebibyte = 1024 * 1024;
const photos: readonly ImageType[] = ["image/jpeg", "image/png", "image/webp"];

/** What is accepted for each: the PAN card as R156 says, the others as phone cameras produce them. */
const taken: Record<TechnicianImage, { maxBytes: number; types: readonly ImageType[] }> = {
  pan: { maxBytes: 2 * mebibyte, types: ["image/jpeg"] },
  aadhar_front: { maxBytes: 10 * mebibyte, types: photos },
  aadhar_back: { maxBytes: 10 * mebibyte, types: photos },
  profile: { maxBytes: 10 * mebibyte, types: photos },
  certificate: { maxBytes: 10 * mebibyte, types: photos },
};

/**
 * Everything except the portrait is an identity document: private to its center, encrypted on disk, each view recorded
 * (H22).
 */
export const isPaper = (kind: string) => kind !== "profile";

/**
 * Store a technician's picture for the acting center, until it is saved with a technician (R156, R157). `upload` is a
 * file on disk, or its bytes; it is re-encoded. A refused picture is 'Upload failed' (R158), with the reason at its field.
 */
export async function storeTechnicianImage(
  actor: Actor,
  { kind, upload }: { kind: TechnicianImage; upload: { path: string } | Buffer | undefined },
): Promise<{ blobId: string }> {
  needKind(actor, "center");
  const field = imageFields[kind].blob;
  if (!upload)
    throw kind === "pan" ? invalid("technician.panImage", { [field]: "technician.panImage" }) : missing(field);
  try {
    // Decoded before the transaction, so that no connection is held meanwhile.
    const { bytes, ...picture } = await acceptImage(Buffer.isBuffer(upload) ? upload : upload.path, taken[kind]);
    const owner = { kind, ownerKind: "center", ownerId: actor.centerId, sealed: isPaper(kind) };
    return await transaction(async () => ({ blobId: (await storeBlob(bytes, { ...owner, ...picture })).id }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "invalid") throw error;
    throw invalid("technician.uploadFailed", { [field]: error.key });
  }
}

const missing = (field: string) => invalid("technician.uploadFailed", { [field]: "image.missing" });

/** The pictures that no technician and no center has, of those that meet a condition. */
const nobodys = (condition: Sql) => sql`
  select b.id from blobs b
   where b.owner_kind = 'center' and b.kind = any ('{pan,aadhar_front,aadhar_back,profile,certificate}') and ${condition}
     and not exists (select from technicians t where t.pan_blob_id = b.id)
     and not exists (select from technicians t where t.aadhar_front_blob_id = b.id)
     and not exists (select from technicians t where t.aadhar_back_blob_id = b.id)
     and not exists (select from technicians t where t.profile_picture_blob_id = b.id)
     and not exists (select from technicians t where t.certificate_blob_id = b.id)
     and not exists (select from centers c where c.pan_blob_id = b.id)
     and not exists (select from centers c where c.aadhar_front_blob_id = b.id)
     and not exists (select from centers c where c.aadhar_back_blob_id = b.id)`;

/** Delete pictures that were replaced or whose technician was deleted, unless another holder has them too. */
export async function removeImages(blobIds: readonly string[]): Promise<void> {
  if (blobIds.length === 0) return;
  for (const { id } of await rows<{ id: string }>(nobodys(sql`b.id = any (${[...blobIds]}::uuid[])`)))
    await removeBlob(id);
}

/**
 * Delete uploads that were never saved with a technician or center: identity documents are not stored without a
 * purpose. Returns how many.
 */
export async function sweepImages(): Promise<number> {
  const before = new Date(now().getTime() - day);
  return transaction(async () => {
    const left = await rows<{ id: string }>(sql`${nobodys(sql`b.created_at < ${before}`)} order by b.id limit 1000`);
    for (const { id } of left) await removeBlob(id);
    return left.length;
  });
}

/** At 03:50, after the sweep of files without a row. */
export const sweepImagesNightly = defineSchedule({
  name: "centers.sweepImages",
  cron: "50 3 * * *",
  run: sweepImages,
  retries: 8,
});
