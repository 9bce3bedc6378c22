import type { Ticket } from "./ticket.entity.ts";

type Asked = Pick<Ticket, "createdBy" | "status" | "isPaidByPublic" | "isPaidByTechnician"> & {
  createdByCenterId?: string | null | undefined;
  centerId?: string | null | undefined;
  revisitOf?: string | null | undefined;
};

/**
 * Whether a center may take a ticket out of sight, as far as the ticket itself tells (fixed point 4): it wrote it down,
 * no other center holds it, it is PENDING and nobody has paid. A revisit is its customer's, whoever wrote the first
 * visit down.
 */
export const deletableBy = (centerId: string, ticket: Asked) =>
  ticket.createdBy === "CENTER" &&
  ticket.createdByCenterId === centerId &&
  (ticket.centerId == null || ticket.centerId === centerId) &&
  ticket.revisitOf == null &&
  ticket.status === "PENDING" &&
  !ticket.isPaidByPublic &&
  !ticket.isPaidByTechnician;
