import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "../env.server.ts";
import { unavailable } from "../errors.ts";
import { log } from "../log.server.ts";
import { listFiles } from "./list-files.ts";
import { makePrivateFolder } from "./private-folder.server.ts";

export type WrittenFile = { key: string; bytes: number; sha256: string };

/** File storage; the interface also fits an S3-compatible store. */
export type BlobStore = {
  /** Stores a file under a new random key; we choose `extension`, never the uploader. */
  put(source: Buffer | Readable, extension: string): Promise<WrittenFile>;
  /** The file's bytes; fails with ENOENT when there is no such file. */
  get(key: string): Promise<Readable>;
  /** The same, with how many bytes will come. */
  measured(key: string): Promise<{ bytes: number; stream: Readable }>;
  /** Stores a file under the key it had where it comes from (a backup), in place of one that is there. */
  restore(key: string, source: Readable): Promise<WrittenFile>;
  /** Replaces a file's bytes; concurrent readers get either the whole old or the whole new content. */
  replace(key: string, bytes: Buffer): Promise<void>;
  delete(key: string): Promise<void>;
  /** Every key with the time it was written, for the sweep of files without a row. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>;
};

/** The file storage of this installation: a folder on disk (BLOB_DIR). */
export const blobStore = (): BlobStore => diskStore(env.blobDir);

/** Files in a folder, spread over 256 subfolders by the first two letters of their random key. */
export function diskStore(folder: string): BlobStore {
  const pathOf = (key: string) => {
    if (!/^(drafts\/[0-9a-f-]{36}|[0-9a-f]{2}\/[0-9a-f]{30}\.[a-z0-9]{1,5})$/.test(key))
      throw new Error("not a blob key");
    return path.join(folder, key);
  };

  /** Renaming is atomic: after a crash the file is either complete under its name, or as it was. */
  const keep = async (source: Buffer | Readable, target: string) => {
    const draft = path.join(folder, "drafts", randomUUID());
    try {
      makePrivateFolder(folder);
      for (const place of [draft, target]) await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const written = await write(source, draft);
      await rename(draft, target);
      await syncFolder(path.dirname(target));
      return written;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw asDiskRefusal(error);
    }
  };

  const measured = async (key: string) => {
    const file = await open(pathOf(key));
    const { size } = await file.stat();
    return { bytes: size, stream: createReadStream("", { fd: file }) };
  };

  return {
    async put(source, extension) {
      const name = randomBytes(16).toString("hex");
      const key = `${name.slice(0, 2)}/${name.slice(2)}.${extension}`;
      return { key, ...(await keep(source, pathOf(key))) };
    },

    replace: async (key, bytes) => void (await keep(bytes, pathOf(key))),
    restore: async (key, source) => ({ key, ...(await keep(source, pathOf(key))) }),

    measured,
    get: async (key) => (await measured(key)).stream,

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    list: () => listFiles(folder),
  };
}

/** Turn a disk error (full, broken, out of file handles) into `unavailable`, because a later retry may succeed. */
export function asDiskRefusal(error: unknown): unknown {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (!code || !syscall) return error;
  log.error({ reason: code, syscall }, "the disk does not take a file");
  return unavailable("error.unavailable");
}

async function write(source: Buffer | Readable, target: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = await open(target, "wx", 0o600);
  await pipeline(
    Buffer.isBuffer(source) ? Readable.from([source]) : source,
    counted,
    file.createWriteStream({ flush: true }),
  );
  return { bytes, sha256: hash.digest("hex") };
}

/** The directory entry must be flushed to disk too, not only the bytes. */
async function syncFolder(folder: string) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
