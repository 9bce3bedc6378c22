import type { Readable } from "node:stream";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Locale } from "#modules/messages/index.ts";
import { type Actor, isDesk } from "../actor.ts";
import { day, fromNow, hour, minute, now } from "../clock.ts";
import { kysely, row, rows, transaction, unitOfWork } from "../db/db.server.ts";
import { record } from "../db/history.ts";
import { rowId } from "../db/row-id.ts";
import { DomainError, missing } from "../errors.ts";
import { type Blob, findBlob, openBlob, removeBlob, storeBlob } from "../files/blobs.server.ts";
import type { SheetFormat } from "../files/spreadsheet.server.ts";
import { defineJob, defineSchedule, later } from "../work/jobs.server.ts";
import { announce } from "../work/live.server.ts";
import {
  type AnyList,
  auditableFilter,
  fileNameOf,
  type List,
  type ListRequest,
  listNamed,
  needFile,
  pagesOf,
  sheetOf,
} from "./list.server.ts";
import { type Owner, ownerNow, ownerOf } from "./owners.server.ts";

/** How many days a prepared file is kept: it holds names and phone numbers, so only as long as a download needs. */
const retentionDays = 1;
/** The end of an export's time in SQL. */
const retainedUntil = sql`coalesce(made_at, created_at) + keep_days * interval '1 day'`;
/** The same request within this time gets the file already being made. */
const sameWithin = 10 * minute;
/** A file not finished this long after it was begun counts as failed and may be requested again. */
const failedAfter = hour;
/** Files of one account that are made at the same time; further ones wait for one of them, in the order of requests. */
export const mostUnderWay = 2;

/**
 * Queue a list's file for the asking actor and return its id. The same request within ten minutes gets the same file,
 * unless that was refused or another person of the same center requested it. It is kept for a day, or for as many days as
 * asked. Two files of an account are made at the same time; another one waits.
 */
export async function prepareExport<Filter extends z.ZodObject>(
  { name }: Pick<List<Filter, never>, "name" | "filter">,
  { actor, filter, format, locale }: ListRequest<z.output<Filter>>,
  keepDays = retentionDays,
): Promise<string> {
  const { subject, id: ownerId } = ownerOf(actor);
  const deskLoginId = actor.kind === "center" ? (actor.deskLoginId ?? null) : null;
  const filterJson = JSON.stringify(filter);
  return transaction(async () => {
    await lockExportsOf(ownerId);
    const same = await row<{ id: string }>(
      sql`select id from exports where owner_kind = ${subject} and owner_id = ${ownerId} and list = ${name} and format = ${format}
          and locale = ${locale} and filter = ${filterJson}::jsonb and keep_days = ${keepDays}
          and desk_login_id is not distinct from ${deskLoginId}::uuid
          and created_at > ${fromNow(-sameWithin)} and refused_at is null limit 1`,
    );
    if (same) return same.id;
    const id = rowId();
    await rows(
      sql`insert into exports (owner_kind, owner_id, list, format, locale, filter, keep_days, desk_login_id, id, created_at)
       values (${subject}, ${ownerId}, ${name}, ${format}, ${locale}, ${filterJson}::jsonb, ${keepDays}, ${deskLoginId}, ${id}, ${now()})`,
    );
    await beginWaiting({ subject, id: ownerId });
    return id;
  });
}

const lockExportsOf = (ownerId: string) =>
  rows(sql`select pg_advisory_xact_lock(hashtextextended(${`export:${ownerId}`}, 0))`);

const exportsTable = () => kysely() as unknown as Kysely<{ exports: ExportRow }>;

/** Begin as many of an account's waiting exports as may be under way, oldest first; its exports are locked before. */
async function beginWaiting({ subject, id }: Owner): Promise<void> {
  const own = exportsTable()
    .selectFrom("exports")
    .select("id")
    .where("owner_kind", "=", subject)
    .where("owner_id", "=", id)
    .where("refused_at", "is", null)
    .where("made_at", "is", null);
  const underWay = await rows(own.where("begun_at", ">", fromNow(-failedAfter).toISOString()));
  const free = mostUnderWay - underWay.length;
  if (free <= 0) return;
  const next = await rows<{ id: string }>(
    own.where("begun_at", "is", null).orderBy("created_at").orderBy("id").limit(free),
  );
  if (next.length === 0) return;
  const ids = next.map((each) => each.id);
  await rows(exportsTable().updateTable("exports").set({ begun_at: now().toISOString() }).where("id", "in", ids));
  for (const exportId of ids) await later(writeExport, { exportId });
}

