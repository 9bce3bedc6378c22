import { maySeeBannerPicture, maySeeBlogPicture } from "#modules/catalog/index.ts";
import { type Actor, isDesk } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Blob, findBlob } from "#modules/kernel/files/blobs.server.ts";
import { may } from "../policy.ts";
import { isPaper } from "../technicians/technician-images.ts";
import { holderOfPicture } from "../verification/pictures-of.ts";

/**
 * Returns a stored document, if the actor may read it. Pictures of services are public, those of banners and posts
 * while shown; identity documents are for the center that uploaded them and, once they are attached, for admins who may
 * see that center's or technician's details, and each view is recorded (H22); a technician's portrait is no identity
 * document. Everything else is not found. `beforePaper` may refuse a viewer an identity document before its view is
 * recorded.
 */
export async function readableDocument(
  actor: Actor,
  blobId: string,
  beforePaper: (viewer: Actor) => Promise<void> = async () => {},
): Promise<Blob> {
  const blob = await findBlob(blobId);
  if (blob.ownerKind === "service") return blob;
  if (blob.ownerKind === "banner" && (await maySeeBannerPicture(actor, blob.id))) return blob;
  if (blob.ownerKind === "blog" && (await maySeeBlogPicture(actor, blob.id))) return blob;
  if (blob.ownerKind !== "center" || !(await maySeePaper(actor, blob))) throw missing("blob.missing");
  if (!isPaper(blob.kind)) return blob;
  await beforePaper(actor);
  await transaction(() =>
    record(actor, { subject: "center", id: blob.ownerId, event: "document.viewed", data: { blobId, kind: blob.kind } }),
  );
  return blob;
}

async function maySeePaper(actor: Actor, { id, ownerId, kind }: Blob): Promise<boolean> {
  if (isDesk(actor) && isPaper(kind)) return false;
  if (actor.kind === "center") return actor.centerId === ownerId;
  if (actor.kind !== "admin") return false;
  const holder = await holderOfPicture(id);
  if (!holder) return false;
  return may(actor, "seePapers", holder);
}
