import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { type VisitPage, visitPages } from "#app/parts/visits/paths.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { lenient } from "#modules/kernel/validation.ts";
import { type TechnicianVisit, technicianDay, technicianVisit, waitAtDoorOf } from "#modules/tickets/index.ts";
import { hasEnded, ticketReference } from "#modules/tickets/shared.ts";

export const VisitQuery = z.object({ ticketId: ticketReference, step: lenient(z.enum(visitPages)) });
type VisitQuery = z.output<typeof VisitQuery>;

/** A visit at the step that was asked for, else at the next one; once it is over, that alone. */
export async function visitView(technician: ActorOf<"technician">, { ticketId, step }: VisitQuery, door: Door) {
  keepPrivate(door);
  const visit = await technicianVisit(technician, ticketId);
  const shown = stepOf(visit, step);
  const day = shown === "closed" ? await technicianDay(technician) : null;
  const waiting = shown === "nobody" || shown === "start" ? await waitAtDoorOf(technician, ticketId) : null;
  return { visit, step: shown, waiting, day };
}
export type VisitView = Awaited<ReturnType<typeof visitView>>;

function stepOf(visit: TechnicianVisit, wanted: VisitPage | undefined): VisitPage | "closed" | "ended" {
  if (visit.status === "CLOSED") return "closed";
  if (hasEnded(visit)) return "ended";
  const begun = visit.startedAt !== null;
  // On hold nothing begins.
  const toStart = visit.status !== "ON_HOLD" && visit.start !== "proved" && visit.start !== null;
  if (wanted === "photos" || (wanted === "finish" && visit.may.close)) return wanted;
  if (wanted === "start" && toStart) return "start";
  if (wanted === "nobody" && visit.may.nobody) return "nobody";
  if (wanted === "go" && !begun) return "go";
  if (begun) return "photos";
  return visit.onTheWayAt && toStart ? "start" : "go";
}
