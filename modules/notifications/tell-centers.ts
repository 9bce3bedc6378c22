import { localeOf } from "../access/index.ts";
import { row } from "../kernel/db.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../kernel/gateways/whatsapp.server.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { asVariable, ticketFacts } from "./facts.ts";

type Asked = { ticketId: string; centerId: string };

/**
 * Tell one center of a request that waits for it: service and pincode, nothing of the customer (fixed point 16). By
 * WhatsApp where there is one, else, or when it does not reach the phone, by SMS.
 */
export async function tellCenter({ ticketId, centerId }: Asked): Promise<void> {
  const cause = `ticket:${ticketId}:center:${centerId}`;
  const asked = await askedCenter({ ticketId, centerId });
  if (!asked) return noLongerTrue(cause);
  const { phone, values } = asked;
  const locale = await localeOf(phone);
  const job = { name: "notifications.tellCenter", payload: { ticketId, centerId } };
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

/** A center that may still take the ticket (it was offered to it, or is its own), with what it is told of it. */
export async function askedCenter({ ticketId, centerId }: Asked) {
  const ticket = await ticketFacts(ticketId);
  if (ticket?.status !== "PENDING") return undefined;
  const found = await row<{ phone: string }>(
    `select phone from centers c where c.id = $2 and c.is_active = 1 and (
       exists (select 1 from broadcasts b where b.ticket_id = $1 and b.center_id = c.id and b.status = 'PENDING')
       or exists (select 1 from tickets t where t.id = $1 and t.center_id = c.id))`,
    [ticketId, centerId],
  );
  return found && { phone: found.phone, values: { service: asVariable(ticket.service), pincode: ticket.pincode } };
}

type Returned = { ticketId: string; centerId: string; amountPaise: number; cause: string };

/** Tell a center that the lead price it paid is back in its wallet. */
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

/** Tell a center of its money by SMS; a ticket deleted meanwhile is still named. */
export async function tellOfMoney(
  template: "leadReturned" | "refundDone",
  { ticketId, centerId, amountPaise, cause }: Returned,
  job: { name: string; payload: Record<string, unknown> },
): Promise<void> {
  const found = await row<{ phone: string; number: string }>(
    "select c.phone, t.ticket_id as number from centers c, tickets t where c.id = $1 and t.id = $2",
    [centerId, ticketId],
  );
  if (!found) return;
  const { phone, number } = found;
  const values = { rupees: Math.floor(amountPaise / 100), number: asVariable(number) };
  const locale = await localeOf(phone);
  await deliver({ cause, channel: "sms", template, to: phone, ticketId, job }, () =>
    sendSms(phone, template, values, locale),
  );
}
