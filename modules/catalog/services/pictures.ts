import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { findBlob, removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { type AcceptedImage, acceptImage } from "#modules/kernel/files/images.server.ts";
import { defineSchedule } from "#modules/kernel/work/jobs.server.ts";
import { needServiceKeeper } from "../keepers.ts";
import type { Service } from "./service.entity.ts";

const kind = "service";

/** A picture for a service: uploaded before, or a file that comes with the act. */
export type GivenPicture = { stored: string } | { image: AcceptedImage };

/** Store a picture for a service, re-encoded, until a service is saved with it; for a SUPER_ADMIN. */
export async function storeServicePicture(
  actor: Actor,
  { upload }: { upload: { path: string } | undefined },
): Promise<{ pictureId: string }> {
  needServiceKeeper(actor);
  if (!upload) throw invalid("image.missing", { pictureId: "image.missing" });
  // Decoded before the transaction, so that no connection is held meanwhile.
  const { bytes, ...image } = await acceptImage(upload.path);
  const owner = { kind, ownerKind: kind, ownerId: actorId(actor)! };
  return transaction(async () => ({ pictureId: (await storeBlob(bytes, { ...owner, ...image })).id }));
}

/** Give a service its picture and delete the former one, in the running transaction; whether it is another one. */
export async function keepPicture(service: Service, given: GivenPicture): Promise<boolean> {
  const former = service.imageBlobId ? await findBlob(service.imageBlobId) : undefined;
  if ("stored" in given && given.stored === former?.id) return false;
  const next = "stored" in given ? await ofNobody(given.stored) : await stored(service, given.image);
  if (former?.sha256 === next.sha256) {
    await removeBlob(next.id);
    return false;
  }
  await rows("update blobs set owner_id = $2 where id = $1", [next.id, service.id]);
  service.imageBlobId = next.id;
  if (former) await removeBlob(former.id);
  return true;
}

const stored = (service: Service, { bytes, ...image }: AcceptedImage) =>
  storeBlob(bytes, { kind, ownerKind: kind, ownerId: service.id, ...image });

/** A picture that was uploaded and belongs to no service yet, locked; any other is refused. */
async function ofNobody(pictureId: string): Promise<{ id: string; sha256: string }> {
  const free = await row<{ id: string; sha256: string }>(
    `select b.id, b.sha256 from blobs b where b.id = $1 and b.owner_kind = 'service'
       and not exists (select from services s where s.image_blob_id = b.id) for update`,
    [pictureId],
  );
  if (!free) throw invalid("image.missing", { pictureId: "image.missing" });
  return free;
}

/** Delete pictures that were uploaded a day ago and belong to no service; returns how many. */
export const sweepServicePictures = (): Promise<number> =>
  transaction(async () => {
    const left = await rows<{ id: string }>(
      `select b.id from blobs b where b.owner_kind = 'service' and b.created_at < $1
         and not exists (select from services s where s.image_blob_id = b.id)
       order by b.id limit 1000 for update of b skip locked`,
      [fromNow(-day)],
    );
    for (const { id } of left) await removeBlob(id);
    return left.length;
  });

/** At 04:05, after the other sweeps. */
export const sweepServicePicturesNightly = defineSchedule({
  name: "catalog.sweepServicePictures",
  cron: "5 4 * * *",
  run: sweepServicePictures,
  retries: 8,
});
