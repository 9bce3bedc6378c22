import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { second } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { rowText } from "#modules/kernel/files/sheets/heading.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { uploadBeginning } from "./choose-heading.ts";
import { mapHeading } from "./columns.ts";
import { type Upload, type UploadLine, uploadLines, uploadView } from "./upload-page.ts";
import { namesKnown, type UploadState, uploadOf } from "./upload-row.ts";
import { beginUpload } from "./uploads.ts";

/** How long a call waits at most, in seconds, and the pauses between two looks, in milliseconds. */
export const longestWait = 30;
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** The most rows of one answer. */
const answeredRows = 1_000;

/** An upload, some of its rows with and without a request, and the row before the next ones. */
export type UploadReport = {
  upload: Upload;
  /** Whether no job works on it any more. */
  over: boolean;
  /** Why its file was refused or its columns are not known, or why it was stopped. */
  reason: Upload["reason"];
  accepted: UploadLine[];
  rejected: UploadLine[];
  next: string | null;
};

type Wait = { seconds: number; signal?: AbortSignal | undefined };

/**
 * Creates the requests of a file, those of hidden rows only with `takesHidden`, or with `dryRun` returns what would
 * become of them. Waits until that is done, at most as long as requested, and no longer than the caller is connected;
 * the upload continues in any case. Refuses with the file's own refusal (`sheet.*`, `uploads.hiddenRefused`), and a
 * file whose columns are not named with `uploads.lacksColumns`.
 */
export async function uploadAtOnce(
  actor: Actor,
  {
    file,
    clientId,
    dryRun = false,
    takesHidden = false,
    headingRow,
    wait,
  }: {
    file: { path: string; name: string } | undefined;
    clientId?: string | undefined;
    dryRun?: boolean;
    takesHidden?: boolean;
    headingRow?: number | undefined;
    wait: Wait;
  },
): Promise<UploadReport> {
  const { id } = await beginUpload(actor, { file, clientId, straight: !dryRun, takesHidden, headingRow });
  await untilOver(id, wait);
  return reportOfRead(actor, id);
}

/** What a call has begun, for its caller who lost the answer. */
export async function uploadBegun(id: string, wait: Wait): Promise<UploadReport> {
  const upload = await row<{ admin_id: string }>(sql`select admin_id from uploads where id = ${id}`);
  if (!upload) throw missing("uploads.missing");
  await untilOver(id, wait);
  return reportOfRead(await ownerNow({ subject: "admin", id: upload.admin_id }), id);
}

/** What became of a file that was just sent; one that was not read is refused for its reason. */
async function reportOfRead(actor: Actor, id: string): Promise<UploadReport> {
  const report = await uploadReport(actor, { id });
  const { reason, upload } = report;
  if (reason && (upload.state === "refused" || upload.state === "unmapped"))
    throw new DomainError("invalid", reason.key, { params: reason.params });
  return report;
}

const goesOn: readonly UploadState[] = ["checking", "running", "undoing"];

/** Polls with growing pauses; holds no connection meanwhile. */
async function untilOver(id: string, { seconds, signal }: Wait) {
  const until = performance.now() + Math.min(seconds, longestWait) * second;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const upload = await row<{ state: UploadState }>(sql`select state from uploads where id = ${id}`);
    if (!upload || !goesOn.includes(upload.state)) return;
    const left = until - performance.now();
    if (left <= 0 || signal?.aborted) return;
    await pause(Math.min(pauseMs, left), undefined, { ...(signal && { signal }) }).catch(() => {});
  }
}

/** What became of an upload, also of one whose file was refused, with a page of its rows by their place. */
export async function uploadReport(
  actor: Actor,
  { id, after = 0 }: { id: string; after?: number | undefined },
): Promise<UploadReport> {
  const upload = await uploadView(actor, { id });
  const reason =
    upload.state === "unmapped"
      ? { key: "uploads.lacksColumns" as const, params: await lacking(actor, id) }
      : upload.reason;
  const over = !goesOn.includes(upload.state);
  const lines = over ? await uploadLines(actor, { id, of: "all", after, take: answeredRows + 1 }) : [];
  const shownLines = lines.slice(0, answeredRows);
  return {
    upload,
    over,
    reason,
    accepted: shownLines.filter(({ outcome }) => outcome === "created" || outcome === "matched"),
    rejected: shownLines.filter(({ outcome }) => outcome === "wrong" || outcome === "known"),
    next: lines.length > answeredRows ? String(shownLines.at(-1)!.row) : null,
  };
}

/** The columns an upload's file lacks, and its first rows, one of which may be its heading. */
async function lacking(actor: Actor, id: string) {
  const { heading, client_id, named } = await uploadOf(actor, id);
  const names = heading ?? [];
  const { missing } = mapHeading(names, await namesKnown(client_id, names), named ?? {});
  const first = await uploadBeginning(actor, { id });
  return { columns: missing.join(", "), rows: first.map((each) => `${each.row}: ${rowText(each)}`).join("; ") };
}
