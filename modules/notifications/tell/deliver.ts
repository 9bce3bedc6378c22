import { sql } from "kysely";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { DomainError, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { limitWords, type MessageStatus, messagesPerHour } from "../shared.ts";
import type { MessageChannel, TemplateKey } from "../templates/templates.ts";
import { type Account, lockAccounts, withheldFor } from "./customer-limits.ts";
import { recipientKey, shownRecipient } from "./recipient.ts";

export type Message = {
  /** The cause of the message; a second message with the same cause is never sent. */
  cause: string;
  channel: MessageChannel;
  template: TemplateKey;
  /** A phone; for a push, the name the log shows for the device. */
  to: string;
  ticketId?: string | null | undefined;
  /** One-time passwords have limits of their own. */
  unlimited?: boolean;
  /** The job that sends it, stored so that it can run again: its payload holds ids and sealed secrets only. */
  job?: { name: string; payload: unknown } | undefined;
  /** Whether another channel will be used when this one cannot reach the recipient. */
  otherWay?: boolean;
  /** For a message to a customer: what it counts towards. */
  account?: Account | undefined;
  /** Whether it replaces one that did not reach the phone, and so does not count again. */
  instead?: boolean;
};

/** A gateway's answer; `gone`: the device has unsubscribed. */
export type Handed = { status: "sent" | "held" | "gone"; providerId: string | null };

/** `unreachable`: this channel can never reach the recipient; `settled`: nothing more to do. */
export type Fate = "settled" | "unreachable";

/** How often an unresponsive provider is tried, over an hour and a quarter; the queue pauses in between. */
export const mostTries = 14;

/** A run may be replaced after this time: longer than a provider's timeout, so that a waiting run is not duplicated. */
const claimLifeMs = 30 * second;

/**
 * Send one message by a gateway and store its row: once per cause, however often the job runs. An unresponsive provider
 * is retried by the job, with growing pauses, until the message is given up; a refusal of the message is final. Call it
 * outside transactions, because a provider may take seconds.
 */
export async function deliver(message: Message, hand: () => Promise<Handed>): Promise<Fate> {
  const claimed = await claim(message);
  if ("fate" in claimed) return claimed.fate;
  const { id, attempts, fresh } = claimed;
  const counted = message.unlimited || message.account;
  if (fresh && !counted && (await isFlooded(message))) {
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

/** Record a message as given up because it expired before it could be sent. */
export async function tooLate({ cause, channel, template, to, ticketId }: Message): Promise<void> {
  const at = now();
  await rows(
    sql`insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, error, attempts, created_at, claimed_at)
     values (${rowId()}, ${cause}, ${channel}, ${template}, ${shownRecipient(channel, to)}, ${recipientKey(to)}, ${ticketId ?? null}, 'given_up', 'too late', 0, ${at}, ${at})
     on conflict (cause) do update set status = 'given_up', error = coalesce(messages.error || ', ', '') || 'too late'
     where messages.status = 'queued'`,
  );
}

/** Withhold a job's messages of a cause, on every channel, that still wait for a retry: their content is no longer true. */
export async function noLongerTrue(cause: string, job: string): Promise<void> {
  await rows(
    sql`update messages set status = 'withheld', error = 'no longer true'
      where (cause in (${cause}, ${cause} || ':sms') or starts_with(cause, ${cause} || ':push:'))
        and job = ${job} and status = 'queued'`,
  );
}

/**
 * Marks a message that this channel cannot deliver; without another channel it is given up, which operators see.
 */
async function unreachable(id: string, { otherWay, channel }: Message, error: string): Promise<Fate> {
  await finish(id, { status: otherWay || channel === "push" ? "failed" : "given_up", error });
  return "unreachable";
}

const reasonOf = (error: unknown) => {
  if (error instanceof GatewayError) return `${error.status} ${error.code}`;
  return error instanceof DomainError ? error.key : "error";
};

/**
 * Whether an error means that the provider will always refuse this message; wrong credentials (401, 403) can be
 * corrected, so those are retried.
 */
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

/** `fresh`: the first attempt for this cause. */
type Claimed = { id: string; attempts: number; fresh: boolean } | { fate: Fate };

/**
 * Claims the message for this run: a new one, one waiting for a retry, or one whose run was cut off. A new message
 * above a limit is stored as withheld instead. Limits are not checked again for a known one: it passed them before, or
 * an operator ordered it.
 */
async function claim(message: Message): Promise<Claimed> {
  const { cause, to, account, instead } = message;
  if (!account) return take(message);
  return transaction(async () => {
    const key = recipientKey(to);
    await lockAccounts(key, account);
    const known = await row(sql`select 1 from messages where cause = ${cause}`);
    const reason = known || instead ? undefined : await withheldFor(key, account);
    if (!reason) return take(message);
    log.warn(
      { template: message.template, center: account.centerId, client: account.clientId, reason },
      "message withheld",
    );
    await insert(message, { status: "withheld", error: limitWords(reason), attempts: 0 });
    return { fate: "settled" };
  });
}

async function take(message: Message): Promise<Claimed> {
  const taken = await insert(message, { status: "queued", error: null, attempts: 1 });
  if (taken) return taken;
  const known = await row<{ status: MessageStatus }>(sql`select status from messages where cause = ${message.cause}`);
  // Another run holds it and may still fail: retry this run later instead of reporting success.
  if (known?.status === "queued") throw unavailable("error.unavailable");
  return { fate: known?.status === "failed" ? "unreachable" : "settled" };
}

type State = { status: MessageStatus; error: string | null; attempts: number };

/** Inserts the message's row, or claims the waiting one; returns undefined when there is nothing to do now. */
const insert = (message: Message, { status, error, attempts }: State) => {
  const { cause, channel, template, to, ticketId, job, account, instead } = message;
  const at = now();
  return row<{ id: string; attempts: number; fresh: boolean }>(
    sql`insert into messages (id, cause, channel, template, recipient, recipient_key, ticket_id, status, error, attempts,
                           job, payload, sender_center_id, proved, metered, created_at, claimed_at,
                           sender_client_id)
     values (${rowId()}, ${cause}, ${channel}, ${template}, ${shownRecipient(channel, to)}, ${recipientKey(to)}, ${ticketId ?? null}, ${status}, ${error}, ${attempts}, ${job?.name ?? null}, ${job ? JSON.stringify(job.payload) : null}, ${account?.centerId ?? null}, ${account?.proved ?? null}, ${account !== undefined && !instead}, ${at}, ${at}, ${account?.clientId ?? null})
     on conflict (cause) do update set attempts = messages.attempts + 1, claimed_at = ${at}, error = null
     where messages.status = 'queued' and (messages.error is not null or messages.claimed_at <= ${new Date(at.getTime() - claimLifeMs)})
     returning id, attempts, xmax = 0 as fresh`,
  );
};

async function finish(
  id: string,
  {
    status,
    providerId = null,
    error = null,
  }: { status: MessageStatus; providerId?: string | null; error?: string | null },
) {
  await rows(
    sql`update messages set status = ${status}, provider_id = ${providerId}, error = ${error}, sent_at = case when ${status} = 'sent' then ${now()}::timestamptz end
     where id = ${id}`,
  );
}
