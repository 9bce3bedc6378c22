import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList, type Tell } from "#modules/kernel/lists/list.server.ts";
import { bound, id, optionalText } from "#modules/kernel/validation.ts";
import { needMay, notificationPermission } from "../policy.ts";
import { notificationUserTypes, type SendRow, sendStates } from "../shared.ts";

/* The log of what was sent (R443). */

const LogFilter = z.object({
  /** A part of the title, the description or the sender's user name. */
  search: optionalText(60),
  userType: z.enum(notificationUserTypes).optional(),
  state: z.enum(sendStates).optional(),
  /** The sendings of one notification. */
  notificationId: id.optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type LogFilter = z.output<typeof LogFilter>;

function filterCondition(actor: Actor, { search, userType, state, notificationId, from, to }: LogFilter) {
  needMay(actor, "keepNotifications");
  return allOf([
    search && sql`position(${search.toLowerCase()} in lower(concat_ws(' ', n.title, n.description, s.sent_by))) > 0`,
    userType && sql`s.user_type = ${userType}`,
    state && sql`s.status = ${state}`,
    notificationId && sql`s.notification_id = ${notificationId}`,
    from && sql`s.created_at >= ${from}`,
    to && sql`s.created_at <= ${to}`,
  ]);
}

type StoredSend = Omit<SendRow, "progress"> & { expected: number; pushed: number };

/** The progress of a sending: written and pushed of all; an ended one is complete. */
function progressOf({ status, recipients, expected, pushed, sent, failed }: StoredSend): number {
  if (status === "done") return 100;
  const whole = Math.max(expected, recipients) + pushed;
  return Math.min(99, Math.floor(((recipients + sent + failed) / Math.max(1, whole)) * 100));
}

async function listSends(
  actor: Actor,
  { after, before, take, oldestFirst = false, ...filter }: LogFilter & Place,
): Promise<Page<SendRow>> {
  const where = filterCondition(actor, filter);
  const page = await pageByCreation<StoredSend>(actor, { after, before, take, oldestFirst }, "s", (rest) =>
    rows(
      sql`select s.id, s.created_at as "createdAt", s.notification_id as "notificationId", n.title, n.description,
                s.user_type as "userType", v.service_name as service, s.state, s.mobile, s.sent_by as "sentBy", s.status,
                s.starts_at as "startsAt", s.at_night as "atNight", s.recipients, s.sent, s.delivered, s.failed,
                s.expected, s.pushed
           from notification_sends s join notifications n on n.id = s.notification_id
           left join services v on v.id = s.service_id
          where ${where} ${rest}`,
    ),
  );
  return pageMap(page, (send) => {
    const { expected: _, pushed: __, ...shown } = send;
    return { ...shown, progress: progressOf(send) };
  });
}

async function countSends(actor: Actor, filter: LogFilter): Promise<Count> {
  return countRows(
    sql`from notification_sends s join notifications n on n.id = s.notification_id where ${filterCondition(actor, filter)}`,
  );
}

/** The audience of a sending in words; an individual's number is masked. */
export function sentTo({ userType, service, state, mobile }: SendRow, tell: Tell): string {
  const who = tell(`notification.userType.${userType}`);
  if (userType === "Individual") return `${who} · ${mobile ?? ""}`;
  return [who, service ?? tell("common.allServices"), state ?? tell("notification.everyState")].join(" · ");
}

/** R443: the sendings, with time, audience, author and result. */
export const notificationLog = defineList<typeof LogFilter, SendRow>({
  name: "notification-log",
  title: "notification.log",
  can: notificationPermission,
  filter: LogFilter,
  key: ({ id: sendId }) => sendId,
  page: listSends,
  count: countSends,
  columns: [
    {
      id: "created",
      label: "notification.sentAt",
      kind: "moment",
      width: 158,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
    { id: "title", label: "common.title", kind: "text", width: 116, value: ({ title }) => title },
    { id: "description", label: "common.description", kind: "text", value: ({ description }) => description },
    { id: "sentTo", label: "notification.sentTo", kind: "text", width: 116, value: sentTo },
    { id: "sentBy", label: "notification.sentBy", kind: "text", width: 90, value: ({ sentBy }) => sentBy },
    {
      id: "status",
      label: "notification.state",
      kind: "text",
      width: 104,
      always: true,
      value: ({ status }, tell) => tell(`notification.state.${status}`),
    },
    {
      id: "recipients",
      label: "notification.recipients",
      kind: "count",
      width: 80,
      value: ({ recipients }) => recipients,
    },
    {
      id: "numbers",
      label: "notification.became",
      kind: "text",
      width: 174,
      on: "screen",
      value: ({ sent, delivered, failed }) => [sent, delivered, failed].join(" · "),
    },
    { id: "sent", label: "notification.pushed", kind: "count", on: "file", value: ({ sent }) => sent },
    {
      id: "delivered",
      label: "notification.delivered",
      kind: "count",
      on: "file",
      value: ({ delivered }) => delivered,
    },
    { id: "failed", label: "notification.failed", kind: "count", on: "file", value: ({ failed }) => failed },
  ],
});
