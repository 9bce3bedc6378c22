import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { getTicket, ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { type StatusStep, statusSteps } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { sendCodesOnce } from "../visit/visit-codes.ts";

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
 * starts the job (fixed point 2).
 */
export async function statusList(actor: Actor, publicId: string): Promise<StatusStep[]> {
  if (actor.kind === "technician") await startJob(actor, { ticketId: publicId });
  const ticket = await ticketOfLink(publicId);
  return stepsOf(ticket, { feedback: await hasFeedback(ticket) });
}

/** The assigned technician reports that the work has begun; repeating changes nothing. */
export const startJob = (actor: Actor, { ticketId }: { ticketId: string }) =>
  transaction(async () => {
    const ticket = await getTicket(actor, ticketId, { lock: true });
    await markStarted(actor, ticket);
  });

/** Set Job Started on a locked open ticket with a technician; only the first time counts. */
export async function markStarted(actor: Actor, ticket: Ticket) {
  if (ticket.startedAt || !ticket.technicianId || !["PENDING", "ACCEPTED", "VERIFIED"].includes(ticket.status)) return;
  ticket.startedAt = now();
  await sendCodesOnce(ticket);
  await recordOn(actor, ticket, { event: "ticket.started" });
  await announce(await topicsOf(ticket));
}
