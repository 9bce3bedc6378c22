import { registerBySpending, spendProof } from "#modules/access/index.ts";
import { codeOf } from "#modules/centers/index.ts";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { refuseUnlessTaking } from "#modules/kernel/outside/undeliverable.server.ts";
import { ticketById } from "../get-ticket.ts";
import type { TicketCreatedBy } from "../labels.ts";
import { withFreshNumber } from "../number.ts";
import { needMay } from "../policy.ts";
import { type Booked, bookingReply } from "./booking-reply.ts";
import { createTicket, type Made } from "./create-ticket.ts";
import { draftForBooking } from "./draft.ts";
import type { BookTicket, PickDropBooking } from "./input.ts";
import { movePictures } from "./need-picture.ts";
import { feeOrderOf } from "./pay-booking.ts";
import { continued, unpaidTwin } from "./unpaid.ts";

export type BookingInput = (BookTicket | PickDropBooking) & {
  /** The token of the browser's draft; a draft becomes at most one ticket. */
  draftToken?: string | undefined;
};

/**
 * Book a ticket: use up the phone's proof, register the consumer, write the ticket, and match it or open its fee's
 * order, all in one transaction (R038). The same draft books once, however often it is sent, and an equal booking made
 * while its fee is unpaid continues the first one. The provider's order is
 * made after the commit; if the provider is down, `payment` is null and the booking is valid.
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
  // Before the phone's proof is used up.
  refuseUnlessTaking();
  const made = await book(actor, input);
  if (draft) {
    draft.ticketId = made.ticket.id;
    await movePictures(draft.id, made.ticket.id);
  }
  return made;
}

async function book(actor: Actor, { proof, qrId, ...input }: BookingInput): Promise<Made> {
  const proving = actor.kind === "anyone" ? proved(actor, { ...input, proof }) : undefined;
  // The error is handled where `proving` is awaited; this only prevents an unhandled rejection until then.
  proving?.catch(() => {});
  const createdBy = await creatorOf(actor, { ...input, qrId });
  if (proving && !createdBy.qrId) {
    const twin = await unpaidTwin(input);
    if (twin) await proving;
    const made = twin && (await continued(actor, twin, input));
    if (made) return made;
  }
  return createTicket(
    actor,
    { ...input, ...createdBy, name: input.name ?? "", proved: proving !== undefined },
    proving,
  );
}

type Creator = { createdBy: TicketCreatedBy; qrId?: string; createName?: string };

/** The session and the QR record decide who counts as creator, never the page's input (Q26, fixed point 22). */
async function creatorOf(actor: Actor, { qrId, deviceId }: BookingInput): Promise<Creator> {
  if (actor.kind === "admin") {
    needMay(actor, "addRequests");
    return { createdBy: "SUPER_ADMIN", createName: actor.name };
  }
  needKind(actor, "anyone");
  const code = qrId ? await codeOf(qrId) : undefined;
  if (qrId && !code) throw missing("booking.qrUnknown");
  if (!code?.credits) return { createdBy: deviceId ? "PUBLIC_APP" : "PUBLIC" };
  return { createdBy: code.kind === "center" ? "PUBLIC_WITH_CENTER_QR" : "PUBLIC_WITH_DELAR_QR", qrId: code.qrId };
}

/** Registers the consumer and uses up the proof that the phone was verified for this booking. */
async function proved(actor: ActorOf<"anyone">, { phone, name, pincode, proof }: BookingInput) {
  if (name) return registerBySpending(actor, { name, phone, pincode, proof });
  await spendProof(actor, { phone, purpose: "booking", proof });
}
