import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { figure } from "#modules/kernel/figure.ts";
import { startEmbedded } from "../../embedded/embedded.ts";
import { openStand, type Stand, type StandOptions } from "../stand/stand.ts";
import { prepareData } from "./prepare-data.ts";

/** A running installation with `size` requests, and what a measurement needs to use it. */
export type SeededProduct = {
  size: number;
  stand: Stand;
  web: string;
  /** The same kind of pool as the web process: driver, size, role. */
  pool: pg.Pool;
  /** The center whose lists are read: it has about one in 32 requests. */
  centerId: string;
  /** Cookie header of that center's browser. */
  centerCookie: string;
  serviceId: string;
  adminCookie: string;
  close(): Promise<void>;
};

const settings = ["shared_buffers=1GB", "max_wal_size=4GB", "max_connections=400"];

/**
 * Starts an installation of a size. Its database is seeded once and kept as a template in the folder for temporary
 * files, by size and by a hash of the seeder; every run works on a fresh copy.
 */
export async function openProduct(
  size: number,
  say: (line: string) => void,
  options: StandOptions = {},
): Promise<SeededProduct> {
  const folder = path.join(env.testDir, "bench", `${size}-${fingerprint()}`);
  const copied = await freshCopy(folder, say);
  const stand = await openStand({ workers: 0, ...options, folder, postgres: settings, say });
  try {
    if (!copied) {
      say(`Seeding ${figure(size)} requests; the next run finds them…`);
      await prepareData(stand.at, size, say);
      await keep(stand.at.owner);
      // A server that opens a kept database has a cold cache; restarting makes a new one equal.
      await stand.stop();
      return openProduct(size, say, options);
    }
    const pool = new pg.Pool({ connectionString: stand.at.app, max: env.databasePool });
    const center = await one<{ id: string }>(pool, "select center_id as id from bench_facts");
    const service = await one<{ id: string }>(
      pool,
      "select id from services where service_name = 'AC REPAIR' or not pick_drop order by service_name <> 'AC REPAIR' limit 1",
    );
    const admin = await one<{ id: string }>(pool, "select id from admins where user_name = 'superadmin'");
    return {
      size,
      stand,
      web: stand.webs[0] ?? "",
      pool,
      centerId: center.id,
      centerCookie: `center_session=${await session(pool, "center", center.id)}`,
      adminCookie: `admin_session=${await session(pool, "admin", admin.id)}`,
      serviceId: service.id,
      close: async () => {
        await pool.end();
        await stand.stop();
      },
    };
  } catch (error) {
    await stand.stop();
    throw error;
  }
}

/** The only row of a statement's result. */
export async function one<T>(pool: pg.Pool, text: string, params: unknown[] = []): Promise<T> {
  const { rows } = await pool.query(text, params);
  if (!rows[0]) throw new Error(`nothing found by ${text}`);
  return rows[0] as T;
}

/** Signs in a browser and returns the session's token. */
export async function session(
  pool: pg.Pool,
  kind: "center" | "admin" | "technician",
  subjectId: string,
): Promise<string> {
  const token = randomToken();
  await pool.query(
    `insert into sessions (id, kind, subject_id, token_hash, via, created_at, expires_at)
     values ($1, $2, $3, $4, 'cookie', now(), now() + interval '1 day')`,
    [randomUUID(), kind, subjectId, hashToken(token)],
  );
  return token;
}

/** A hash of the seeder, on which a kept database depends. Newer migrations are run on the copy. */
function fingerprint() {
  const hash = createHash("sha256");
  const seeder = path.join(env.root, "modules", "demo");
  const files = [
    `${import.meta.dirname}/prepare-data.ts`,
    ...fs
      .readdirSync(seeder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .toSorted()
      .map((name) => path.join(seeder, name)),
  ];
  for (const file of files) if (!file.endsWith(".test.ts")) hash.update(fs.readFileSync(file));
  return hash.digest("hex").slice(0, 10);
}

const template = "seeded";

/** Replaces the database by a fresh copy of the kept one; false when there is none yet. */
async function freshCopy(folder: string, say: (line: string) => void): Promise<boolean> {
  const postgres = await startEmbedded({ dataDir: folder, port: 55_600, settings });
  const client = maintenance(postgres.url);
  await client.connect();
  try {
    const result = await client.query("select from pg_database where datname = $1", [template]);
    if (result.rowCount === 0) return false;
    say("Copying the kept database…");
    await client.query("drop database gharseva with (force)");
    await client.query(`create database gharseva template ${template} strategy file_copy`);
    return true;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function keep(owner: string) {
  const client = maintenance(owner);
  await client.connect();
  try {
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'gharseva'");
    await client.query(`create database ${template} template gharseva strategy file_copy`);
  } finally {
    await client.end();
  }
}

function maintenance(url: string) {
  const other = new URL(url);
  other.pathname = "/postgres";
  return new pg.Client({ connectionString: other.href });
}

/** The installations a part of the bench measures: one with 10,000 requests, and a big one on demand. */
export type SeededProducts = { small: SeededProduct; big: () => Promise<SeededProduct>; size: number };
