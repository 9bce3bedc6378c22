import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { copyBytes, copyRows } from "#modules/kernel/db/copy.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { bareHeading } from "#modules/kernel/files/sheets/cells.ts";
import type { SheetKind } from "#modules/kernel/files/sheets/sheet-kind.server.ts";
import { adminOf } from "#modules/kernel/lists/bulk-act.server.ts";
import type { MessageParams } from "#modules/messages/index.ts";
import type { CheckedRow, RowProblem } from "./checked-row.ts";
import type { ColumnName, KnownNames, Mapping } from "./columns.ts";
import { uploadsTable } from "./uploads-table.ts";

/**
 * What becomes of an upload: its file is read (`checking`), waits for its columns to be named (`unmapped`) or for the
 * confirmation (`checked`), its requests are created (`running`), and it is over: `done`, `cancelled`, `refused` (its
 * file cannot be read, or its admin may not any more), or taken back (`undoing`, `undone`).
 */
export type UploadState =
  | "checking"
  | "unmapped"
  | "checked"
  | "running"
  | "done"
  | "cancelled"
  | "refused"
  | "undoing"
  | "undone";

/** What became of a row: `created` is not offered to centers yet, `matched` is; `undone` was taken back. */
export type RowOutcome = "ready" | "wrong" | "known" | "created" | "matched" | "undone";

export type UploadRow = {
  id: string;
  admin_id: string;
  client_id: string | null;
  file_name: string;
  format: SheetKind;
  blob_id: string | null;
  straight: boolean;
  state: UploadState;
  reason: string | null;
  params: MessageParams | null;
  heading: string[] | null;
  mapping: Mapping | null;
  heading_row: number | null;
  /** Whether an upload without a dry run creates the requests of hidden rows. */
  takes_hidden: boolean;
  named: KnownNames | null;
  hidden_rows: number;
  formula_cells: number;
  created_at: Date;
  started_at: Date | null;
};

/** Whose an upload is: an admin's, or that of a client's key and the keys which replace it, by their family. */
export const uploaderOf = (actor: Actor): string =>
  actor.kind === "admin" && actor.keyId ? actor.sessionId : adminOf(actor);

/** Returns an upload of this admin, locked when it will be changed. Refuses others' with `uploads.missing`. */
export async function uploadOf(actor: Actor, id: string, { lock = false } = {}): Promise<UploadRow> {
  const upload = await row<UploadRow>(
    sql`select * from uploads where id = ${id} and admin_id = ${uploaderOf(actor)} ${lock ? sql`for update` : sql``}`,
  );
  if (!upload) throw missing("uploads.missing");
  return upload;
}

/** A row as it is stored. */
export type StoredRow = {
  place: number;
  cells: string[];
  outcome: RowOutcome;
  problems: RowProblem[] | null;
  untaken: ColumnName[] | null;
  ticket_id: string | null;
};

/** Stores and counts checked rows of a file. Where one of them is stored already all are refused (`wasTaken`). */
export async function storeRows(uploadId: string, checked: readonly CheckedRow[]): Promise<void> {
  const bytes = copyBytes(
    checked.map(({ place, cells, phone, clientId, key, verdict, problems, untaken }) => [
      uploadId,
      place,
      cells,
      phone,
      clientId,
      key,
      verdict,
      problems.length > 0 ? problems : null,
      untaken.length > 0 ? untaken : null,
    ]),
  );
  // Sent together.
  await Promise.all([
    copyRows(
      "copy upload_rows (upload_id, place, cells, phone, client_id, key, outcome, problems, untaken) from stdin",
      bytes,
    ),
    rows(
      uploadsTable()
        .updateTable("uploads")
        .set((is) => ({
          tries: 0,
          stored_rows: is("stored_rows", "+", checked.length),
          stored_bytes: is("stored_bytes", "+", bytes.length),
        }))
        .where("id", "=", uploadId),
    ),
  ]);
}

/** The place up to which the rows of a file are stored: they are in its order. */
export async function storedTo(uploadId: string): Promise<number> {
  const last = await row<{ place: number }>(
    sql`select coalesce(max(place), 0)::int as place from upload_rows where upload_id = ${uploadId}`,
  );
  return last!.place;
}

/** Writes the result of checking stored rows again. */
export async function judgeRows(uploadId: string, checked: readonly CheckedRow[]): Promise<void> {
  if (checked.length === 0) return;
  const places = checked.map(({ place }) => place);
  const cells = checked.map((each) => JSON.stringify(each.cells));
  const phones = checked.map(({ phone }) => phone);
  const clientIds = checked.map(({ clientId }) => clientId);
  const keys = checked.map(({ key }) => key);
  const verdicts = checked.map(({ verdict }) => verdict);
  const problems = checked.map((each) => (each.problems.length > 0 ? JSON.stringify(each.problems) : null));
  const untaken = checked.map((each) => (each.untaken.length > 0 ? JSON.stringify(each.untaken) : null));
  await rows(
    sql`update upload_rows r
        set cells = checked.cells, phone = checked.phone,
            client_id = checked.client_id, key = checked.key, outcome = checked.outcome, problems = checked.problems,
            untaken = checked.untaken
       from unnest(${places}::int[], ${cells}::jsonb[], ${phones}::text[], ${clientIds}::uuid[], ${keys}::text[],
                   ${verdicts}::text[], ${problems}::jsonb[], ${untaken}::jsonb[])
            as checked (place, cells, phone, client_id, key, outcome, problems, untaken)
      where r.upload_id = ${uploadId} and r.place = checked.place`,
  );
}

/** The columns a client named in its files, with digests of the names: a first row without a heading names people. */
async function namesOfClient(clientId: string): Promise<Record<string, string>> {
  const stored = await row(
    sql<{ names: Record<string, string> }>`select names from upload_names where client_id = ${clientId}`,
  );
  return stored?.names ?? {};
}

/** The names of a heading that a client gave to columns before. */
export async function namesKnown(clientId: string | null, heading: readonly string[]): Promise<KnownNames> {
  if (!clientId) return {};
  const names = new Map(heading.map((name) => [hashToken(bareHeading(name)), bareHeading(name)]));
  const known = Object.entries(await namesOfClient(clientId)).map(([column, digest]) => [column, names.get(digest)]);
  return Object.fromEntries(known.filter(([, name]) => name));
}

/** Store the names a client uses for columns, in addition to its earlier ones. */
export async function rememberNames(clientId: string, names: KnownNames): Promise<void> {
  const digests = Object.entries(names).map(([column, name]) => [column, hashToken(name)]);
  if (digests.length === 0) return;
  const all = { ...(await namesOfClient(clientId)), ...Object.fromEntries(digests) };
  await rows(
    sql`
      insert into upload_names (client_id, names, changed_at) values (${clientId}, ${JSON.stringify(all)}::jsonb, ${now()})
      on conflict (client_id) do update set names = excluded.names, changed_at = excluded.changed_at`,
  );
}
