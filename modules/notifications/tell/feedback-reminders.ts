import { sql } from "kysely";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { isQuiet, morningAfter } from "./quiet.ts";

/*
 * Reminders of feedback, one per request. The link's token is stored sealed until then, because otherwise only its hash
 * is.
 */

type Closed = { ticketId: string; feedbackTokenSealed: string };

/** How long after the closing the reminder is sent. */
const remindedAfter = 2 * day;
/** How many reminders are taken in one transaction. */
const atOnce = 200;

/** Plan, in the running transaction, the reminder of a closed ticket, outside the quiet hours. */
export async function noteFeedbackReminder({ ticketId, feedbackTokenSealed }: Closed): Promise<void> {
  const at = fromNow(remindedAfter);
  await rows(
    sql`insert into feedback_reminders (ticket_id, token_sealed, due_at) values (${ticketId}, ${feedbackTokenSealed}, ${isQuiet(at) ? morningAfter(at) : at})
     on conflict (ticket_id) do update set token_sealed = excluded.token_sealed, due_at = excluded.due_at`,
  );
}

/**
 * Queue the reminders that are due, each in the transaction that forgets it, so that two workers queue it once; none in
 * the quiet hours, when a clock that stood still may come back. Returns how many.
 */
export async function takeDueReminders(queue: (closed: Closed) => Promise<unknown>): Promise<number> {
  if (isQuiet()) return 0;
  let taken = 0;
  for (;;) {
    const due = await transaction(async () => {
      const reminders = await rows<Closed>(
        sql`delete from feedback_reminders where ticket_id in
           (select ticket_id from feedback_reminders where due_at <= ${now()} order by due_at limit ${atOnce} for update skip locked)
         returning ticket_id as "ticketId", token_sealed as "feedbackTokenSealed"`,
      );
      for (const closed of reminders) await queue(closed);
      return reminders.length;
    });
    taken += due;
    if (due < atOnce) return taken;
  }
}
