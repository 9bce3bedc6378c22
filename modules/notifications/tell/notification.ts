import type { z } from "zod";
import { localeOf } from "#modules/access/index.ts";
import { type Event, within } from "#modules/kernel/work/events.ts";
import { type Job, later } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../providers/whatsapp.server.ts";
import { hasText, type MessageChannel, type TemplateKey, type ValuesOf } from "../templates/templates.ts";
import type { Account } from "./customer-limits.ts";
import { deliver, type Message, noLongerTrue } from "./deliver.ts";
import { messageJob, notAtNight } from "./message-job.ts";
import type { PushTarget } from "./push-targets.ts";

/** Who gets a message; with it the facts that its text is written from. */
type Recipient = {
  phone: string;
  /** The request it is about. */
  ticketId?: string | null;
  /** What it counts towards; without one, towards the limit of its phone alone. */
  account?: Account;
};

/** What a message says: a template with its values. */
export type Text = { template: TemplateKey; values: Record<string, string | number> };

/** A template with its values. */
export const text = <K extends TemplateKey>(template: K, values: ValuesOf<K>): Text => ({ template, values });

/** The devices that a push goes to, and what it opens. */
export type Push = {
  to: readonly PushTarget[];
  /** The page of a click or tap. */
  path: string;
  /** Of pushes with the same tag a device shows the last one only; by default one for each template. */
  tag?: string;
};

/** Has a notification queued by an event. */
type Trigger<P> = (queue: (payload: P, options: { startAfter?: Date }) => Promise<unknown>) => void;

/** A row of the table: what happened, who gets a message of it, and what it says. */
export type Notification<P, R extends Recipient> = {
  /** Names its queue; messages that can be sent again are stored with it, so that it never changes. */
  job: string;
  payload: z.ZodType<P>;
  /** What queues it; one without is queued by a schedule. */
  events?: readonly Trigger<NoInfer<P>>[];
  /** SMS is used where WhatsApp is not configured or cannot reach the phone; a push goes beside them. */
  channels: readonly MessageChannel[];
  /** The recipient as of now; nobody when there is no such recipient any more. */
  audience: (payload: NoInfer<P>) => Promise<R | undefined>;
  /** Messages with the same cause are sent once. */
  cause: (payload: NoInfer<P>, recipient: NoInfer<R> | undefined) => string;
  /** What it says as of now; nothing when it is no longer true. A channel that the template has no text for is left out. */
  text: (recipient: NoInfer<R>, payload: NoInfer<P>, locale: Locale) => Text | undefined | Promise<Text | undefined>;
  push?: (recipient: NoInfer<R>, payload: NoInfer<P>) => Promise<Push | undefined>;
  /** `false`: the message log cannot send it again, as an alert of its moment. */
  resend?: false;
};

/** The job of a row, queued by its events. */
export function notification<P, R extends Recipient>(row: Notification<P, R>): Job<P> {
  const job = messageJob({ name: row.job, payload: row.payload, run: (payload) => send(row, payload) });
  for (const trigger of row.events ?? []) trigger((payload, options) => later(job, payload, options));
  return job;
}

/** In the transaction of an event queue a notification with its payload; `waits`: not at night, but in the morning. */
export const when = <E>(event: Event<E>, waits: (payload: E) => boolean = () => false): Trigger<E> =>
  whenFor(event, (payload) => [payload], waits);

/** As `when`, with a notification for each of the payloads that `about` makes of the event's. */
export const whenFor =
  <E, P>(
    event: Event<E>,
    about: (payload: E) => readonly P[] | Promise<readonly P[]>,
    waits: (payload: E) => boolean = () => false,
  ): Trigger<P> =>
  (queue) =>
    within(event, async (occurred) => {
      const options = waits(occurred) ? notAtNight() : {};
      for (const payload of await about(occurred)) await queue(payload, options);
    });

/** A message before its channel is chosen. */
type Written = Omit<Message, "channel" | "to"> & { values: Text["values"]; locale: Locale };

/**
 * Send the message of a notification by its channels; what still waits for a retry is withheld once it is no longer
 * true. An error of a provider is thrown, so that the job is retried.
 */
async function send<P, R extends Recipient>(row: Notification<P, R>, payload: P): Promise<void> {
  const recipient = await row.audience(payload);
  const cause = row.cause(payload, recipient);
  if (!recipient) return noLongerTrue(cause, row.job);
  const { phone, ticketId, account } = recipient;
  const locale = await localeOf(phone);
  const text = await row.text(recipient, payload, locale);
  if (!text) return noLongerTrue(cause, row.job);
  const { template, values } = text;
  const job = row.resend === false ? undefined : { name: row.job, payload };
  const written = { cause, template, values, locale, ticketId, account, job };
  await sendToPhone(written, phone, row.channels);
  const push = row.channels.includes("push") && (await row.push?.(recipient, payload));
  if (push) await sendToDevices(written, push);
}

/** By WhatsApp if configured; otherwise, or when that does not reach the phone, by SMS. */
async function sendToPhone(
  { values, locale, ...message }: Written,
  to: string,
  channels: readonly MessageChannel[],
): Promise<void> {
  const { template, cause } = message;
  const whatsapp = channels.includes("whatsapp") && hasText(template, "whatsapp") && whatsappIsConfigured();
  if (whatsapp) {
    const fate = await deliver({ ...message, to, channel: "whatsapp", otherWay: true }, () =>
      sendWhatsapp(to, template, values, locale),
    );
    if (fate === "settled") return;
  }
  if (!channels.includes("sms") || !hasText(template, "sms")) return;
  // WhatsApp's message has the cause itself, so the SMS instead of it needs another.
  const sms = { ...message, cause: whatsapp ? `${cause}:sms` : cause, to, channel: "sms", instead: whatsapp } as const;
  await deliver(sms, () => sendSms(to, template, values, locale));
}

/** To each device, so that one that cannot be reached does not delay the others; one that is gone is deleted. */
async function sendToDevices({ values, locale, ...message }: Written, { to, path, tag }: Push): Promise<void> {
  const { template, cause, account } = message;
  if (!hasText(template, "push")) return;
  const failures: unknown[] = [];
  // A request's limit on messages about its visits counts their SMS.
  const counted = account && { ...account, visitOf: undefined };
  for (const { key, name, send, remove } of to) {
    const push = { ...message, cause: `${cause}:push:${key}`, to: name, channel: "push", account: counted } as const;
    await deliver(push, async () => {
      const answer = await send(template, values, { path, tag: tag ?? template, locale });
      if (answer.status === "gone") await remove();
      return answer;
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
