import { z } from "zod";
import { id } from "#modules/kernel/validation.ts";
import { defineEvent } from "#modules/kernel/work/events.ts";

/*
 * The events of a ticket. Payloads hold internal ids only; listeners read the rest when they run, so that a delayed
 * message states the facts of its moment.
 */

const ticketId = id;
const ofTicket = z.object({ ticketId });

/**
 * The ticket was assigned to the center of its own QR code; no other center is offered it. With `runId`
 * `waitingOffered` follows for the center.
 */
export const ticketMatched = defineEvent("ticket.matched", z.object({ ticketId, centerId: id, runId: id.optional() }));

/** The ticket is offered to centers that had not been asked before; with `runId` `waitingOffered` follows for them. */
export const ticketBroadcast = defineEvent(
  "ticket.broadcast",
  z.object({ ticketId, centerIds: z.array(id), runId: id.optional() }),
);

/** A run offered a center waiting requests, and assigned it so many of its own QR code. */
export const waitingOffered = defineEvent(
  "ticket.waitingOffered",
  z.object({ centerId: id, runId: id, given: z.int().min(0) }),
);

/**
 * A center has room for more requests: one of its own is over or was moved to another center, or it refused an offer.
 */
export const centerHasRoom = defineEvent("ticket.centerHasRoom", z.object({ centerId: id }));

/** A center accepted the ticket. */
export const ticketAccepted = defineEvent("ticket.accepted", z.object({ ticketId, centerId: id }));

/** The center that had accepted the ticket handed it back; it is open again. */
export const ticketHandedBack = defineEvent("ticket.handedBack", z.object({ ticketId, centerId: id, broadcastId: id }));

/** No center accepted within ESCALATE_AFTER_MINUTES. */
export const ticketEscalated = defineEvent("ticket.escalated", ofTicket);

/** The booking fee is still unpaid ten minutes after the booking. */
export const ticketFeeUnpaid = defineEvent("ticket.feeUnpaid", ofTicket);

export const ticketCancelled = defineEvent("ticket.cancelled", ofTicket);

/** The fee is being refunded: the ticket was cancelled, or no center took it. */
export const ticketRefunded = defineEvent("ticket.refunded", ofTicket);

/** So many fees have waited for a decision for two days; at most once a day, at `at`. */
export const heldFeesWaiting = defineEvent(
  "ticket.heldFeesWaiting",
  z.object({ count: z.int().positive(), at: z.iso.datetime() }),
);

const ofTechnician = z.object({ ticketId, technicianId: id });

/** A technician was assigned, as the first or in the place of another one. */
export const technicianAssigned = defineEvent("ticket.technicianAssigned", ofTechnician);

/** The technician of a ticket is sent the link to it again; `sendId` is of the one message. */
export const visitLinkRequested = defineEvent("ticket.visitLinkRequested", ofTechnician.extend({ sendId: id }));

/** A ticket was withdrawn from its technician. */
export const technicianWithdrawn = defineEvent("ticket.technicianWithdrawn", ofTechnician);

/** The place or the time wanted of a ticket with a technician changed. */
export const visitChanged = defineEvent("ticket.visitChanged", ofTechnician);

/** The customer of a ticket wants another time, which its center answers. */
export const timeChangeWanted = defineEvent(
  "ticket.timeChangeWanted",
  z.object({ ticketId, centerId: id, timeChangeId: id }),
);

/** A center answered a customer who wanted another time, or did not in time. */
export const timeChangeAnswered = defineEvent("ticket.timeChangeAnswered", z.object({ ticketId, timeChangeId: id }));

/** Nobody came, the customer of a ticket says, and chose what happens now. */
export const visitMissed = defineEvent("ticket.visitMissed", z.object({ ticketId, centerId: id, missedId: id }));

/** A visit was promised until now or a little before, and nobody has begun it. */
export const visitLate = defineEvent("ticket.visitLate", z.object({ ticketId, alertId: id }));

/** A visit begins in half an hour, and has no technician; `ofCenter`: its center wrote the request down itself. */
export const visitUnstaffed = defineEvent(
  "ticket.visitUnstaffed",
  z.object({ ticketId, centerId: id, alertId: id, ofCenter: z.boolean() }),
);

