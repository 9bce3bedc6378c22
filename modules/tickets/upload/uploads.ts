import { createReadStream } from "node:fs";
import { sql } from "kysely";
import { getClient } from "#modules/catalog/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, DomainError, denied, invalid, missing } from "#modules/kernel/errors.ts";
import { removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { knownRow, twiceOf, type Verdict } from "#modules/kernel/files/sheets/check-rows.ts";
import { type SheetKind, sheetKindOf } from "#modules/kernel/files/sheets/sheet-kind.server.ts";
import { refuseUnlessTaking } from "#modules/kernel/outside/undeliverable.server.ts";
import { lockAgainstErasures } from "#modules/kernel/person/erasure-key.server.ts";
import { defineSchedule, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { needMay } from "../policy.ts";
import { checkRows, rulesFor, seenKey } from "./check-rows.ts";
import { type CheckedRow, uploadColumns } from "./checked-row.ts";
import { type ColumnName, columnNames, type KnownNames, type Mapping, namesOf, neededColumns } from "./columns.ts";
import { readUpload } from "./read-upload.ts";
import { makeRoom, refuseBusy, refuseWithoutRoom, uploadRoom } from "./upload-room.ts";
import { judgeRows, rememberNames, type StoredRow, uploaderOf, uploadOf } from "./upload-row.ts";
import { uploadsTable } from "./uploads-table.ts";
import { endUpload, writeUpload } from "./write-upload.ts";

/** Of the files of uploads. */
const kind = "upload";

/** A file on disk that will be deleted by its caller; its name is the sender's. */
type File = { path: string; name: string };

/** A file that is stored and waits for its upload to begin; `name` is the sender's. */
export type StoredUpload = { fileId: string; fileName: string };

const mimes = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
} as const satisfies Record<SheetKind, string>;

const formats = Object.keys(mimes) as SheetKind[];

/**
 * Store a file of requests until an upload begins with it; one that never does is swept. What is no csv, xlsx or
 * xls by its first bytes is refused here (R305), no file at all with `uploads.noFile` (R476).
 */
export async function storeUpload(actor: Actor, file: File | undefined): Promise<StoredUpload> {
  needMay(actor, "addRequests");
  const ownerId = uploaderOf(actor);
  if (!file) throw invalid("uploads.noFile", { fileId: "uploads.noFile" });
  const format = await sheetKindOf(file.path).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid(error.key, { fileId: error.key }) : error;
  });
  await removeOldFiles(ownerId);
  const bytes = createReadStream(file.path);
  const blob = await storeBlob(bytes, { kind, ownerKind: "admin", ownerId, mime: mimes[format] });
  return { fileId: blob.id, fileName: plainName(file.name) };
}

/** Deletes the oldest files of an account that wait for their upload, so that there is room for one more. */
async function removeOldFiles(ownerId: string): Promise<void> {
  const old = await rows<{ id: string }>(
    sql`select id from blobs b where kind = ${kind} and owner_kind = 'admin' and owner_id = ${ownerId}
        and not exists (select from uploads where blob_id = b.id)
      order by created_at desc, id desc offset ${sql.lit(uploadRoom.files - 1)}`,
  );
  for (const { id } of old) await transaction(() => removeBlob(id));
}

/**
 * `headingRow` is the row of the file with its heading, `names` the bare names of its columns; `takesHidden`
 * says that a straight upload also creates the requests of hidden rows.
 */
type Begin = {
  clientId?: string | undefined;
  straight?: boolean;
  takesHidden?: boolean;
  headingRow?: number | undefined;
  names?: KnownNames | undefined;
  /** Whether the caller reads it itself (`checkUpload`), so that no job does at the same time. */
  own?: boolean;
};

/** Store a file and begin its upload, both or neither. */
export const beginUpload = (
  actor: Actor,
  { file, ...begin }: Begin & { file: File | undefined },
): Promise<{ id: string }> =>
  transaction(async () => beginStored(actor, { ...(await storeUpload(actor, file)), ...begin }));

/**
 * Begin the upload of a stored file of requests for a client: a job reads it as a dry run, which creates nothing until
 * `startUpload`; `straight` starts by itself once the file was read to its end. Without a client each row names its own; an admin of a client uploads for
 * that one. A file that was stored before a person was erased may name them, so it is refused and has to be sent again.
 */
