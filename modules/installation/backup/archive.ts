import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/*
 * Where a backup is written to and read from: a folder with a file for each entry, or the same entries as one tar, which
 * any `tar` unpacks. Both are written under another name until they are complete.
 */

/** One file of a backup; `body` yields exactly `bytes` bytes. */
export type Entry = { name: string; bytes: number; body: AsyncIterable<Uint8Array> };

/** Takes a backup's entries one after another. */
export type Sink = {
  put(entry: Entry): Promise<void>;
  /** Makes what was put a complete backup under its name. */
  done(): Promise<void>;
  /** Removes what was put. */
  drop(): Promise<void>;
};

/** What is read is no backup, or not a whole one; the message says why. */
export class BrokenBackup extends Error {}

/** The only names an entry may have: nothing read from a stranger's file leads out of a folder. */
const names =
  /^(backup\.json|end\.json|seal|tables\/[a-z]+\.[a-z_0-9]+\.\d{6}\.gz|blobs\/[0-9a-f]{2}\/[0-9a-f]{30}\.[a-z0-9]{1,5})$/;
/** The first and the last entries; between them tables come before files. */
const order = ["backup.json", "tables", "blobs", "end.json", "seal"];

/** A folder, which must not be there yet. */
export async function folderSink(folder: string): Promise<Sink> {
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  return {
    async put({ name, bytes, body }) {
      const file = path.join(draft, name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(exactly(bytes, body), createWriteStream(file, { mode: 0o600, flush: true }));
    },
    async done() {
      await rename(draft, folder);
      await syncFolder(path.dirname(folder));
    },
    drop: () => rm(draft, { recursive: true, force: true }),
  };
}

/** A tar file, which must not be there yet. */
export async function tarSink(file: string): Promise<Sink> {
  const draft = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(draft, "wx", 0o600);
  const write = async (part: Uint8Array) => void (await handle.writeFile(part));
  return {
    put: (entry) => putTar(entry, write),
    async done() {
      await write(Buffer.alloc(2 * block));
      await handle.sync();
      await handle.close();
      await rename(draft, file);
      await syncFolder(path.dirname(file));
    },
    async drop() {
      await handle.close();
      await rm(draft, { force: true });
    },
  };
}

/** A tar into a stream, such as stdout; what reads it keeps it only when we end well. */
export const streamSink = (out: NodeJS.WritableStream): Sink => {
  const write = (part: Uint8Array) =>
    new Promise<void>((resolve, reject) => void out.write(part, (error) => (error ? reject(error) : resolve())));
  return {
    put: (entry) => putTar(entry, write),
    done: () => write(Buffer.alloc(2 * block)),
    drop: async () => {},
  };
};

/** The entries of a backup in the order in which they are read, from a folder or a tar. */
export async function* entriesOf(from: string): AsyncGenerator<Entry> {
  const stats = await stat(from).catch(() => undefined);
  if (!stats) throw new BrokenBackup(`There is no backup at ${from}`);
  yield* stats.isDirectory() ? entriesOfFolder(from) : entriesOfTar(createReadStream(from));
}

async function* entriesOfFolder(folder: string): AsyncGenerator<Entry> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((each) => !each.isDirectory())
    .map((each) => path.relative(folder, path.join(each.parentPath, each.name)))
    .map((name) => ({ name, turn: order.indexOf(name.split("/")[0]!) }))
    .sort((a, b) => a.turn - b.turn || (a.name < b.name ? -1 : 1));
  for (const { name } of files) {
    refuseName(name);
    const { size } = await stat(path.join(folder, name));
    yield { name, bytes: size, body: createReadStream(path.join(folder, name)) };
  }
}

function refuseName(name: string) {
  if (!names.test(name)) throw new BrokenBackup(`This is no backup of ours: it holds '${name.slice(0, 80)}'`);
}

