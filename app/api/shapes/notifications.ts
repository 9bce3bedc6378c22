import { z } from "zod";
import {
  type InboxEntry,
  type NotificationRow,
  notificationUserTypes,
  type SendRow,
  sendStates,
} from "#modules/notifications/shared.ts";
import { moment } from "../line/answer.ts";

/** A notification; `discription` is spelled so (Q73). */
export const NotificationShape = z.strictObject({
  _id: z.string(),
  title: z.string(),
  discription: z.string(),
  userType: z.enum(notificationUserTypes),
  is_active: z.boolean(),
  createdAt: moment,
});
export const notification = (row: NotificationRow): z.input<typeof NotificationShape> => ({
  _id: row.id,
  title: row.title,
  discription: row.description,
  userType: row.userType,
  is_active: row.isActive,
  createdAt: row.createdAt,
});

/** An entry of the log; its state and numbers are ours. */
export const NotificationLogShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  notification_id: z.strictObject({ _id: z.string(), title: z.string(), discription: z.string() }),
  userType: z.enum(notificationUserTypes),
  sentBy: z.string(),
  status: z.enum(sendStates),
  progress: z.int(),
  recipients: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export const notificationLogEntry = (send: SendRow): z.input<typeof NotificationLogShape> => ({
  _id: send.id,
  createdAt: send.createdAt,
  notification_id: { _id: send.notificationId, title: send.title, discription: send.description },
  userType: send.userType,
  sentBy: send.sentBy,
  status: send.status,
  progress: send.progress,
  recipients: send.recipients,
  sent: send.sent,
  delivered: send.delivered,
  failed: send.failed,
});

/** An entry of an inbox. */
export const InboxEntryShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  title: z.string(),
  discription: z.string(),
  is_new: z.boolean(),
});
export const inboxEntry = ({ id, at, title, description, isNew }: InboxEntry): z.input<typeof InboxEntryShape> => ({
  _id: id,
  createdAt: at,
  title,
  discription: description,
  is_new: isNew,
});
