import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { uploadsTable } from "./uploads-table.ts";

/**
 * The most rows one account's uploads may store before another one begins, not counting its own (at most
 * `sheetLimits.rows`, three files at a time): a row of one letter takes hundreds of bytes with its problems.
 */
export const uploadRoom = {
  /** Uploads that are read or written at a time. */
  running: 3,
  /** Dry runs that wait for confirmation, or for their columns. */
  waiting: 10,
  uploads: 200,
  rows: 500_000,
  bytes: 256 * 1024 * 1024,
  /** Files that wait for their upload to begin. */
  files: 5,
} as const;

/**
 * Refuses with `uploads.busy` while the most of an account's uploads are under way; locks the account until the
 * transaction ends.
 */
export async function refuseBusy(adminId: string): Promise<void> {
  await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${adminId}`}, 0))`);
  const [running] = await rows(
    sql<{ n: number }>`select count(*)::int as n from uploads
      where admin_id = ${adminId} and state in ('checking', 'running', 'undoing')`,
  );
  if (running!.n >= uploadRoom.running) throw conflict("uploads.busy", { most: uploadRoom.running });
}

/** Refuses to read a file again while others are under way, or their rows fill the account. */
export async function refuseWithoutRoom(adminId: string): Promise<void> {
  await refuseBusy(adminId);
  const [stored] = await rows(
    sql<{ rows: string; bytes: string }>`select coalesce(sum(stored_rows), 0) as rows,
      coalesce(sum(stored_bytes), 0) as bytes from uploads where admin_id = ${adminId}`,
  );
  if (Number(stored!.rows) > uploadRoom.rows || Number(stored!.bytes) > uploadRoom.bytes)
    throw conflict("uploads.full");
}

/**
 * Make room for another upload of an account, in its transaction: the oldest dry runs end, and the oldest results of
 * uploads that are over are deleted. What is under way, or not offered to centers yet, is kept; where that alone fills
 * the account, `uploads.full`.
 */
export async function makeRoom(actor: Actor, adminId: string): Promise<void> {
  const { waiting, uploads, rows: mostRows, bytes: mostBytes } = uploadRoom;
  const isWaiting = sql<boolean>`state in ('unmapped', 'checked')`;
  const isUnderWay = sql<boolean>`(state in ('checking', 'running', 'undoing')
    or (state in ('done', 'cancelled') and matched_at is null))`;
  const newest = sql`over (order by ${isUnderWay} desc, created_at desc, id desc)`;
  const stored = await rows(
    uploadsTable()
      .selectFrom("uploads")
      .select(["id", "blob_id", isWaiting.as("waits"), isUnderWay.as("underWay")])
      .select([
        sql<string>`count(*) ${newest}`.as("uploads"),
        sql<string>`count(*) filter (where ${isWaiting}) ${newest}`.as("waiting"),
        sql<string>`sum(stored_rows) ${newest}`.as("rows"),
        sql<string>`sum(stored_bytes) ${newest}`.as("bytes"),
      ])
      .where("admin_id", "=", adminId),
  );
  const over = stored.filter(
    (one) =>
      (one.waits && Number(one.waiting) >= waiting) ||
      Number(one.uploads) >= uploads ||
      Number(one.rows) > mostRows ||
      Number(one.bytes) > mostBytes,
  );
  if (over.some(({ underWay }) => underWay)) throw conflict("uploads.full");
  if (over.length === 0) return;
  await rows(
    uploadsTable()
      .deleteFrom("uploads")
      .where(
        "id",
        "in",
        over.map(({ id }) => id),
      ),
  );
  for (const { id, blob_id, waits } of over) {
    if (blob_id) await removeBlob(blob_id);
    if (waits)
      await record(actor, { subject: "admin", id: adminId, event: "upload.thrownAway", data: { uploadId: id } });
  }
}
