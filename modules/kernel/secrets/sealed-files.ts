import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { fileKey, keyIds, sealFile, unsealFile } from "../crypto.server.ts";
import { row, rows } from "../db/db.server.ts";
import { blobStore } from "../files/files.server.ts";
import { log } from "../log.server.ts";
import { type Left, readable, type SealedPlace } from "./sealed-places.server.ts";

/**
 * Sealed files: the new file is written whole beside the old one, replaces it, and then the row gets the new key id.
 */
export const sealedFiles: SealedPlace = {
  name: "blobs.key",
  count: async () =>
    (await row<Left>(
      sql`select count(*)::int as left, count(*) filter (where sealed_key <> all (${keyIds()}::text[]))::int as unknown
         from blobs where sealed and sealed_key is distinct from ${keyIds()[0]}`,
    ))!,
  batch: async (after, take) => {
    const blobs = await rows<{ id: string; key: string }>(
      sql`select id, key from blobs where sealed and sealed_key is distinct from ${keyIds()[0]} and (${after}::uuid is null or id > ${after})
        order by id limit ${take}`,
    );
    for (const { id, key } of blobs) {
      const sealedKey = await resealFile(key);
      if (sealedKey) await rows(sql`update blobs set sealed_key = ${sealedKey} where id = ${id}`);
    }
    return blobs.length < take ? null : blobs.at(-1)!.id;
  },
};

/** Reseals a file and returns its key id; undefined if it cannot be read. A missing file needs nothing. */
async function resealFile(key: string): Promise<string | undefined> {
  const [current] = keyIds();
  const stream = await blobStore()
    .get(key)
    .catch((error: { code?: string }) => {
      if (error.code !== "ENOENT") throw error;
      log.warn({ key }, "a sealed file is gone");
      return undefined;
    });
  if (!stream) return current;
  const sealed = await buffer(stream);
  // An interrupted run already resealed the file but did not update the row.
  if (fileKey(sealed) === current) return current;
  const plain = readable("blobs.key", () => unsealFile(sealed));
  if (plain === undefined) return undefined;
  const anew = sealFile(plain);
  await blobStore().replace(key, anew);
  return fileKey(anew);
}
