import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import { type CustomerClaim, customerClaim } from "../customer.ts";
import { byName, textNames } from "../fields/texts.ts";
import type { NewTicket } from "../new-ticket.ts";
import { needMay } from "../policy.ts";
import type { Revisit } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

type EarlierTicket = Pick<Ticket, "phone" | "centerId" | "clientId">;

/**
 * Refuse an actor who may not request a revisit or rebook of a ticket (fixed point 15, H6): allowed are its customer,
 * the owning center, and an admin who may add requests. Returns the customer's proof that the request will use up.
 */
export async function refuseUnlessOwner(
  actor: Actor,
  ticket: EarlierTicket,
  proof: string | undefined,
): Promise<CustomerClaim> {
  switch (actor.kind) {
    case "anyone":
      return customerClaim(actor, ticket, proof);
    case "center":
      if (ticket.centerId !== actor.centerId) throw missing("ticket.notFound");
      return undefined;
    case "admin":
      needMay(actor, "addRequests");
      if (isClient(actor) && ticket.clientId !== actor.clientId) throw missing("ticket.notFound");
      return undefined;
    default:
      throw denied();
  }
}

/**
 * The same customer, place and service for a new ticket, at the newly requested time; an old offer code is not reused.
 */
export function sameAgain(
  ticket: Ticket,
  { timePreference, requirement }: Pick<Revisit, "timePreference" | "requirement">,
) {
  const orUndefined = <T>(value: T | null | undefined) => value ?? undefined;
  return {
    ...byName(textNames, (name) => orUndefined(ticket[name])),
    serviceId: ticket.serviceId,
    name: ticket.name,
    phone: ticket.phone,
    pincode: ticket.pincode,
    requirement: requirement ?? orUndefined(ticket.requirement),
    vehicleId: orUndefined(ticket.vehicleId),
    clientId: orUndefined(ticket.clientId),
    timePreference,
  } satisfies Partial<NewTicket>;
}
