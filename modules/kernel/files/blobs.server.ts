import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { day, now } from "../clock.ts";
import { fileKey, sealFile, unsealFile } from "../crypto.server.ts";
import { afterCommit, row, rows } from "../db/db.server.ts";
import { rowId } from "../db/row-id.ts";
import { missing } from "../errors.ts";
import { log } from "../log.server.ts";
import { blobStore, type WrittenFile } from "./files.server.ts";

export type Blob = {
  id: string;
  key: string;
  /** The owner's name for this kind of file: `onsite`, `invoice`, … */
  kind: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  sha256: string;
  ownerKind: string;
  ownerId: string;
  /** Encrypted on disk; `bytes` and `sha256` describe the decrypted content. */
  sealed: boolean;
  createdAt: Date;
};

/** The owner of a file. The owner's module decides who may read it; this module does not check. */
export type Ownership = Pick<Blob, "kind" | "ownerKind" | "ownerId">;

const extensions: Record<string, string> = { "image/jpeg": "jpg", "application/pdf": "pdf", "text/csv": "csv" };

/**
 * Store a file and its row. If the transaction fails, the file stays until the nightly sweep. A `sealed` file needs its
 * bytes in memory and is encrypted on disk.
 */
export async function storeBlob(
  source: Buffer | Readable,
  {
    kind,
    ownerKind,
    ownerId,
    mime,
    width = null,
    height = null,
    sealed = false,
  }: Ownership & Pick<Blob, "mime"> & Partial<Pick<Blob, "width" | "height" | "sealed">>,
): Promise<Blob> {
  const writtenFile: WrittenFile & { sealedKey?: string | undefined } = await (sealed
    ? keepSealed(source)
    : blobStore().put(source, extensions[mime] ?? "bin"));
  const stored = await row<BlobRow>(
    sql`insert into blobs (id, key, kind, mime, bytes, width, height, sha256, owner_kind, owner_id, sealed, sealed_key, created_at)
     values (${rowId()}, ${writtenFile.key}, ${kind}, ${mime}, ${writtenFile.bytes}, ${width}, ${height}, ${writtenFile.sha256}, ${ownerKind}, ${ownerId}, ${sealed}, ${writtenFile.sealedKey ?? null}, ${now()}) returning *`,
  );
  return asBlob(stored!);
}

async function keepSealed(source: Buffer | Readable): Promise<WrittenFile & { sealedKey?: string | undefined }> {
  const plain = Buffer.isBuffer(source) ? source : await buffer(source);
  const sealed = sealFile(plain);
  const { key } = await blobStore().put(sealed, "enc");
  const sha256 = createHash("sha256").update(plain).digest("hex");
  return { key, bytes: plain.length, sha256, sealedKey: fileKey(sealed) };
}

/** The row of a file; `blob.missing` when there is none. */
export async function findBlob(id: string): Promise<Blob> {
  const blob = await row<BlobRow>(sql`select * from blobs where id = ${id}`);
  if (!blob) throw missing("blob.missing");
  return asBlob(blob);
}

/** The bytes of a file. The caller must have checked that they may be read. */
export async function openBlob(blob: Pick<Blob, "key"> & Partial<Pick<Blob, "sealed">>): Promise<Readable> {
  try {
    const stream = await blobStore().get(blob.key);
    return blob.sealed ? Readable.from([unsealFile(await buffer(stream))]) : stream;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") throw missing("blob.missing");
    throw error;
  }
}

/** Make a file another owner's. */
export async function giveBlob(id: string, { ownerKind, ownerId }: Omit<Ownership, "kind">): Promise<void> {
  await rows(sql`update blobs set owner_kind = ${ownerKind}, owner_id = ${ownerId} where id = ${id}`);
}

/** Delete a file: its row now, its bytes after the transaction has committed. */
export async function removeBlob(id: string): Promise<void> {
  const [gone] = await rows<BlobRow>(sql`delete from blobs where id = ${id} returning *`);
  if (!gone) return;
  afterCommit(() => {
    blobStore()
      .delete(gone.key)
      .catch((error) => log.warn({ err: error }, "a deleted file is left to the sweep"));
  });
}

/** Delete files older than a day without a row (left by failed transactions and crashes); returns how many. */
export async function sweepBlobs(): Promise<number> {
  const store = blobStore();
  const before = new Date(now().getTime() - day);
  let swept = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const known = await rows<{ key: string }>(sql`select key from blobs where key = any(${batch}::text[])`);
    const knownKeys = new Set(known.map(({ key }) => key));
    const orphans = batch.filter((key) => !knownKeys.has(key));
    for (const key of orphans) await store.delete(key);
    swept += orphans.length;
    batch = [];
  };
  for await (const { key, writtenAt } of store.list()) {
    if (writtenAt >= before) continue;
    batch.push(key);
    if (batch.length === 500) await sweep();
  }
  if (batch.length > 0) await sweep();
  return swept;
}

type BlobRow = {
  id: string;
  key: string;
  kind: string;
  mime: string;
  bytes: string;
  width: number | null;
  height: number | null;
  sha256: string;
  owner_kind: string;
  owner_id: string;
  sealed: boolean;
  created_at: string;
};

const asBlob = ({ owner_kind, owner_id, created_at, bytes, ...same }: BlobRow): Blob => ({
  ...same,
  bytes: Number(bytes),
  ownerKind: owner_kind,
  ownerId: owner_id,
  createdAt: new Date(created_at),
});
