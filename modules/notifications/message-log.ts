import { system } from "../kernel/actor.ts";
import { minute, now } from "../kernel/clock.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";
import type { MessageChannel } from "../kernel/gateways/templates.ts";
import { record } from "../kernel/history.ts";
import { recipientKey } from "./recipient.ts";
import type { MessageFilter, MessageStatus } from "./shared.ts";

/** A line of the message log; the recipient is masked. */
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

const line = `select id, cause, channel, template, recipient, status, attempts as tries, provider_id as "providerId", error,
  created_at as "createdAt", sent_at as "sentAt", delivered_at as "deliveredAt" from messages`;

type Found = Omit<MessageLine, "createdAt" | "sentAt" | "deliveredAt"> & {
  createdAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
};

const lineOf = (found: Found): MessageLine => ({
  ...found,
  createdAt: new Date(found.createdAt),
  sentAt: found.sentAt ? new Date(found.sentAt) : null,
  deliveredAt: found.deliveredAt ? new Date(found.deliveredAt) : null,
});

/** The messages that fit, newest first. */
export async function listMessages({ to, state, since, take }: MessageFilter): Promise<MessageLine[]> {
  const found = await rows<Found>(
    `${line} where ($1::text is null or recipient_key = $1) and ($2::text is null or status = $2)
       and ($3::timestamptz is null or created_at >= $3)
     order by created_at desc, id desc limit $4`,
    [to ? recipientKey(to) : null, state ?? null, since ?? null, take],
  );
  return found.map(lineOf);
}

/** One message of the log; missing when there is none of this id. */
export async function getMessage(id: string): Promise<MessageLine> {
  const found = await row<Found>(`${line} where id = $1`, [id]);
  if (!found) throw missing("messages.notFound");
  return lineOf(found);
}

type Again = (job: string, payload: unknown) => Promise<unknown>;

/**
 * Run the job of a message again that failed, was given up or was withheld. A message under way is left alone; a
 * one-time password is never run again, and a message older than three days neither.
 */
export const retryMessage = (id: string, again: Again): Promise<void> =>
  transaction(async () => {
    const found = await row<{ status: MessageStatus; job: string | null; payload: unknown; ticketId: string | null }>(
      `select status, job, payload, ticket_id as "ticketId" from messages where id = $1 for update`,
      [id],
    );
    if (!found) throw missing("messages.notFound");
    if (!["failed", "given_up", "withheld"].includes(found.status)) throw conflict("messages.underWay");
    if (!found.job) throw conflict("messages.notRetriable");
    await rows(
      `update messages set status = 'queued', attempts = 0, error = 'asked for again', alerted_at = null, claimed_at = $2
       where id = $1`,
      [id, now()],
    );
    if (found.ticketId)
      await record(system("cli"), {
        subject: "ticket",
        id: found.ticketId,
        event: "message.askedAgain",
        data: { messageId: id },
      });
    await again(found.job, found.payload);
  });

/** How many messages of the last day are in which state, by channel. */
export const countMessages = (): Promise<{ channel: MessageChannel; status: MessageStatus; n: number }[]> =>
  rows("select channel, status, count(*)::int as n from messages where created_at > $1 group by 1, 2 order by 1, 2", [
    new Date(now().getTime() - 24 * 60 * minute),
  ]);
