import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { cursor, emptyAsUndefined, wholeNumber } from "#modules/kernel/validation.ts";
import {
  clientEvents,
  createNotification,
  notificationLog,
  notificationPermission,
  notificationsList,
  readInbox,
  registerDevice,
  sendNotification,
} from "#modules/notifications/index.ts";
import { CreateNotification, EventsFilter, RegisterDevice, SendNotification } from "#modules/notifications/shared.ts";
import { moment } from "../line/answer.ts";
import { type Contract, call } from "../line/call.server.ts";
import { customersProof } from "../line/proofs.ts";
import { listRefusals, optionalTextRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { ClientEventShape } from "../shapes/client.ts";
import {
  InboxEntryShape,
  inboxEntry,
  NotificationLogShape,
  NotificationShape,
  notification,
  notificationLogEntry,
} from "../shapes/content.ts";

/* Notifications (002 §7); the devices and inboxes that get them, and what clients are told (ours). */

const keeping = { as: ["admin"], can: notificationPermission, limit: callLimit, once: "in its transaction" } as const;
const reading = { as: ["admin"], can: notificationPermission, limit: reads.own } as const;

const pageNames = { after: "after", take: "take" };
const PageQuery = z.object({
  after: cursor,
  take: z.preprocess(emptyAsUndefined, wholeNumber(1, 100).default(100)),
});

export const notifications = {
  "GET admin/get-all-notification": call({
    ...reading,
    summary: "The notifications, newest first, up to 100 a page; `after` is the `next` of the page before",
    input: wire(pageNames, PageQuery, ["form.cursor", "form.number"]),
    run: (admin, place) => notificationsList.page(admin, place),
    answer: z.array(NotificationShape),
    reply: ({ rows }) => rows.map(notification),
    next: ({ next }) => next,
  }),
  "POST admin/create-notification": call({
    fresh: none("Writes what may be sent, for no money"),
    ...keeping,
    summary: "Write a notification; it can be sent while it is active",
    input: wire(
      { title: "title", discription: "description", userType: "userType", is_Active: "active" },
      CreateNotification,
      [...textRefusals, "form.choice"],
    ),
    run: createNotification,
    answer: NotificationShape,
    reply: notification,
    say: "notification.saved",
  }),
  "POST admin/send-notification-touser": call({
    fresh: none("Tells many people something, for no money"),
    ...keeping,
    summary:
      "Send a notification in the name of the signed-in admin: to a mobile number (Individual), or to a skill and a state (ALL for every one)",
    input: wire(
      {
        userType: "userType",
        mobile_number: "phone",
        notification_id: "notificationId",
        skill: "serviceId",
        state: "state",
        night: "night",
      },
      SendNotification,
      ["form.choice", "form.id", "form.phone"],
    ),
    run: sendNotification,
    refuses: { 404: ["notification.notFound"] },
    answer: z.strictObject({ _id: z.string(), recipients: z.int(), sendsAt: moment }),
    reply: ({ id, recipients, startsAt }) => ({ _id: id, recipients, sendsAt: startsAt }),
    say: ({ waits }) => (waits ? "notification.accepted" : "notification.sent"),
  }),
  "GET admin/get-all-notification-log": call({
    ...reading,
    summary: "What was sent, newest first, up to 100 a page; `after` is the `next` of the page before",
    input: wire(pageNames, PageQuery, ["form.cursor", "form.number"]),
    run: (admin, place) => notificationLog.page(admin, place),
    answer: z.array(NotificationLogShape),
    reply: ({ rows }) => rows.map(notificationLogEntry),
    next: ({ next }) => next,
  }),
  "POST common/register-device": call({
    own: true,
    as: ["anyone", "center", "desk", "technician"],
    limit: callLimit,
    summary: "Push to this device of an app from now on; customers name the phone they proved",
    proof: customersProof,
    input: wire(
      { device_token: "deviceToken", platform: "platform", mobile_number: "phone", proof: "proof" },
      RegisterDevice,
      [...optionalTextRefusals, "device.badToken", "form.choice", "form.phone"],
    ),
    run: registerDevice,
    answer: z.strictObject({ _id: z.string() }),
    reply: ({ id }) => ({ _id: id }),
    say: "device.registered",
    once: "in its transaction",
  }),
  "GET common/my-notifications": call({
    own: true,
    as: ["anyone", "center", "desk", "technician"],
    limit: callLimit,
    summary:
      "The caller's inbox, newest first: a center's, a technician's, or that of the phones a visitor proved; what is answered counts as delivered",
    input: wire(pageNames, PageQuery, ["form.cursor", "form.number"]),
    run: readInbox,
    refuses: { 401: ["otp.proofMissing"], 403: ["permission.denied"] },
    answer: z.array(InboxEntryShape),
    reply: ({ rows }) => rows.map(inboxEntry),
    next: ({ next }) => next,
  }),
  "GET client/events": call({
    own: true,
    as: ["admin"],
    can: "view_ticket.full_access",
    scope: "requests:read",
    limit: reads.own,
    summary:
      "What happened to a client's own requests and uploads in the last 30 days, newest first: each as webhooks are sent it, whether " +
      "the client has one or not; by period and by kind; `after` is the last `next`",
    input: wire({ start_date: "from", end_date: "to", type: "type", after: "after", take: "take" }, EventsFilter, [
      ...listRefusals,
      "form.choice",
    ]),
    run: clientEvents,
    answer: z.array(ClientEventShape),
    reply: ({ rows }) => rows,
    next: ({ next }) => next,
  }),
} satisfies Contract;
