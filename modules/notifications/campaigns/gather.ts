import { now } from "#modules/kernel/clock.ts";
import { binds } from "#modules/kernel/db/binds.ts";
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
  const { params, bind } = binds(sendId, now());
  const accounts = accountsSql(audience, bind);
  const position = await row<{ position: string | null }>(
    "select position from notification_sends where id = $1 for update",
    [sendId],
  );
  const after = position?.position ? `where id > ${bind(position.position)}::uuid` : "";
  const recipients = await rows<{ id: string; kind: string; push: string }>(
    `insert into notification_recipients (send_id, account_id, account_kind, push, due_at, created_at)
     select $1, a.id, a.kind, case when
         exists (select from app_devices d where d.account_id = a.id)
         or a.kind = 'center' and exists (select from push_subscriptions p where p.center_id = a.id)
       then 'waiting' else 'none' end, $2, $2
     from (select id, kind from (${accounts}) found ${after} order by id limit ${bind(gatherAtOnce)}) a
     on conflict do nothing returning account_id as id, account_kind as kind, push`,
    params,
  );
  const last = recipients.reduce((latest, { id }) => (id > latest ? id : latest), "");
  const more = recipients.length === gatherAtOnce;
  await rows(
    `update notification_sends set recipients = recipients + $2, pushed = pushed + $3, gathered = $4,
            position = coalesce($5::uuid, position) where id = $1`,
    [sendId, recipients.length, recipients.filter(({ push }) => push === "waiting").length, !more, last || null],
  );
  await announce(recipients.filter(({ kind }) => kind === "center").map(({ id }) => `center:${id}`));
  return more;
}