async function syncFolder(folder: string) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Passes a body on and fails when it has more or fewer bytes than was said. */
async function* exactly(bytes: number, body: AsyncIterable<Uint8Array>) {
  let seen = 0;
  for await (const part of body) {
    seen += part.length;
    if (seen > bytes) break;
    yield part;
  }
  if (seen !== bytes) throw new Error(`a file changed while it was copied: ${seen} bytes instead of ${bytes}`);
}

/* The format of tar (ustar): a head of 512 bytes, the content filled up to a multiple of 512, two empty heads as the end. */

const block = 512;
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

function headOf(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(block);
  head.write(name, 0, 100, "latin1");
  head.write(octal(0o600, 8), 100, "latin1");
  head.write(octal(0, 8), 108, "latin1");
  head.write(octal(0, 8), 116, "latin1");
  head.write(octal(bytes, 12), 124, "latin1");
  head.write(octal(Math.floor(Date.now() / 1000), 12), 136, "latin1");
  head.write("        ", 148, "latin1");
  head.write("0", 156, "latin1");
  head.write("ustar\0", 257, "latin1");
  head.write("00", 263, "latin1");
  head.write(`${octal(checksumOf(head), 7)} `, 148, "latin1");
  return head;
}

/** The sum of a head's bytes, with blanks in place of the sum itself. */
const checksumOf = (head: Buffer) => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

async function putTar({ name, bytes, body }: Entry, write: (part: Uint8Array) => Promise<void>) {
  await write(headOf(name, bytes));
  for await (const part of exactly(bytes, body)) await write(part);
  const rest = bytes % block;
  if (rest > 0) await write(Buffer.alloc(block - rest));
}

/** Reads exact numbers of bytes of a stream. */
class Reader {
  private parts: AsyncIterator<Uint8Array>;
  private left: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.parts = source[Symbol.asyncIterator]();
  }

  /** The next bytes as they come, `most` at once. */
  async some(most: number): Promise<Uint8Array> {
    while (this.left.length === 0) {
      const next = await this.parts.next();
      if (next.done) throw new BrokenBackup("The backup is cut off");
      this.left = next.value;
    }
    const taken = this.left.subarray(0, most);
    this.left = this.left.subarray(taken.length);
    return taken;
  }

  async *body(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const part = await this.some(left);
      left -= part.length;
      yield part;
    }
  }

  whole = async (bytes: number) => Buffer.concat(await Array.fromAsync(this.body(bytes)));
}

async function* entriesOfTar(source: Readable): AsyncGenerator<Entry> {
  const reader = new Reader(source);
  try {
    for (;;) {
      const head = await reader.whole(block);
      if (head.every((byte) => byte === 0)) return;
      if (Number.parseInt(head.toString("latin1", 148, 154), 8) !== checksumOf(head))
        throw new BrokenBackup("The backup is damaged, or no backup of ours");
      const name = head.toString("latin1", 0, head.indexOf(0));
      refuseName(name);
      const bytes = Number.parseInt(head.toString("latin1", 124, 135), 8);
      let left = bytes;
      const counted = async function* () {
        for await (const part of reader.body(bytes)) {
          left -= part.length;
          yield part;
        }
      };
      yield { name, bytes, body: counted() };
      // What nobody read is skipped.
      for await (const _ of reader.body(left + ((block - (bytes % block)) % block)));
    }
  } finally {
    source.destroy();
  }
}

/** The bytes of a small entry; refuses a large one. */
export async function entryText({ name, bytes, body }: Entry): Promise<string> {
  if (bytes > 16 * 1024 * 1024) throw new BrokenBackup(`${name} is larger than any of ours`);
  return Buffer.concat(await Array.fromAsync(body)).toString();
}

/** A small entry. */
export const entry = (name: string, content: Buffer | string): Entry => {
  const bytes = Buffer.from(content);
  return { name, bytes: bytes.length, body: Readable.from([bytes], { objectMode: false }) };
};
