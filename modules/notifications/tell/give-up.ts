import { sql } from "kysely";
import { operatorsToAlert } from "#modules/access/index.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";

/** Longer than any pause between two tries: a message untouched for this long has lost its run. */
const lostAfterMs = 30 * minute;
/** How long a message can be run again, and its job's payload is stored. */
const replayableMs = 3 * 24 * 60 * minute;
/** Operators are alerted about lost messages at most this often. */
const alertEveryMs = 60 * minute;

type LostAlert = { adminId: string; count: number; at: string };

/**
 * Give up messages whose runs ended without a result; delete the payloads of old ones; and
 * alert the operators about everything given up since the last alert.
 */
export const giveUpLost = (tellLater: (alert: LostAlert) => Promise<unknown>): Promise<void> =>
  transaction(async () => {
    const at = now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    await rows(
      sql`update messages set status = 'given_up', error = coalesce(error || ', ', '') || 'no run took it again'
       where status = 'queued' and claimed_at <= ${before(lostAfterMs)}`,
    );
    await rows(
      sql`update messages set job = null, payload = null where payload is not null and created_at <= ${before(replayableMs)}`,
    );
    const { n: count } = (await row<{ n: number }>(sql`select count(*)::int as n from messages where ${unheard}`))!;
    const recentAlert = await row(
      sql`select 1 from messages where status = 'given_up' and alerted_at > ${before(alertEveryMs)} limit 1`,
    );
    if (count === 0 || recentAlert) return;
    await rows(sql`update messages set alerted_at = ${at} where ${unheard}`);
    log.error({ count }, "messages were given up");
    for (const { id: adminId } of await operatorsToAlert()) await tellLater({ adminId, count, at: at.toISOString() });
  });

/** A lost alert must not cause another alert: it would repeat every hour forever. */
const unheard = sql`status = 'given_up' and alerted_at is null and template <> 'messagesLost'`;
