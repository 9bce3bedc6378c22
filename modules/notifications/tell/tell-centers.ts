import { sql } from "kysely";
import { localeOf } from "#modules/access/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { adjustmentFacts } from "#modules/wallet/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../providers/whatsapp.server.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { asVariable, openCause, ticketFacts } from "./facts.ts";

/** `handBacks`: how often the request was handed back before. */
export type CenterOffer = { ticketId: string; centerId: string; handBacks?: number | undefined };

/**
 * Notify one center of a waiting request, once each time it is open: service and pincode, nothing about the customer
 * (fixed point 16). By WhatsApp if configured; otherwise, or when that does not reach the phone, by SMS.
 */
export async function tellCenter({ ticketId, centerId, handBacks = 0 }: CenterOffer): Promise<void> {
  const cause = openCause(`ticket:${ticketId}:center:${centerId}`, handBacks);
  const recipient = await offeredCenter({ ticketId, centerId });
  if (!recipient) return noLongerTrue(cause);
  const { phone, values } = recipient;
  const locale = await localeOf(phone);
  const job = { name: "notifications.tellCenter", payload: { ticketId, centerId, handBacks } };
  const message = { cause, template: "centerNewRequest", to: phone, ticketId, job } as const;
  if (whatsappIsConfigured()) {
    const fate = await deliver({ ...message, channel: "whatsapp", otherWay: true }, () =>
      sendWhatsapp(phone, "centerNewRequest", values, locale),
    );
    if (fate === "settled") return;
  }
  await deliver({ ...message, cause: whatsappIsConfigured() ? `${cause}:sms` : cause, channel: "sms" }, () =>
    sendSms(phone, "centerNewRequest", values, locale),
  );
}

/** A center that may still accept the ticket, or has it, with the facts for its message. */
export async function offeredCenter({ ticketId, centerId }: CenterOffer) {
  const ticket = await ticketFacts(ticketId);
  if (!ticket || !["PENDING", "ACCEPTED", "VERIFIED"].includes(ticket.status)) return undefined;
  const center = await row<{ phone: string }>(
    sql`select phone from centers c where c.id = ${centerId} and c.is_active = ${sql.lit(centerState.ACTIVE)} and (
       exists (select 1 from broadcasts b where b.ticket_id = ${ticketId} and b.center_id = c.id and b.status = 'PENDING')
       or exists (select 1 from tickets t where t.id = ${ticketId} and t.center_id = c.id
                   and (t.status = 'PENDING' or t.broadcast_status = 'matched_in_same_center')))`,
  );
  return center && { phone: center.phone, values: { service: asVariable(ticket.service), pincode: ticket.pincode } };
}

type Returned = { ticketId: string; centerId: string; amountPaise: number; cause: string };

/** Notify a center that the lead price it paid is back in its wallet. */
export async function tellLeadReturned(returned: Returned): Promise<void> {
  const { ticketId, centerId, amountPaise, cause } = returned;
  await tellOfMoney(
    "leadReturned",
    { ticketId, centerId, amountPaise, cause: `lead:${cause}:returned` },
    {
      name: "notifications.tellLeadReturned",
      payload: returned,
    },
  );
}

type Decided = { adjustmentId: string };

/** Notify a center of an admin's refund, or of a penalty with its reason. */
export async function tellAdjusted({ adjustmentId }: Decided): Promise<void> {
  const facts = await adjustmentFacts(adjustmentId);
  if (!facts) return;
  const job = { name: "notifications.tellAdjusted", payload: { adjustmentId } };
  const about = { ...facts, cause: `adjustment:${adjustmentId}` };
  if (facts.kind === "Refund") return tellOfMoney("leadReturned", about, job);
  const center = await row<{ phone: string }>(sql`select phone from centers where id = ${facts.centerId}`);
  if (!center) return;
  const { phone } = center;
  const values = { rupees: Math.floor(facts.amountPaise / 100), reason: asVariable(facts.reason) || "-" };
  const locale = await localeOf(phone);
  const message = { cause: about.cause, channel: "sms", template: "penaltyTaken", to: phone, job } as const;
  await deliver({ ...message, ticketId: facts.ticketId }, () => sendSms(phone, "penaltyTaken", values, locale));
}

/** Notify a center of the decision on its objection. */
export async function tellObjectionSettled({ adjustmentId }: Decided): Promise<void> {
  const facts = await adjustmentFacts(adjustmentId);
  if (!facts?.objection || facts.objection === "OPEN") return;
  await tellOfMoney(
    facts.objection === "RETURNED" ? "penaltyReturned" : "penaltyUpheld",
    { ...facts, cause: `adjustment:${adjustmentId}:settled` },
    { name: "notifications.tellObjectionSettled", payload: { adjustmentId } },
  );
}

/** Notify a center about its money by SMS; a ticket deleted meanwhile is still named. */
export async function tellOfMoney(
  template: "leadReturned" | "refundDone" | "penaltyReturned" | "penaltyUpheld",
  { ticketId, centerId, amountPaise, cause }: Returned,
  job: { name: string; payload: Record<string, unknown> },
): Promise<void> {
  const recipient = await row<{ phone: string; number: string }>(
    sql`select c.phone, t.ticket_id as number from centers c, tickets t where c.id = ${centerId} and t.id = ${ticketId}`,
  );
  if (!recipient) return;
  const { phone, number } = recipient;
  const values = { rupees: Math.floor(amountPaise / 100), number: asVariable(number) };
  const locale = await localeOf(phone);
  await deliver({ cause, channel: "sms", template, to: phone, ticketId, job }, () =>
    sendSms(phone, template, values, locale),
  );
}
