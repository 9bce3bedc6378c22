import { sql } from "kysely";
import { operatorsToAlert } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { openCause } from "./facts.ts";

/**
 * Returns the operators to alert about a ticket that no center accepted, once per ticket and after each hand-back, with
 * a history row. If no operator has a phone, a withheld message row records that, so that the escalation is not lost
 * silently. `handBacks`: how often the request was handed back before.
 */
export const operatorsFor = (ticketId: string, handBacks: number): Promise<string[]> =>
  transaction(async () => {
    const waiting = await row(sql`select 1 from tickets where id = ${ticketId} and deleted_at is null for update`);
    if (!waiting) return [];
    const operators = await operatorsToAlert();
    if (operators.length === 0) {
      const at = now();
      await rows(
        sql`insert into messages (id, cause, channel, template, recipient, ticket_id, status, error, created_at, claimed_at)
         values (${rowId()}, ${openCause(`ticket:${ticketId}:escalation`, handBacks)}, 'sms', 'escalation', 'operators', ${ticketId}, 'withheld', 'no operator has a phone', ${at}, ${at})
         on conflict (cause) do nothing`,
      );
    }
    const alerted = await row(
      sql`select 1 from history where subject = 'ticket' and subject_id = ${ticketId} and event = 'ticket.operatorsAlerted'
          and coalesce((data->>'handBacks')::int, 0) = ${handBacks}`,
    );
    if (!alerted) {
      const data = { operators: operators.length, ...(handBacks > 0 && { handBacks }) };
      await record(system("notifications"), {
        subject: "ticket",
        id: ticketId,
        event: "ticket.operatorsAlerted",
        data,
      });
    }
    return operators.map(({ id }) => id);
  });
