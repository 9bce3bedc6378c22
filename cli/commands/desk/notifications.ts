import type { Actor } from "#modules/kernel/actor.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import {
  countRecipients,
  notificationLog,
  notificationsList,
  sendNotification,
  stopSending,
} from "#modules/notifications/index.ts";
import { type NotificationAudience, SendNotification } from "#modules/notifications/shared.ts";
import { show, UsageError } from "../../run.ts";
import { table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, reading, tellDone } from "./operator.ts";

/** `notifications list`: what may be sent, newest first. */
export async function list(options: Operating & { search?: string; take: number }) {
  const { search, take } = options;
  needTake(take);
  const { rows } = await reading(options, (actor) => notificationsList.page(actor, { search, take }));
  const words = table(
    ["made", "for", "active", "title", "id"],
    rows.map(({ createdAt, userType, isActive, title, id }) => [
      istDate(createdAt),
      userType,
      isActive ? "yes" : "no",
      title,
      id,
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "No notification fits.", options);
}

/** `notifications sends`: what was sent to how many, newest first. */
export async function sends(options: Operating & { take: number }) {
  needTake(options.take);
  const { rows } = await reading(options, (actor) => notificationLog.page(actor, { take: options.take }));
  const words = table(
    ["at", "state", "for", "recipients", "pushed", "opened", "failed", "title", "id"],
    rows.map(({ createdAt, status, userType, recipients, sent, delivered, failed, title, id }) => [
      `${istDate(createdAt)} ${istTime(createdAt)}`,
      status,
      userType,
      ...[recipients, sent, delivered, failed].map(String),
      title,
      id,
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "Nothing was sent.", options);
}

const needId = (what: string, id: string) => {
  if (!idSaying("form.id").safeParse(id).success) throw new UsageError(`'${id}' is no id of ${what}`);
  return id;
};

type Sending = Acting & { as: string; service?: string; state?: string; phone?: string; night?: string };

/**
 * `notifications send <id>`: sends a notification to its audience as the named admin; between 21:00 and 09:00 it waits for
 * the morning unless --night now is said. With --dry-run it counts who would receive it.
 */
export async function send(options: Sending, id: string) {
  const { service: serviceId, state, phone, night } = options;
  const input = SendNotification.parse({
    notificationId: needId("a notification", id),
    serviceId,
    state,
    phone,
    ...(night && { night }),
  });
  const begin = async (actor: Actor) => {
    const reached = await countRecipients(actor, input satisfies NotificationAudience);
    return { ...(await sendNotification(actor, input)), reached };
  };
  const done = await acting(options, "notifications send", begin);
  const { recipients, waits, startsAt, reached } = done.result;
  const when = waits ? `, from ${istDate(startsAt)} ${istTime(startsAt)} on` : "";
  const who = `${reached.consumers} customers, ${reached.technicians} technicians, ${reached.centers} centers`;
  tellDone(done, `sent to ${recipients} accounts (${who})${when}`, options);
}

/** `notifications stop <id>`: who has not been pushed to by now is not. */
export async function stop(options: Acting, id: string) {
  const sendId = needId("a sending: `notifications sends` shows them", id);
  const end = async (actor: Actor) => {
    await stopSending(actor, { sendId });
    return { sendId };
  };
  tellDone(await acting(options, "notifications stop", end), "stopped; who was not pushed to by now is not", options);
}
