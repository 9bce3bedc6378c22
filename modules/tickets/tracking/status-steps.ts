import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { getTicket, ticketOfLink } from "../get-ticket.ts";
import { type StatusStep, statusSteps } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { noteStarted } from "../visit/mark-started.ts";

type Walked = Pick<Ticket, "status" | "technicianId" | "startedAt">;

/**
 * The status list of a ticket (Q89): one string per completed step, preceded by NOT_ASSIGNED while no technician is
 * assigned. A closed ticket has every step before closing, so the count of strings plus one is the active step (R087).
 */
export function stepsOf(ticket: Walked, { feedback }: { feedback: boolean }): StatusStep[] {
  const closed = ticket.status === "CLOSED";
  if (!ticket.technicianId && !closed) return ["NOT_ASSIGNED", "CREATED"];
  const done = feedback && closed ? 6 : closed ? 5 : ticket.startedAt ? 3 : 2;
  return statusSteps.slice(0, done);
}

/** Whether the customer has answered the feedback form. */
export const hasFeedback = async (ticket: Pick<Ticket, "id">) =>
  (await row(sql`select 1 from feedbacks where ticket_id = ${ticket.id}`)) !== undefined;

/**
 * `technicianApp/getStatus`: the status list of a ticket, for holders of its link. The first call by its own technician
 * sets Job Started (fixed point 2); it proves no start, so nothing of the customer's depends on it.
 */
export async function statusList(actor: Actor, publicId: string): Promise<StatusStep[]> {
  if (actor.kind === "technician") await startJob(actor, { ticketId: publicId });
  const ticket = await ticketOfLink(publicId);
  return stepsOf(ticket, { feedback: await hasFeedback(ticket) });
}

/** The assigned technician reports that the work has begun, at most two hours before the agreed window; repeating changes nothing. */
export const startJob = (actor: Actor, { ticketId }: { ticketId: string }) =>
  transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await noteStarted(actor, ticket);
  });
