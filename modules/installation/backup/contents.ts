import { createHash } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import { hmac, hmacHolds } from "#modules/kernel/crypto.server.ts";
import { BrokenBackup } from "./archive.ts";

/* What a backup says of itself: before its content (`backup.json`), after it (`end.json`), and a seal over both. */

const tableName = z.string().regex(/^(public|pgboss)\.[a-z_0-9]+$/);
const columnName = z.string().regex(/^[a-z_0-9]+$/);

export const BackupHead = z.object({
  format: z.literal("gharseva-backup"),
  version: z.literal(1),
  /** The moment of the snapshot. */
  at: z.coerce.date(),
  /** The migrations the schema is made by, in the order in which they ran. */
  migrations: z.array(z.string().regex(/^\d+-[a-z0-9-]+$/)).min(1),
  /** The version of the job queue's own schema. */
  queue: z.number().int(),
  tables: z.array(z.object({ name: tableName, columns: z.array(columnName).min(1) })),
});
export type BackupHead = z.output<typeof BackupHead>;

const TableEnd = z.object({
  name: tableName,
  rows: z.number().int(),
  /** Of the text of COPY, before it is compressed. */
  bytes: z.number().int(),
  sha256: z.string(),
  /** A sum over all rows, whatever their order. */
  sum: z.string(),
});
export type TableEnd = z.output<typeof TableEnd>;

export const BackupEnd = z.object({
  tables: z.array(TableEnd),
  sequences: z.array(z.object({ name: columnName, value: z.coerce.bigint() })),
  /** The hash is over each file's key and its own hash, in the order of the keys. */
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    sha256: z.string(),
    missing: z.array(z.string()),
  }),
});
export type BackupEnd = z.output<typeof BackupEnd>;

/** Counts and hashes files one after another, as a backup tells them; each body passes through. */
export function filesSeen() {
  const all = createHash("sha256");
  const seen = { count: 0, bytes: 0 };
  return {
    async *pass(key: string, body: AsyncIterable<Uint8Array>) {
      const own = createHash("sha256");
      for await (const part of body) {
        own.update(part);
        seen.bytes += part.length;
        yield part;
      }
      seen.count += 1;
      all.update(`${key} ${own.digest("hex")}\n`);
    },
    seen: () => ({ ...seen, sha256: all.copy().digest("hex") }),
  };
}

const sealed = (head: string, end: string) =>
  [head, end].map((text) => createHash("sha256").update(text).digest("hex")).join(" ");

/** A keyed hash over both texts: a backup that was changed, or made with another secret, does not hold it. */
export const sealOf = (head: string, end: string) => hmac("backup", sealed(head, end));
export const sealHolds = (head: string, end: string, seal: string) => hmacHolds("backup", sealed(head, end), seal);

/** Parses what a backup says of itself. */
export function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new BrokenBackup("This is no backup of ours, or one of a newer version");
  }
}

/** Settings that a row's text depends on. */
export const sameText = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** The jobs that are still to be done, or failed: those that are done are nobody's business any more. */
const openJobs = "state in ('created', 'retry', 'active', 'failed')";

export type Table = BackupHead["tables"][number];

const quoted = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(", ");
export const fromTable = ({ name }: Table) => `${quoted(name)}${name === "pgboss.job" ? ` where ${openJobs}` : ""}`;
export const intoTable = (table: Table) => `${quoted(table.name)} (${columnsOf(table)})`;

/** Every table with rows of its own: the product's, but for what a crash may lose and for the list of migrations; and jobs. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const result = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and (n.nspname = 'public' and c.relname <> 'mikro_orm_migrations' or n.nspname = 'pgboss' and c.relname = 'job')
      group by 1 order by 1`,
  );
  return result.rows;
}

/** How many rows a table has, and their sum. */
export async function countOf(client: pg.Client, table: Table): Promise<Pick<TableEnd, "rows" | "sum">> {
  const result = await client.query<{ rows: string; sum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(row(${columnsOf(table)})::text, 0)), 0)::text as sum
       from ${fromTable(table)}`,
  );
  return { rows: Number(result.rows[0]!.rows), sum: result.rows[0]!.sum };
}

/** The version of the job queue's schema. */
export async function queueVersion(client: pg.Client): Promise<number> {
  return (await client.query<{ version: number }>("select version from pgboss.version")).rows[0]!.version;
}
