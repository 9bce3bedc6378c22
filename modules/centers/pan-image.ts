import type { Actor } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { DomainError, denied, invalid } from "../kernel/errors.ts";
import { storeBlob } from "../kernel/gateways/blobs.server.ts";
import { acceptImage } from "../kernel/gateways/images.server.ts";

const mebibyte = 1024 * 1024;

/**
 * Keep the picture of a technician's PAN card for the acting center: jpeg or jpg, at most 2 MB (R156). `upload` is a
 * file on disk; answers the blob's id. A refused picture is 'Upload failed' (R158).
 */
export async function storePanImage(actor: Actor, upload: { path: string } | undefined): Promise<{ blobId: string }> {
  if (actor.kind !== "center") throw denied();
  if (!upload) throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
  try {
    // Decoded before the transaction: nothing is held while a picture is.
    const { bytes, ...picture } = await acceptImage(upload.path, { maxBytes: 2 * mebibyte, types: ["image/jpeg"] });
    const owner = { kind: "pan", ownerKind: "center", ownerId: actor.centerId };
    return await transaction(async () => ({ blobId: (await storeBlob(bytes, { ...owner, ...picture })).id }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid("technician.uploadFailed", {
      panBlobId: error.kind === "invalid" ? error.key : "technician.uploadFailed",
    });
  }
}
