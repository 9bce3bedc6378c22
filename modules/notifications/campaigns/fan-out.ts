import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { fromNow, minute, now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import type { NotificationUserType } from "../shared.ts";
import { isQuiet, morningAfter } from "../tell/quiet.ts";
import type { Audience } from "./audience.ts";
import { gather } from "./gather.ts";
import { nextDue, type PushText, pushSome } from "./push-recipients.ts";
import type { WorkOn } from "./send.ts";

/** A run ends after this time; the next job continues. */
const runMs = 20 * second;
/**
 * After each step the worker rests this many times as long as the step took, so that bookings go first. Always, because
 * whether people wait cannot be seen here: in the sandbox the pushes themselves come to the web process.
 */
const restFactor = 3;
/** A sending without progress for this long has lost its job. */
const lostAfter = 2 * minute;
/** How long recipients are stored. */
const retentionDays = 90;

type Send = {
  id: string;
  userType: NotificationUserType;
  serviceId: string | null;
  state: string | null;
  gathered: boolean;
  atNight: boolean;
} & PushText;

/**
 * Work on a sending for a while: write its recipients, then push to their devices, in small steps with rests between
 * them. Each step is a transaction that stores its progress, so a run that is interrupted, repeated or doubled
 * continues without repeating a recipient. In the quiet hours it waits for the morning, unless it is urgent.
 */
export async function workOnSend(sendId: string, workOn: WorkOn): Promise<void> {
  const at = now();
  const send = await row<Send>(
    sql`update notification_sends s set status = 'running', worked_at = ${at} from notifications n
      where s.id = ${sendId} and n.id = s.notification_id and s.status in ('waiting', 'running') and s.starts_at <= ${at}
     returning s.id, s.user_type as "userType", s.service_id as "serviceId", s.state, s.gathered,
               s.at_night as "atNight", n.title, n.description`,
  );
  if (!send) return;
  const begun = performance.now();
  while (performance.now() - begun < runMs) {
    if (isQuiet() && !send.atNight) return waitUntil(sendId, morningAfter(), workOn);
    const stepBegun = performance.now();
    const went = await step(send);
    if (went === "stopped" || went === "done") return;
    if (went !== "worked") return waitUntil(sendId, went, workOn);
    await pause((performance.now() - stepBegun) * restFactor);
  }
  await transaction(() => workOn(sendId, undefined));
}

/** One step; returns the time to continue at when the rest must be tried again later. */
async function step(send: Send): Promise<"worked" | "stopped" | "done" | Date> {
  if (!send.gathered) {
    const went = await transaction(async () => {
      const goes = await row(
        sql`select 1 from notification_sends where id = ${send.id} and status = 'running' and not gathered for update`,
      );
      return goes ? gather(send.id, audienceOfGroup(send)) : "over";
    });
    send.gathered = went !== true;
    return "worked";
  }
  const tried = await pushSome(send.id, send);
  if (tried > 0) return "worked";
  const due = await nextDue(send.id);
  if (due) return due;
  const ended = await rows(
    sql`update notification_sends set status = 'done', ended_at = ${now()} where id = ${send.id} and status = 'running' and gathered
        and not exists (select from notification_recipients where send_id = ${send.id} and push in ('waiting', 'sending'))
     returning 1`,
  );
  return ended.length > 0 ? "done" : "stopped";
}

/** An individual's recipients are written when it is sent. */
const audienceOfGroup = ({ userType, serviceId, state }: Send): Audience => {
  if (userType === "Individual") throw new Error("an individual is found when the notification is sent");
  return { userType, serviceId, state };
};

async function waitUntil(sendId: string, at: Date, workOn: WorkOn): Promise<void> {
  await transaction(async () => {
    await rows(
      sql`update notification_sends set status = 'waiting', starts_at = ${at} where id = ${sendId} and status = 'running'`,
    );
    await workOn(sendId, at);
  });
}

/** Queue the job of each sending whose job is missing. */
export const tendSends = (workOn: WorkOn): Promise<void> =>
  transaction(async () => {
    const lostSince = fromNow(-lostAfter);
    const lost = await rows<{ id: string }>(
      sql`update notification_sends set worked_at = ${now()}
        where status in ('waiting', 'running') and worked_at < ${lostSince} and starts_at < ${lostSince} returning id`,
    );
    for (const { id } of lost) await workOn(id, undefined);
  });

/** Delete recipients and their inbox entries after three months, in small steps; the counts of the log are kept. */
export async function forgetRecipients(): Promise<void> {
  const before = fromNow(-retentionDays * 24 * 60 * minute);
  for (;;) {
    const gone = await rows(
      sql`delete from notification_recipients r using (
         select send_id, account_id from notification_recipients
          where send_id in (select id from notification_sends where created_at < ${before}) limit 1000) old
        where r.send_id = old.send_id and r.account_id = old.account_id returning 1`,
    );
    if (gone.length === 0) return;
    await pause(100);
  }
}
