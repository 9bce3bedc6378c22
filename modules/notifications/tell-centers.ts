import { localeOf } from "../access/index.ts";
import { row } from "../kernel/db.server.ts";
import { sendWhatsapp } from "../kernel/gateways/whatsapp.server.ts";
import { deliver } from "./deliver.ts";
import { asVariable, ticketFacts } from "./facts.ts";

/** Tell one center of a request that waits for it: service and pincode, nothing of the customer (fixed point 16). */
export async function tellCenter({ ticketId, centerId }: { ticketId: string; centerId: string }): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  const phone = ticket?.status === "PENDING" ? await phoneOfAsked(ticketId, centerId) : undefined;
  if (!ticket || !phone) return;
  const locale = await localeOf(phone);
  const values = { service: asVariable(ticket.service), pincode: ticket.pincode };
  await deliver(
    {
      cause: `ticket:${ticketId}:center:${centerId}`,
      channel: "whatsapp",
      template: "centerNewRequest",
      to: phone,
      ticketId,
    },
    () => sendWhatsapp(phone, "centerNewRequest", values, locale),
  );
}

/** The phone of a center that may still take the ticket: it was offered to it, or it is its own. */
async function phoneOfAsked(ticketId: string, centerId: string): Promise<string | undefined> {
  const found = await row<{ phone: string }>(
    `select phone from centers c where c.id = $2 and c.is_active = 1 and (
       exists (select 1 from broadcasts b where b.ticket_id = $1 and b.center_id = c.id and b.status = 'PENDING')
       or exists (select 1 from tickets t where t.id = $1 and t.center_id = c.id))`,
    [ticketId, centerId],
  );
  return found?.phone;
}
