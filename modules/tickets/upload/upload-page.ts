import { sql } from "kysely";
import { clientsFor } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type ExplainedProblem, explained } from "#modules/kernel/files/sheets/row-problems.ts";
import { type Page, type Place, pageByCreation, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { referenceOf } from "#modules/kernel/text/references.ts";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { needMay } from "../policy.ts";
import type { RowProblem } from "./checked-row.ts";
import { type ColumnName, columnNames, type Mapping, mapHeading, placeOf, templateColumns } from "./columns.ts";
import {
  namesKnown,
  type RowOutcome,
  type StoredRow,
  type UploadRow,
  type UploadState,
  uploaderOf,
  uploadOf,
} from "./upload-row.ts";

/** How many rows are in which state; `accepted` have a request, `rejected` have none and get none; of `untaken` some values were not taken. */
export type UploadCounts = Record<RowOutcome, number> & Record<"total" | "accepted" | "rejected" | "untaken", number>;

/** An upload as its admin sees it. */
export type Upload = {
  id: string;
  fileName: string;
  client: string | null;
  state: UploadState;
  /** Why it was refused, or stopped by the product. */
  reason: { key: MessageKey; params: MessageParams } | null;
  heading: string[];
  /** Which heading, from 0, each column is read from, as far as it is known. */
  mapping: Mapping;
  /** How many of its rows its sheet does not show, and how many cells are results of formulas; 0 until it was read. */
  hiddenRows: number;
  formulaCells: number;
  createdAt: Date;
  counts: UploadCounts;
};

/** An upload in the list of an admin's own. */
export type ListedUpload = Pick<Upload, "id" | "fileName" | "client" | "state" | "createdAt">;

/** A row of an upload as its result shows it (001 §3), and its cells where they can be corrected. */
export type UploadLine = {
  row: number;
  outcome: RowOutcome;
  customerName: string;
  clientReference: string;
  problems: ExplainedProblem<ColumnName>[];
  /** The columns whose values were not taken, because the admin may not set them. */
  untaken: ColumnName[];
  cells: string[];
  ticketId: string | null;
  number: string | null;
  pricePaise: number;
};

const outcomes: readonly RowOutcome[] = ["ready", "wrong", "known", "created", "matched", "undone"];

/** How many rows of an upload are in which state. */
async function countsOf(id: string): Promise<UploadCounts> {
  const outcomeCounts = await rows<{ outcome: RowOutcome; n: number; untaken: number }>(
    sql`select outcome, count(*)::int as n, count(untaken)::int as untaken from upload_rows
      where upload_id = ${id} group by outcome`,
  );
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;
  for (const { outcome, n } of outcomeCounts) counts[outcome] = n;
  return {
    ...counts,
    total: outcomeCounts.reduce((sum, { n }) => sum + n, 0),
    accepted: counts.created + counts.matched,
    rejected: counts.wrong + counts.known,
    untaken: outcomeCounts.reduce((sum, { untaken }) => sum + untaken, 0),
  };
}

/** Returns an upload of this admin; refuses others' with `uploads.missing`. */
export async function uploadView(actor: Actor, { id }: { id: string }): Promise<Upload> {
  needMay(actor, "addRequests");
  return present(actor, await uploadOf(actor, id));
}

async function present(actor: Actor, upload: UploadRow): Promise<Upload> {
  const clients = upload.client_id ? await clientsFor(actor) : [];
  const { reason, params } = upload;
  return {
    id: upload.id,
    fileName: upload.file_name,
    client: clients.find((client) => client.id === upload.client_id)?.clientName ?? null,
    state: upload.state,
    reason: reason && isMessageKey(reason) ? { key: reason, params: params ?? {} } : null,
    heading: upload.heading ?? [],
    mapping:
      upload.mapping ??
      mapHeading(upload.heading ?? [], await namesKnown(upload.client_id, upload.heading ?? []), upload.named ?? {})
        .mapping,
    hiddenRows: upload.hidden_rows,
    formulaCells: upload.formula_cells,
    createdAt: new Date(upload.created_at),
    counts: await countsOf(upload.id),
  };
}

/** Returns the admin's own uploads, newest first, without those that were deleted. */
export async function myUploads(actor: Actor, place: Place): Promise<Page<ListedUpload>> {
  needMay(actor, "addRequests");
  const page = await pageByCreation(actor, place, "u", (rest) =>
    rows<ListedRow>(
      sql`select u.id, u.file_name as "fileName", u.state, u.created_at as "createdAt", c.client_name as client
         from uploads u left join clients c on c.id = u.client_id where u.admin_id = ${uploaderOf(actor)} ${rest}`,
    ),
  );
  return pageMap(page, ({ createdAt, ...upload }) => ({
    ...upload,
    client: nameFor(actor, upload.client),
    createdAt: new Date(createdAt),
  }));
}
type ListedRow = Omit<ListedUpload, "createdAt"> & { createdAt: Date | string };

/** Which rows of an upload: those with a request, those without, those in one state, or all. */
type LinesOf = "accepted" | "rejected" | "wrong" | "known" | "ready" | "all";

const ofLines: Record<LinesOf, readonly RowOutcome[]> = {
  accepted: ["created", "matched"],
  rejected: ["wrong", "known"],
  wrong: ["wrong"],
  known: ["known"],
  ready: ["ready"],
  all: outcomes,
};

/** Rows of an upload by their place, after a place. */
export async function uploadLines(
  actor: Actor,
  { id, of, after = 0, take }: { id: string; of: LinesOf; after?: number; take: number },
): Promise<UploadLine[]> {
  needMay(actor, "addRequests");
  await uploadOf(actor, id);
  const lines = await rows<StoredRow & { public_id: string | null; number: string | null; price: string | null }>(
    sql`select r.place, r.cells, r.outcome, r.problems, r.untaken, t.public_id, t.ticket_id as number, t.ticket_price_paise as price
       from upload_rows r left join tickets t on t.id = r.ticket_id
      where r.upload_id = ${id} and r.place > ${after} and r.outcome = any(${[...ofLines[of]]}::text[]) order by r.place limit ${take}`,
  );
  return lines.map((stored) => ({
    row: stored.place,
    outcome: stored.outcome,
    customerName: stored.cells[placeOf("Customer name")] ?? "",
    clientReference: stored.cells[placeOf("service_provided_client_id")] ?? "",
    problems: explained(
      templateColumns,
      (stored.problems ?? []).map((problem) => shownProblem(problem, stored.cells)),
    ),
    untaken: stored.untaken ?? [],
    cells: columnNames.map((_, at) => stored.cells[at] ?? ""),
    ticketId: stored.public_id,
    number: stored.number,
    pricePaise: Number(stored.price ?? 0),
  }));
}

/** A stored problem; a row that repeats another one by the client's own id is corrected in that column. */
const shownProblem = ({ column, wrong, params }: RowProblem, cells: readonly string[]): RowProblem => ({
  column: column ?? (wrong === "uploads.twice" && hasReference(cells) ? "service_provided_client_id" : null),
  // A message of an earlier version may be gone.
  wrong: isMessageKey(wrong) ? wrong : "form.check",
  ...(params && { params }),
});

const hasReference = (cells: readonly string[]) =>
  referenceOf(cells[placeOf("service_provided_client_id")] ?? "") !== "";
