import { randomUUIDv7 } from "node:crypto";
import { now, second } from "../kernel/clock.ts";
import { row, rows } from "../kernel/db.server.ts";
import { DomainError, unavailable } from "../kernel/errors.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import type { MessageChannel, TemplateKey } from "../kernel/gateways/templates.ts";
import { countUse } from "../kernel/limits.server.ts";
import { log } from "../kernel/log.server.ts";
import { recipientKey, shownRecipient } from "./recipient.ts";
import type { MessageStatus } from "./shared.ts";

export type Message = {
  /** What it is sent for; a second message of the same cause is never sent. */
  cause: string;
  channel: MessageChannel;
  template: TemplateKey;
  /** A phone; of a push the device's own words. */
  to: string;
  ticketId?: string | undefined;
  /** One-time passwords have limits of their own. */
  unlimited?: boolean;
  /** The job that sends it, so that it can be run again: its payload holds ids and sealed secrets only. */
  job?: { name: string; payload: Record<string, unknown> } | undefined;
  /** There is another channel to take when this one cannot reach the recipient. */
  otherWay?: boolean;
};

/** What a gateway answers; `gone` is a device that took its subscription back. */
type Handed = { status: "sent" | "held" | "gone"; providerId: string | null };

/** `unreachable`: not by this channel, for good; `settled`: there is nothing more to do. */
export type Fate = "settled" | "unreachable";

/** How many messages an hour reach one phone, so that no loop of events floods a person. */
export const messagesPerHour = 60;

/** How often a provider that does not answer is asked, over an hour and a quarter; the queue pauses in between. */
export const mostTries = 14;

/** Longer than a provider may take to answer, so that a run that still waits is never doubled. */
const claimLifeMs = 30 * second;

/**
 * Send one message by a gateway and keep its row: once per cause, however often the job runs. A provider that does not
 * answer is asked again by the job, with growing pauses, until the message is given up; a refusal of the message itself
 * is final. Outside any transaction, because a provider may take seconds.
 */
export async function deliver(message: Message, hand: () => Promise<Handed>): Promise<Fate> {
  const claimed = await claim(message);
  if ("fate" in claimed) return claimed.fate;
  const { id, attempts } = claimed;
  if (attempts === 1 && !message.unlimited && (await isFlooded(message))) {
    await finish(id, { status: "withheld", error: "limit" });
    return "settled";
  }
  try {
    const { status, providerId } = await hand();
    if (status === "gone") return await unreachable(id, message, "gone");
    await finish(id, { status: status === "held" ? "withheld" : "sent", providerId });
    return "settled";
  } catch (error) {
    const reason = reasonOf(error);
    log.warn({ message: id, template: message.template, channel: message.channel, reason }, "message not delivered");
    if (isRefusal(error)) return await unreachable(id, message, reason);
    const last = attempts >= mostTries;
    await finish(id, { status: last ? "given_up" : "queued", error: reason });
    if (last) return "settled";
    throw error;
  }
}

/** A message whose time is over before it could go out is given up, and leaves its row. */
export async function tooLate({ cause, channel, template, to, ticketId }: Message): Promise<void> {
  await rows(
    `insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, error, attempts, created_at, claimed_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'given_up', 'too late', 0, $8, $8)
     on conflict (cause) do update set status = 'given_up', error = coalesce(messages.error || ', ', '') || 'too late'
     where messages.status = 'queued'`,
    [randomUUIDv7(), cause, channel, template, shownRecipient(channel, to), recipientKey(to), ticketId ?? null, now()],
  );
}

/** What waits to be tried again under a cause that no longer holds is not sent any more. */
export async function noLongerTrue(cause: string): Promise<void> {
  await rows(
    `update messages set status = 'withheld', error = 'no longer true' where cause in ($1, $1 || ':sms') and status = 'queued'`,
    [cause],
  );
}

/** The recipient cannot be reached in this way. Where there is no other, somebody has to look at it. */
async function unreachable(id: string, { otherWay, channel }: Message, error: string): Promise<Fate> {
  await finish(id, { status: otherWay || channel === "push" ? "failed" : "given_up", error });
  return "unreachable";
}

const reasonOf = (error: unknown) => {
  if (error instanceof GatewayError) return `${error.status} ${error.code}`;
  return error instanceof DomainError ? error.key : "error";
};

/** The provider will say no to this message for ever; wrong credentials, though, may be put right meanwhile. */
export const isRefusal = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.status !== 401 && error.status !== 403;

async function isFlooded({ to }: Message) {
  const limit = { name: "messages", points: messagesPerHour, seconds: 3600, onFailure: "open" } as const;
  try {
    await countUse(limit, recipientKey(to));
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "limited") return true;
    throw error;
  }
}

type Claimed = { id: string; attempts: number } | { fate: Fate };

/** Take the message for this run: a new one, one that waits to be tried again, or one whose run was cut off. */
async function claim({ cause, channel, template, to, ticketId, job }: Message): Promise<Claimed> {
  const at = now();
  const claimed = await row<{ id: string; attempts: number }>(
    `insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, attempts, job, payload, created_at, claimed_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'queued', 1, $8, $9, $10, $10)
     on conflict (cause) do update set attempts = messages.attempts + 1, claimed_at = $10, error = null
     where messages.status = 'queued' and (messages.error is not null or messages.claimed_at <= $11)
     returning id, attempts`,
    [
      randomUUIDv7(),
      cause,
      channel,
      template,
      shownRecipient(channel, to),
      recipientKey(to),
      ticketId ?? null,
      job?.name ?? null,
      job ? JSON.stringify(job.payload) : null,
      at,
      new Date(at.getTime() - claimLifeMs),
    ],
  );
  if (claimed) return claimed;
  const known = await row<{ status: MessageStatus }>("select status from messages where cause = $1", [cause]);
  // Another run holds it and may yet fail: come back later rather than call it done.
  if (known?.status === "queued") throw unavailable("error.unavailable");
  return { fate: known?.status === "failed" ? "unreachable" : "settled" };
}

async function finish(
  id: string,
  {
    status,
    providerId = null,
    error = null,
  }: { status: MessageStatus; providerId?: string | null; error?: string | null },
) {
  await rows(
    `update messages set status = $2, provider_id = $3, error = $4, sent_at = case when $2 = 'sent' then $5::timestamptz end
     where id = $1`,
    [id, status, providerId, error, now()],
  );
}