/** Begin what waits after an export of its account that was given up; those that end by themselves begin the next one. */
export async function beginWaitingExports(): Promise<void> {
  const owners = await rows<{ subject: Owner["subject"]; id: string }>(
    exportsTable()
      .selectFrom("exports")
      .select(["owner_kind as subject", "owner_id as id"])
      .distinct()
      .where("begun_at", "is", null)
      .where("refused_at", "is", null)
      .limit(1_000),
  );
  for (const owner of owners)
    await transaction(async () => {
      await lockExportsOf(owner.id);
      await beginWaiting(owner);
    });
}

export const beginWaitingExportsOften = defineSchedule({
  name: "kernel.beginWaitingExports",
  cron: "*/5 * * * *",
  run: beginWaitingExports,
});

/** Write the file of a requested export; does nothing when it is already written. */
export const writeExport = defineJob({
  name: "kernel.writeExport",
  payload: z.strictObject({ exportId: z.uuid() }),
  run: ({ exportId }) => write(exportId),
  retries: 3,
});

async function write(id: string) {
  const wanted = await row<ExportRow>(
    sql`select * from exports where id = ${id} and blob_id is null and refused_at is null`,
  );
  if (!wanted) return;
  const list = listNamed(wanted.list);
  const actor = await stillAllowed(wanted, list);
  if (!actor) return refuse(wanted);
  const request = { ...wanted, actor, filter: list.filter.parse(wanted.filter) as object };
  let count = 0;
  async function* counted() {
    for await (const page of filePages(list, request)) {
      count += page.length;
      yield page;
    }
  }
  const { stream, mime } = sheetOf(list, request, counted());
  const blob = await storeBlob(stream, {
    kind: blobKind,
    ownerKind: wanted.owner_kind,
    ownerId: wanted.owner_id,
    mime,
  });
  await transaction(async () => {
    await lockExportsOf(wanted.owner_id);
    const [updated] = await rows(
      sql`update exports set blob_id = ${blob.id}, rows = ${count}, made_at = ${now()} where id = ${id} and blob_id is null returning 1`,
    );
    if (!updated) return removeBlob(blob.id);
    const data = {
      list: list.name,
      format: wanted.format,
      filter: auditableFilter(request.filter),
      rows: count,
      complete: true,
    };
    await record(request.actor, { subject: wanted.owner_kind, id: wanted.owner_id, event: "list.exported", data });
    await beginWaiting({ subject: wanted.owner_kind, id: wanted.owner_id });
    await announce([`${wanted.owner_kind}:${wanted.owner_id}`]);
  });
}

/** Rights may have changed since the request: who may not see the list any more, or has left the desk, gets no file. */
async function stillAllowed(wanted: ExportRow, list: Parameters<typeof needFile>[1]) {
  try {
    const owner = { subject: wanted.owner_kind, id: wanted.owner_id };
    const actor = await ownerNow(owner, wanted.desk_login_id ?? undefined);
    needFile(actor, list);
    return actor;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const refuse = ({ id, owner_kind, owner_id }: ExportRow) =>
  transaction(async () => {
    await lockExportsOf(owner_id);
    await rows(sql`update exports set refused_at = ${now()} where id = ${id}`);
    await beginWaiting({ subject: owner_kind, id: owner_id });
    await announce([`${owner_kind}:${owner_id}`]);
  });

const blobKind = "export";

/**
 * All pages of a list for a file that is made in the background: each is read in its own unit of work, so that entities
 * of earlier pages can be freed, and while the page before it is written.
 */
export async function* filePages(list: AnyList, request: { actor: Actor; filter: object }) {
  const pages = pagesOf({ ...list, page: apart(list.page) }, request);
  const next = () => {
    const coming = pages.next();
    // Whoever waits for it is told of a failure; after an early end nobody waits.
    coming.catch(() => undefined);
    return coming;
  };
  let coming = next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) return;
      coming = next();
      yield value;
    }
  } finally {
    await pages.return(undefined);
  }
}

const apart =
  <In extends unknown[], Out>(read: (...args: In) => Promise<Out>) =>
  (...args: In): Promise<Out> =>
    unitOfWork(() => read(...args));