export async function beginStored(
  actor: Actor,
  {
    fileId,
    fileName,
    clientId,
    straight = false,
    takesHidden = false,
    headingRow,
    names,
    own = false,
  }: Begin & StoredUpload,
): Promise<{ id: string }> {
  needMay(actor, "addRequests");
  if (straight) refuseUnlessTaking();
  const adminId = uploaderOf(actor);
  const client = await clientFor(actor, clientId);
  const id = rowId();
  return transaction(async () => {
    await lockAgainstErasures();
    const blob = await row<{ mime: string; bytes: string }>(
      sql`select mime, bytes from blobs b where id = ${fileId} and kind = ${kind}
          and owner_kind = 'admin' and owner_id = ${adminId}
          and not exists (select from uploads where blob_id = b.id)
          and not exists (select from erasures where asked_at >= b.created_at)`,
    );
    if (!blob) throw invalid("uploads.noFile", { fileId: "uploads.noFile" });
    await refuseBusy(adminId);
    await makeRoom(actor, adminId);
    const format = formats.find((kind) => mimes[kind] === blob.mime)!;
    const at = now();
    await rows(
      sql`insert into uploads (id, admin_id, client_id, file_name, format, blob_id, straight, state, created_at, worked_at)
       values (${id}, ${adminId}, ${client}, ${plainName(fileName)}, ${format}, ${fileId}, ${straight}, 'checking',
               ${at}::timestamptz, ${at}::timestamptz)`,
    );
    await rows(
      uploadsTable()
        .updateTable("uploads")
        .set({ heading_row: headingRow ?? null, named: names ? JSON.stringify(names) : null })
        .set({ takes_hidden: takesHidden })
        .where("id", "=", id),
    );
    const data = { uploadId: id, format, bytes: Number(blob.bytes), ...(client && { clientId: client }) };
    await record(actor, { subject: "admin", id: adminId, event: "upload.begun", data });
    if (!own) await later(readUpload, { uploadId: id });
    return { id };
  });
}

/** Deletes files without an upload; within a day, because an erasure does not read them (R13). */
export async function sweepStored(): Promise<void> {
  const left = await rows<{ id: string }>(
    sql`select id from blobs b where kind = ${kind} and created_at < ${fromNow(-23 * hour)}
        and not exists (select from uploads where blob_id = b.id)`,
  );
  for (const { id } of left) await transaction(() => removeBlob(id));
}

export const sweepStoredHourly = defineSchedule({
  name: "tickets.sweepStoredUploads",
  cron: "52 * * * *",
  run: sweepStored,
});

/** A file's name without its folder and without what no screen can show. */
const plainName = (name: string) =>
  name
    .replace(/^.*[\\/]/s, "")
    .replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, "")
    .slice(0, 100) || "file";

async function clientFor(actor: Actor, sent: string | undefined): Promise<string | null> {
  if (isClient(actor)) {
    if (!actor.clientId || (sent && sent !== actor.clientId)) throw denied();
    return actor.clientId;
  }
  if (!sent) return null;
  const { id, isActive } = await getClient(sent);
  if (!isActive) throw invalid("form.choice", { clientId: "form.choice" });
  return id;
}

/**
 * Set which column of the file is each column of the template, by its heading's place from 0; remembered for the
 * client, and the file is read again. Refuses a mapping without the required columns.
 */
export const mapUpload = (actor: Actor, { id, mapping }: { id: string; mapping: Mapping }): Promise<void> =>
  transaction(async () => {
    needMay(actor, "addRequests");
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state !== "unmapped") throw conflict("uploads.otherState");
    const heading = upload.heading ?? [];
    const places = Object.values(mapping);
    const fits = places.every((place) => Number.isInteger(place) && place >= 0 && place < heading.length);
    if (!fits || new Set(places).size !== places.length) throw invalid("uploads.mappingTwice");
    if (neededColumns.some((name) => mapping[name] === undefined)) throw invalid("uploads.mappingMissing");
    const taken = uploadColumns(actor);
    if (columnNames.some((name) => mapping[name] !== undefined && !taken.includes(name)))
      throw denied("ticket.fieldNotSettable");
    await refuseWithoutRoom(upload.admin_id);
    await rows(
      sql`update uploads set state = 'checking', tries = 0, failure = null,
             mapping = ${JSON.stringify(mapping)}::jsonb, worked_at = ${now()} where id = ${id}`,
    );
    if (upload.client_id) await rememberNames(upload.client_id, namesOf(heading, mapping));
    await later(readUpload, { uploadId: id });
  });

