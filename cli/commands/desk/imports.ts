import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { centersImport, techniciansImport } from "#modules/centers/index.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { LacksColumns } from "#modules/kernel/files/sheets/heading.ts";
import {
  type Import,
  type ImportPage,
  importRows,
  type JudgedRow,
  type RowFate,
} from "#modules/kernel/files/sheets/import-rows.server.ts";
import { problemText } from "#modules/kernel/files/sheets/row-problems.ts";
import { templateBook, templateCsv } from "#modules/kernel/files/sheets/sheet-template.server.ts";
import { type SheetColumn, sheetFormats } from "#modules/kernel/files/spreadsheet.server.ts";
import { ownerOf } from "#modules/kernel/lists/owners.server.ts";
import { say } from "#modules/messages/index.ts";
import { withDatabase } from "../../embedded/database.ts";
import { Failed, type GlobalOptions, type Stopped, show, stoppable, tell, UsageError } from "../../run.ts";
import { needFree, sendOut, sheetKind, wholeFile } from "../../send-out.ts";
import { lacking, type NamingColumns, namedColumns, type SheetNotes, sheetNotes } from "../../sheet-notes.ts";
import { table } from "../../table.ts";
import { upload, template as uploadTemplate } from "../tickets.ts";
import { type Acting, audited, operatorOf } from "./operator.ts";

type Options = Acting & NamingColumns & { result?: string; template?: string };

/** `import centers [file]`: adds centers by the rules of Add Center, or writes the file to fill in. */
export const centers = (options: Options, file?: string) => bringIn(centersImport, options, file);

/** `import technicians [file]`: adds technicians to centers that are there, or writes the file to fill in. */
export const technicians = (options: Options, file?: string) => bringIn(techniciansImport, options, file);

type Requesting = GlobalOptions &
  NamingColumns & { as: string; client?: string; dryRun?: boolean; yes?: boolean; template?: string };

/** `import requests [file]`: `tickets upload` and its template under one name. */
export async function requests({ template, ...options }: Requesting, file?: string) {
  needOne(file, template);
  if (template === undefined) return upload(options, file!);
  sheetKind("--template", template);
  return uploadTemplate({ ...options, out: template });
}

/** How many rows with something to say of are told; --result tells all. */
const mostListed = 200;
/** How often progress is told. */
const progressRows = 1_000;

/**
 * Every row is looked at before the first one is made, so that a file which is refused as a whole makes nothing. Rows
 * with errors are left out; the exit code says whether there were any.
 */
async function bringIn<Input>(kind: Import<Input>, options: Options, file: string | undefined) {
  needOne(file, options.template);
  if (options.template !== undefined) return writeTemplate(kind, options, options.template);
  await stat(file!).catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  const { result } = options;
  const format = result === undefined ? undefined : sheetKind("--result", result);
  if (result !== undefined) needFree(result, options);
  const named = namedColumns(
    options.map,
    kind.columns.map(({ name }) => name),
  );
  const { headingRow } = options;
  const happens = options.yes === true && !options.dryRun;
  const seen = await withDatabase(() =>
    stoppable(async (stop) => {
      const actor = await operatorOf(options);
      const pages = (write: boolean) =>
        lookedAt(importRows(kind, { actor, file: file!, write, headingRow, named, stop }), stop, options);
      const dry = pages(false);
      let pass = dry;
      try {
        if (happens) {
          for await (const _ of dry.pages);
          pass = pages(true);
        }
        if (result === undefined) for await (const _ of pass.pages);
        else await wholeFile(sheetFormats[format!].write(columns, pass.pages), result);
      } catch (error) {
        if (!stop.aborted) throw error;
      } finally {
        if (pass !== dry && pass.counts.new > 0)
          await transaction(async () => {
            const about = actor.kind === "system" ? installation : ownerOf(actor);
            const data = { what: kind.name, ...pass.counts };
            await record(actor, { subject: about.subject, id: about.id, event: "rows.imported", data });
            await audited(actor, `import ${kind.name}`);
          });
      }
      const stopped: Stopped | undefined = stop.reason;
      return { ...pass, happens: pass !== dry, stopped };
    }),
  ).catch(asUsage);
  report(kind.name, seen, options);
  if (seen.counts.wrong > 0) throw new Failed();
}

