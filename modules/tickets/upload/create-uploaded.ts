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
import { recordOnAll } from "../history.ts";
import { lettersIn, randomNumber } from "../number.ts";
import type { CheckedRow } from "./checked-row.ts";

/** The id of the request of a row. */
export type CreatedRow = { place: number; ticketId: string };

/**
 * Rounds of drawing numbers: a taken number is replaced by another, from the third round on from a larger supply. Many
 * requests begin with that: the short numbers of a day are for people who read them out on the telephone.
 */
const rounds = 6;
const many = 100;

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

/**
 * Creates the requests of rows that are ready in the running transaction; matching follows by a job. Where a key or a number
 * was taken meanwhile the unique index refuses all of them (`wasTaken`).
 */
export async function createRequests(actor: ActorOf<"admin">, ready: readonly CheckedRow[]): Promise<CreatedRow[]> {
  if (ready.length === 0) return [];
  const numbers = await freeNumbers(ready.length);
  const created = ready.map(({ place }) => ({ place, ticketId: rowId() }));
  const at = now().toISOString();
  const requests = ready.map(({ input: request, clientId, key }, nth) => {
    const input = request!;
    return [
      created[nth]!.ticketId,
      randomPublicId(),
      numbers[nth],
      "PENDING",
      "SUPER_ADMIN",
      actor.name,
      input.qrId,
      clientId,
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
      key,
      at,
      at,
      1,
    ];
  });
  // Sent together.
  await Promise.all([
    copyRows(
      `copy tickets (id, public_id, ticket_id, status, created_by, create_name, qr_id, client_id, client_reference,
                     client_due_paise, marked_paid, ticket_price_paise, service_id,
                     ${sheetNames.map(columnOf).join(", ")},
                     name, phone, pincode, country, time_preference_type, specific_date_time,
                     offer_code, upload_key, created_at, updated_at, version)
       from stdin`,
      copyBytes(requests),
    ),
    recordOnAll(
      actor,
      created.map(({ ticketId }) => ticketId),
      { event: "ticket.created", to: "PENDING", data: { createdBy: "SUPER_ADMIN" } },
    ),
  ]);
  return created;
}

/** Whether a write was refused because another one stored the same unique value meanwhile. */
export const wasTaken = (error: unknown) => (error as { code?: string } | undefined)?.code === "23505";
