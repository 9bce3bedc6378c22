import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { now } from "#modules/kernel/clock.ts";
import type { Addresses } from "#modules/kernel/db/roles.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { blobStore } from "#modules/kernel/files/files.server.ts";
import { migrateUp } from "#modules/kernel/migrate.server.ts";
import { migrationNames, status } from "#modules/kernel/schema-state.server.ts";
import type { AnyJob } from "#modules/kernel/work/jobs.server.ts";
import { BrokenBackup } from "./archive.ts";
import { type BackupEnd, type BackupHead, countOf, intoTable, queueVersion, sameText, tablesOf } from "./contents.ts";
import { type EndedAccess, endAccess } from "./end-access.ts";
import { openBackup } from "./read-backup.ts";

/** The database is not the empty one a backup needs; the message says why. */
export class NotEmpty extends Error {}

/** What a backup holds. */
export type BackupContent = {
  /** The moment the backup is of. */
  at: Date;
  tables: number;
  rows: number;
  files: number;
  /** Files the backup did not have either. */
  missing: string[];
};

export type Restored = BackupContent & {
  /** The migrations that are newer than the backup. */
  migrated: string[];
  ended: EndedAccess;
};

type Options = { anySecret?: boolean; onProgress?: (words: string) => void };

/** Reads a whole backup and compares it with what it says of itself; changes nothing. */
export async function checkBackup(from: string, options: Options = {}): Promise<BackupContent> {
  const { head, read } = await openBackup(from, options);
  refuseNewer(head);
  const end = await read({ table: (_table, lines) => spent(lines), file: (_key, body) => spent(body) });
  return contentOf(head, end);
}

async function spent(source: AsyncIterable<unknown>) {
  for await (const _ of source);
}

const contentOf = (head: BackupHead, end: BackupEnd): BackupContent => ({
  at: head.at,
  tables: end.tables.length,
  rows: end.tables.reduce((sum, { rows }) => sum + rows, 0),
  files: end.files.count,
  missing: end.files.missing,
});

function refuseNewer(head: BackupHead) {
  const known = new Set(migrationNames());
  const newer = head.migrations.filter((name) => !known.has(name));
  if (newer.length > 0)
    throw new BrokenBackup(`The backup is of a newer version, which has ${newer[0]}: restore it with that version`);
}

/** Fails with `NotEmpty` unless nobody has worked with this database yet and nobody else is connected to it. */
export async function refuseUsed(owner: string) {
  const client = await opened(owner);
  try {
    await refuseOthers(client);
    await refuseRows(client);
  } finally {
    await client.end();
  }
}

/** Fails with `NotEmpty` where the blob folder has files: they would be mixed with those of a backup. */
export async function refuseFiles() {
  for await (const _ of blobStore().list())
    throw new NotEmpty(
      `${env.blobDir} has files already: a backup is restored beside none. Name another BLOB_DIR, or set them aside`,
    );
}

/**
 * Makes a backup the content of an empty database and its files those of the blob folder: the schema by the backup's own
 * migrations, then every row in one transaction that holds the copy, too (see `hold.server.ts`), then the migrations that
 * are newer. It lets nobody in (see `end-access.ts`). After a failure, and
 * once `stop` is aborted, database and folder are empty as before.
 */
export async function restoreBackup(
  from: string,
  {
    at,
    jobs,
    onProgress = () => {},
    stop,
    ...options
  }: Options & { at: Addresses; jobs: readonly AnyJob[]; keepAccess?: boolean | undefined; stop?: AbortSignal },
): Promise<Restored> {
  const { head, read } = await openBackup(from, options);
  refuseNewer(head);
  await refuseUsed(at.owner);
  await refuseFiles();
  await migrateUp(jobs, at, head.migrations);
  await refuseOtherSchema(head, at.owner);
  const client = await opened(at.owner);
  const restoredKeys: string[] = [];
  let committed = false;
  try {
    await client.query(sameText);
    await client.query("begin");
    await refuseOtherColumns(head, client);
    const raise = await lowerGuards(client);
    const end = await read({
      async table(table, lines) {
        const into = client.query(copyFrom(`copy ${intoTable(table)} from stdin`));
        await pipeline(lines, into, stop ? { signal: stop } : {}).catch(asBroken(table.name));
        onProgress(table.name);
      },
      async file(key, body) {
        stop?.throwIfAborted();
        restoredKeys.push(key);
        await blobStore().restore(key, Readable.from(body, { objectMode: false }));
      },
    });
    await refuseOtherRows(head, end, client);
    for (const { name, value } of end.sequences)
      await queryOn(client, sql`select setval(format('public.%I', ${name}::text)::regclass, ${value})`);
    await raise().catch(asBroken("A table"));
    await queryOn(client, sql`insert into restorations (id, backup_at, at) values (${rowId()}, ${head.at}, ${now()})`);
    const ended = await endAccess(async (statement) => (await queryOn(client, statement)).rows, options);
    stop?.throwIfAborted();
    await client.query("commit");
    committed = true;
    const migrated = await migrateUp(jobs, at);
    return { ...contentOf(head, end), migrated, ended };
  } finally {
    // What was not committed is rolled back with the connection.
    await client.end();
    if (!committed) for (const key of restoredKeys) await blobStore().delete(key);
  }
}

