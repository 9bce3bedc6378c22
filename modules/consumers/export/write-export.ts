import { Readable } from "node:stream";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { type Blob, findBlob, openBlob, removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { type ZipEntry, zipOf } from "#modules/kernel/files/zip.server.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import type { Person } from "#modules/kernel/person/person-places.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { defineJob } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { needMay } from "../policy.ts";
import type { HeldKind } from "../shared.ts";
import { bookOf } from "./book.ts";
import { collect, type HeldFile, personOf } from "./collect.ts";

/** The kind of file, and the type of the archive. */
export const exportBlob = { kind: "person-export", mime: "application/zip" } as const;

/** Pictures and invoices beyond so many bytes are left out, which the receipt says: the archive is sealed in memory. */
const mostBytes = 200_000_000;

/** What an archive contains: how many of each kind, how many files, and how many were left out. */
export type ExportContents = { kinds: { kind: HeldKind; n: number }[]; files: number; leftOut: number };

export type ExportRow = {
  id: string;
  consumer_id: string;
  admin_id: string;
  reason: string;
  locale: Locale;
  asked_at: string;
  blob_id: string | null;
  contents: ExportContents | null;
  bytes: string | null;
  made_at: string | null;
  refused_at: string | null;
};

/** Writes the archive of an export that was asked for; does nothing when it is written or refused. */
export const writePersonExport = defineJob({
  name: "consumers.writeExport",
  payload: z.strictObject({ exportId: id }),
  run: ({ exportId }) => write(exportId),
  retries: 3,
});

async function write(exportId: string) {
  const wanted = await row<ExportRow>(
    sql`select * from person_exports where id = ${exportId} and made_at is null and refused_at is null`,
  );
  if (!wanted) return;
  const actor = await stillAllowed(wanted.admin_id);
  const at = now();
  const person = actor && (await personOf(wanted.consumer_id, at));
  if (!actor || !person) return refuse(wanted);
  const { contents, entries } = await archive(actor, person, { at, locale: wanted.locale });
  const blob = await storeBlob(zipOf(entries), {
    ...exportBlob,
    ownerKind: "admin",
    ownerId: wanted.admin_id,
    sealed: true,
  });
  await transaction(async () => {
    // Whoever erases the customer waits here, or has erased them: then nothing may be left of this.
    const there = await row(
      sql`select 1 from consumers where id = ${wanted.consumer_id} and erased_at is null for update`,
    );
    const [updated] = there
      ? await rows(
          sql`update person_exports set blob_id = ${blob.id}, contents = ${JSON.stringify(contents)}, bytes = ${blob.bytes}, made_at = ${now()}
            where id = ${exportId} and made_at is null and refused_at is null returning 1`,
        )
      : [];
    if (!updated) {
      await removeBlob(blob.id);
      if (!there) await refuse(wanted);
      return;
    }
    await record(actor, {
      subject: "consumer",
      id: wanted.consumer_id,
      event: "consumer.exported",
      data: { id: exportId, reason: wanted.reason },
    });
    await announce([`admin:${wanted.admin_id}`]);
  });
}

/** Rights may have changed since it was asked for. */
async function stillAllowed(adminId: string): Promise<Actor | undefined> {
  try {
    const actor = await ownerNow({ subject: "admin", id: adminId });
    needMay(actor, "erase");
    return actor;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const refuse = ({ id: exportId, admin_id }: ExportRow) =>
  transaction(async () => {
    await rows(sql`update person_exports set refused_at = ${now()} where id = ${exportId} and made_at is null`);
    await announce([`admin:${admin_id}`]);
  });

/** The files of the archive, and what they contain. */
async function archive(actor: Actor, person: Person & { name: string }, { at, locale }: { at: Date; locale: Locale }) {
  const { parts, files } = await collect(actor, person, locale);
  const { taken, leftOut } = await named(files);
  const names = taken.map(({ name }) => name);
  const contents: ExportContents = {
    kinds: parts.map(({ kind, rows: each }) => ({ kind, n: each.length })),
    files: taken.length,
    leftOut,
  };
  const held = Object.fromEntries(parts.map(({ kind, rows: each }) => [kind, each]));
  const page = bookOf({ name: person.name, parts, files: names, at }, locale);
  const text = (name: string, words: string): ZipEntry => ({
    name,
    at,
    open: async () => Readable.from([Buffer.from(words)]),
  });
  const entries: ZipEntry[] = [
    text("index.html", page),
    text("data.json", JSON.stringify({ madeAt: at, held, files: names }, null, 2)),
    ...taken.map(({ name, blob }) => ({ name, at: blob.createdAt, open: () => openBlob(blob) })),
  ];
  return { contents, entries };
}

const extensions: Record<string, string> = { "image/jpeg": "jpg", "application/pdf": "pdf" };

/** The files under the names they have in the archive, as far as they fit. */
async function named(files: readonly HeldFile[]) {
  const taken: { name: string; blob: Blob }[] = [];
  let bytes = 0;
  for (const { blobId, kind } of files) {
    const blob = await findBlob(blobId);
    bytes += blob.bytes;
    const name = `files/${kind === "invoiceFiles" ? "invoice" : "picture"}-${taken.length + 1}.${extensions[blob.mime] ?? "bin"}`;
    if (bytes <= mostBytes) taken.push({ name, blob });
  }
  return { taken, leftOut: files.length - taken.length };
}
