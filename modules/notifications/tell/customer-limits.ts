import { sql } from "kysely";
import { day, hour, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { messagesPerHour, visitMessagesPerDay, type WithheldFor } from "../shared.ts";

/*
 * Limits on messages sent to a customer's phone because of other people's actions, counted in the message log over the
 * last hour or day. Requests that strangers create for a phone have their own, much lower limits, so that they do not
 * use up those of a customer who booked with an OTP.
 */

/** What a message to a customer counts towards. */
export type Account = {
  /** The center whose action it reports; null for an action of the operator or the customer. */
  centerId: string | null;
  /** The client whose API key caused it; null for a message that no key caused. */
  clientId: string | null;
  /** Whether the owner verified the phone for this request. */
  proved: boolean;
  /** Whether it carries the codes needed to close the work: part of each limit is reserved for those. */
  codes: boolean;
  /** The request, for a message to a technician about a visit. */
  visitOf?: string | undefined;
};

type Counted = {
  phoneHour: number;
  phoneDay: number;
  visitDay: number;
  unprovedDay: number;
  centerPhoneDay: number;
  centerHour: number;
  centerDay: number;
  clientHour: number;
  clientDay: number;
};

/**
 * Lock the counts of a center or client, of a request and of a phone until the transaction ends, so that the limits are exact with any
 * number of workers. The phone is always locked last, which avoids deadlocks.
 */
export async function lockAccounts(recipientKey: string, { centerId, clientId, visitOf }: Account): Promise<void> {
  const lock = (counted: string) => rows(sql`select pg_advisory_xact_lock(hashtextextended(${counted}, 0))`);
  if (clientId) await lock(`messages of client ${clientId}`);
  if (centerId) await lock(`messages of center ${centerId}`);
  if (visitOf) await lock(`visit messages of ${visitOf}`);
  await lock(`messages to ${recipientKey}`);
}

/** The limit that stops one more message, or undefined when it may be sent; the account must be locked. */
export async function withheldFor(recipientKey: string, account: Account): Promise<WithheldFor | undefined> {
  const { centerId, clientId, proved, codes } = account;
  const counted = await count(recipientKey, account);
  if (counted.phoneHour >= messagesPerHour) return "phone, hour";
  if (counted.phoneDay >= env.messagesPhoneDay) return "phone, day";
  if (account.visitOf && counted.visitDay >= visitMessagesPerDay) return "request's technicians, day";
  if (proved) return undefined;
  const full = (limit: number, used: number) => used >= limit - (codes ? 0 : reservedForCodes(limit));
  if (full(env.messagesUnprovedPhoneDay, counted.unprovedDay)) return "unproved phone, day";
  if (clientId && counted.clientHour >= env.messagesClientHour) return "client, hour";
  if (clientId && counted.clientDay >= env.messagesClientDay) return "client, day";
  if (!centerId) return undefined;
  if (full(env.messagesCenterPhoneDay, counted.centerPhoneDay)) return "center to this phone, day";
  if (full(env.messagesCenterHour, counted.centerHour)) return "center, hour";
  if (full(env.messagesCenterDay, counted.centerDay)) return "center, day";
  return undefined;
}

/** A quarter of each limit is reserved for codes, but at least one place is left for other messages. */
const reservedForCodes = (limit: number) => Math.min(Math.ceil(limit / 4), limit - 1);

async function count(recipientKey: string, { centerId, clientId, visitOf }: Account): Promise<Counted> {
  const at = now().getTime();
  const within = sql`metered and status <> 'withheld' and created_at > ${new Date(at - day)}`;
  const hourAgo = new Date(at - hour);
  return (await row<Counted>(
    sql`select to_phone.*, of_center.*, of_client.*, of_visit.* from
       (select count(*) filter (where created_at > ${hourAgo})::int as "phoneHour", count(*)::int as "phoneDay",
               count(*) filter (where not proved)::int as "unprovedDay",
               count(*) filter (where not proved and sender_center_id = ${centerId})::int as "centerPhoneDay"
          from messages where recipient_key = ${recipientKey} and ${within}) as to_phone,
       (select count(*) filter (where created_at > ${hourAgo})::int as "centerHour", count(*)::int as "centerDay"
          from messages where sender_center_id = ${centerId} and not proved and ${within}) as of_center,
       (select count(*) filter (where created_at > ${hourAgo})::int as "clientHour", count(*)::int as "clientDay"
          from messages where sender_client_id = ${clientId} and ${within}) as of_client,
       (select count(*)::int as "visitDay" from messages
         where ticket_id = ${visitOf ?? null} and template in ('visitAssigned', 'visitChanged') and channel = 'sms'
           and ${within}) as of_visit`,
  ))!;
}
