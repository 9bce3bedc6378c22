import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { type Count, countRows, type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { needMay, notificationPermission } from "../policy.ts";
import {
  type CreateNotification,
  type NotificationRow,
  notificationUserTypes,
  type SwitchNotification,
} from "../shared.ts";

const columns = sql`n.id, n.title, n.description, n.user_type as "userType", n.is_active as "isActive",
  n.created_at as "createdAt", n.updated_at as "updatedAt"`;

/** Write a notification, which is then sent as often as wanted (R439). For keepers of notifications. */
export const createNotification = (actor: Actor, input: CreateNotification): Promise<NotificationRow> =>
  transaction(async () => {
    needMay(actor, "keepNotifications");
    const { title, description, userType, active } = input;
    const id = rowId();
    const at = now();
    const made = await row<NotificationRow>(
      sql`insert into notifications as n (id, title, description, user_type, is_active, created_at, updated_at)
       values (${id}, ${title}, ${description}, ${userType}, ${active === "true"}, ${at}, ${at}) returning ${columns}`,
    );
    const data = { userType, isActive: active === "true" };
    await record(actor, { subject: "notification", id, event: "notification.created", data });
    return made!;
  });

/** Allow a notification to be sent, or not. For keepers of notifications. */
export const switchNotification = (
  actor: Actor,
  { notificationId, active }: SwitchNotification,
): Promise<NotificationRow & Switched> =>
  transaction(async () => {
    needMay(actor, "keepNotifications");
    const isActive = active === "true";
    const switched = await row<NotificationRow>(
      sql`update notifications n set is_active = ${isActive}, updated_at = ${now()} where id = ${notificationId} and is_active <> ${isActive} returning ${columns}`,
    );
    if (!switched) {
      const stored = await storedNotification(notificationId);
      if (!stored) throw missing("notification.notFound");
      return { ...stored, changed: false };
    }
    const event = isActive ? "notification.switchedOn" : "notification.switchedOff";
    await record(actor, { subject: "notification", id: notificationId, event });
    return { ...switched, changed: true };
  });

/** One notification, for keepers of notifications; null for one that is not there. */
export async function notificationFor(actor: Actor, id: string): Promise<NotificationRow | null> {
  needMay(actor, "keepNotifications");
  return (await storedNotification(id)) ?? null;
}

const storedNotification = (id: string) =>
  row<NotificationRow>(sql`select ${columns} from notifications n where n.id = ${id}`);

/** A notification that may be sent; refused while it is not active. */
export async function notificationToSend(id: string): Promise<NotificationRow> {
  const notification = await storedNotification(id);
  if (!notification) throw missing("notification.notFound");
  if (!notification.isActive)
    throw new DomainError("conflict", "notification.sendFailed", {
      fields: { notificationId: "notification.inactive" },
    });
  return notification;
}

const NotificationsFilter = z.object({
  /** A part of the title or the description. */
  search: optionalText(60),
  userType: z.enum(notificationUserTypes).optional(),
  active: z.boolean().optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type NotificationsFilter = z.output<typeof NotificationsFilter>;

function filterCondition(actor: Actor, { search, userType, active, from, to }: NotificationsFilter) {
  needMay(actor, "keepNotifications");
  return allOf([
    search && sql`position(${search.toLowerCase()} in lower(n.title || ' ' || n.description)) > 0`,
    userType && sql`n.user_type = ${userType}`,
    active !== undefined && (active ? sql`n.is_active` : sql`not n.is_active`),
    from && sql`n.created_at >= ${from}`,
    to && sql`n.created_at <= ${to}`,
  ]);
}

async function listNotifications(
  actor: Actor,
  { after, before, take, oldestFirst = false, ...filter }: NotificationsFilter & Place,
): Promise<Page<NotificationRow>> {
  const where = filterCondition(actor, filter);
  return pageByCreation<NotificationRow>(actor, { after, before, take, oldestFirst }, "n", (rest) =>
    rows(sql`select ${columns} from notifications n where ${where} ${rest}`),
  );
}

async function countNotifications(actor: Actor, filter: NotificationsFilter): Promise<Count> {
  return countRows(sql`from notifications n where ${filterCondition(actor, filter)}`);
}

/** R442: All Notifications. */
export const notificationsList = defineList<typeof NotificationsFilter, NotificationRow>({
  name: "notifications",
  title: "notification.all",
  can: notificationPermission,
  filter: NotificationsFilter,
  key: ({ id }) => id,
  page: listNotifications,
  count: countNotifications,
  columns: [
    { id: "title", label: "common.title", kind: "text", width: 220, value: ({ title }) => title },
    { id: "description", label: "common.description", kind: "text", value: ({ description }) => description },
    {
      id: "userType",
      label: "common.userType",
      kind: "text",
      width: 116,
      value: ({ userType }, tell) => tell(`notification.userType.${userType}`),
    },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      width: 124,
      always: true,
      value: ({ isActive }, tell) => tell(isActive ? "common.active" : "common.inactive"),
    },
    {
      id: "created",
      label: "notification.created",
      kind: "moment",
      width: 176,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
  ],
});
