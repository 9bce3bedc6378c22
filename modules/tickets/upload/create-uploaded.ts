import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { randomPublicId } from "#modules/kernel/crypto.server.ts";
import { copyBytes, copyRows } from "#modules/kernel/db/copy.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { noReference } from "#modules/kernel/text/references.ts";
import { columnOf, sheetNames } from "../fields/texts.ts";
import { bytesOnAll, recordOnAll } from "../history.ts";
import { lettersIn, randomNumber } from "../number.ts";
import type { CheckedRow, UploadedRequest } from "./checked-row.ts";
import { ErasedMeanwhile } from "./erased-since.ts";

/** The request of a row that can be created, before it is written. */
export type Draft = { row: CheckedRow; input: UploadedRequest; id: string; publicId: string; number: string };

/**
 * Rounds of drawing numbers: a taken number is replaced by another, from the third round on from a larger supply. Many
 * requests begin with that: the short numbers of a day are for people who read them out on the telephone.
 */
const rounds = 6;
const many = 100;

/** The requests of rows, with numbers that are free now; another one may take such a number before they are written. */
export async function draft(ready: readonly CheckedRow[]): Promise<Draft[]> {
  const numbers = await freeNumbers(ready.length);
  return ready.map((row, at) => ({
    row,
    input: row.input!,
    id: rowId(),
    publicId: randomPublicId(),
    number: numbers[at]!,
  }));
}

async function freeNumbers(count: number): Promise<string[]> {
  const free = new Set<string>();
  for (let round = count > many ? 2 : 0; free.size < count && round < rounds; round++) {
    const drawn = new Set<string>();
    while (free.size + drawn.size < count) drawn.add(randomNumber("REQ", lettersIn(round)));
    const taken = await rows<{ number: string }>(
      sql`select ticket_id as number from tickets where ticket_id = any(${[...drawn]}::text[])`,
    );
    for (const { number } of taken) drawn.delete(number);
    for (const number of drawn) free.add(number);
  }
  if (free.size < count) throw new Error("no number was free for an uploaded request");
  return [...free];
}

/** Requests and their history as they are written. */
export type RequestBytes = { requests: Buffer; history: Buffer };

/** Makes requests of this admin ready to be written. */
export function requestBytes(actor: ActorOf<"admin">, drafts: readonly Draft[]): RequestBytes {
  const at = now().toISOString();
  const requests = copyBytes(
    drafts.map(({ row, input, id, publicId, number }) => [
      id,
      publicId,
      number,
      "PENDING",
      "SUPER_ADMIN",
      actor.name,
      input.qrId,
      row.clientId,
      input.clientReference ?? noReference,
      fromRupees(input.dueAmount ?? 0),
      input.markedPaid ?? true,
      fromRupees(input.ticketPrice ?? 0),
      input.serviceId,
      ...sheetNames.map((name) => input[name]),
      input.name,
      input.phone,
      input.pincode,
      "INDIA",
      input.timePreference.type,
      input.timePreference.at,
      input.offerCode,
      row.key,
      at,
      at,
      1,
    ]),
  );
  return { requests, history: bytesOnAll(actor, idsOf(drafts), creation) };
}

const idsOf = (drafts: readonly Draft[]) => drafts.map(({ id }) => id);

/** The history row of each. */
const creation = { event: "ticket.created", to: "PENDING", data: { createdBy: "SUPER_ADMIN" } };

/**
 * Writes requests in the running transaction; matching follows by a job. Where a key or a number was taken meanwhile the
 * unique index refuses all of them (`wasTaken`). It is sent at once.
 */
export async function writeRequests(
  actor: ActorOf<"admin">,
  drafts: readonly Draft[],
  { requests, history } = requestBytes(actor, drafts),
): Promise<void> {
  if (drafts.length === 0) return;
  await Promise.all([
    copyRows(
      `copy tickets (id, public_id, ticket_id, status, created_by, create_name, qr_id, client_id, client_reference,
                     client_due_paise, marked_paid, ticket_price_paise, service_id,
                     ${sheetNames.map(columnOf).join(", ")},
                     name, phone, pincode, country, time_preference_type, specific_date_time,
                     offer_code, upload_key, created_at, updated_at, version)
       from stdin`,
      requests,
    ),
    recordOnAll(actor, idsOf(drafts), creation, history),
  ]);
}

/** Whether a write was refused because another one stored the same unique value meanwhile. */
export const wasTaken = (error: unknown) => (error as { code?: string } | undefined)?.code === "23505";

/** How often the same rows are looked at again because of that before it is an error. */
const mostAgain = 6;

/**
 * Repeats a page's work, with what `anew` returns, where another write stored a part of it meanwhile, or
 * a person it names was erased.
 */
export async function untilFree<Page, T>(
  page: Page,
  work: (page: Page) => Promise<T>,
  anew: (page: Page) => Promise<Page>,
) {
  for (let round = 0, current = page; ; round++) {
    try {
      return await work(current);
    } catch (error) {
      if (!(wasTaken(error) || error instanceof ErasedMeanwhile) || round === mostAgain) throw error;
      current = await anew(current);
    }
  }
}
