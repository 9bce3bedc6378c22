import { localeOf, operatorsToAlert } from "../access/index.ts";
import { minute, now } from "../kernel/clock.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { log } from "../kernel/log.server.ts";
import { deliver } from "./deliver.ts";

/** Longer than any pause between two tries: whatever was not touched for so long has no run any more. */
const lostAfterMs = 30 * minute;
/** How long a message can be run again, and its job's payload is kept. */
const replayableMs = 3 * 24 * 60 * minute;
/** Operators hear of lost messages once in so long. */
const alertEveryMs = 60 * minute;

export type LostAlert = { adminId: string; count: number; at: string };

/**
 * Give up messages whose runs have ended without an end of their own, so that none waits for ever; forget what old ones
 * could be run again with; and tell the operators of everything that was given up since the last time.
 */
export const giveUpLost = (tellLater: (alert: LostAlert) => Promise<unknown>): Promise<void> =>
  transaction(async () => {
    const at = now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    await rows(
      `update messages set status = 'given_up', error = coalesce(error || ', ', '') || 'no run took it again'
       where status = 'queued' and claimed_at <= $1`,
      [before(lostAfterMs)],
    );
    await rows("update messages set job = null, payload = null where payload is not null and created_at <= $1", [
      before(replayableMs),
    ]);
    const { n: count } = (await row<{ n: number }>(`select count(*)::int as n from messages where ${unheard}`))!;
    const lately = await row("select 1 from messages where status = 'given_up' and alerted_at > $1 limit 1", [
      before(alertEveryMs),
    ]);
    if (count === 0 || lately) return;
    await rows(`update messages set alerted_at = $1 where ${unheard}`, [at]);
    log.error({ count }, "messages were given up");
    for (const { id: adminId } of await operatorsToAlert()) await tellLater({ adminId, count, at: at.toISOString() });
  });

/** The alert's own loss alerts nobody: it would come back each hour for ever. */
const unheard = "status = 'given_up' and alerted_at is null and template <> 'messagesLost'";

/** Tell one operator by SMS how many messages were given up. */
export async function tellLost({ adminId, count, at }: LostAlert): Promise<void> {
  const operator = (await operatorsToAlert()).find(({ id }) => id === adminId);
  if (!operator) return;
  const { mobile } = operator;
  const locale = await localeOf(mobile);
  await deliver({ cause: `lost:${at}:${adminId}`, channel: "sms", template: "messagesLost", to: mobile }, () =>
    sendSms(mobile, "messagesLost", { count }, locale),
  );
}
