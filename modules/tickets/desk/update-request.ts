import { defaultOfferCode, getService, refuseDeadOffer, visitChargeOf } from "#modules/catalog/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween, only } from "#modules/kernel/db/changes.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, denied, type FieldValues, invalid } from "#modules/kernel/errors.ts";
import { fromRupees, toRupees, zero } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { moveToWantedTime } from "../appointments/move-time.ts";
import { endTimeChange } from "../appointments/open-change.ts";
import { timeAgreed, visitChanged } from "../events.ts";
import { byName, changeNames, historyNames, readText, visitNames } from "../fields/texts.ts";
import { ticketToEdit } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { matchAgain, previewMatch } from "../matching/match-again.ts";
import { exactly } from "../prices/closing-price.ts";
import { readingOf } from "../reading.ts";
import { refuseUnset } from "../rights/field-rights.ts";
import { refuseTakenReference } from "../rights/taken-reference.ts";
import type { UpdateOfClient } from "../shared.ts";
import { refuseStale } from "../stale.ts";
import { hasEnded } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { isBookable } from "../time-preference.ts";
import { topicsOf } from "../topics.ts";
import { sendCodesOfToday } from "../visit/visit-codes.ts";
import { isFeeDue, isUnclaimed, needUnclaimed } from "../work/edit.ts";
import { billOf } from "./client-bill.ts";
import { requestFieldNames, requestFields } from "./request-fields.ts";

/**
 * Change a request as an admin (R279), except name, phones and pincode (R273). The service can change until a center
 * has the request; another service or client is matched again. The closing price can change until it is closed, because
 * its invoice shows it. Refuses with `ticket.noUpdate`, and with `ticket.changed` when the request changed since the
 * form was loaded, saying what changed and by whom; with `ticket.fieldNotSettable` what its sender may not set; with
 * `request.referenceTaken` a new id of the client's own that another of its requests has; with `broadcast.windowFull`
 * another time at which the center that has the request is full.
 */
export const updateRequest = (actor: Actor, input: UpdateOfClient): Promise<TicketRow> =>
  transaction(async () => {
    const ticket = await ticketToEdit(actor, input.ticketId);
    const before = requestFields(await rowOf(actor, ticket.id));
    await refuseStale(actor, ticket, input.version, { names: requestFieldNames, values: before });
    refuseUnset(actor, input, storedFor(before, ticket));
    const columns = await columnsOf(actor, input, ticket);
    const differs = Object.entries(columns).some(([name, value]) => !same(ticket[name as keyof Ticket], value));
    if (!differs) return rowOf(actor, ticket.id);
    const { clientId = null, clientReference = null } = columns;
    if (clientId !== (ticket.clientId ?? null) || clientReference !== (ticket.clientReference ?? null))
      if (ticket.status !== "CANCEL") await refuseTakenReference({ ...ticket, clientId, clientReference });
    const otherService = columns.serviceId !== ticket.serviceId;
    if (otherService) await needUnclaimed(ticket, "request.taken");
    // Centers may work for one client and not for another; the center that has the request is not changed.
    const otherClient = (columns.clientId ?? null) !== (ticket.clientId ?? null) && (await isUnclaimed(ticket));
    const otherVisit = visitFields.some((name) => !same(ticket[name], columns[name]));
    const otherTime = timeFields.some((name) => !same(ticket[name], columns[name]));
    em().assign(ticket, { ...columns, updatedAt: now() });
    await em().flush();
    const changes = changesBetween(before, requestFields(await rowOf(actor, ticket.id)), historyValues);
    await recordOn(actor, ticket, { event: "ticket.updated", data: changes });
    if ((otherService || otherClient) && !isFeeDue(ticket)) await matchForService(actor, ticket);
    if (otherTime) await endTimeChange(ticket.id);
    if (otherTime && ticket.centerId && !hasEnded(ticket)) {
      await moveToWantedTime(ticket, ticket.centerId);
      await emit(timeAgreed, { ticketId: ticket.id, actId: rowId() });
    }
    if (otherVisit && ticket.technicianId && !hasEnded(ticket)) await changeVisit(ticket, ticket.technicianId);
    await announce(await topicsOf(ticket));
    return rowOf(actor, ticket.id);
  });

/** When the visit is wanted. */
const timeFields = ["timePreferenceType", "specificDateTime"] as const;
/** The fields a technician needs for the visit. */
const visitFields = [...visitNames, ...timeFields] as const;

/** Notify the technician of another place or time, and send the customer the codes when the visit is today now. */
async function changeVisit(ticket: Ticket, technicianId: string) {
  await sendCodesOfToday(ticket);
  await emit(visitChanged, { ticketId: ticket.id, technicianId });
}

/** Change a request as a client's admin or by its API key, as `updateRequest` does; who works for no client is refused. */
export async function updateRequestOfClient(actor: Actor, input: UpdateOfClient): Promise<TicketRow> {
  if (!isClient(actor)) throw denied();
  return updateRequest(actor, input);
}

/**
 * Match a request of another service or client again. A paid one is not moved to where no center serves it: that would
 * refund its fee, which only cancelling does.
 */
