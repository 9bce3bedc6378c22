import type { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { idSaying, optionalInstant } from "#modules/kernel/validation.ts";
import { type TimesToAgree, timesToAgree, timesToMove } from "#modules/tickets/index.ts";
import { AssignTechnician } from "#modules/tickets/shared.ts";

/* A visit that was dragged on the board of a day. */

/** A technician who gets a visit, and the window that is asked about then. */
export const DroppedVisit = AssignTechnician.extend({
  technicianId: idSaying("center.assign.choose"),
  at: optionalInstant,
});

/** The day, with the question about the window to which the visit was dragged, if it was. */
export const afterDrop = ({ ticketId, at }: z.output<typeof DroppedVisit>, { url }: Door) =>
  addressWith(url, { agree: at ? ticketId : null, at: at?.toISOString() ?? null });

/** The day without a question. */
export const withoutQuestion = (_input: unknown, { url }: Door) => addressWith(url, { agree: null, at: null });

/** Why a visit stays where it is. */
export type NotMoved = Refused & { ticketId: string; problem: NonNullable<Refused["problem"]> };

type Question = { agree?: string | undefined; at?: Date | undefined };

/**
 * The question which time is agreed for a request; of one that was dragged to another window that day, with the window
 * chosen, or why it stays.
 */
export async function agreeingView(
  actor: Actor,
  { agree, at }: Question,
): Promise<{ agreeing: (TimesToAgree & { at?: string }) | null; notMoved: NotMoved | null }> {
  if (!agree) return { agreeing: null, notMoved: null };
  if (!at) return { agreeing: await timesToAgree(actor, agree), notMoved: null };
  try {
    const times = await timesToMove(actor, agree, at);
    const days = times.days.filter(({ day }) => day === istDate(at));
    return { agreeing: { ...times, days, at: at.toISOString() }, notMoved: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { agreeing: null, notMoved: { ticketId: agree, problem: error.key, params: error.params ?? {} } };
  }
}
