import { rows } from "#modules/kernel/db/db.server.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import type { PersonPlace } from "#modules/kernel/person/person-places.server.ts";

/** The files with all that is held of a customer; their receipts say nothing of the person and stay. */
export const exportPlaces: readonly PersonPlace[] = [
  {
    table: "person_exports",
    columns: ["blob_id"],
    atOnce: true,
    held: async ({ consumerId }) =>
      rows("select reason, asked_at, made_at from person_exports where consumer_id = $1 order by asked_at", [
        consumerId,
      ]),
    erase: async ({ consumerId }) => {
      const gone = await rows<{ blob_id: string }>(
        `update person_exports e set blob_id = null
           from (select id, blob_id from person_exports where consumer_id = $1 and blob_id is not null for update) old
          where e.id = old.id returning old.blob_id`,
        [consumerId],
      );
      for (const { blob_id } of gone) await removeBlob(blob_id);
      return gone.length;
    },
  },
];
