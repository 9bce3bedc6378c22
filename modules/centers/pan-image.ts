import type { Actor } from "../kernel/actor.ts";
import { DomainError, denied, invalid } from "../kernel/errors.ts";
import { storeImage } from "../kernel/gateways/blobs.server.ts";

const mebibyte = 1024 * 1024;

/**
 * Keep the picture of a technician's PAN card for the acting center: jpeg or jpg, at most 2 MB (R156). `upload` is a
 * file on disk; answers the blob's id. A refused picture is 'Upload failed' (R158).
 */
export async function storePanImage(actor: Actor, upload: { path: string } | undefined): Promise<{ blobId: string }> {
  if (actor.kind !== "center") throw denied();
  if (!upload) throw invalid("technician.panImage", { panBlobId: "technician.panImage" });
  try {
    const blob = await storeImage(
      upload.path,
      { kind: "pan", ownerKind: "center", ownerId: actor.centerId },
      { maxBytes: 2 * mebibyte, types: ["image/jpeg"] },
    );
    return { blobId: blob.id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid("technician.uploadFailed", {
      panBlobId: error.kind === "invalid" ? error.key : "technician.uploadFailed",
    });
  }
}
