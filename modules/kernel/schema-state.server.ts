import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { env } from "./env.server.ts";

/* What a process needs to know of the schema before it loads the entities and the migrator. */

export type MigrationStatus = { executed: { name: string; at: Date }[]; pending: string[] };

/** Which migrations have run and which are pending, read with either role's address. */
export async function status(url: string = env.databaseUrl): Promise<MigrationStatus> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const table = await client.query("select to_regclass('public.mikro_orm_migrations') as name");
    const executed = table.rows[0].name
      ? (await client.query("select name, executed_at as at from public.mikro_orm_migrations order by id")).rows
      : [];
    const names = new Set(executed.map((row) => row.name));
    return { executed, pending: migrationNames().filter((name) => !names.has(name)) };
  } finally {
    await client.end();
  }
}

export const migrationsFolder = () => path.join(env.root, "migrations");

/** The names of all migrations of this version, oldest first. */
export const migrationNames = () =>
  readdirSync(migrationsFolder())
    .filter((file) => /^\d+-.*\.ts$/.test(file))
    .map((file) => file.slice(0, -3))
    .sort();
