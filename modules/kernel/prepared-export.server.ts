import { randomUUIDv7 } from "node:crypto";
import type { Readable } from "node:stream";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import { day, fromNow, hour, minute, now } from "./clock.ts";
import { row, rows, transaction, unitOfWork } from "./db.server.ts";
import { denied, missing } from "./errors.ts";
import { type Blob, findBlob, openBlob, removeBlob, storeBlob } from "./gateways/blobs.server.ts";
import { record } from "./history.ts";
import { defineJob, later, type Schedule } from "./jobs.server.ts";
import { fileNameOf, type List, type ListWish, listNamed, pagesOf, sheetOf, told } from "./listed.server.ts";
import { announce } from "./live.server.ts";
import type { Locale } from "./messages/index.ts";
import type { SheetFormat } from "./spreadsheet.server.ts";

/** How long a prepared file is kept: it holds names and numbers, so no longer than somebody needs to fetch it. */
const keptFor = day;
/** Asking again within this time leads to the file that is being made. */
const sameWithin = 10 * minute;
/** What is not there by then has failed, and may be asked for again. */
const givenUpAfter = hour;

export type ExportOwner = { subject: "center"; id: string };

/** Whose files an actor's exports are. */
export function ownerOf(actor: Actor): ExportOwner {
  if (actor.kind !== "center") throw denied();
  return { subject: "center", id: actor.centerId };
}

const actorOf = ({ owner_id }: ExportRow): Actor => ({ kind: "center", centerId: owner_id, sessionId: "export" });

/**
 * Make a list's file in the background, for whoever asks; answers its id. The same wish within ten minutes is the same
 * file.
 */
export async function prepareExport<Row, Filter extends object>(
  { name }: List<Row, Filter>,
  { actor, filter, format, locale }: ListWish<Filter>,
): Promise<string> {
  const { subject, id: ownerId } = ownerOf(actor);
  const wish = [subject, ownerId, name, format, locale, JSON.stringify(filter)];
  return transaction(async () => {
    await rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`export:${ownerId}`]);
    const same = await row<{ id: string }>(
      `select id from exports where owner_kind = $1 and owner_id = $2 and list = $3 and format = $4 and locale = $5
          and filter = $6::jsonb and created_at > $7 limit 1`,
      [...wish, fromNow(-sameWithin)],
    );
    if (same) return same.id;
    const id = randomUUIDv7();
    await rows(
      `insert into exports (owner_kind, owner_id, list, format, locale, filter, id, created_at)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
      [...wish, id, now()],
    );
    await later(writeExport, { exportId: id });
    return id;
  });
}

/** Writes the file of an export somebody waits for; a second run finds it made and leaves it. */
export const writeExport = defineJob({
  name: "kernel.writeExport",
  payload: z.strictObject({ exportId: z.uuid() }),
  run: ({ exportId }) => write(exportId),
  retries: 3,
});

async function write(id: string) {
  const wanted = await row<ExportRow>("select * from exports where id = $1 and blob_id is null", [id]);
  if (!wanted) return;
  const list = listNamed(wanted.list);
  const wish = { ...wanted, actor: actorOf(wanted), filter: list.filter.parse(wanted.filter) as object };
  let count = 0;
  async function* counted() {
    for await (const page of pagesOf({ ...list, page: apart(list.page) }, wish)) {
      count += page.length;
      yield page;
    }
  }
  const { stream, mime } = sheetOf(list, wish, counted());
  const blob = await storeBlob(stream, {
    kind: blobKind,
    ownerKind: wanted.owner_kind,
    ownerId: wanted.owner_id,
    mime,
  });
  await transaction(async () => {
    const [kept] = await rows(
      "update exports set blob_id = $2, rows = $3, made_at = $4 where id = $1 and blob_id is null returning 1",
      [id, blob.id, count, now()],
    );
    if (!kept) return removeBlob(blob.id);
    const data = { list: list.name, format: wanted.format, filter: told(wish.filter), rows: count, complete: true };
    await record(wish.actor, { subject: "center", id: wanted.owner_id, event: "list.exported", data });
    await announce([`${wanted.owner_kind}:${wanted.owner_id}`]);
  });
}

const blobKind = "export";

/** Each page is read in a unit of work of its own, so that a long list is nowhere held whole. */
const apart =
  <In extends unknown[], Out>(read: (...asked: In) => Promise<Out>) =>
  (...asked: In): Promise<Out> =>
    unitOfWork(() => read(...asked));

/** A file that was asked for: made, being made, or never to come. */
export type PreparedExport = {
  id: string;
  list: string;
  format: SheetFormat;
  askedAt: Date;
  state: "preparing" | "ready" | "failed";
  rows: number | null;
  keptUntil: Date | null;
};

/** The files an actor asked for in the last day, newest first. */
export async function preparedExports(actor: Actor): Promise<PreparedExport[]> {
  const { subject, id } = ownerOf(actor);
  const found = await rows<ExportRow>(
    `select * from exports where owner_kind = $1 and owner_id = $2 and coalesce(made_at, created_at) > $3
      order by created_at desc, id desc limit 50`,
    [subject, id, fromNow(-keptFor)],
  );
  return found.map(({ id: exportId, list, format, created_at, made_at, rows: count }) => ({
    id: exportId,
    list,
    format,
    askedAt: new Date(created_at),
    state: made_at ? "ready" : new Date(created_at) < fromNow(-givenUpAfter) ? "failed" : "preparing",
    rows: count,
    keptUntil: made_at ? new Date(new Date(made_at).getTime() + keptFor) : null,
  }));
}

/** A prepared file, for whom it was made and as long as it is kept. */
export async function preparedFile(
  actor: Actor,
  { id }: { id: string },
): Promise<{ stream: Readable; name: string } & Pick<Blob, "mime" | "bytes">> {
  const { subject, id: ownerId } = ownerOf(actor);
  const found = await row<ExportRow>(
    "select * from exports where id = $1 and owner_kind = $2 and owner_id = $3 and made_at > $4",
    [id, subject, ownerId, fromNow(-keptFor)],
  );
  if (!found?.blob_id) throw missing("blob.missing");
  const blob = await findBlob(found.blob_id);
  const name = fileNameOf(found.list, found.format, new Date(found.made_at!));
  return { stream: await openBlob(blob), name, mime: blob.mime, bytes: blob.bytes };
}

/** Forget the files whose time is over, and those a crash left without a row. */
export async function forgetExports(): Promise<void> {
  await transaction(async () => {
    const before = fromNow(-keptFor);
    await rows("delete from exports where coalesce(made_at, created_at) < $1", [before]);
    const over = await rows<{ id: string }>(
      `select id from blobs b where kind = $1 and created_at < $2
          and not exists (select from exports where blob_id = b.id) limit 500`,
      [blobKind, before],
    );
    for (const { id } of over) await removeBlob(id);
  });
}

const forgetHourly = defineJob({
  name: "kernel.forgetExports",
  payload: z.strictObject({}),
  run: forgetExports,
  retries: 0,
});

export const exportJobs = [writeExport, forgetHourly] as const;
export const exportSchedule: Schedule = { job: forgetHourly, cron: "35 * * * *" };

type ExportRow = {
  id: string;
  owner_kind: ExportOwner["subject"];
  owner_id: string;
  list: string;
  format: SheetFormat;
  locale: Locale;
  filter: unknown;
  rows: number | null;
  blob_id: string | null;
  created_at: string;
  made_at: string | null;
};