/**
 * Correct cells of a row of a dry run; it is checked again by all rules, and its result is returned. Refuses a row that
 * is being created or was.
 */
export const fixRow = (
  actor: Actor,
  { id, place, cells }: { id: string; place: number; cells: Partial<Record<ColumnName, string>> },
): Promise<Verdict> =>
  transaction(async () => {
    needMay(actor, "addRequests");
    await lockAgainstErasures();
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state !== "checked") throw conflict("uploads.otherState");
    const stored = await row<StoredRow>(sql`select * from upload_rows where upload_id = ${id} and place = ${place}`);
    if (!stored) throw missing("uploads.missing");
    const fixed = columnNames.map((name, at) => cells[name]?.trim() ?? stored.cells[at] ?? "");
    const rules = await rulesFor(actor, upload.client_id, upload.created_at);
    const [checked] = await checkRows(rules, [{ place, cells: fixed }], new Map());
    const twin =
      checked!.verdict === "ready" &&
      (await row<{ place: number }>(
        sql`select place from upload_rows where upload_id = ${id} and place <> ${place}
            and client_id = ${checked!.clientId} and key = ${checked!.key} and outcome = 'ready' limit 1`,
      ));
    const judged: CheckedRow = twin ? knownRow(checked!, twiceOf(twin.place)) : checked!;
    await judgeRows(id, [judged]);
    // Rows that were left out as repetitions of this one are checked again, the first of them before the others.
    const again = await rows<StoredRow>(
      sql`select * from upload_rows where upload_id = ${id} and place <> ${place} and outcome = 'known'
          and problems @> ${JSON.stringify([twiceOf(place)])}::jsonb order by place`,
    );
    if (again.length > 0) await judgeRows(id, await checkRows(rules, again, seenIn(judged)));
    return judged.verdict;
  });

/** Returns the key of a row that will be created, by which later rows count as repetitions. */
function seenIn(row: CheckedRow): Map<string, number> {
  const key = seenKey(row);
  return new Map(row.verdict === "ready" && key ? [[key, row.place]] : []);
}

/** Create the requests of all rows without a problem. Begins a job; repeating the call changes nothing. */
export const startUpload = (actor: Actor, { id }: { id: string }): Promise<void> =>
  transaction(async () => {
    needMay(actor, "addRequests");
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state === "running" || upload.state === "done") return;
    if (upload.state !== "checked") throw conflict("uploads.otherState");
    const ready = await row(sql`select 1 from upload_rows where upload_id = ${id} and outcome = 'ready' limit 1`);
    if (!ready) throw conflict("uploads.nothingReady");
    refuseUnlessTaking();
    const at = now();
    await rows(
      sql`update uploads set state = 'running', tries = 0, failure = null, started_at = ${at}::timestamptz,
              worked_at = ${at}::timestamptz where id = ${id}`,
    );
    await record(actor, { subject: "admin", id: upload.admin_id, event: "upload.started", data: { uploadId: id } });
    await later(writeUpload, { uploadId: id });
    await announce([`admin:${upload.admin_id}`]);
  });

/** Stop an upload: created requests are kept and offered; one that was only read is deleted. */
export const cancelUpload = (actor: Actor, { id }: { id: string }): Promise<void> =>
  transaction(async () => {
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state === "running") return endUpload(actor, upload, "cancelled");
    if (!["checking", "unmapped", "checked"].includes(upload.state)) throw conflict("uploads.over");
    await rows(sql`delete from uploads where id = ${id}`);
    if (upload.blob_id) await removeBlob(upload.blob_id);
    await record(actor, { subject: "admin", id: upload.admin_id, event: "upload.thrownAway", data: { uploadId: id } });
    await announce([`admin:${upload.admin_id}`]);
  });
