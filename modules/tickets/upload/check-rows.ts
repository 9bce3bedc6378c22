import { setImmediate as outOfTheWay } from "node:timers/promises";
import { sql } from "kysely";
import { activeServices, defaultOfferCode, refuseDeadOffer } from "#modules/catalog/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { idsByName, plainName, wholeOf } from "#modules/kernel/files/sheets/cells.ts";
import {
  type AddProblem,
  type Cell,
  judgeRow,
  type RowForm,
  readRow,
} from "#modules/kernel/files/sheets/check-rows.ts";
import { cellShown } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { referenceOf } from "#modules/kernel/text/references.ts";
import { bareNumber } from "#modules/kernel/validation.ts";
import { byName, sheetNames, sheetOf } from "../fields/texts.ts";
import { maySet, type RequestField } from "../rights/field-rights.ts";
import { timePreferenceTypes } from "../time-preference.ts";
import { amountOf, isIndian, switchOf, timeTypeOf } from "./cell-words.ts";
import { type CheckedRow, columnOfField, type RowProblem, type UploadedRequest, uploadColumns } from "./checked-row.ts";
import { type ColumnName, columnNames, isRead, placeOf, specifiedCount } from "./columns.ts";
import { type ErasedPhones, erasedSince, nobodyErased, withoutErased } from "./erased-since.ts";
import { type RequestInput, requestReader } from "./read-request.ts";

/** What rows are checked against: facts of the moment, read once for a batch, and the keys this file had before. */
export type Rules = {
  actor: Actor;
  /** The client that was chosen for the file; without one each row names its own. */
  clientId: string | null;
  services: ReadonlyMap<string, string | null>;
  /** Clients that take requests, by id, client id and name in small letters; null: two are called so. */
  clients: ReadonlyMap<string, string | null>;
  offerCode: string;
  deadCodes: Map<string, boolean>;
  /** Rows that name these create nothing and are stored without their words. */
  erased: ErasedPhones;
  form: RowForm<ColumnName, RequestInput, UploadedRequest>;
};

const isTimeType = (text: string) => timePreferenceTypes.some((type) => type === text);

/**
 * Reads the facts rows are checked against now: of a file that was sent at a moment, or of cells typed now. An admin of a
 * client names its own client alone.
 */
export async function rulesFor(actor: Actor, clientId: string | null, sent?: Date): Promise<Rules> {
  const own = isClient(actor) ? (actor.clientId ?? null) : null;
  const [services, erased, clients] = await Promise.all([
    activeServices(),
    sent ? erasedSince(sent) : nobodyErased,
    rows<{ id: string; number: string | null; name: string }>(
      sql`select id, client_id as number, client_name as name from clients
        where is_active and deleted_at is null and (${own}::uuid is null or id = ${own})`,
    ),
  ]);
  return {
    actor,
    clientId: own ?? clientId,
    services: idsByName(
      services.filter(({ pickDrop }) => !pickDrop),
      ({ id, serviceName }) => [id, serviceName],
    ),
    clients: idsByName(clients, ({ id, number, name }) => [id, number, nameFor(actor, name)]),
    offerCode: defaultOfferCode(),
    deadCodes: new Map(),
    erased,
    form: {
      columns: columnNames,
      read: new Set(uploadColumns(actor).filter(isRead)),
      longest: cellShown,
      parse: requestReader(),
      columnOf: (field) => columnOfField[field] ?? "Service provided for",
    },
  };
}

/** Rows read at a time: a few milliseconds. */
const partRows = 100;

/** Rows of the file, in the template's order of columns. */
export type ArrangedRow = { place: number; cells: readonly string[] };

/**
 * Checks rows by the rules of the form, each with all that is wrong with it. What is there already is `known`: a request
 * of an upload with the same key that is not deleted, or a row before it in the same file (`seen`, which is added to).
 */
