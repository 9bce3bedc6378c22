import { proofHolds, spendProof } from "../access/index.ts";
import { type Actor, type ActorOf, need } from "../kernel/actor.ts";
import { denied, missing } from "../kernel/errors.ts";
import type { NewTicket } from "./create-ticket.ts";
import type { Revisit } from "./shared.ts";
import type { Ticket } from "./ticket.entity.ts";

type Asked = Pick<Ticket, "phone" | "centerId" | "clientId">;

/**
 * Refuse whoever may not ask for a ticket's revisit or rebook (fixed point 15, H6): a browser that proved its phone, a
 * proof (it is used up), the owning center, or an admin who may add requests.
 */
export async function refuseUnlessOwner(actor: Actor, ticket: Asked, proof: string | undefined) {
  switch (actor.kind) {
    case "anyone":
      return spendTheProof(actor, ticket, proof);
    case "center":
      if (ticket.centerId !== actor.centerId) throw missing("ticket.notFound");
      return;
    case "admin":
      need(actor, "add_ticket");
      if (actor.role === "CLIENT" && ticket.clientId !== actor.clientId) throw missing("ticket.notFound");
      return;
    default:
      throw denied();
  }
}

async function spendTheProof(actor: ActorOf<"anyone">, { phone }: Asked, proof: string | undefined) {
  if (actor.phones.includes(phone)) return;
  for (const purpose of ["tracking", "booking"] as const) {
    const claim = { phone, purpose, proof, address: actor.address };
    if (await proofHolds(claim)) return spendProof(claim);
  }
  throw denied("otp.proofNeeded");
}

/** The same customer, place and service once more, at the time now wished for; an old offer code is not used again. */
export function sameAgain(
  ticket: Ticket,
  { timePreference, requirement }: Pick<Revisit, "timePreference" | "requirement">,
) {
  const kept = <T>(value: T | null | undefined) => value ?? undefined;
  return {
    serviceId: ticket.serviceId,
    name: ticket.name,
    phone: ticket.phone,
    alternatePhone: kept(ticket.alternatePhone),
    email: kept(ticket.email),
    houseNumber: kept(ticket.houseNumber),
    locality: kept(ticket.locality),
    city: kept(ticket.city),
    state: kept(ticket.state),
    pincode: ticket.pincode,
    requirement: requirement ?? kept(ticket.requirement),
    vehicleId: kept(ticket.vehicleId),
    pickLocation: kept(ticket.pickLocation),
    dropLocation: kept(ticket.dropLocation),
    clientId: kept(ticket.clientId),
    timePreference,
  } satisfies Partial<NewTicket>;
}
