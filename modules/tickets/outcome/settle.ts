import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { eachDue } from "#modules/kernel/work/each-due.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { feeStateOf } from "#modules/wallet/index.ts";
import { openCaseOf } from "../cases/open-case.ts";
import { heldFeesTopic } from "../fees/fee-at-closing.ts";
import { returnFee } from "../fees/return-fee.ts";
import { ticketById } from "../get-ticket.ts";
import { topicsOf } from "../topics.ts";
import { outcomeHours } from "./input.ts";
import { answerOf, isOutcomeOpen, questionOf, sendQuestion } from "./question.ts";

/**
 * Settle the questions whose 48 hours are over, each in its own transaction, once. Without a proven answer a fee that is
 * held goes back, and that is not counted against the center; an earned one stays. However old a question is, it is settled:
 * it leaves the index of the open ones by that. Returns how many.
 */
export const settleOutcomes = (pageSize?: number): Promise<number> =>
  eachDue(
    (after, most) =>
      rows(
        sql`select ticket_id as id from outcome_questions
          where settled_at is null and due_at <= ${now()} and ticket_id > ${after} order by ticket_id limit ${most}`,
      ),
    settle,
    "an outcome was not settled",
    pageSize,
  );

/**
 * Ask again, once, 24 hours after the closing and before the 48 are over, where the answer is still missing and is about a
 * fee. Returns how many.
 */
export const remindOfOutcomes = (): Promise<number> =>
  eachDue(
    (after, most) =>
      rows(
        sql`select ticket_id as id from outcome_questions
          where settled_at is null and reminded_at is null and created_at <= ${fromNow(-outcomeHours.again * hour)}
            and created_at > ${fromNow(-outcomeHours.open * hour)} and ticket_id > ${after}
          order by ticket_id limit ${most}`,
      ),
    remind,
    "an outcome was not asked about again",
  );

async function settle(id: string): Promise<boolean> {
  const ticket = await ticketById(id, { lock: true });
  const question = await questionOf(id);
  if (!question || question.settledAt || question.dueAt > now()) return false;
  question.settledAt = now();
  await em().flush();
  const answer = await answerOf(id);
  const isSilent = !answer || answer.proof === "bare";
  if (!isSilent || ticket.deletedAt || (await feeStateOf(id)) !== "held" || (await openCaseOf(ticket))) return true;
  ticket.feeHeldAt = null;
  await returnFee(system("tickets"), ticket, "visit not confirmed");
  await announce([...(await topicsOf(ticket)), heldFeesTopic]);
  return true;
}

async function remind(id: string): Promise<boolean> {
  const ticket = await ticketById(id, { lock: true });
  const question = await questionOf(id);
  if (!question || question.remindedAt || question.settledAt) return false;
  question.remindedAt = now();
  await em().flush();
  if (ticket.deletedAt || !(await isOutcomeOpen(id))) return false;
  return sendQuestion(ticket);
}
