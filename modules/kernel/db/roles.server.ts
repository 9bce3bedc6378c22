import { createHmac } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { env } from "../env.server.ts";
import { queryOn } from "./sql.ts";

/**
 * Append-only tables: the application's role may insert and read, never update or delete (fixed point 11). Tables that
 * no migration has created yet are skipped.
 */
export const appendOnlyTables = ["history", "entries", "transfers", "invoices", "fee_papers"] as const;

/**
 * Tables whose rows are changed only by database triggers (a balance with its entry). The application's role may
 * insert, read and lock rows; PostgreSQL allows locking only with the right to update a column, which is created_at.
 */
export const triggerTables = ["accounts"] as const;

/** The two database addresses: the owner changes the schema, the application has only the rights granted to it. */
export type Addresses = { owner: string; app: string };

/**
 * The application role's address for an owner's address: the same database, the role `{owner}_app`, and a password
 * derived from the secret, so that every process computes it and none stores it.
 */
export function appUrlFrom(ownerUrl: string, appSecret = env.appSecret): string {
  const url = new URL(ownerUrl);
  const secret = createHmac("sha256", appSecret).update(`application role:${url.username}:${url.password}`);
  url.username = `${url.username}_app`;
  url.password = secret.digest("base64url");
  return url.href;
}

/** The owner's and the application's address as configured; with one address given, it is the owner's. */
export function addresses(): Addresses {
  const { databaseUrl, ownerDatabaseUrl } = env;
  if (!databaseUrl && !ownerDatabaseUrl) throw new Error("no database address: DATABASE_URL is not set");
  if (ownerDatabaseUrl && databaseUrl && ownerDatabaseUrl !== databaseUrl)
    return { owner: ownerDatabaseUrl, app: databaseUrl };
  const owner = ownerDatabaseUrl || databaseUrl;
  return { owner, app: appUrlFrom(owner) };
}

/**
 * The addresses with the password the role has now. During a change of the secret, processes with the old one keep
 * running, so the role keeps the old password until that secret is dropped.
 */
export async function workingAddresses(): Promise<Addresses> {
  const { owner, app } = addresses();
  if (app !== appUrlFrom(owner)) return { owner, app };
  for (const secret of env.previousSecrets) {
    const former = appUrlFrom(owner, secret);
    if (await opens(former).catch(() => false)) return { owner, app: former };
  }
  return { owner, app };
}

/** Create the application's role if it is missing and set its rights on all existing tables; runs as the owner. */
export async function refreshRoles(owner: pg.Client, app: string): Promise<void> {
  const { username } = new URL(app);
  const role = pg.escapeIdentifier(decodeURIComponent(username));
  await ensureRole(owner, app, decodeURIComponent(username));
  await owner.query(`
    begin;
    revoke create on schema public from public;
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    alter default privileges in schema public grant select, insert on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
    revoke truncate, references, trigger on all tables in schema public from ${role};
    ${(await present(owner, [...appendOnlyTables, ...triggerTables]))
      .map((table) => `revoke update, delete on public.${table} from ${role};`)
      .join("\n")}
    ${(await present(owner, triggerTables)).map((table) => `grant update (created_at) on public.${table} to ${role};`).join("\n")}
    do $$ begin
      if to_regclass('public.mikro_orm_migrations') is not null then
        revoke insert, update, delete on public.mikro_orm_migrations from ${role};
      end if;
      if to_regnamespace('pgboss') is not null then
        grant usage on schema pgboss to ${role};
        grant select, insert, update, delete on all tables in schema pgboss to ${role};
        grant usage, select, update on all sequences in schema pgboss to ${role};
        grant execute on all functions in schema pgboss to ${role};
      end if;
    end $$;
    commit;`);
}

async function present(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const result = await queryOn<{ name: string }>(
    owner,
    sql`select quote_ident(name) as name from unnest(${tables}::text[]) name where to_regclass('public.' || quote_ident(name)) is not null`,
  );
  return result.rows.map((row) => row.name);
}

async function ensureRole(owner: pg.Client, app: string, name: string) {
  const result = await queryOn<{ super: boolean }>(
    owner,
    sql`select rolsuper as super from pg_roles where rolname = ${name}`,
  );
  if (result.rows[0]?.super)
    throw new Error(`${name} is a superuser: DATABASE_URL must name a role without such rights`);
  const password = pg.escapeLiteral(decodeURIComponent(new URL(app).password));
  const role = pg.escapeIdentifier(name);
  if (result.rows.length === 0)
    await atOnce(() =>
      owner.query(`create role ${role} login nosuperuser nocreatedb nocreaterole password ${password}`),
    );
  else if (!(await opens(app))) await atOnce(() => owner.query(`alter role ${role} login password ${password}`));
}

/** Retries when another database's migration creates or changes the same role at this moment: roles are server-wide. */
async function atOnce(change: () => Promise<unknown>) {
  const sameMoment = new Set(["42710", "23505", "XX000"]);
  await change().catch((error: { code?: string }) => {
    if (!sameMoment.has(error.code ?? "")) throw error;
  });
}

async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 28P01, 28000: wrong password or no login. Any other error (a missing CONNECT right, say) is not about the
    // password.
    if (["28P01", "28000"].includes((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
