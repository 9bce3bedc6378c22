import { type Actor, can } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { seal } from "../kernel/crypto.server.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { conflict, DomainError, denied, invalid } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { zero } from "../kernel/money.ts";
import { earnBookingFee } from "../wallet/index.ts";
import { BroadcastSchema } from "./broadcast.entity.ts";
import { closingPrice } from "./closing-price.ts";
import { codeGiven, codeTries } from "./codes.ts";
import { ticketClosed } from "./events.ts";
import { makeFeedbackLink } from "./feedback.ts";
import { ticketInCharge } from "./in-charge.ts";
import { issueInvoice } from "./invoice.ts";
import { workDone } from "./labels.ts";
import { move, moveBroadcast } from "./lifecycle.ts";
import { pictureCount } from "./picture.ts";
import type { TicketRow } from "./present.ts";
import { rowOf } from "./queries.ts";
import { writeRemark } from "./remark.ts";
import type { AdminCloseTicket, CloseTicket, CompleteJob } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";

type Closing = CloseTicket | CompleteJob | AdminCloseTicket;

/**
 * Close a ticket, once (fixed point 3). In one transaction: price, remarks and code; CLOSED; the offer closed; the
 * invoice with its number; the booking fee earned; the feedback link. A center whose remark says that the work was
 * done needs a picture and one of the customer's codes; an admin needs neither (Q77).
 */
export async function closeTicket(actor: Actor, input: Closing): Promise<TicketRow> {
  const closed = await transaction(() => close(actor, input));
  // Thrown after the commit: the wrong try must stay counted.
  if (closed instanceof DomainError) throw closed;
  return closed;
}

/** The job completion dialog is the same verb. */
export const completeJob = closeTicket;

async function close(actor: Actor, input: Closing): Promise<TicketRow | DomainError> {
  if (actor.kind === "technician") throw denied();
  const ticket = await ticketInCharge(actor, input.ticketId);
  if (input.version !== undefined && input.version !== ticket.version) throw conflict("ticket.changed");
  if (ticket.status === "CLOSED") throw conflict("ticket.alreadyClosed");
  if (!ticket.technicianId) throw conflict("ticket.noTechnician");

  const byAdmin = can(actor, "edit_ticket.full_access");
  // Whatever the remark: who guessed codes five times does not get out by saying that nobody was there.
  if (!byAdmin && ticket.codeTries >= codeTries) throw conflict("close.locked");
  const remarkMessage = codeGiven(ticket, input.code);
  // Picture and code are asked for when the remark says that the work was done.
  if (!byAdmin && workDone(input.closeRemarks ?? "")) {
    if ((await pictureCount(ticket.id)) === 0) throw invalid("close.pictures", { pictures: "close.pictures" });
    if (!input.code) throw invalid("close.codeMissing", { code: "close.codeMissing" });
    if (!remarkMessage) return countWrongCode(actor, ticket);
  }
  const price = closingPrice(actor, ticket, input);
  const closedAt = now();
  const { dateOfPurchase, version: _, ...asked } = input;
  await move(actor, ticket, "close", {
    set: {
      ...price,
      closedAt,
      paymentType: asked.paymentType,
      closeRemarks: asked.closeRemarks ?? null,
      remarkMessage: remarkMessage ?? null,
      ...given("technicianRemarks", asked.technicianRemarks),
      ...given("centerMessage", asked.centerMessage),
      ...given("takeTime", asked.takeTime),
      ...given("overAllRating", "overAllRating" in asked ? asked.overAllRating : undefined),
      ...given("dateOfPurchase", dateOfPurchase),
    },
    data: { closingPricePaise: price.closingPricePaise, code: remarkMessage ?? null },
  });
  if ("revisitRemarks" in asked && asked.revisitRemarks) writeRemark(actor, ticket, asked.revisitRemarks);
  await closeOffer(actor, ticket);
  // What the house keeps of it; what a client sends for it is not read (H20).
  ticket.platformSharePaise = (await earnBookingFee(ticket.id)) ? ticket.bookingFeePaise : zero;
  const feedbackToken = await makeFeedbackLink(ticket);
  await announce(await topicsOf(ticket));
  await emit(ticketClosed, { ticketId: ticket.id, feedbackTokenSealed: seal(feedbackToken) });
  // Last: the counter of the financial year is held until the commit, and every other closing waits for it.
  await issueInvoice(actor, ticket);
  return rowOf(actor, ticket.id);
}

const given = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

async function countWrongCode(actor: Actor, ticket: Ticket) {
  ticket.codeTries += 1;
  await record(actor, {
    subject: "ticket",
    id: ticket.id,
    event: "ticket.codeRefused",
    data: { tries: ticket.codeTries },
  });
  await em().flush();
  return ticket.codeTries >= codeTries
    ? conflict("close.locked")
    : invalid("close.codeWrong", { code: "close.codeWrong" });
}

async function closeOffer(actor: Actor, ticket: Ticket) {
  const accepted = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "ACCEPTED" }, { refresh: true });
  if (accepted) await moveBroadcast(actor, accepted, "close");
}
