import { centersNear, type StaffMember, staffOf, type TechnicianChoice } from "#modules/centers/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { nameFor } from "#modules/kernel/names.ts";
import type { MatchOutcome } from "../broadcast.entity.ts";
import { getTicket } from "../get-ticket.ts";
import { needMay } from "../policy.ts";
import { verdict } from "./match.ts";
import { centersThatRefused } from "./refused.ts";

/** A center an operator may give a request to. */
export type CenterForTicket = {
  id: string;
  name: string;
  qrId: string | null;
  pincode: string;
  city: string | null;
  /** `offered` when matching would ask it; else the first reason why not, which a client does not get. */
  reason: MatchOutcome;
  /** Whether it has the request. */
  holds: boolean;
  /** Its open requests, counted up to its limit; both null for a client. */
  openTickets: number | null;
  limit: number | null;
  /** Null for a client, who may not see the workload of centers. */
  technicians: (Omit<TechnicianChoice, "pendingTicketCount"> & { pendingTicketCount: number | null })[];
};

const shownAtMost = 50;

/**
 * Returns the centers for a request's assign dialog (C082), with the technicians of each: those that fit first, of
 * these the nearest, of equally near ones the least busy. An admin may choose one that does not fit; `reason` says why
 * it does not. A client, which assigns no center, gets the one that has the request, without a reason.
 */
export async function centersForTicket(actor: Actor, { ticketId }: { ticketId: string }): Promise<CenterForTicket[]> {
  needMay(actor, "editRequests");
  const ticket = await getTicket(actor, ticketId);
  const refused = await centersThatRefused(ticket.id);
  const near = await centersNear(ticket.pincode, {
    serviceId: ticket.serviceId,
    clientId: ticket.clientId,
    alsoCenterId: ticket.centerId,
  });
  const ofClient = isClient(actor);
  const chosen = near
    .filter(({ centerId }) => !ofClient || centerId === ticket.centerId)
    .map((center) => {
      const holds = center.centerId === ticket.centerId;
      const reason = verdict(center, { refused: refused.has(center.centerId), holdsThis: holds });
      return { ...center, holds, reason, load: center.openTickets / Math.max(1, center.ticketAcceptLimit) };
    })
    .toSorted(
      (one, two) =>
        Number(two.reason === "offered") - Number(one.reason === "offered") ||
        one.far - two.far ||
        one.load - two.load ||
        (one.centerId < two.centerId ? -1 : 1),
    )
    .slice(0, shownAtMost);
  const staff = Map.groupBy(
    await staffOf(
      chosen.map(({ centerId }) => centerId),
      ticket,
    ),
    ({ centerId }) => centerId,
  );
  return chosen.map(({ centerId, centerName, qrId, pincode, city, reason, holds, openTickets, ticketAcceptLimit }) => ({
    id: centerId,
    name: nameFor(actor, centerName),
    qrId,
    pincode,
    city,
    holds,
    reason: ofClient ? "offered" : reason,
    openTickets: ofClient ? null : openTickets,
    limit: ofClient ? null : ticketAcceptLimit,
    technicians: staffShown(staff.get(centerId) ?? [], ofClient).map((member: StaffMember) => ({
      id: member.id,
      technicianId: member.technicianId,
      name: nameFor(actor, member.name),
      pendingTicketCount: ofClient ? null : member.pendingTicketCount,
      authorized: member.authorized,
    })),
  }));
}

/** Returns the staff of a center, the least busy first; for a client, who may not see that, by name. */
const staffShown = (staff: readonly StaffMember[], ofClient: boolean) =>
  ofClient ? staff.toSorted((one, two) => one.name.localeCompare(two.name)) : staff;
