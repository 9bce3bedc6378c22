import { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import { day, now } from "../kernel/clock.ts";
import { rows, transaction } from "../kernel/db.server.ts";
import { DomainError, denied, invalid } from "../kernel/errors.ts";
import { removeBlob, storeBlob } from "../kernel/gateways/blobs.server.ts";
import { acceptImage, type ImageType } from "../kernel/gateways/images.server.ts";
import { defineJob, type Schedule } from "../kernel/jobs.server.ts";
import { imageFields, type TechnicianImage } from "./shared.ts";

const mebibyte = 1024 * 1024;
const photos: readonly ImageType[] = ["image/jpeg", "image/png", "image/webp"];

/** What is taken of each: the PAN card as R156 has it, the others as a phone's camera makes them. */
const taken: Record<TechnicianImage, { maxBytes: number; types: readonly ImageType[] }> = {
  pan: { maxBytes: 2 * mebibyte, types: ["image/jpeg"] },
  aadhar_front: { maxBytes: 10 * mebibyte, types: photos },
  aadhar_back: { maxBytes: 10 * mebibyte, types: photos },
  profile: { maxBytes: 10 * mebibyte, types: photos },
};

/** Everything but a face is an identity paper: private to its center, encrypted on the disk, each view recorded (H22). */
export const isPaper = (kind: string) => kind !== "profile";

/**
 * Keep a picture of a technician for the acting center until it is saved with one (R156, R157). `upload` is a file on
 * disk; it is decoded and written anew. A refused picture is 'Upload failed' (R158), with the reason at its field.
 */
export async function storeTechnicianImage(
  actor: Actor,
  { kind, upload }: { kind: TechnicianImage; upload: { path: string } | undefined },
): Promise<{ blobId: string }> {
  if (actor.kind !== "center") throw denied();
  const field = imageFields[kind].blob;
  if (!upload)
    throw kind === "pan" ? invalid("technician.panImage", { [field]: "technician.panImage" }) : missing(field);
  try {
    // Decoded before the transaction: nothing is held while a picture is.
    const { bytes, ...picture } = await acceptImage(upload.path, taken[kind]);
    const owner = { kind, ownerKind: "center", ownerId: actor.centerId, sealed: isPaper(kind) };
    return await transaction(async () => ({ blobId: (await storeBlob(bytes, { ...owner, ...picture })).id }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "invalid") throw error;
    throw invalid("technician.uploadFailed", { [field]: error.key });
  }
}

const missing = (field: string) => invalid("technician.uploadFailed", { [field]: "image.missing" });

/** Pictures that no technician has; `asked` narrows them. */
const nobodys = (asked: string) => `
  select b.id from blobs b
   where b.owner_kind = 'center' and b.kind = any ('{pan,aadhar_front,aadhar_back,profile}') and ${asked}
     and not exists (select from technicians t where t.pan_blob_id = b.id)
     and not exists (select from technicians t where t.aadhar_front_blob_id = b.id)
     and not exists (select from technicians t where t.aadhar_back_blob_id = b.id)
     and not exists (select from technicians t where t.profile_picture_blob_id = b.id)`;

/** Delete pictures that were replaced or belonged to somebody who is gone, unless another technician has them too. */
export async function removeImages(blobIds: readonly string[]): Promise<void> {
  if (blobIds.length === 0) return;
  for (const { id } of await rows<{ id: string }>(nobodys("b.id = any ($1::uuid[])"), [blobIds])) await removeBlob(id);
}

/** Delete what was uploaded and never saved with a technician: identity papers are kept for a purpose or not at all. */
export async function sweepImages(): Promise<number> {
  const before = new Date(now().getTime() - day);
  return transaction(async () => {
    const left = await rows<{ id: string }>(`${nobodys("b.created_at < $1")} order by b.id limit 1000`, [before]);
    for (const { id } of left) await removeBlob(id);
    return left.length;
  });
}

export const sweepImagesNightly = defineJob({
  name: "centers.sweepImages",
  payload: z.strictObject({}),
  run: sweepImages,
});

/** 03:50 in India, after the sweep of files without a row. */
export const sweepImagesSchedule: Schedule = { job: sweepImagesNightly, cron: "50 3 * * *" };
