import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { kysely, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import type { MessageFilter, MessageStatus } from "../shared.ts";
import { recipientKeys } from "../tell/recipient.ts";
import type { MessageChannel } from "../templates/templates.ts";
import type { MessageSchema } from "./message.entity.ts";

/** A line of the message log, with the recipient masked. */
export type MessageLine = {
  id: string;
  cause: string;
  channel: MessageChannel;
  template: string;
  recipient: string;
  status: MessageStatus;
  tries: number;
  providerId: string | null;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
};

const lines = () =>
  kysely<typeof MessageSchema>()
    .selectFrom("messages")
    .select(["id", "cause", "channel", "template", "recipient", "status", "attempts as tries"])
    .select(["provider_id as providerId", "error", "created_at as createdAt", "sent_at as sentAt"])
    .select("delivered_at as deliveredAt");

/** The messages that match a filter, newest first. */
export function listMessages({ to, state, since, take }: MessageFilter): Promise<MessageLine[]> {
  let fitting = lines();
  if (to) fitting = fitting.where("recipient_key", "in", recipientKeys(to));
  if (state) fitting = fitting.where("status", "=", state);
  if (since) fitting = fitting.where("created_at", ">=", since);
  return rows(fitting.orderBy("created_at", "desc").orderBy("id", "desc").limit(take));
}

/** Returns one message of the log; throws `missing` when there is none of this id. */
export async function getMessage(id: string): Promise<MessageLine> {
  const message = await row(lines().where("id", "=", id));
  if (!message) throw missing("messages.notFound");
  return message;
}

type Again = (job: string, payload: unknown) => Promise<unknown>;

/**
 * Run the job of a failed, given-up or withheld message again. Refused for a message still in progress, a one-time
 * password, and a message older than three days.
 */
export const retryMessage = (actor: Actor, id: string, again: Again): Promise<void> =>
  transaction(async () => {
    const message = await row<{ status: MessageStatus; job: string | null; payload: unknown; ticketId: string | null }>(
      sql`select status, job, payload, ticket_id as "ticketId" from messages where id = ${id} for update`,
    );
    if (!message) throw missing("messages.notFound");
    if (!["failed", "given_up", "withheld"].includes(message.status)) throw conflict("messages.underWay");
    if (!message.job) throw conflict("messages.notRetriable");
    await rows(
      sql`update messages set status = 'queued', attempts = 0, error = 'asked for again', alerted_at = null, claimed_at = ${now()}
       where id = ${id}`,
    );
    const about = message.ticketId ? ({ subject: "ticket", id: message.ticketId } as const) : installation;
    await record(actor, { ...about, event: "message.askedAgain", data: { messageId: id } });
    await again(message.job, message.payload);
  });

/** Number of messages of the last day by channel and status. */
export const countMessages = (): Promise<{ channel: MessageChannel; status: MessageStatus; n: number }[]> =>
  rows(
    sql`select channel, status, count(*)::int as n from messages where created_at > ${new Date(now().getTime() - 24 * 60 * minute)} group by 1, 2 order by 1, 2`,
  );
