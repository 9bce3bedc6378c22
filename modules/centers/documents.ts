import { type Actor, can } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { type Blob, findBlob } from "../kernel/gateways/blobs.server.ts";
import { record } from "../kernel/history.ts";
import { isPaper } from "./technician-images.ts";

/**
 * A stored document an actor may read: pictures of services are public; an identity paper is for the center that
 * uploaded it and for admins who may see technicians, and each view is recorded (H22); a technician's face is no paper. Anything else
 * does not exist.
 */
export async function readableDocument(actor: Actor, blobId: string): Promise<Blob> {
  const blob = await findBlob(blobId);
  if (blob.ownerKind === "service") return blob;
  const own = actor.kind === "center" && actor.centerId === blob.ownerId;
  if (blob.ownerKind !== "center" || !(own || can(actor, "view_technician_details.full_access"))) {
    throw missing("blob.missing");
  }
  if (!isPaper(blob.kind)) return blob;
  await transaction(() =>
    record(actor, { subject: "center", id: blob.ownerId, event: "document.viewed", data: { blobId, kind: blob.kind } }),
  );
  return blob;
}
