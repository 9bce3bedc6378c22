import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { feeStateOf } from "#modules/wallet/index.ts";
import { openCaseOf } from "../cases/open-case.ts";
import { heldFeesTopic } from "../fees/fee-at-closing.ts";
import { returnFee } from "../fees/return-fee.ts";
import { ticketById } from "../get-ticket.ts";
import { topicsOf } from "../topics.ts";
import { outcomeHours } from "./input.ts";
import { answerOf, isOutcomeOpen, questionOf, sendQuestion } from "./question.ts";

/** How many requests one run takes up. */
const mostAtOnce = 200;

/**
 * Settle the questions whose 48 hours are over, each in its own transaction, once. Without a proven answer a fee that is
 * held goes back, and that is not counted against the center; an earned one stays. Returns how many.
 */
export async function settleOutcomes(): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select ticket_id as id from outcome_questions where settled_at is null and due_at <= ${now()}
      order by due_at limit ${mostAtOnce}`,
  );
  return each(due, "an outcome was not settled", settle);
}

/** Ask again, once, 24 hours after the closing, where the answer is still missing and is about a fee. Returns how many. */
export async function remindOfOutcomes(): Promise<number> {
  const waiting = await rows<{ id: string }>(
    sql`select ticket_id as id from outcome_questions
      where settled_at is null and reminded_at is null and created_at <= ${fromNow(-outcomeHours.again * hour)}
      order by created_at limit ${mostAtOnce}`,
  );
  return each(waiting, "an outcome was not asked about again", remind);
}

async function each(waiting: readonly { id: string }[], failed: string, act: (id: string) => Promise<boolean>) {
  let count = 0;
  for (const { id } of waiting) {
    try {
      if (await unitOfWork(() => transaction(() => act(id)))) count += 1;
    } catch (error) {
      log.error({ err: error, ticket: id }, failed);
    }
  }
  return count;
}

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
