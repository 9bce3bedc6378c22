import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { noReference } from "#modules/kernel/text/references.ts";
import { recordOnAll } from "../history.ts";
import { createdEntry, draftTicket, insertTickets, type NewTicket, ticketOfAdmin } from "../new-ticket.ts";
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
  const numbers = await freeNumbers(ready.length);
  const tickets = ready.map((row, nth) => draftTicket(ticketOfRow(actor, row), numbers[nth]));
  const [first] = tickets;
  if (!first) return [];
  // The rows first: what informs clients of the entries reads them.
  await insertTickets(tickets);
  await recordOnAll(
    actor,
    tickets.map(({ id }) => id),
    createdEntry(first),
  );
  return tickets.map(({ id }, nth) => ({ place: ready[nth]!.place, ticketId: id }));
}

function ticketOfRow(actor: ActorOf<"admin">, { input, clientId, key }: CheckedRow): NewTicket {
  const { qrId, ...request } = input!;
  const bill = {
    clientId,
    clientReference: request.clientReference ?? noReference,
    clientDuePaise: fromRupees(request.dueAmount ?? 0),
  };
  return { ...ticketOfAdmin(actor, request, bill), qrId, uploadKey: key ?? undefined };
}

/** Whether a write was refused because another one stored the same unique value meanwhile. */
export const wasTaken = (error: unknown) => (error as { code?: string } | undefined)?.code === "23505";
