import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { clientNamed } from "#modules/catalog/index.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { problemText } from "#modules/kernel/files/sheets/row-problems.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import {
  beginUpload,
  type ColumnName,
  cancelUpload,
  checkUpload,
  columnNames,
  neededColumns,
  startUpload,
  takeBack,
  type Upload,
  type UploadLine,
  undoUpload,
  uploadBeginning,
  uploadLines,
  uploadTemplate,
  uploadTemplateCsv,
  uploadView,
  writeAll,
} from "#modules/tickets/index.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { Failed, type GlobalOptions, type Stopped, show, stoppable, tell, UsageError } from "../run.ts";
import { needFree, sendOut, sheetKind } from "../send-out.ts";
import { lacking, type NamingColumns, namedColumns, sheetNotes } from "../sheet-notes.ts";
import { table } from "../table.ts";
import { rolledBack } from "./rolled-back.ts";
import { adminOf } from "./wallet.ts";

type Uploading = GlobalOptions & NamingColumns & { as: string; client?: string; dryRun?: boolean; yes?: boolean };

/** How many rows with errors are told; the upload's page and its file tell all. */
const mostReported = 200;

/**
 * `tickets upload <file>`: creates requests of a client from a csv, xlsx or xls file by the rules of the form, as the named
 * admin. With --dry-run, and until --yes is said, every row is checked and nothing is created. Rows with errors are left
 * out; the exit code says whether there were any.
 */
export async function upload(options: Uploading, file: string) {
  await stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  const names = namedColumns(options.map, columnNames);
  const outcome = await withDatabase(() =>
    stoppable(async (stop): Promise<UploadOutcome> => {
      const admin = await adminOf(options);
      const clientId = options.client && (await clientNamed(options.client)).id;
      const { id } = await beginUpload(admin, {
        file: { path: file, name: file },
        clientId: clientId || undefined,
        headingRow: options.headingRow,
        names,
        own: true,
      });
      // What is in hand is finished: a page of rows that are read, a batch of requests.
      const step = (words: string) => {
        tell(words, options);
        stop.throwIfAborted();
      };
      const result = async (happened: boolean) => ({
        upload: await uploadView(admin, { id }),
        rejected: await uploadLines(admin, { id, of: "rejected", take: mostReported }),
        happened,
      });
      try {
        await checkUpload(id, (rows) => step(`${rows} rows read`));
        const checked = await uploadView(admin, { id });
        if (checked.reason) throw new DomainError("invalid", checked.reason.key, { params: checked.reason.params });
        if (checked.state === "unmapped") {
          const isMapped = (name: ColumnName) => checked.mapping[name] !== undefined;
          const missing = columnNames.filter(
            (name) => !isMapped(name) && (neededColumns.includes(name) || name in names),
          );
          const first = await uploadBeginning(admin, { id });
          await cancelUpload(admin, { id });
          throw new UsageError(lacking({ missing, present: columnNames.filter(isMapped), first }));
        }
        if (options.dryRun || !options.yes) {
          const seen = await result(false);
          await cancelUpload(admin, { id });
          return seen;
        }
        stop.throwIfAborted();
        if (checked.counts.ready > 0) {
          const notes = sheetNotes(checked).trim();
          if (notes) tell(notes, options);
          await startUpload(admin, { id });
          await transaction(() => fromTheShell(admin, id));
          await writeAll(id, (rows) => step(`${rows} of ${checked.counts.ready} rows created`));
        }
        return await result(true);
      } catch (error) {
        if (!stop.aborted) throw error;
        const seen = await result(true);
        // A worker that helped may have come to its end meanwhile.
        if (seen.upload.state !== "done") await cancelUpload(admin, { id });
        return { ...seen, stopped: stop.reason };
      }
    }),
  );
  report(outcome, options);
  if (outcome.stopped) throw outcome.stopped;
  if (outcome.upload.counts.wrong > 0) throw new Failed();
}

