import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  customerMay,
  isAgreeable,
  isPromiseOver,
  may as mayInTickets,
  maySet,
  type TicketRow,
} from "#modules/tickets/index.ts";
import { revisitOpen } from "#modules/tickets/labels.ts";
import { hasEnded } from "#modules/tickets/shared.ts";
import type { Offered, OfferedActs, RequestAct } from "./acts.ts";

const known = new Map<string, Offered>();

/** The same object for each row, so that a page's data has it once. */
function offeredAs(act: RequestAct, off: MessageKey | undefined): Offered {
  const key = `${act} ${off}`;
  const offered = known.get(key) ?? (off ? { act, off } : { act });
  known.set(key, offered);
  return offered;
}

/**
 * What an admin is offered to do with a request (R219, R234–R248, R256, R257, R453, R469), in the order of the menu. What may not be done
 * at all is missing; Broadcast and Close Request stand on an open request without or with a technician (R241, R242), and
 * say why where they have no effect now (R243). In place of Broadcast one that was broadcast reads Broadcasted (R245).
 * One on hold leads to its punch review.
 */
export function actsOf(admin: Actor, row: TicketRow): OfferedActs {
  const { may, status } = row;
  const edits = mayInTickets(admin, "editRequests");
  const broadcasted = row.broadcastStatus === "broadcasted" && !row.technician && status === "PENDING";
  const forCustomer = mayInTickets(admin, "actForCustomers");
  const visit = visitOf(row);
  const open = edits && !hasEnded(row);
  const offers: readonly (readonly [RequestAct, boolean, off?: MessageKey | false])[] = [
    ["view", true],
    ["edit", edits],
    ["assign", may.assign],
    ["reassign", may.change],
    ["close", open && Boolean(row.technician) && maySet(admin, "amount"), !may.close && whyNotClosed(row)],
    ["broadcast", open && !row.technician && !broadcasted, !may.broadcast && whyNotBroadcast(row)],
    ["recordPayment", may.recordPayment],
    ["rebook", may.rebook],
    ["revisit", may.rebook && revisitOpen(row.closedAt, now())],
    ["remarks", may.teamRemarks],
    ["reopenLog", row.revisitStatus === 1],
    ["pictures", row.pictures > 0],
    ["review", status === "ON_HOLD" && may.punch],
    ["pincode", may.pincode],
    ["requirement", may.requirement],
    ["start", may.start],
    ["agreeTime", forCustomer && isAgreeable(visit)],
    ["answerTime", may.answerTime],
    ["handBack", may.handBack],
    ["nobodyCame", forCustomer && isPromiseOver(visit)],
    ["cancelForCustomer", forCustomer && customerMay(visit).cancel],
    ["cancel", may.cancel],
    ["delete", may.delete],
  ];
  return {
    offered: offers.flatMap(([act, is, off]) => (is ? [offeredAs(act, off || undefined)] : [])),
    broadcasted,
    remarked: row.hasOnboardingRemarks,
  };
}

/** A request as the rules about its visit read it. */
const visitOf = ({ center, timePreference, ...row }: TicketRow) => ({
  status: row.status,
  centerId: center ? center.id : null,
  vehicleId: row.vehicleId,
  serviceAvailable: row.serviceAvailable,
  startedAt: row.startedAt,
  startProvedAt: row.startProvedAt,
  onTheWayAt: row.onTheWayAt,
  createdAt: row.createdAt,
  acceptedAt: row.acceptedAt,
  timePreferenceType: timePreference.type,
  specificDateTime: timePreference.at,
});

const whyNotClosed = ({ status }: TicketRow): MessageKey => (status === "ON_HOLD" ? "acts.heldOff" : "acts.closeOff");

/** Only a pending request is offered, and not before a fee that is due is paid. */
function whyNotBroadcast({ status }: TicketRow): MessageKey {
  if (status === "PENDING") return "request.next.unpaid";
  return status === "ON_HOLD" ? "acts.heldOff" : "acts.broadcastOff";
}
