import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { asOwner, folder, ownerUrl } from "#modules/testing/database.ts";

/* Databases beside a test file's own, to bring backups back into. */

const made: string[] = [];

/** An empty database of its own, with folders of its own. */
export async function empty() {
  const name = `restored_${process.pid}_${randomBytes(4).toString("hex")}`;
  await asOwner(`create database ${name}`);
  made.push(name);
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true });
  return { DATABASE_URL: url.href, DATA_DIR: own, BLOB_DIR: path.join(own, "blobs") };
}
export type Place = Awaited<ReturnType<typeof empty>>;

/** The rows of a statement in one of them. */
export async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Drops all of them. */
export async function dropPlaces() {
  for (const name of made) await asOwner(`drop database if exists ${name} with (force)`);
}