type Counts = Record<RowFate, number>;
const none = (): Counts => ({ new: 0, known: 0, wrong: 0 });

type Looked = { counts: Counts; notes: SheetNotes; troubles: JudgedRow[]; pages: AsyncGenerator<JudgedRow[]> };

/** The pages as they pass, what was counted of them, and the first rows there is something to say of. */
function lookedAt(source: AsyncGenerator<ImportPage>, stop: AbortSignal, options: Options): Looked {
  const counts = none();
  const notes = { hiddenRows: 0, formulaCells: 0 };
  const troubles: JudgedRow[] = [];
  async function* pages() {
    let rows = 0;
    for await (const page of source) {
      notes.hiddenRows = page.counts.hiddenRows;
      notes.formulaCells = page.counts.formulaCells;
      for (const row of page.rows) {
        counts[row.fate] += 1;
        if (row.faults.length > 0 && troubles.length < mostListed) troubles.push(row);
      }
      const before = rows;
      rows += page.rows.length;
      if (Math.floor(rows / progressRows) > Math.floor(before / progressRows)) tell(`${rows} rows`, options);
      yield page.rows;
    }
    stop.throwIfAborted();
  }
  return { counts, notes, troubles, pages: pages() };
}

const faultsOf = ({ faults }: JudgedRow) =>
  faults.map((fault) => problemText(fault, (key, params) => say(key, params)));

const columns: SheetColumn<JudgedRow>[] = [
  { label: say("common.row"), cell: ({ row }) => ({ as: "count", value: row }) },
  { label: say("common.name"), cell: ({ name }) => ({ as: "text", value: name }) },
  { label: say("import.fate"), cell: ({ fate }) => ({ as: "text", value: say(`import.fate.${fate}`) }) },
  { label: say("import.faults"), cell: (row) => ({ as: "text", value: faultsOf(row).join("; ") }) },
];

type Seen = Omit<Looked, "pages"> & { happens: boolean; stopped: Stopped | undefined };

function report(what: string, { counts, notes, troubles, happens, stopped }: Seen, options: Options) {
  const rows = troubles.map((row) => ({ row: row.row, name: row.name, fate: row.fate, errors: faultsOf(row) }));
  const listed = table(
    ["row", "name", "what", "errors"],
    rows.map(({ row, name, fate, errors }) => [String(row), name, say(`import.fate.${fate}`), errors.join("; ")]),
    options,
  );
  const more = counts.known + counts.wrong - rows.length;
  const lines = `${sheetNotes(notes)}${rows.length > 0 ? `\n${listed}${more > 0 ? `\nand ${more} more` : ""}` : ""}`;
  const summary = `${counts.new} ${what} ${happens ? "added" : "can be added"}, ${counts.known} there already, ${counts.wrong} left out`;
  if (stopped) {
    const rest = happens ? "; the same command again goes on with the others" : "";
    show(
      { stopped: { ...(happens ? counts : none()), ...notes, rows } },
      `Stopped: ${happens ? summary : "nothing was added"}${rest}`,
      options,
    );
    throw stopped;
  }
  if (happens) return show({ done: { ...counts, ...notes, rows } }, `${summary}${lines}`, options);
  if (!options.dryRun) throw new UsageError(`${summary}${lines}\nSay --yes to add them.`);
  show({ wouldDo: { ...counts, ...notes, rows } }, `${summary}${lines}`, options);
}

function needOne(file: string | undefined, template: string | undefined) {
  if ((file === undefined) === (template === undefined))
    throw new UsageError("say a file, or --template and where to write it");
}

async function writeTemplate<Input>(kind: Import<Input>, options: Options, out: string) {
  const format = sheetKind("--template", out);
  needFree(out, options);
  const template = await withDatabase(() => kind.template());
  const bytes = format === "csv" ? templateCsv(template) : await templateBook(template);
  await sendOut(Readable.from([bytes]), out);
  show({ out, bytes: bytes.length }, `Wrote ${out}`, options);
}

function asUsage(error: unknown): never {
  if (error instanceof LacksColumns) throw new UsageError(lacking(error));
  throw error;
}
