import { randomUUIDv7 } from "node:crypto";
import { now, second } from "../kernel/clock.ts";
import { hmac } from "../kernel/crypto.server.ts";
import { row, rows } from "../kernel/db.server.ts";
import { DomainError, unavailable } from "../kernel/errors.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import type { MessageChannel, TemplateKey } from "../kernel/gateways/templates.ts";
import { countUse } from "../kernel/limits.server.ts";
import { log } from "../kernel/log.server.ts";
import { maskPublic } from "../kernel/mask.ts";
import type { MessageStatus } from "./message.entity.ts";

export type Message = {
  /** What it is sent for; a second message of the same cause is never sent. */
  cause: string;
  channel: MessageChannel;
  template: TemplateKey;
  to: string;
  ticketId?: string;
  /** One-time passwords have limits of their own. */
  unlimited?: boolean;
};

/** What a gateway answers. */
type Handed = { status: "sent" | "held"; providerId: string | null };

/** How many messages an hour reach one phone, so that no loop of events floods a person. */
export const messagesPerHour = 60;

/** Longer than a provider may take to answer, so that a run that still waits is never doubled. */
const claimLifeMs = 30 * second;

/**
 * Send one message by a gateway and keep its row: once per cause, however often the job runs. A provider that does not
 * answer is tried again by the job, with growing pauses; a refusal of the message itself is kept as failed. Outside any
 * transaction, because a provider may take seconds.
 */
export async function deliver(message: Message, hand: () => Promise<Handed>): Promise<void> {
  const claimed = await claim(message);
  if (!claimed) return;
  if (claimed.attempts === 1 && !message.unlimited && (await isFlooded(message.to)))
    return finish(claimed.id, { status: "withheld", error: "limit" });
  try {
    const { status, providerId } = await hand();
    await finish(claimed.id, { status: status === "held" ? "withheld" : "sent", providerId });
  } catch (error) {
    const reason = error instanceof GatewayError ? `${error.status} ${error.code}` : nameOf(error);
    await finish(claimed.id, { status: "failed", error: reason });
    log.warn({ message: claimed.id, template: message.template, reason }, "message not delivered");
    if (!isRefusal(error)) throw error;
  }
}

const nameOf = (error: unknown) => (error instanceof DomainError ? error.key : "error");

/** The provider will say no to this message for ever; wrong credentials, though, may be put right meanwhile. */
const isRefusal = (error: unknown) => error instanceof GatewayError && error.status !== 401 && error.status !== 403;

async function isFlooded(phone: string) {
  const limit = { name: "messages", points: messagesPerHour, seconds: 3600, onFailure: "open" } as const;
  try {
    await countUse(limit, hmac("messages", phone));
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "limited") return true;
    throw error;
  }
}

/** Take the message for this run: a new one, one that failed, or one whose run was cut off half a minute ago. */
async function claim({ cause, channel, template, to, ticketId }: Message) {
  const at = now();
  const claimed = await row<{ id: string; attempts: number }>(
    `insert into messages (id, cause, channel, template, recipient, ticket_id, status, attempts, created_at, claimed_at)
     values ($1, $2, $3, $4, $5, $6, 'sending', 1, $7, $7)
     on conflict (cause) do update set status = 'sending', attempts = messages.attempts + 1, claimed_at = $7, error = null
     where messages.status = 'failed' or (messages.status = 'sending' and messages.claimed_at <= $8)
     returning id, attempts`,
    [
      randomUUIDv7(),
      cause,
      channel,
      template,
      maskPublic(to),
      ticketId ?? null,
      at,
      new Date(at.getTime() - claimLifeMs),
    ],
  );
  if (claimed) return claimed;
  const known = await row<{ status: MessageStatus }>("select status from messages where cause = $1", [cause]);
  // Another run holds it and may yet fail: come back later rather than call it done.
  if (known?.status === "sending") throw unavailable("error.unavailable");
  return undefined;
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