/** Says in the admin's history that it came from this machine, and from whom here. */
const fromTheShell = ({ adminId }: { adminId: string }, uploadId: string) =>
  record(house(), { subject: "admin", id: adminId, event: "upload.fromTheShell", data: { uploadId } });

type UploadOutcome = { upload: Upload; rejected: UploadLine[]; happened: boolean; stopped?: Stopped | undefined };

function report({ upload, rejected, happened, stopped }: UploadOutcome, options: Uploading) {
  const { id, counts, hiddenRows, formulaCells } = upload;
  const notes = { hiddenRows, formulaCells };
  const problems = rejected.map(({ row, customerName, problems: rowProblems }) => ({
    row,
    customerName,
    errors: rowProblems.map((problem) => problemText(problem, (key, params) => say(key, params))),
  }));
  const listed = table(
    ["row", "customer", "errors"],
    problems.map(({ row, customerName, errors }) => [String(row), customerName, errors.join("; ")]),
    options,
  );
  const more = counts.rejected > problems.length ? `\nand ${counts.rejected - problems.length} more` : "";
  const troubles = `${sheetNotes(notes)}${problems.length > 0 ? `\n${listed}${more}` : ""}`;
  if (stopped) {
    const words = `Stopped: ${counts.accepted} rows created; the same command again goes on with the others`;
    return show({ stopped: { id, ...counts, ...notes, errors: problems } }, words, options);
  }
  if (happened) {
    const words = counts.rejected === 0 ? say("uploads.success", { n: counts.accepted }) : uploadSummary(counts);
    return show({ done: { id, ...counts, ...notes, errors: problems } }, `${words}${troubles}`, options);
  }
  const words = `${counts.ready} of ${counts.total} rows can be created, ${counts.rejected} not`;
  if (!options.dryRun) throw new UsageError(`${words}${troubles}\nSay --yes to create them.`);
  show({ wouldDo: { ...counts, ...notes, errors: problems } }, `${words}${troubles}`, options);
}

const uploadSummary = ({ accepted, rejected }: Upload["counts"]) =>
  `${say("uploads.processed", { n: accepted + rejected })}: ${accepted} accepted, ${rejected} rejected`;

/** `tickets undo-upload <id>`: deletes all requests of an upload of the named admin, or none when one is accepted. */
export async function undo(options: Uploading, uploadId: string) {
  const { success, data: id } = idSaying("form.id").safeParse(uploadId);
  if (!success) throw new UsageError("the id of an upload is what tickets upload --json said");
  const { requests, happened } = await withDatabase(async () => {
    const admin = await adminOf(options);
    if (options.dryRun || !options.yes) {
      await rolledBack(() => undoUpload(admin, { id }));
      return { requests: (await uploadView(admin, { id })).counts.accepted, happened: false };
    }
    await transaction(async () => {
      await undoUpload(admin, { id });
      await fromTheShell(admin, id);
    });
    await runJob(takeBack, { uploadId: id });
    const after = await uploadView(admin, { id });
    if (after.reason) throw conflict(after.reason.key);
    return { requests: after.counts.undone, happened: true };
  });
  if (happened) return show({ undone: requests }, `${requests} requests deleted`, options);
  const words = `${requests} requests would be deleted`;
  if (!options.dryRun) throw new UsageError(`${words}.\nSay --yes to do it.`);
  show({ wouldDo: { undone: requests } }, words, options);
}

/** `tickets upload-template`: writes the file to fill in, as a workbook or, by its ending, as csv. */
export async function template(options: Uploading & { out: string }) {
  const { out } = options;
  const made = sheetKind("--out", out) === "csv" ? uploadTemplateCsv : uploadTemplate;
  needFree(out, options);
  const { bytes } = await withDatabase(async () => made(await adminOf(options)));
  await sendOut(Readable.from([bytes]), out);
  show({ out, bytes: bytes.length }, `Wrote ${out}`, options);
}
