import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, inTransaction } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type Case, CaseSchema } from "./case.entity.ts";
import type { CaseCause } from "./input.ts";
import { afterWorkingTime } from "./working-hours.ts";

/** Announced when a case is opened, decided or appealed. */
export const casesTopic = "cases";

/** By when a case that is opened or appealed now is to be decided. */
export const caseDue = (): Date => afterWorkingTime(now(), 24 * hour);

/** The open or appealed case of a request; null for none. */
export const openCaseOf = ({ id: ticketId }: Pick<Ticket, "id">): Promise<Case | null> =>
  em().findOne(CaseSchema, { ticketId, state: { $in: ["open", "appealed"] } }, { refresh: true });

/** Whether a case about a request was decided: from then on an appeal alone changes anything. */
export const isDecided = async ({ id: ticketId }: Pick<Ticket, "id">): Promise<boolean> =>
  (await em().count(CaseSchema, { ticketId, decision: { $ne: null } })) > 0;

/**
 * Open a case about a locked request, in the running transaction. A request has one open case: another cause adds none,
 * but a customer who contradicts the closing is the cause from then on.
 */
export async function openCase(ticket: Ticket, cause: CaseCause): Promise<Case> {
  if (!inTransaction()) throw new Error("a case is opened inside a transaction");
  const open = await openCaseOf(ticket);
  if (open) {
    if (cause === "not_so") open.cause = cause;
    await em().flush();
    return open;
  }
  const opened = em().create(CaseSchema, {
    ticketId: ticket.id,
    cause,
    state: "open",
    dueAt: caseDue(),
    sameAdmin: false,
  });
  await em().flush();
  await recordOn(system("tickets"), ticket, { event: "ticket.caseOpened", data: { caseId: opened.id, cause } });
  await announce([casesTopic]);
  return opened;
}

/** How long after the closing a low answer opens a case, in days. */
const lowAnswerDays = 30;

/**
 * Open a case about a low answer or few stars: once a request, as long as the closing is not long ago and no case about it
 * was decided yet. Returns whether there is one now.
 */
export async function openLowAnswer(ticket: Ticket): Promise<boolean> {
  if (!ticket.closedAt || ticket.closedAt < fromNow(-lowAnswerDays * day)) return false;
  if (await isDecided(ticket)) return false;
  await openCase(ticket, "low_answer");
  return true;
}
