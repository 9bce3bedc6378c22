import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { type Audience, accountsSql } from "./audience.ts";

/** How many recipients are written in one transaction: a few milliseconds, so that nothing waits for it. */
export const gatherAtOnce = 500;

/**
 * Write the next recipients of a sending, in the running transaction, which holds the sending's row. Each account has
 * one row, however often this runs: it continues after the last one. Returns whether there may be more.
 */
export async function gather(sendId: string, audience: Audience): Promise<boolean> {
  const at = now();
  const accounts = accountsSql(audience);
  const position = await row<{ position: string | null }>(
    sql`select position from notification_sends where id = ${sendId} for update`,
  );
  const after = position?.position ? sql`where id > ${position.position}::uuid` : sql``;
  const recipients = await rows<{ id: string; kind: string; push: string }>(
    sql`insert into notification_recipients (send_id, account_id, account_kind, push, due_at, created_at)
     select ${sendId}, a.id, a.kind, case when
         exists (select from app_devices d where d.account_id = a.id)
         or a.kind = 'center' and exists (select from push_subscriptions p where p.center_id = a.id)
       then 'waiting' else 'none' end, ${at}, ${at}
     from (select id, kind from (${accounts}) found ${after} order by id limit ${gatherAtOnce}) a
     on conflict do nothing returning account_id as id, account_kind as kind, push`,
  );
  const last = recipients.reduce((latest, { id }) => (id > latest ? id : latest), "");
  const more = recipients.length === gatherAtOnce;
  await rows(
    sql`update notification_sends set recipients = recipients + ${recipients.length}, pushed = pushed + ${recipients.filter(({ push }) => push === "waiting").length}, gathered = ${!more},
            position = coalesce(${last || null}::uuid, position) where id = ${sendId}`,
  );
  await announce(recipients.filter(({ kind }) => kind === "center").map(({ id }) => `center:${id}`));
  return more;
}