export async function checkRows(
  rules: Rules,
  arranged: readonly ArrangedRow[],
  seen: Map<string, number>,
): Promise<CheckedRow[]> {
  const read: CheckedRow[] = [];
  // In parts, so that what else this process does need not wait for all of them.
  for (let from = 0; from < arranged.length; from += partRows) {
    for (const row of arranged.slice(from, from + partRows))
      read.push(withoutErased(rules.erased, readRequest(rules, row)));
    await outOfTheWay();
  }
  const [, qrs, there] = await Promise.all([askCodes(rules, read), qrsThere(read), keysThere(read)]);
  // One after the other: the problems of a row are in the same order each time.
  refuseCodes(rules, read);
  refuseQrs(qrs, read);
  return read.map((row) => {
    const key = seenKey(row);
    return judgeRow(row, key, seen, key === null ? undefined : there.get(key));
  });
}

/** By what the rows of a file are compared; null of a row whose client or key cannot be read. */
export const seenKey = ({ clientId, key }: Pick<CheckedRow, "clientId" | "key">) => key && `${clientId} ${key}`;

function readRequest(rules: Rules, { place, cells }: ArrangedRow): CheckedRow {
  const cell: Cell<ColumnName> = (name) => cells[placeOf(name)] ?? "";
  const clientId = clientOf(rules, cell("Client Id"));
  const untaken: ColumnName[] = [];
  const { input, problems } = readRow(rules.form, cell, (addProblem) => {
    refuseCells(rules, cell, addProblem);
    return fieldsOf(rules, cell, untaken);
  });
  const phone = input?.phone ?? (bareNumber(cell("Mobile number")).slice(0, 20) || null);
  return {
    place,
    cells: cells.map(shown),
    verdict: "ready",
    problems,
    untaken,
    clientId,
    key: input && clientId ? rowKey(input.clientReference ?? "", cells) : null,
    phone,
    ...(input && { input: input }),
  };
}

/** Adds the problems the form does not know. */
function refuseCells(rules: Rules, cell: Cell<ColumnName>, addProblem: AddProblem<ColumnName>) {
  if (cell("Country code") && !isIndian(cell("Country code"))) addProblem("Country code", "uploads.notIndia");
  if (cell("Country") && plainName(cell("Country")) !== "india") addProblem("Country", "uploads.notIndia");
  const clientId = clientOf(rules, cell("Client Id"));
  if (!clientId) addProblem("Client Id", cell("Client Id") ? "uploads.noClient" : "form.incomplete");
  // A file is one client's: a row of another one was copied into it by mistake.
  else if (rules.clientId && clientId !== rules.clientId) addProblem("Client Id", "uploads.otherClient");
  if (cell("Service provided for") && !serviceOf(rules, cell)) addProblem("Service provided for", "uploads.noService");
  const timeType = timeTypeOf(cell("Time preference type"));
  if (timeType && !isTimeType(timeType)) addProblem("Time preference type", "form.choice");
}

/** Returns the cells by the fields of the form, and adds to `untaken` the columns whose values are not taken. */
function fieldsOf(rules: Rules, cell: Cell<ColumnName>, untaken: ColumnName[]): RequestInput {
  /** The cell of a column, as `read` returns it; empty where the uploader may not set it and it has its own value. */
  const settable = (field: RequestField, read: (cell: string) => string, usual: string) => {
    const column = columnOfField[field]!;
    const value = read(cell(column));
    if (maySet(rules.actor, field)) return value;
    if (value !== "" && value.toUpperCase() !== usual.toUpperCase()) untaken.push(column);
    return "";
  };
  return {
    serviceId: serviceOf(rules, cell) ?? "",
    ...byName(sheetNames, (text) => {
      const { name, whole } = sheetOf(text);
      return whole ? wholeOf(cell(name)) : cell(name);
    }),
    name: cell("Customer name"),
    phone: wholeOf(cell("Mobile number")),
    pincode: wholeOf(cell("Pincode") || cell("Additional Pincode")),
    offerCode: settable("offerCode", String, rules.offerCode) || rules.offerCode,
    timePreference: {
      type: timeTypeOf(cell("Time preference type")),
      at: cell("Specific date and time") || undefined,
    },
    clientReference: referenceOf(wholeOf(cell("service_provided_client_id"))),
    dueAmount: settable("dueAmount", amountOf, "0") || undefined,
    markedPaid: settable("markedPaid", switchOf, "true") || undefined,
    ticketPrice: settable("ticketPrice", amountOf, "0") || undefined,
    qrId: settable("qrId", String, ""),
  };
}

const serviceOf = ({ services }: Rules, cell: Cell<ColumnName>) =>
  services.get(plainName(cell("Service provided for")));

