import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { databaseUrl } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { figure } from "#modules/kernel/figure.ts";
import { blobStore } from "#modules/kernel/files/files.server.ts";
import { entry, type Sink } from "./archive.ts";
import {
  type BackupEnd,
  type BackupHead,
  columnsOf,
  countOf,
  filesSeen,
  fromTable,
  queueVersion,
  sameText,
  sealOf,
  type Table,
  type TableEnd,
  tablesOf,
} from "./contents.ts";

export type BackupReport = {
  at: Date;
  tables: number;
  rows: number;
  files: number;
  /** Of tables before compression, and of files. */
  bytes: number;
  /** Files that have a row and are not there; not those that were deleted meanwhile. */
  missing: string[];
};

type Watching = { onProgress?: (words: string) => void };

/** Opens one moment of the database, as all that is read through `client` sees it. */
async function inSnapshot<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sameText);
    await client.query("begin isolation level repeatable read, read only");
    return await read(client);
  } finally {
    await client.end();
  }
}

/** What a backup of this moment would hold. */
export const planBackup = (): Promise<Omit<BackupReport, "missing">> =>
  inSnapshot(async (client) => {
    const tables = await tablesOf(client);
    let rows = 0;
    for (const table of tables) rows += (await countOf(client, table)).rows;
    const totals = await client.query<{ at: Date; files: string; bytes: string }>(
      "select now() as at, count(*) as files, coalesce(sum(bytes), 0) as bytes from blobs",
    );
    const { at, files, bytes } = totals.rows[0]!;
    return { at, tables: tables.length, rows, files: Number(files), bytes: Number(bytes) };
  });

/**
 * Copies this installation into a backup while it works on: every table in one snapshot, then the files its rows name.
 * The schema is named by its migrations. Neither the secret nor the log of erasures is in it.
 */
export const writeBackup = (sink: Sink, { onProgress = () => {} }: Watching = {}): Promise<BackupReport> =>
  inSnapshot(async (client) => {
    const tables = await tablesOf(client);
    const migrations = await client.query<{ name: string }>("select name from public.mikro_orm_migrations order by id");
    const at = (await client.query<{ at: Date }>("select now() as at")).rows[0]!.at;
    const about = {
      format: "gharseva-backup",
      version: 1,
      at,
      migrations: migrations.rows.map(({ name }) => name),
      queue: await queueVersion(client),
      tables,
    } satisfies BackupHead;
    const head = JSON.stringify(about, undefined, 1);
    await sink.put(entry("backup.json", head));

    const ends: TableEnd[] = [];
    for (const table of tables) {
      ends.push(await copyTable(client, table, sink));
      onProgress(`${table.name}: ${figure(ends.at(-1)!.rows)} rows`);
    }
    const files = await copyFiles(client, sink, onProgress);
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    );
    const end = JSON.stringify({ tables: ends, sequences: sequences.rows, files } satisfies Stored, undefined, 1);
    await sink.put(entry("end.json", end));
    await sink.put(entry("seal", `${sealOf(head, end)}\n`));
    await sink.done();
    return {
      at,
      tables: tables.length,
      rows: ends.reduce((sum, { rows }) => sum + rows, 0),
      files: files.count,
      bytes: ends.reduce((sum, { bytes }) => sum + bytes, files.bytes),
      missing: files.missing,
    };
  });

/** As it stands in the file: a number of 64 bits is a text there. */
type Stored = Omit<BackupEnd, "sequences"> & { sequences: { name: string; value: string }[] };

/** A table's text is compressed and cut into entries of this size, because an entry begins with its length. */
const partBytes = 4 * 1024 * 1024;

async function copyTable(client: pg.Client, table: Table, sink: Sink): Promise<TableEnd> {
  const { rows, sum } = await countOf(client, table);
  const hash = createHash("sha256");
  let bytes = 0;
  const lines = client.query(copyTo(`copy (select ${columnsOf(table)} from ${fromTable(table)}) to stdout`));
  let turn = 0;
  await pipeline(
    lines,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const part of source) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    },
    createGzip({ level: 4 }),
    async (zipped: AsyncIterable<Buffer>) => {
      for await (const part of inParts(zipped)) {
        turn += 1;
        await sink.put(entry(`tables/${table.name}.${String(turn).padStart(6, "0")}.gz`, part));
      }
    },
  );
  return { name: table.name, rows, sum, bytes, sha256: hash.digest("hex") };
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    waiting.push(part);
    size += part.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const filesAtOnce = 1_000;

async function copyFiles(client: pg.Client, sink: Sink, onProgress: (words: string) => void) {
  const store = blobStore();
  const files = filesSeen();
  const missing: string[] = [];
  for (let after = ""; ; ) {
    const { rows } = await queryOn<{ key: string }>(
      client,
      sql`select key from blobs where key > ${after} order by key limit ${filesAtOnce}`,
    );
    for (const { key } of rows) {
      const file = await store.measured(key).catch((error) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!file) {
        missing.push(key);
        continue;
      }
      await sink.put({ name: `blobs/${key}`, bytes: file.bytes, body: files.pass(key, file.stream) });
    }
    if (rows.length > 0) onProgress(`${figure(files.seen().count)} files`);
    if (rows.length < filesAtOnce) return { ...files.seen(), missing: await stillNamed(missing) };
    after = rows.at(-1)!.key;
  }
}

/** Of files that were not there, those whose rows are there even now: the others were deleted while the backup ran. */
async function stillNamed(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const result = await queryOn<{ key: string }>(
      client,
      sql`select key from blobs where key = any(${keys}::text[]) order by key`,
    );
    return result.rows.map(({ key }) => key);
  } finally {
    await client.end();
  }
}
