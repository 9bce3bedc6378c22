import type { Readable } from "node:stream";
import { sql } from "kysely";
import { adminNames } from "#modules/access/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, istDate, minute, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { missing } from "#modules/kernel/errors.ts";
import { findBlob, openBlob, removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { defineSchedule, later } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { needMay } from "../policy.ts";
import type { ExportConsumer, ExportReason } from "../shared.ts";
import { type ExportContents, type ExportRow, exportBlob, writePersonExport } from "./write-export.ts";

/** How long the file is kept: it holds everything of a person, so only as long as a download needs. */
const fileLife = day;
/** The same wish within this time gets the file already being made. */
const sameWithin = 10 * minute;
/** A file that is not made after this time counts as failed. */
const failedAfter = hour;
/** A person who asks for their data is one; whoever takes out many is stopped (R12). */
const exportLimit = { name: "export-consumer", points: 20, seconds: 3_600, onFailure: "closed" } as const;

/**
 * Ask for a file with all that is held of a customer; who asked, when and why stands in the customer's history. Asked
 * twice within ten minutes it is one file. Returns the id of the export, which is its receipt. Refuses with
 * `consumers.notFound`, also for whoever was erased.
 */
export async function exportConsumer(actor: Actor, { id, reason }: ExportConsumer, locale: Locale): Promise<string> {
  needMay(actor, "erase");
  needKind(actor, "admin");
  await countUse(exportLimit, actor.adminId);
  return transaction(async () => {
    const there = await row(sql`select 1 from consumers where id = ${id} and erased_at is null for update`);
    if (!there) throw missing("consumers.notFound");
    const same = await row<{ id: string }>(
      sql`select id from person_exports where consumer_id = ${id} and admin_id = ${actor.adminId} and reason = ${reason} and locale = ${locale}
         and asked_at > ${fromNow(-sameWithin)} and refused_at is null and (made_at is null or blob_id is not null) limit 1`,
    );
    if (same) return same.id;
    const exportId = rowId();
    await rows(
      sql`insert into person_exports (id, consumer_id, admin_id, reason, locale, asked_at)
       values (${exportId}, ${id}, ${actor.adminId}, ${reason}, ${locale}, ${now()})`,
    );
    await record(actor, { subject: "consumer", id, event: "consumer.exportAsked", data: { id: exportId, reason } });
    await later(writePersonExport, { exportId });
    return exportId;
  });
}

/** The receipt of an export: who asked when and why, what the file contains, and how long it is there. */
export type PersonExport = {
  id: string;
  consumerId: string;
  requestedAt: Date;
  requestedBy: string | null;
  reason: ExportReason;
  state: "preparing" | "ready" | "failed" | "refused" | "expired";
  contents: ExportContents | null;
  bytes: number | null;
  madeAt: Date | null;
  /** Until when it can be downloaded; null once it is gone. */
  availableUntil: Date | null;
  /** Whether this actor may download it now. */
  mine: boolean;
};

/** The exports of a customer, newest first, at most 20. Whether the actor may read customers is asked by the caller. */
export async function exportsOf(actor: Actor, consumerId: string): Promise<PersonExport[]> {
  const personExports = await rows<ExportRow>(
    sql`select * from person_exports where consumer_id = ${consumerId} order by asked_at desc, id desc limit 20`,
  );
  const names = await adminNames(personExports.map(({ admin_id }) => admin_id));
  return personExports.map((each) => shown(actor, each, names));
}

/** One export of a customer. Refuses with `blob.missing`. */
export async function exportReceipt(
  actor: Actor,
  { id, exportId }: { id: string; exportId: string },
): Promise<PersonExport> {
  needMay(actor, "see");
  const exportRow = await row<ExportRow>(
    sql`select * from person_exports where id = ${exportId} and consumer_id = ${id}`,
  );
  if (!exportRow) throw missing("blob.missing");
  return shown(actor, exportRow, await adminNames([exportRow.admin_id]));
}

function shown(actor: Actor, exportRow: ExportRow, names: ReadonlyMap<string, string>): PersonExport {
  const madeAt = exportRow.made_at ? new Date(exportRow.made_at) : null;
  const state = stateOf(exportRow);
  return {
    id: exportRow.id,
    consumerId: exportRow.consumer_id,
    reason: exportRow.reason as ExportReason,
    state,
    madeAt,
    requestedAt: new Date(exportRow.asked_at),
    requestedBy: names.get(exportRow.admin_id) ?? null,
    contents: exportRow.contents,
    bytes: exportRow.bytes === null ? null : Number(exportRow.bytes),
    availableUntil: state === "ready" && madeAt ? new Date(madeAt.getTime() + fileLife) : null,
    mine: state === "ready" && actor.kind === "admin" && actor.adminId === exportRow.admin_id,
  };
}

function stateOf({ made_at, blob_id, refused_at, asked_at }: ExportRow): PersonExport["state"] {
  if (made_at) return blob_id && new Date(made_at) > fromNow(-fileLife) ? "ready" : "expired";
  if (refused_at) return "refused";
  return new Date(asked_at) < fromNow(-failedAfter) ? "failed" : "preparing";
}

/**
 * The file, only for who asked for it, as long as it is kept and they may; each download stands in the customer's
 * history. Refuses with `blob.missing`.
 */
export async function personExportFile(
  actor: Actor,
  { id, exportId }: { id: string; exportId: string },
): Promise<{ stream: Readable; name: string; mime: string; bytes: number }> {
  needMay(actor, "erase");
  needKind(actor, "admin");
  const exportRow = await row<ExportRow>(
    sql`select * from person_exports where id = ${exportId} and consumer_id = ${id} and admin_id = ${actor.adminId} and made_at > ${fromNow(-fileLife)}
       and blob_id is not null`,
  );
  if (!exportRow?.blob_id) throw missing("blob.missing");
  const blob = await findBlob(exportRow.blob_id);
  const stream = await openBlob(blob);
  await transaction(() =>
    record(actor, {
      subject: "consumer",
      id: exportRow.consumer_id,
      event: "consumer.exportDownloaded",
      data: { id: exportId },
    }),
  );
  return {
    stream,
    name: `consumer-data-${istDate(new Date(exportRow.made_at!))}.zip`,
    mime: blob.mime,
    bytes: blob.bytes,
  };
}

/** Delete the files that are over; their receipts stay. */
export const forgetPersonExports = (): Promise<void> =>
  transaction(async () => {
    const over = await rows<{ id: string; blob_id: string }>(
      sql`select id, blob_id from person_exports where blob_id is not null and made_at < ${fromNow(-fileLife)} limit 500`,
    );
    await rows(sql`update person_exports set blob_id = null where id = any(${over.map(({ id }) => id)}::uuid[])`);
    // Also files that a crash left without a row.
    const left = await rows<{ id: string }>(
      sql`select id from blobs b where kind = ${exportBlob.kind} and created_at < ${fromNow(-fileLife)}
         and not exists (select from person_exports where blob_id = b.id) limit 500`,
    );
    for (const { id } of left) await removeBlob(id);
  });

export const forgetPersonExportsHourly = defineSchedule({
  name: "consumers.forgetExports",
  cron: "40 * * * *",
  run: forgetPersonExports,
});
