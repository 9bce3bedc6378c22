import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { id } from "#modules/kernel/validation.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import {
  isQuiet,
  notificationFor,
  notificationLog,
  notificationPermission,
  notificationsList,
} from "#modules/notifications/index.ts";
import {
  type NotificationRow,
  notificationUserTypes,
  type SendRow,
  sendStates,
} from "#modules/notifications/shared.ts";

/* Notifications and their log as screens (002 §2.15). */

const notificationExtra = (_admin: Admin, row: NotificationRow) => row;

/** The open dialog: a new notification, or one to send; null for one that is gone. */
async function dialogOf(admin: Admin, act: string | undefined, of: string | undefined) {
  if (act === "add") return { act } as const;
  const notificationId = id.safeParse(of);
  const notification = notificationId.success ? await notificationFor(admin, notificationId.data) : null;
  if (act !== "send" || !notification) return null;
  const services = (await activeServices()).map(({ id: value, serviceName }) => ({ value, label: serviceName }));
  return { act, notification, services, night: isQuiet() } as const;
}

export type NotificationDialogView = NonNullable<Awaited<ReturnType<typeof dialogOf>>>;

const ofType = {
  name: "userType",
  label: "common.userType",
  choices: (_admin: Admin, { locale }: { locale: Locale }) =>
    notificationUserTypes.map((value) => ({ value, label: say(`notification.userType.${value}`, {}, locale) })),
} as const;

export const notificationsDesk: DeskList<NotificationRow, NotificationRow, { dialog: NotificationDialogView | null }> =
  {
    list: notificationsList,
    path: "/notifications",
    filters: [{ name: "search", label: "notification.search", maxLength: 60, find: true }, ofType],
    views: { active: { label: "common.active", filter: () => ({ active: true }) } },
    allDays: true,
    dialogs: ["add", "send"],
    add: { to: "/notifications?act=add", label: "notification.add", can: notificationPermission },
    extras: notificationExtra,
    also: async (admin, { act, of }) => ({ dialog: await dialogOf(admin, act, of) }),
  };

const sendExtra = (_admin: Admin, row: SendRow) => row;

export const notificationLogDesk: DeskList<SendRow, SendRow, object> = {
  list: notificationLog,
  path: "/notification-history",
  filters: [
    { name: "search", label: "notification.logSearch", maxLength: 60, find: true },
    ofType,
    {
      name: "state",
      label: "notification.state",
      choices: (_admin, { locale }) =>
        sendStates.map((value) => ({ value, label: say(`notification.state.${value}`, {}, locale) })),
    },
  ],
  allDays: true,
  dialogs: ["stop"],
  extras: sendExtra,
};