/**
 * Returns a cell as it is stored: of one longer than any field its beginning, to identify it, and a mark that makes it
 * too long again wherever its row is checked again.
 */
const shown = (cell: string) =>
  cell.length > cellShown ? `${cell.slice(0, cellShown).toWellFormed()}${cutMark}` : cell;
const cutMark = "…";

/**
 * By what a row is known again: the client's own id of the request in any case, else a digest of the row. Empty cells after
 * the specified ones do not count, so that a row keeps its digest when the template gets a column.
 */
export function rowKey(reference: string, cells: readonly string[]): string {
  if (reference !== "") return `ref:${reference.toLowerCase()}`;
  const counted = Math.max(specifiedCount, cells.findLastIndex((cell) => cell !== "") + 1);
  return `row:${hashToken(cells.slice(0, counted).map(plainName).join("\u001f"))}`;
}

/** Returns the client a row names, else that of the file; null where it names none that takes requests. */
const clientOf = ({ clients, clientId }: Rules, named: string): string | null =>
  (named ? clients.get(plainName(named)) : clientId) ?? null;

/** Returns which offer codes are over, reading each once in a batch. */
async function askCodes({ deadCodes }: Rules, read: readonly CheckedRow[]) {
  const codes = new Set(read.flatMap(({ input }) => (input ? [input.offerCode.toUpperCase()] : [])));
  for (const code of codes) {
    if (deadCodes.has(code)) continue;
    const dead = await refuseDeadOffer(code).then(
      () => false,
      (error: unknown) => {
        if (error instanceof DomainError) return true;
        throw error;
      },
    );
    deadCodes.set(code, dead);
  }
}

function refuseCodes({ deadCodes }: Rules, read: readonly CheckedRow[]) {
  for (const row of read)
    if (row.input && deadCodes.get(row.input.offerCode.toUpperCase()))
      row.problems = [...row.problems, { column: "Offer code", wrong: "offer.notValid" }];
}

/** The QR codes of rows that are there. */
async function qrsThere(read: readonly CheckedRow[]): Promise<ReadonlySet<string>> {
  const qrIds = [...new Set(read.flatMap(({ input }) => (input?.qrId ? [input.qrId, input.qrId.toUpperCase()] : [])))];
  if (qrIds.length === 0) return new Set();
  const qrs = await rows<{ qr_id: string }>(
    sql`select qr_id from partner_qrs where qr_id = any(${qrIds}::text[]) and status = 'ACTIVE'`,
  );
  return new Set(qrs.map(({ qr_id }) => qr_id));
}

/** Refuses unknown QR codes, and stores the others as they are spelt. */
function refuseQrs(there: ReadonlySet<string>, read: readonly CheckedRow[]) {
  for (const row of read) {
    if (!row.input?.qrId) continue;
    const spelt = [row.input.qrId, row.input.qrId.toUpperCase()].find((qrId) => there.has(qrId));
    if (spelt) row.input.qrId = spelt;
    else row.problems = [...row.problems, { column: "CenterQr", wrong: "booking.qrUnknown" }];
  }
}

/** The requests that have keys of these rows already, as the problem of a row with the key. */
async function keysThere(checked: readonly CheckedRow[]): Promise<ReadonlyMap<string, RowProblem>> {
  const keyed = checked.filter(({ key }) => key);
  if (keyed.length === 0) return new Map();
  const clientIds = keyed.map(({ clientId }) => clientId);
  const keys = keyed.map(({ key }) => key);
  const existing = await rows<{ client_id: string; upload_key: string; number: string }>(
    // Key by key: while an upload of thousands is written, statistics know none of its keys and favour reading all requests.
    sql`select asked.client_id, asked.key as upload_key, there.number
       from unnest(${clientIds}::uuid[], ${keys}::text[]) as asked (client_id, key)
       cross join lateral (select t.ticket_id as number from tickets t
                            where t.client_id = asked.client_id and t.upload_key = asked.key
                              and t.upload_key is not null and t.deleted_at is null limit 1) as there`,
  );
  return new Map(
    existing.map(({ client_id, upload_key, number }) => [
      `${client_id} ${upload_key}`,
      { column: null, wrong: "uploads.known", params: { number } },
    ]),
  );
}
