import { sql } from "kysely";
import { day, fromIst, fromNow, hour, istDate, istTime, now } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { codesDue } from "../events.ts";
import { ticketById } from "../get-ticket.ts";
import { isLive } from "../states/states.ts";
import { isLiveSql } from "../states/states-sql.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type Codes, sealCodes } from "./codes.ts";

type Visit = Pick<Ticket, "timePreferenceType" | "specificDateTime">;

/** When the codes of the day's visits go out, IST. */
const morning = "09:00";
/** How long before an early visit they go out instead. */
const headStart = 2 * hour;
/** How many requests one run of the schedule takes up. */
const mostAtOnce = 500;

/**
 * From when the customer has the codes (fixed point 3): the morning of the visit's day, or two hours before an earlier
 * visit; null for at once, where no day is known.
 */
export function codesFrom({ timePreferenceType, specificDateTime }: Visit): Date | null {
  if (timePreferenceType !== "SPECIFIC_DATE_AND_TIME" || !specificDateTime) return null;
  const date = istDate(specificDateTime);
  const early = new Date(specificDateTime.getTime() - headStart);
  const from = early < fromIst(date, morning) ? early : fromIst(date, morning);
  return from < fromIst(date) ? fromIst(date) : from;
}

/** Whether these are the codes of a request now: those of a center that handed it back are not. */
export async function areCodesOf(ticketId: string, { happy, unhappy }: Codes): Promise<boolean> {
  const codes = codesIn(await ticketById(ticketId));
  return codes?.happy === happy && codes.unhappy === unhappy;
}

/** The codes of a request with a technician, unsealed; undefined where there are none. */
export function codesIn({ happyCode, unhappyCode }: Pick<Ticket, "happyCode" | "unhappyCode">): Codes | undefined {
  return happyCode && unhappyCode ? { happy: unseal(happyCode), unhappy: unseal(unhappyCode) } : undefined;
}

/** Send the customer the codes of a locked request whose day has come, once; nothing before that day. */
export async function sendCodesOfToday(ticket: Ticket): Promise<void> {
  const from = codesFrom(ticket);
  if (from === null || from <= now()) await sendCodesOnce(ticket);
}

/** Send the customer the codes of a locked, live request whose visit begins, whatever its day; once. */
export async function sendCodesOnce(ticket: Ticket): Promise<void> {
  const codes = codesIn(ticket);
  if (ticket.codesSentAt || !ticket.technicianId || !codes || !isLive(ticket)) return;
  ticket.codesSentAt = now();
  await emit(codesDue, { ticketId: ticket.id, sealedCodes: sealCodes(codes) });
}

/**
 * Send the codes of the visits whose day has come, each request in its own transaction; before the morning those of early
 * visits alone. Returns how many.
 */
export async function sendDueCodes(): Promise<number> {
  const until = istTime() < morning ? fromNow(headStart) : fromIst(istDate(fromNow(day)));
  const waiting = await rows(
    sql<{ id: string }>`
      select id from tickets
       where technician_id is not null and codes_sent_at is null and deleted_at is null
         and ${isLiveSql(sql`status`)}
         and (specific_date_time is null or specific_date_time <= ${until})
       order by specific_date_time nulls first limit ${mostAtOnce}`,
  );
  let sent = 0;
  for (const { id } of waiting) {
    try {
      if (await unitOfWork(() => sendIfDue(id))) sent += 1;
    } catch (error) {
      log.error({ err: error, ticket: id }, "codes not sent");
    }
  }
  return sent;
}

const sendIfDue = (id: string): Promise<boolean> =>
  transaction(async () => {
    const ticket = await ticketById(id, { lock: true });
    if (ticket.deletedAt || ticket.codesSentAt) return false;
    await sendCodesOfToday(ticket);
    await em().flush();
    return Boolean(ticket.codesSentAt);
  });
