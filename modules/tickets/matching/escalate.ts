import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { ticketEscalated } from "../events.ts";
import { ticketById } from "../get-ticket.ts";

/**
 * Escalate tickets that no center accepted within ESCALATE_AFTER_MINUTES, once per ticket (runs each minute). Returns
 * how many.
 */
export async function escalateUnaccepted(): Promise<number> {
  const waiting = await rows<{ id: string }>(
    sql`select id from tickets
      where status = 'PENDING' and broadcast_status = 'broadcasted' and escalated_at is null and deleted_at is null
        and broadcast_at <= ${fromNow(-env.escalateAfterMinutes * minute)}
      order by broadcast_at limit 500`,
  );
  let escalated = 0;
  for (const { id } of waiting) {
    try {
      if (await unitOfWork(() => escalate(id))) escalated += 1;
    } catch (error) {
      log.error({ err: error, ticket: id }, "ticket not escalated");
    }
  }
  return escalated;
}

const escalate = (id: string): Promise<boolean> =>
  transaction(async () => {
    const ticket = await ticketById(id, { lock: true });
    if (ticket.escalatedAt || ticket.status !== "PENDING" || ticket.deletedAt) return false;
    ticket.escalatedAt = now();
    await em().flush();
    await record(system("escalation"), {
      subject: "ticket",
      id,
      event: "ticket.escalated",
      data: { minutes: env.escalateAfterMinutes },
    });
    await emit(ticketEscalated, { ticketId: id });
    return true;
  });
