import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { seal } from "#modules/kernel/crypto.server.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError, type FieldErrors, invalid } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, toRupees } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { BroadcastSchema } from "../broadcast.entity.ts";
import { openCase } from "../cases/open-case.ts";
import { ticketClosed } from "../events.ts";
import { makeFeedbackLink } from "../feedback/feedback.ts";
import { feeAtClosing } from "../fees/fee-at-closing.ts";
import { ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { issueInvoice } from "../invoices/invoice.ts";
import { hasBill, workDone } from "../labels.ts";
import { move, moveBroadcast } from "../lifecycle.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { openQuestion } from "../outcome/question.ts";
import { hasOwnPicture } from "../pictures/picture.ts";
import { may } from "../policy.ts";
import { closingPrice } from "../prices/closing-price.ts";
import { paymentAtClosing } from "../prices/payment.ts";
import { refuseUnset } from "../rights/field-rights.ts";
import type { AdminCloseTicket, CloseTicket, CompleteJob } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { codeEntered, codeTries } from "../visit/codes.ts";

type Closing = CloseTicket | CompleteJob | AdminCloseTicket;

/**
 * Close a ticket, once (fixed point 3); a customer's unhappy code, and a customer who was not found, open a case. One transaction sets price, remarks, code
 * and CLOSED, closes the offer, issues the invoice with its number, decides about the booking fee and creates the feedback
 * link. A center, or its technician, whose remark says that the work was done needs a picture and one of the customer's
 * codes; an admin needs neither (Q77). A form of an older version is refused with who changed what since.
 */
export async function closeTicket(actor: Actor, input: Closing): Promise<TicketRow> {
  const closed = await transaction(() => close(actor, input));
  // Thrown after the commit, so that the wrong code is counted.
  if (closed instanceof DomainError) throw closed;
  return closed;
}

/** The job completion dialog uses the same function. */
export const completeJob = closeTicket;

async function close(actor: Actor, input: Closing): Promise<TicketRow | DomainError> {
  const ticket = await ticketInCharge(actor, input.ticketId);
  await refuseStale(actor, ticket, input.version);
  refuseUnset(actor, input, pricesOf(ticket));
  if (ticket.status === "CLOSED") throw conflict("ticket.alreadyClosed");
  if (!ticket.technicianId) throw conflict("ticket.noTechnician");

  const byAdmin = may(actor, "editRequests");
  if (byAdmin) refuseElsewhere(ticket, input);
  // Locked for every remark: after five wrong codes a center cannot close as not visited either.
  if (!byAdmin && ticket.codeTries >= codeTries) throw conflict("close.locked");
  const remarkMessage = codeEntered(ticket, input.code);
  const needsCode = !byAdmin && workDone(input.closeRemarks ?? "");
  if (needsCode) await needProofs(ticket, input.code);
  const closedAt = now();
  const price = closingPrice(ticket, input, { byAdmin });
  const payment = paymentAtClosing(ticket, input, {
    closingPricePaise: price.closingPricePaise,
    closedAt,
    owes: isClient(actor),
  });
  if (needsCode && !remarkMessage) return countWrongCode(actor, ticket);
  const revisitPrice = "revisitPrice" in input ? input.revisitPrice : undefined;
  if (revisitPrice !== undefined) refuseRevisitPrice(ticket, fromRupees(revisitPrice), price.closingPricePaise);
  const { dateOfPurchase, version: _, ...closing } = input;
  await move(actor, ticket, "close", {
    set: {
      ...price,
      ...payment,
      closedAt,
      closeRemarks: closing.closeRemarks ?? null,
      remarkMessage: remarkMessage ?? null,
      ...definedField("technicianRemarks", closing.technicianRemarks),
      ...definedField("centerMessage", closing.centerMessage),
      ...definedField("takeTime", closing.takeTime),
      ...definedField("overAllRating", "overAllRating" in closing ? closing.overAllRating : undefined),
      ...definedField("dateOfPurchase", dateOfPurchase),
      ...("revisitRemarks" in closing && definedField("revisitRemarks", closing.revisitRemarks)),
      ...(revisitPrice !== undefined && { revisitPricePaise: fromRupees(revisitPrice) }),
    },
    data: {
      closingPricePaise: price.closingPricePaise,
      code: remarkMessage ?? null,
      ...(!payment.paidAt && { payment: "notYet" }),
    },
  });
  await closeOffer(actor, ticket);
  // The operator's share; a value sent by the client is ignored (H20).
  ticket.platformSharePaise = await feeAtClosing(actor, ticket);
  if (remarkMessage === "unhappy_code") await openCase(ticket, "unhappy_code");
  if (ticket.customerAbsentAt) await openCase(ticket, "not_found");
  await openQuestion(ticket);
  const feedbackToken = await makeFeedbackLink(ticket);
  await announce(await topicsOf(ticket));
  await emit(ticketClosed, { ticketId: ticket.id, feedbackTokenSealed: seal(feedbackToken) });
  // Last, because it locks the financial year's counter until the commit, and all other closings wait for it.
  if (hasBill(ticket)) await issueInvoice(actor, ticket);
  return rowOf(actor, ticket.id);
}

/**
 * The stored prices that a sender without the right to set them may repeat: a client closes its own request at the
 * operator's price, with the center that has it.
 */
const pricesOf = ({ closingPricePaise, revisitPricePaise, centerId }: Ticket) => ({
  amount: closingPricePaise == null ? null : toRupees(closingPricePaise),
  revisitPrice: revisitPricePaise == null ? null : toRupees(revisitPricePaise),
  centerId,
});

/**
 * Requires picture and code, refusing both in one answer; a code is compared, and counted as a try, only once nothing
 * else is missing.
 */
async function needProofs(ticket: Ticket, code: string | undefined) {
  const lacks: FieldErrors = {
    ...(!(await hasOwnPicture(ticket)) && { pictures: "close.pictures" as const }),
    ...(!code && { code: "close.codeMissing" as const }),
  };
  const [first] = Object.values(lacks);
  if (first) throw invalid(first, lacks);
}

/** R243, R256: an admin closes where a center serves; a center that is named must be the one (R288). */
function refuseElsewhere(ticket: Ticket, input: Closing) {
  if (!ticket.serviceAvailable || !ticket.centerId) throw conflict("ticket.noCenter");
  const named = "centerId" in input ? input.centerId : undefined;
  if (named && named !== ticket.centerId) throw invalid("close.otherCenter", { centerId: "close.otherCenter" });
}

/** Only a repeated visit has a price for coming again, and the customer pays it within the amount. */
function refuseRevisitPrice(ticket: Ticket, revisitPricePaise: Paise, totalPaise: Paise) {
  if (!ticket.revisitOf) throw invalid("close.notRevisit", { revisitPrice: "close.notRevisit" });
  if (revisitPricePaise > totalPaise) throw invalid("close.revisitPrice", { revisitPrice: "close.revisitPrice" });
}

const definedField = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: V };

async function countWrongCode(actor: Actor, ticket: Ticket) {
  ticket.codeTries += 1;
  await recordOn(actor, ticket, { event: "ticket.codeRefused", data: { tries: ticket.codeTries } });
  return ticket.codeTries >= codeTries
    ? conflict("close.locked")
    : invalid("close.codeWrong", { code: "close.codeWrong" });
}

async function closeOffer(actor: Actor, ticket: Ticket) {
  const accepted = await em().findOne(BroadcastSchema, { ticketId: ticket.id, status: "ACCEPTED" }, { refresh: true });
  if (accepted) await moveBroadcast(actor, accepted, "close");
}
