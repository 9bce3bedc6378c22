import { sql } from "kysely";
import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { findBlob, removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { type AcceptedImage, acceptImage } from "#modules/kernel/files/images.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";

/* The one picture of a service, a banner or a post: uploaded as soon as it is chosen, and kept once its owner is saved. */

export type PictureOf = "service" | "banner" | "blog";

/** What each may be: a banner is a PNG or JPEG (R429), and is shown less large; a post's has less than 1 MB (R435). */
const limits: Record<PictureOf, NonNullable<Parameters<typeof acceptImage>[1]>> = {
  service: {},
  banner: { types: ["image/png", "image/jpeg"], maxEdge: 1200 },
  blog: { maxBytes: 1024 * 1024 - 1, maxEdge: 1200, tooLarge: "blog.pictureTooLarge" },
};

/** A picture that was uploaded before, or a file that comes with the act. */
export type ChosenPicture = { stored: string } | { image: AcceptedImage };

/** The owner of a picture as its entity is. */
type Owner = { id: string; imageBlobId?: string | null | undefined };

/** Decodes a file before the transaction, so that no connection is held meanwhile. */
export async function chosenPicture(
  of: PictureOf,
  pictureId: string | undefined,
  file: string | Buffer | undefined,
): Promise<ChosenPicture | undefined> {
  if (file !== undefined) return { image: await acceptImage(file, limits[of]) };
  return pictureId === undefined ? undefined : { stored: pictureId };
}

/** Store an uploaded picture, re-encoded, until something is saved with it; the caller has asked for the right. */
export async function storePicture(
  actor: Actor,
  of: PictureOf,
  upload: { path: string } | undefined,
): Promise<{ pictureId: string }> {
  if (!upload) throw invalid("image.missing", { pictureId: "image.missing" });
  const { bytes, ...image } = await acceptImage(upload.path, limits[of]);
  const owner = { kind: of, ownerKind: of, ownerId: actorId(actor)! };
  return transaction(async () => ({ pictureId: (await storeBlob(bytes, { ...owner, ...image })).id }));
}

/** Give an owner its picture and delete the former one, in the running transaction; whether it is another one. */
export async function keepPicture(of: PictureOf, owner: Owner, picture: ChosenPicture): Promise<boolean> {
  const former = owner.imageBlobId ? await findBlob(owner.imageBlobId) : undefined;
  if ("stored" in picture && picture.stored === former?.id) return false;
  const next = "stored" in picture ? await ofNobody(of, picture.stored) : await stored(of, owner, picture.image);
  if (former?.sha256 === next.sha256) {
    await removeBlob(next.id);
    return false;
  }
  await rows(sql`update blobs set owner_id = ${owner.id} where id = ${next.id}`);
  owner.imageBlobId = next.id;
  if (former) await removeBlob(former.id);
  return true;
}

/** Take an owner's picture away, in the running transaction. */
export async function dropPicture(owner: Owner) {
  const { imageBlobId } = owner;
  if (!imageBlobId) return;
  owner.imageBlobId = null;
  await removeBlob(imageBlobId);
}

const stored = (of: PictureOf, { id: ownerId }: Owner, { bytes, ...image }: AcceptedImage) =>
  storeBlob(bytes, { kind: of, ownerKind: of, ownerId, ...image });

/** A picture that was uploaded for this and belongs to nothing yet, locked; any other is refused. */
async function ofNobody(of: PictureOf, pictureId: string): Promise<{ id: string; sha256: string }> {
  const free = await row<{ id: string; sha256: string }>(
    sql`select b.id, b.sha256 from blobs b where b.id = ${pictureId} and b.owner_kind = ${of}
       and not exists (select from services s where s.image_blob_id = b.id)
       and not exists (select from banners n where n.image_blob_id = b.id)
       and not exists (select from blogs p where p.image_blob_id = b.id) for update`,
  );
  if (!free) throw invalid("image.missing", { pictureId: "image.missing" });
  return free;
}

/** Delete pictures that were uploaded a day ago and belong to nothing; returns how many. */
export const sweepPictures = (): Promise<number> =>
  transaction(async () => {
    const left = await rows<{ id: string }>(
      sql`select b.id from blobs b where b.owner_kind in ('service', 'banner', 'blog') and b.created_at < ${fromNow(-day)}
         and not exists (select from services s where s.image_blob_id = b.id)
         and not exists (select from banners n where n.image_blob_id = b.id)
         and not exists (select from blogs p where p.image_blob_id = b.id)
       order by b.id limit 1000 for update of b skip locked`,
    );
    for (const { id } of left) await removeBlob(id);
    return left.length;
  });

/** At 04:05, after the other sweeps. */
export const sweepPicturesNightly = defineSchedule({
  name: "catalog.sweepPictures",
  cron: "5 4 * * *",
  run: sweepPictures,
  retries: 8,
});
