import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { BrokenBackup, type Entry, entriesOf, entryText } from "./archive.ts";
import { BackupEnd, BackupHead, filesSeen, parsed, sealHolds, type Table } from "./contents.ts";

/** What is done with the content of a backup as it is read. */
export type Reading = {
  /** The lines of a table as COPY wrote them. */
  table(table: Table, lines: AsyncIterable<Uint8Array>): Promise<void>;
  /** A file by its key; the body is read to its end. */
  file(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
};

/** The head of a backup, and how to read the rest of it, which is done once. */
export type OpenBackup = { head: BackupHead; read(reading: Reading): Promise<BackupEnd> };

/**
 * Opens a backup. `read` hands each table and file over and compares all of it with what the backup says at its end;
 * it fails with `BrokenBackup` when something is missing, was added or changed, and with `anySecret` left out also when
 * the seal was made with a secret that is not known here.
 */
export async function openBackup(from: string, { anySecret = false } = {}): Promise<OpenBackup> {
  const entries = entriesOf(from);
  const first = await entries.next();
  if (first.done || first.value.name !== "backup.json") throw new BrokenBackup(`${from} is no backup of ours`);
  const headText = await entryText(first.value);
  const head = parsed(BackupHead, headText);

  return {
    head,
    async read({ table: takeTable, file: takeFile }) {
      let next = await entries.next();
      const tables = new Map<string, Measured>();
      while (partOf(next.value)) {
        const name = partOf(next.value)!;
        const table = head.tables.find((each) => each.name === name);
        if (!table || tables.has(name)) throw new BrokenBackup(`The backup has ${name} where it should not be`);
        const parts = async function* () {
          while (partOf(next.value) === name) {
            yield* (next.value as Entry).body;
            next = await entries.next();
          }
        };
        tables.set(name, await measured(table, parts(), takeTable));
      }
      const files = filesSeen();
      for (; next.value?.name.startsWith("blobs/"); next = await entries.next()) {
        const key = next.value.name.slice("blobs/".length);
        await takeFile(key, files.pass(key, next.value.body));
      }
      const endText = await textNamed("end.json", next.value);
      const end = parsed(BackupEnd, endText);
      const seal = await textNamed("seal", (await entries.next()).value);
      await entries.return(undefined);
      if (!anySecret && !sealHolds(headText, endText, seal.trim()))
        throw new BrokenBackup(
          "The backup was changed, or made with another secret: list that one (a sandbox's is in its app-secret) in APP_SECRET_PREVIOUS",
        );
      refuseDifferent(head, end, tables, files.seen());
      return end;
    },
  };
}

type Measured = { rows: number; bytes: number; sha256: string };

/** The table an entry is a part of. */
const partOf = (entry: Entry | undefined) => /^tables\/(.+)\.\d{6}\.gz$/.exec(entry?.name ?? "")?.[1];

async function textNamed(name: string, entry: Entry | undefined): Promise<string> {
  if (entry?.name !== name) throw new BrokenBackup("The backup is not whole");
  return entryText(entry);
}

const lineEnd = 10;

async function measured(table: Table, parts: AsyncIterable<Uint8Array>, take: Reading["table"]): Promise<Measured> {
  const hash = createHash("sha256");
  const seen = { rows: 0, bytes: 0 };
  await pipeline(
    parts,
    createGunzip(),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const part of source) {
        hash.update(part);
        seen.bytes += part.length;
        // A line end inside a value is written as two characters, so each of these ends a row.
        for (let at = part.indexOf(lineEnd); at >= 0; at = part.indexOf(lineEnd, at + 1)) seen.rows += 1;
        yield part;
      }
    },
    (lines: AsyncIterable<Buffer>) => take(table, lines),
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith("Z_") ? new BrokenBackup(`${table.name} is damaged in the backup`) : error;
  });
  return { ...seen, sha256: hash.digest("hex") };
}

function refuseDifferent(
  head: BackupHead,
  end: BackupEnd,
  tables: Map<string, Measured>,
  files: Pick<BackupEnd["files"], "count" | "bytes" | "sha256">,
) {
  for (const { name } of head.tables) {
    const expected = end.tables.find((each) => each.name === name);
    const came = tables.get(name);
    if (
      !expected ||
      !came ||
      expected.rows !== came.rows ||
      expected.bytes !== came.bytes ||
      expected.sha256 !== came.sha256
    )
      throw new BrokenBackup(`${name} is not what the backup says of it`);
  }
  if (files.count !== end.files.count || files.bytes !== end.files.bytes)
    throw new BrokenBackup(
      `The backup has ${files.count} files (${files.bytes} bytes) and says ${end.files.count} (${end.files.bytes})`,
    );
  if (files.sha256 !== end.files.sha256) throw new BrokenBackup("A file is not what the backup says of it");
}
