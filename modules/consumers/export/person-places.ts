import { sql } from "kysely";
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
      rows(
        sql`select reason, asked_at, made_at from person_exports where consumer_id = ${consumerId} order by asked_at`,
      ),
    erase: async ({ consumerId }) => {
      const gone = await rows<{ blob_id: string }>(
        sql`update person_exports e set blob_id = null
           from (select id, blob_id from person_exports where consumer_id = ${consumerId} and blob_id is not null for update) old
          where e.id = old.id returning old.blob_id`,
      );
      for (const { blob_id } of gone) await removeBlob(blob_id);
      return gone.length;
    },
  },
];
