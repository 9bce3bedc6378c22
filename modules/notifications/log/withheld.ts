import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { limitWords, type WithheldFor, withheldReasons } from "../shared.ts";

/** A message to a ticket's customer that was not sent, and the limit that stopped it. */
export type Withheld = { template: string; reason: WithheldFor };

/** The messages withheld among those that a center's actions on a ticket would have sent, oldest first. */
export async function withheldFrom({ centerId }: ActorOf<"center">, ticketId: string): Promise<Withheld[]> {
  const messages = await rows<{ template: string; error: string }>(
    sql`select m.template, m.error from messages m join tickets t on t.id = m.ticket_id
      where t.public_id = ${ticketId} and m.sender_center_id = ${centerId} and m.status = 'withheld' order by m.id`,
  );
  return messages.flatMap(({ template, error }) => {
    const reason = withheldReasons.find((one) => limitWords(one) === error);
    return reason ? [{ template, reason }] : [];
  });
}