/** A requested file: waiting for an earlier one, in progress, finished, failed, or refused because its owner lost the right to the list. */
export type PreparedExport = {
  id: string;
  list: string;
  format: SheetFormat;
  requestedAt: Date;
  state: "waiting" | "preparing" | "ready" | "failed" | "refused";
  rows: number | null;
  availableUntil: Date | null;
  /** What its list was filtered by. */
  filter: unknown;
};

/** The files an actor requested that are still kept, newest first. */
export async function preparedExports(actor: Actor): Promise<PreparedExport[]> {
  const { subject, id } = ownerOf(actor);
  const exportRows = await rows<ExportRow>(
    sql`select * from exports where owner_kind = ${subject} and owner_id = ${id} and ${retainedUntil} > ${now()}
      order by created_at desc, id desc limit 50`,
  );
  // A person of a desk sees nothing of the lists that are the owner's; an admin reads which files were refused.
  const seen = exportRows.filter(({ list }) => !isDesk(actor) || listNamed(list).desk);
  return seen.map((wanted) => ({
    id: wanted.id,
    list: wanted.list,
    format: wanted.format,
    requestedAt: new Date(wanted.created_at),
    state: stateOf(wanted),
    rows: wanted.rows,
    availableUntil: wanted.made_at ? new Date(new Date(wanted.made_at).getTime() + wanted.keep_days * day) : null,
    filter: wanted.filter,
  }));
}

function stateOf({ made_at, refused_at, begun_at }: ExportRow): PreparedExport["state"] {
  if (made_at) return "ready";
  if (refused_at) return "refused";
  if (!begun_at) return "waiting";
  return new Date(begun_at) < fromNow(-failedAfter) ? "failed" : "preparing";
}

/** A prepared file, only for its owner, until it expires or its owner may not see the list any more. */
export async function preparedFile(
  actor: Actor,
  { id }: { id: string },
): Promise<{ stream: Readable; name: string } & Pick<Blob, "mime" | "bytes">> {
  const { subject, id: ownerId } = ownerOf(actor);
  const exportRow = await row<ExportRow>(
    sql`select * from exports
      where id = ${id} and owner_kind = ${subject} and owner_id = ${ownerId} and made_at is not null and ${retainedUntil} > ${now()}`,
  );
  if (!exportRow?.blob_id) throw missing("blob.missing");
  const list = listNamed(exportRow.list);
  needFile(actor, list);
  const blob = await findBlob(exportRow.blob_id);
  const name = fileNameOf(list, exportRow.format, new Date(exportRow.made_at!));
  return { stream: await openBlob(blob), name, mime: blob.mime, bytes: blob.bytes };
}

/**
 * Refuse the prepared files of an owner whose rights have changed, in the running transaction: they show what it might
 * see when they were made. The files themselves are deleted with the expired ones.
 */
export async function refusePrepared({ subject, id }: Owner): Promise<void> {
  await rows(
    sql`update exports set refused_at = ${now()}, made_at = null, blob_id = null, rows = null
      where owner_kind = ${subject} and owner_id = ${id} and blob_id is not null`,
  );
}

/** Delete expired files, and files left without a row by a crash. */
export async function forgetExports(): Promise<void> {
  await transaction(async () => {
    const before = fromNow(-retentionDays * day);
    // The first condition is the index's.
    await rows(
      sql`delete from exports where coalesce(made_at, created_at) < ${before} and ${retainedUntil} < ${now()}`,
    );
    const over = await rows<{ id: string }>(
      sql`select id from blobs b where kind = ${blobKind} and created_at < ${before}
          and not exists (select from exports where blob_id = b.id) limit 500`,
    );
    for (const { id } of over) await removeBlob(id);
  });
}

export const forgetExportsHourly = defineSchedule({
  name: "kernel.forgetExports",
  cron: "35 * * * *",
  run: forgetExports,
});

type ExportRow = {
  id: string;
  owner_kind: Owner["subject"];
  owner_id: string;
  /** The person of the center's desk who requested it; null for the owner and other accounts. */
  desk_login_id: string | null;
  list: string;
  format: SheetFormat;
  locale: Locale;
  filter: unknown;
  keep_days: number;
  rows: number | null;
  blob_id: string | null;
  created_at: string;
  begun_at: string | null;
  made_at: string | null;
  refused_at: string | null;
};
