import { registerBySpending, spendProof } from "../access/index.ts";
import { codeOf } from "../centers/index.ts";
import { type Actor, type ActorOf, need } from "../kernel/actor.ts";
import { transaction } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";
import { type Booked, bookingReply } from "./booking-reply.ts";
import type { BookTicket, PickDropBooking } from "./booking-schemas.ts";
import { createTicket, type Made } from "./create-ticket.ts";
import { draftForBooking } from "./draft.ts";
import type { TicketCreatedBy } from "./labels.ts";
import { withFreshNumber } from "./number.ts";
import { feeOrderOf } from "./pay-booking.ts";
import { ticketById } from "./visible.ts";

export type BookingInput = (BookTicket | PickDropBooking) & {
  /** The browser's draft; it becomes one ticket at most. */
  draftToken?: string | undefined;
};

/**
 * Book a ticket: the phone's proof is used up, the consumer registered, the ticket written and matched or its fee's
 * order opened, all in one transaction (R038). The same draft books once, however often it is sent. The provider's
 * order is made after the commit; a provider that is down leaves `payment` null, not the booking undone.
 */
export async function bookTicket(actor: Actor, input: BookingInput): Promise<Booked> {
  return bookingReply(await withFreshNumber(() => transaction(() => bookOnce(actor, input))));
}

async function bookOnce(actor: Actor, { draftToken, ...input }: BookingInput): Promise<Made> {
  const draft = draftToken ? await draftForBooking(draftToken) : undefined;
  if (draft?.ticketId) {
    const ticket = await ticketById(draft.ticketId);
    return { ticket, orderId: await feeOrderOf(ticket) };
  }
  const made = await book(actor, input);
  if (draft) draft.ticketId = made.ticket.id;
  return made;
}

async function book(actor: Actor, { proof, qrId, ...input }: BookingInput): Promise<Made> {
  const proving = actor.kind === "anyone" ? proved(actor, { ...input, proof }) : undefined;
  // Told where it is waited for.
  proving?.catch(() => {});
  const createdBy = await creatorOf(actor, { ...input, qrId });
  return createTicket(actor, { ...input, ...createdBy, name: input.name ?? "" }, proving);
}

type Creator = { createdBy: TicketCreatedBy; qrId?: string; createName?: string };

/** Who creates a ticket is decided by the session and the QR record, never by what a page says (Q26, fixed point 22). */
async function creatorOf(actor: Actor, { qrId, deviceId }: BookingInput): Promise<Creator> {
  if (actor.kind === "admin") {
    need(actor, "add_ticket");
    return { createdBy: "SUPER_ADMIN", createName: actor.name };
  }
  if (actor.kind !== "anyone") throw denied();
  const code = qrId ? await codeOf(qrId) : undefined;
  if (qrId && !code) throw missing("booking.qrUnknown");
  if (!code?.credits) return { createdBy: deviceId ? "PUBLIC_APP" : "PUBLIC" };
  return { createdBy: code.kind === "center" ? "PUBLIC_WITH_CENTER_QR" : "PUBLIC_WITH_DELAR_QR", qrId: code.qrId };
}

/** The phone was verified for this booking: the consumer is registered by the proof, then the proof is used up. */
async function proved(actor: ActorOf<"anyone">, { phone, name, pincode, proof }: BookingInput) {
  if (name) return registerBySpending(actor, { name, phone, pincode, proof });
  await spendProof({ phone, purpose: "booking", proof, address: actor.address });
}