/** The technician has set out, at that moment. */
export const technicianOnTheWay = defineEvent("ticket.onTheWay", ofTechnician.extend({ leftAt: z.iso.datetime() }));

/** The technician is at the address, and nobody has opened yet. */
export const technicianReached = defineEvent("ticket.reached", ofTechnician.extend({ reachedAt: z.iso.datetime() }));

/** A center has come where a phone waits for one; rows of one phone and pincode, informed at `at`. */
export const waitlistServed = defineEvent(
  "waitlist.served",
  z.object({ waitlistIds: z.array(id).min(1), at: z.iso.datetime() }),
);

/** The customer's codes are due; `sealedCodes` is the sealed JSON `{happy, unhappy}` for the message. */
export const codesDue = defineEvent("ticket.codesDue", z.object({ ticketId, sealedCodes: z.string() }));

/** A start code was made for a ticket that a center accepted, or a new one after wrong tries; sealed. */
export const startCodeMade = defineEvent("ticket.startCodeMade", z.object({ ticketId, sealedCode: z.string() }));

/** The ticket was closed; the sealed token opens the feedback form. */
export const ticketClosed = defineEvent("ticket.closed", z.object({ ticketId, feedbackTokenSealed: z.string() }));

/** The customer of a closed ticket is asked what happened; the sealed token opens the page that takes the answer. */
export const outcomeQuestion = defineEvent("ticket.outcomeQuestion", z.object({ ticketId, sealedToken: z.string() }));

/** The customer is asked whether the ticket is still needed. */
export const stillNeededQuestion = defineEvent("ticket.stillNeededAsked", z.object({ ticketId, questionId: id }));

/** Another time holds for a ticket that a center has, agreed or entered by an operator; `actId` is of that one act. */
export const timeAgreed = defineEvent("ticket.timeAgreed", z.object({ ticketId, actId: id }));

/** A center proposed other times to the customer. */
export const windowsProposed = defineEvent("ticket.windowsProposed", z.object({ ticketId, proposalId: id }));

/** The customer chose a time that a center proposed: the center has the ticket, or can pay for it now. */
export const windowChosen = defineEvent("ticket.windowChosen", z.object({ ticketId, centerId: id, proposalId: id }));

/** The customer of a ticket that waits for a center answered that it is still needed. */
export const ticketStillNeeded = defineEvent("ticket.stillNeeded", ofTicket);

export const ticketRevisited = defineEvent("ticket.revisited", z.object({ ticketId, revisitOf: id }));

/** A client's ticket as webhooks send it, without personal data. */
const clientFacts = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  displayedStatus: z.string(),
  broadcastStatus: z.string().nullable(),
  serviceAvailable: z.boolean(),
  technicianAssigned: z.boolean(),
  clientReference: z.string().nullable(),
  createdAt: z.date(),
  acceptedAt: z.date().nullable(),
  assignedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
});
export type ClientTicketFacts = z.output<typeof clientFacts>;

/**
 * Something happened to a ticket of a B2B client: `event` is that of its history. The facts are those of that moment,
 * because a ticket that is just being made cannot be read yet.
 */
export const clientTicketChanged = defineEvent(
  "ticket.ofClientChanged",
  z.object({ ticketId, clientId: id, event: z.string(), facts: clientFacts }),
);

/** An ended upload as webhooks send it: counts of its rows, and the key of the reason it was ended for. */
const uploadFacts = z.object({
  id,
  state: z.enum(["done", "cancelled", "refused"]),
  received: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  reason: z.string().nullable(),
});
export type UploadFacts = z.output<typeof uploadFacts>;

/**
 * An upload that creates requests of one B2B client is over: they were created, it was stopped, or its file was refused.
 * Undoing it later is no second end.
 */
export const uploadEnded = defineEvent("upload.ended", z.object({ clientId: id, facts: uploadFacts }));

/** The same change of many tickets, of clients or not; `clientFactsOf` returns the facts of those of clients. */
export const ticketsChanged = defineEvent(
  "ticket.manyChanged",
  z.object({ ticketIds: z.array(id), event: z.string() }),
);
