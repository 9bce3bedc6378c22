import { z } from "zod";
import { stateName } from "#modules/catalog/shared.ts";
import { id, lines, optionalText, phoneSaying, shaped, text, trueOrFalse } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** The audience of a notification (R439). */
export const notificationUserTypes = ["Consumer", "Technician", "Individual"] as const;
export type NotificationUserType = (typeof notificationUserTypes)[number];

/** Instead of one service or state: all of them. */
export const everyOne = "ALL";

const required = "form.incomplete" satisfies MessageKey;
/** A new notification: its text and its audience (R439, Q73). */
export const CreateNotification = z.object({
  title: text(80),
  /** A push shows the beginning of it, the inbox all. */
  description: lines(500),
  userType: z.enum(notificationUserTypes, required),
  active: trueOrFalse.default("false"),
});
export type CreateNotification = z.output<typeof CreateNotification>;

/** Whether a notification may be sent. */
export const SwitchNotification = z.object({ notificationId: id, active: trueOrFalse });
export type SwitchNotification = z.output<typeof SwitchNotification>;

const orNothing = <S extends z.ZodType>(schema: S) => z.preprocess((value) => value || undefined, schema.optional());
const orEvery = <S extends z.ZodType>(schema: S) => z.union([z.literal(everyOne), schema], required);

const audience = {
  /** As of the notification; named again by the call. */
  userType: z.enum(notificationUserTypes, required).optional(),
  /** Individual: the mobile number of a customer, technician or center. */
  phone: orNothing(phoneSaying(required, "form.phone")),
  /** The parts of the other audiences: a service, and a state. */
  serviceId: orNothing(orEvery(id)),
  state: orNothing(orEvery(stateName)),
};

/** The recipients a notification would reach (R486). */
export const NotificationAudience = z.object({ notificationId: id, ...audience });
export type NotificationAudience = z.output<typeof NotificationAudience>;

/** Between 21:00 and 09:00: push at once, or wait for the morning. */
export const nightChoices = ["morning", "now"] as const;

/** Send a notification (R440). */
export const SendNotification = NotificationAudience.extend({
  night: z.enum(nightChoices, "form.choice" satisfies MessageKey).default("morning"),
});
export type SendNotification = z.output<typeof SendNotification>;

export const SendRef = z.object({ sendId: id });
export type SendRef = z.output<typeof SendRef>;

/** Whether a sending waits for its hour, is under way, or has ended. */
export const sendStates = ["waiting", "running", "done", "stopped"] as const;
export type SendState = (typeof sendStates)[number];

export type NotificationRow = {
  id: string;
  title: string;
  description: string;
  userType: NotificationUserType;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** How many accounts an audience has. */
export type AudienceCount = { total: number; consumers: number; technicians: number; centers: number };

/** A sending as the log shows it (R443). */
export type SendRow = {
  id: string;
  createdAt: Date;
  notificationId: string;
  title: string;
  description: string;
  userType: NotificationUserType;
  /** The service and the state it was sent to; null for all of them. */
  service: string | null;
  state: string | null;
  /** An individual's number, masked. */
  mobile: string | null;
  /** The user name of the admin who sent it. */
  sentBy: string;
  status: SendState;
  startsAt: Date;
  /** Whether it may push at night. */
  atNight: boolean;
  /** Accounts whose inbox has it. */
  recipients: number;
  /** Accounts that a push service took it for, that opened it, and that have devices none of which could be reached. */
  sent: number;
  delivered: number;
  failed: number;
  /** Progress in whole percent. */
  progress: number;
};

/** An entry of an inbox. */
export type InboxEntry = {
  id: string;
  at: Date;
  title: string;
  description: string;
  isNew: boolean;
  /** The page of the console where what it is about is done. */
  link: "/payments" | null;
};

/** Where an app runs. */
export const devicePlatforms = ["android", "ios", "web"] as const;

/** A device of an app that takes pushes; customers name the phone they proved. */
export const RegisterDevice = z.object({
  /** The registration token of Firebase Cloud Messaging. */
  deviceToken: shaped(/^[\w:.~%-]{8,4096}$/, 4096, "device.badToken", required),
  platform: z.enum(devicePlatforms, "form.choice" satisfies MessageKey).default("android"),
  phone: orNothing(phoneSaying(required, "form.phone")),
  proof: optionalText(200),
});
export type RegisterDevice = z.output<typeof RegisterDevice>;
