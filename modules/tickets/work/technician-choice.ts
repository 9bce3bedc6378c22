import { type TechnicianChoice, techniciansWithPending } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { getTicket } from "../get-ticket.ts";

/**
 * The technicians a center chooses from for one of its requests: those who may work for its client first, of these the
 * least busy. Refuses with `ticket.notFound`.
 */
export async function technicianChoice(center: ActorOf<"center">, ticketId: string): Promise<TechnicianChoice[]> {
  return techniciansWithPending(center, await getTicket(center, ticketId));
}
