import { sql } from "kysely";
import { adminCard } from "#modules/access/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { needMay } from "../policy.ts";
import type { SendNotification, SendRef, SendState } from "../shared.ts";
import { isQuiet, morningAfter } from "../tell/quiet.ts";
import { audienceOf, countAudience, needService, notSent } from "./audience.ts";
import { gather } from "./gather.ts";
import { notificationToSend } from "./notifications.ts";

/** Queues the job that works on a sending, in the running transaction. */
export type WorkOn = (sendId: string, startAfter: Date | undefined) => Promise<unknown>;

/** The result of a request to send. */
export type SendBegun = { id: string; recipients: number; startsAt: Date; waits: boolean };

/**
 * Send a notification to its audience, in the name of the signed-in admin (R440, R486). In the quiet hours it waits for
 * the morning unless it is urgent. An individual's number is not stored: its accounts are looked up at once. Refused
 * while the notification is not active, and when it has no recipient. For admins with the permission for notifications.
 */
export const sendNotification = (actor: Actor, input: SendNotification, workOn: WorkOn): Promise<SendBegun> =>
  transaction(async () => {
    needMay(actor, "keepNotifications");
    needKind(actor, "admin");
    const { userType } = await notificationToSend(input.notificationId);
    const audience = audienceOf(userType, input);
    await needService(audience);
    const { total } = await countAudience(audience);
    if (total === 0) throw notSent({ [audience.userType === "Individual" ? "phone" : "state"]: "notification.nobody" });
    const { userName } = await adminCard(actor.adminId);
    const at = now();
    const atNight = input.night === "now";
    const startsAt = isQuiet(at) && !atNight ? morningAfter(at) : at;
    const id = rowId();
    const group = audience.userType !== "Individual";
    await rows(
      sql`insert into notification_sends (id, notification_id, user_type, service_id, state, mobile, sent_by, admin_id,
         at_night, status, starts_at, expected, gathered, worked_at, created_at)
       values (${id}, ${input.notificationId}, ${userType}, ${group ? audience.serviceId : null}, ${group ? audience.state : null}, ${group ? null : maskPublic(audience.phone)}, ${userName}, ${actor.adminId}, ${atNight}, 'waiting', ${startsAt}, ${total}, false, ${at}, ${at})`,
    );
    if (!group) await gather(id, audience);
    const data = { sendId: id, userType, recipients: total, atNight, ...(group && { ...audience }) };
    await record(actor, { subject: "notification", id: input.notificationId, event: "notification.sent", data });
    const waits = startsAt > at;
    await workOn(id, waits ? startsAt : undefined);
    return { id, recipients: total, startsAt, waits };
  });

/** Stop a sending: who has not been pushed to by now is not. For keepers of notifications. */
export const stopSending = (actor: Actor, { sendId }: SendRef): Promise<void> =>
  transaction(async () => {
    needMay(actor, "keepNotifications");
    const send = await row<{ status: SendState; notificationId: string }>(
      sql`select status, notification_id as "notificationId" from notification_sends where id = ${sendId} for update`,
    );
    if (!send) throw missing("notification.sendNotFound");
    if (send.status !== "waiting" && send.status !== "running") throw conflict("notification.ended");
    await rows(sql`update notification_sends set status = 'stopped', ended_at = ${now()} where id = ${sendId}`);
    await rows(sql`update notification_recipients set push = 'none' where send_id = ${sendId} and push = 'waiting'`);
    const data = { sendId };
    await record(actor, { subject: "notification", id: send.notificationId, event: "notification.stopped", data });
  });