async function matchForService(actor: Actor, ticket: Ticket) {
  if (ticket.isPaidByPublic && (await previewMatch(ticket)).outcome === "none") throw conflict("request.nobodyServes");
  await matchAgain(actor, ticket);
}

/** The values of the restricted fields, as their reader sees them, in the form's units. */
const storedFor = ({ offerCode, adminRemarks }: FieldValues, ticket: Ticket) => ({
  // The default code has no discount: it means no code.
  offerCode: offerCode ?? defaultOfferCode(),
  adminRemarks,
  markedPaid: ticket.markedPaid,
  dueAmount: toRupees(ticket.clientDuePaise),
  ticketPrice: toRupees(ticket.ticketPricePaise),
  closingPrice: ticket.closingPricePaise == null ? null : toRupees(ticket.closingPricePaise),
});

const historyValues = (state: FieldValues): FieldValues => only(historyNames, state);

const same = (left: unknown, right: unknown) =>
  left instanceof Date && right instanceof Date
    ? left.getTime() === right.getTime()
    : (left ?? null) === (right ?? null);

/** The columns to write for the form; each refusal names its field. */
async function columnsOf(actor: Actor, input: UpdateOfClient, ticket: Ticket) {
  const read = readingOf(actor, { closedAt: ticket.closedAt ?? null, cancelledAt: ticket.cancelledAt ?? null });
  const { type, at = null } = input.timePreference;
  const closingPricePaise = closingPriceOf(input, ticket);
  const ticketPricePaise = await ticketPriceOf(input, ticket);
  if (input.serviceId !== ticket.serviceId) await refuseUnlessBookable(input.serviceId, ticket);
  if (at && at.getTime() !== ticket.specificDateTime?.getTime() && !isBookable(at))
    throw invalid("form.timeWindow", { "timePreference.at": "form.timeWindow" });
  const offerCode = textToStore(input.offerCode, ticket.offerCode, read.note);
  if (offerCode !== ticket.offerCode) await refuseDeadOffer(offerCode);
  return {
    serviceId: input.serviceId,
    ...byName(changeNames, (name) => textToStore(input[name], ticket[name], (text) => readText(read, name, text))),
    offerCode,
    timePreferenceType: type,
    specificDateTime: at,
    ...(await billOf(actor, { ...input, clientReference: referenceOf(input, ticket, read.note) }, ticket)),
    markedPaid: input.markedPaid ?? ticket.markedPaid,
    ticketPricePaise,
    closingPricePaise,
    adminRemarks: textToStore(input.adminRemarks, ticket.adminRemarks, read.words),
  } satisfies Partial<Ticket>;
}

type Text = string | null | undefined;

/**
 * Returns the text to store: the stored one, when nothing was sent or the shown form of it came back. A number that was
 * hidden from the reader is not overwritten by its stars.
 */
function textToStore(sent: Text, stands: Text, shown: (text: string | null) => string | null): string | null {
  if (sent === undefined || (sent !== null && sent === shown(stands ?? null))) return stands ?? null;
  return sent;
}

const referenceOf = (
  { clientReference }: UpdateOfClient,
  ticket: Ticket,
  shown: (text: string | null) => string | null,
) => (clientReference === undefined ? undefined : textToStore(clientReference, ticket.clientReference, shown));

function closingPriceOf({ closingPrice }: UpdateOfClient, ticket: Ticket) {
  const stands = ticket.closingPricePaise ?? null;
  if (closingPrice === undefined) return stands;
  const price = closingPrice === null ? null : exactly(closingPrice, stands ?? zero);
  if (price !== stands && ticket.status === "CLOSED")
    throw invalid("request.billed", { closingPrice: "request.billed" });
  return price;
}

/**
 * The visit charge is also on the invoice. With another service it becomes that service's charge at the time of
 * booking, unless it was set by hand, now or before.
 */
async function ticketPriceOf({ ticketPrice, serviceId }: UpdateOfClient, ticket: Ticket) {
  const price = ticketPrice === undefined ? ticket.ticketPricePaise : fromRupees(ticketPrice);
  if (price === ticket.ticketPricePaise && serviceId !== ticket.serviceId && (await hasServicesCharge(ticket)))
    return visitChargeOf({ serviceId, pincode: ticket.pincode }, ticket.createdAt);
  if (price !== ticket.ticketPricePaise && ticket.status === "CLOSED")
    throw invalid("request.billed", { ticketPrice: "request.billed" });
  return price;
}

/** Whether a request's visit charge is the one that its service had when the public booked it. */
const hasServicesCharge = async ({ createdBy, vehicleId, ticketPricePaise, createdAt, ...visit }: Ticket) =>
  createdBy.startsWith("PUBLIC") && !vehicleId && ticketPricePaise === (await visitChargeOf(visit, createdAt));

/** A pick and drop has other fields than a visit, so neither becomes the other. */
async function refuseUnlessBookable(serviceId: string, ticket: Ticket) {
  const service = await getService(serviceId);
  if (!service.isActive || service.pickDrop !== Boolean(ticket.vehicleId))
    throw invalid("form.choice", { serviceId: "form.choice" });
}