/** Rows that the database itself refuses (SQLSTATE 22 and 23) were not written by it. */
const asBroken = (table: string) => (error: { code?: string }) => {
  throw error.code && /^2[23]/.test(error.code)
    ? new BrokenBackup(`${table} has rows that the database refuses (SQLSTATE ${error.code}): the backup was changed`)
    : error;
};

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function refuseOthers(client: pg.Client) {
  const others = await client.query<{ role: string }>(
    // What kind of connection it is stays hidden of roles whose rights one has not: the application's, for a plain owner.
    `select distinct usename as role from pg_stat_activity
      where datname = current_database() and usename is not null and pid <> pg_backend_pid()
        and coalesce(backend_type, 'client backend') = 'client backend' order by 1`,
  );
  if (others.rows.length > 0)
    throw new NotEmpty(
      `Somebody else is connected to this database (${others.rows.map(({ role }) => role).join(", ")}): stop web and worker first`,
    );
}

/**
 * The migrations write the house's accounts and the first rules of visits, a worker that was started its jobs and
 * schedules. All are replaced.
 */
const notOfAnybody = [
  "public.accounts",
  "public.visit_rule_versions",
  "public.visit_rules",
  "public.schedule_runs",
  "pgboss.job",
];

async function refuseRows(client: pg.Client) {
  for (const { name } of await tablesOf(client)) {
    if (notOfAnybody.includes(name)) continue;
    const result = await client.query(`select from ${name} limit 1`);
    if (result.rowCount)
      throw new NotEmpty(`This database is in use (${name} has rows): a backup is restored into an empty one`);
  }
}

async function refuseOtherSchema(head: BackupHead, owner: string) {
  const { executed } = await status(owner);
  const more = executed.filter(({ name }) => !head.migrations.includes(name));
  if (more.length > 0)
    throw new NotEmpty(
      `This database has migrations that the backup does not know (${more[0]!.name}): give it one that was just created`,
    );
}

async function refuseOtherColumns(head: BackupHead, client: pg.Client) {
  const there = new Map((await tablesOf(client)).map((table) => [table.name, new Set(table.columns)]));
  for (const { name, columns } of head.tables) {
    const absent = columns.find((column) => !there.get(name)?.has(column));
    if (absent) throw new BrokenBackup(`The backup has ${name}.${absent}, which its migrations do not make`);
  }
  const version = await queueVersion(client);
  if (version !== head.queue)
    throw new BrokenBackup(
      `The backup's job queue has version ${head.queue}, this product's ${version}: restore it with the version that made it, then upgrade`,
    );
}

async function refuseOtherRows(head: BackupHead, end: BackupEnd, client: pg.Client) {
  for (const table of head.tables) {
    const expected = end.tables.find(({ name }) => name === table.name)!;
    const came = await countOf(client, table);
    if (came.rows !== expected.rows || came.sum !== expected.sum)
      throw new BrokenBackup(`${table.name} has other rows than the backup: nothing was restored`);
  }
}

/**
 * Empties the tables and puts aside what a row written by a person has to pass: triggers, which would count and book
 * everything a second time, and foreign keys, which ask for an order. Rows go in as they were. The returned function
 * puts all of it back as it was, and checks every foreign key by doing so.
 */
async function lowerGuards(client: pg.Client): Promise<() => Promise<void>> {
  const triggers = await client.query<{ place: string; name: string; mode: string }>(
    `select tgrelid::regclass::text as place, quote_ident(tgname) as name,
            case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`,
  );
  const keys = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const places = await client.query<{ place: string }>(
    `select oid::regclass::text as place from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'mikro_orm_migrations'`,
  );
  const all = places.rows.map(({ place }) => place).join(", ");
  await client.query(`lock table ${all} in access exclusive mode`);
  await refuseRows(client);
  for (const { place, name } of triggers.rows) await client.query(`alter table ${place} disable trigger ${name}`);
  for (const { place, name } of keys.rows) await client.query(`alter table ${place} drop constraint ${name}`);
  await client.query(`truncate ${all} restart identity`);
  await client.query("delete from pgboss.job");
  return async () => {
    for (const { place, name, definition } of keys.rows)
      await client.query(`alter table ${place} add constraint ${name} ${definition}`);
    for (const { place, name, mode } of triggers.rows)
      await client.query(`alter table ${place} ${mode} trigger ${name}`);
  };
}
