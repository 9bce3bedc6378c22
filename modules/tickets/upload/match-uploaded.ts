import { sql } from "kysely";
import { z } from "zod";
import { system } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { stepAside } from "#modules/kernel/work/give-way.server.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { ticketById } from "../get-ticket.ts";
import { matchTicket } from "../matching/broadcast.ts";

const jobMs = 20 * second;
/** How long it works before it checks whether other jobs wait. */
const momentMs = 100;

/** Offers the created requests of an upload to centers, one after another, until none is left. */
export const matchUploaded = defineJob({
  name: "tickets.matchUploaded",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) => matchSome(uploadId),
  retries: 3,
});

async function matchSome(id: string) {
  const begun = performance.now();
  let at: number | undefined = 0;
  while (performance.now() - begun < jobMs) {
    const after: number = at;
    at = await stepAside(() => matchFew(id, after));
    if (at === undefined) return;
    await rows(sql`update uploads set worked_at = ${now()} where id = ${id}`);
  }
  await later(matchUploaded, { uploadId: id });
}

/** Matches requests for a moment; the place of the last one, or nothing when none is left. */
async function matchFew(id: string, after: number): Promise<number | undefined> {
  const begun = performance.now();
  let at: number | undefined = after;
  while (at !== undefined && performance.now() - begun < momentMs) at = await matchNext(id, at);
  return at;
}

/**
 * Matches the first request whose row comes after one, and returns its row's place. Continuing from the last place does
 * not read finished rows again. What was accepted, assigned, cancelled or deleted by hand meanwhile is skipped.
 */
const matchNext = (id: string, after: number): Promise<number | undefined> =>
  unitOfWork(() =>
    transaction(async () => {
      const nextRow = await row<{ place: number; ticket_id: string }>(
        sql`select r.place, r.ticket_id from upload_rows r join uploads u on u.id = r.upload_id
          where r.upload_id = ${id} and r.place > ${after} and r.outcome = 'created' and u.state in ('done', 'cancelled')
          order by r.place limit 1 for update of r skip locked`,
      );
      if (!nextRow) {
        await rows(
          sql`update uploads set matched_at = ${now()} where id = ${id} and matched_at is null
              and not exists (select from upload_rows where upload_id = ${id} and outcome = 'created')`,
        );
        return undefined;
      }
      const ticket = await ticketById(nextRow.ticket_id, { lock: true });
      if (ticket.status === "PENDING" && !ticket.deletedAt && !ticket.centerId && !ticket.broadcastStatus) {
        await matchTicket(system("uploads"), ticket);
      }
      await rows(sql`update upload_rows set outcome = 'matched' where upload_id = ${id} and place = ${nextRow.place}`);
      return nextRow.place;
    }),
  );
