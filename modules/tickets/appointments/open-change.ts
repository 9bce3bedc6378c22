import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { timeChangeAnswered } from "../events.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type TimeChange, TimeChangeSchema } from "./time-change.entity.ts";

type OfCenter = Pick<Ticket, "id" | "centerId">;

/** Whether a change waits for the center that has the request: it is not answered, and the time to answer is not over. */
const isOpen = ({ state, centerId, expiresAt }: TimeChange, ticket: Pick<OfCenter, "centerId">) =>
  state === "OPEN" && centerId === ticket.centerId && expiresAt != null && expiresAt > now();

/** The same over `time_changes x` of `tickets t`. */
const isOpenSql = () => sql`(x.state = 'OPEN' and x.center_id = t.center_id and x.expires_at > ${now()})`;

/** Whether one of a request `tickets t` does. */
export const hasOpenTimeChangeSql = (): Sql =>
  sql`exists (select from time_changes x where x.ticket_id = t.id and ${isOpenSql()})`;

/** The change among those of a request that waits for its center. */
export const openAmong = (changes: readonly TimeChange[], ticket: Pick<OfCenter, "centerId">): TimeChange | undefined =>
  changes.find((change) => isOpen(change, ticket));

/** The change of a request that waits for its center. */
export async function openChangeOf(ticket: OfCenter): Promise<TimeChange | undefined> {
  return openAmong(
    await em().find(TimeChangeSchema, { ticketId: ticket.id, state: "OPEN" }, { refresh: true }),
    ticket,
  );
}

/** What its center has to answer about: the wanted begin, and until when. */
export async function openTimeChange(ticket: OfCenter): Promise<{ at: Date; until: Date } | null> {
  const { at, expiresAt } = (await openChangeOf(ticket)) ?? {};
  return at && expiresAt ? { at, until: expiresAt } : null;
}

/** Whether a change, by its id, does. */
export const isTimeChangeOpen = async (id: string): Promise<boolean> =>
  (await row(
    sql`select 1 from time_changes x join tickets t on t.id = x.ticket_id where x.id = ${id} and ${isOpenSql()}`,
  )) !== undefined;

/**
 * End the change of a locked request that waits for a center: the request leaves that center, or gets a time otherwise. The
 * customer gets no message about it, but one about what happens instead.
 */
export async function endTimeChange(ticketId: string): Promise<void> {
  await end(ticketId);
}

/** The same where its center has not answered and cannot any more, and the time before stands: the customer gets the message. */
export async function leaveUnanswered(ticket: Ticket): Promise<void> {
  const change = await end(ticket.id);
  if (change) await recordUnanswered(ticket, change);
}

/** What follows where a change of a locked request ended without an answer of its center. */
export async function recordUnanswered(ticket: Ticket, { id: timeChangeId }: TimeChange): Promise<void> {
  await recordOn(system("tickets"), ticket, { event: "ticket.timeChangeExpired" });
  await emit(timeChangeAnswered, { ticketId: ticket.id, timeChangeId });
}

async function end(ticketId: string): Promise<TimeChange | null> {
  const change = await em().findOne(TimeChangeSchema, { ticketId, state: "OPEN" }, { refresh: true });
  if (!change) return null;
  change.state = "EXPIRED";
  change.endedAt = now();
  await em().flush();
  return change;
}
