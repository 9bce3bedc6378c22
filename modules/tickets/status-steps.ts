import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { row, transaction } from "../kernel/db.server.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import { type StatusStep, statusSteps } from "./labels.ts";
import type { Ticket } from "./ticket.entity.ts";
import { topicsOf } from "./topics.ts";
import { getTicket, ticketOfLink } from "./visible.ts";

type Walked = Pick<Ticket, "status" | "technicianId" | "startedAt">;

/**
 * The status list of a ticket (Q89): one string a completed step, led by NOT_ASSIGNED while nobody is assigned. A
 * closed ticket has passed every step before closing, so the count of strings plus one is the active step (R087).
 */
export function stepsOf(ticket: Walked, { feedback }: { feedback: boolean }): StatusStep[] {
  const closed = ticket.status === "CLOSED";
  if (!ticket.technicianId && !closed) return ["NOT_ASSIGNED", "CREATED"];
  const done = feedback && closed ? 6 : closed ? 5 : ticket.startedAt ? 3 : 2;
  return statusSteps.slice(0, done);
}

/** Whether the customer has answered the feedback form. */
export const hasFeedback = async (ticket: Pick<Ticket, "id">) =>
  (await row("select 1 from feedbacks where ticket_id = $1", [ticket.id])) !== undefined;

/**
 * `technicianApp/getStatus`: the status list of a ticket, for whoever has its link. The first time its own technician
 * asks, the job has started (fixed point 2).
 */
export async function statusList(actor: Actor, publicId: string): Promise<StatusStep[]> {
  if (actor.kind === "technician") await startJob(actor, { ticketId: publicId });
  const ticket = await ticketOfLink(publicId);
  return stepsOf(ticket, { feedback: await hasFeedback(ticket) });
}

/** The assigned technician says that the work has begun; saying it again changes nothing. */
export const startJob = (actor: Actor, { ticketId }: { ticketId: string }) =>
  transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await markStarted(actor, ticket);
  });

/** Set Job Started on a locked ticket that has a technician and is not over; the first time counts. */
export async function markStarted(actor: Actor, ticket: Ticket) {
  if (ticket.startedAt || !ticket.technicianId || !["PENDING", "ACCEPTED", "VERIFIED"].includes(ticket.status)) return;
  ticket.startedAt = now();
  await record(actor, { subject: "ticket", id: ticket.id, event: "ticket.started" });
  await announce(await topicsOf(ticket));
}
