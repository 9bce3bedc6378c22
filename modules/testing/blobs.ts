import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

type StoredBlob = {
  id: string;
  kind: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
};

/** The rows of an owner's files, oldest first. */
export const blobsOf = (ownerKind: string, ownerId: string): Promise<StoredBlob[]> =>
  rows<StoredBlob>(
    sql`select id, kind, mime, bytes, width, height from blobs where owner_kind = ${ownerKind} and owner_id = ${ownerId} order by id`,
  );
