import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import type { RevealConsumer } from "../shared.ts";

/** More customers than one person calls in an hour; whoever reads out the whole book is stopped (R12). */
const revealLimit = { name: "reveal-consumer", points: 60, seconds: 3600, onFailure: "closed" } as const;

/**
 * Show a customer's number to an admin who works on requests and sees stars otherwise (fixed point 16, Q16). Who asked,
 * when and why stands in the customer's history; the number does not. Refuses with `consumers.notFound`, also for whoever
 * was erased.
 */
export async function revealConsumer(
  actor: Actor,
  { id, reason }: RevealConsumer,
): Promise<{ name: string; phone: string }> {
  needKind(actor, "admin");
  needMay(actor, "reveal");
  if (!(await row(sql`select 1 from consumers where id = ${id} and erased_at is null`)))
    throw missing("consumers.notFound");
  await countUse(revealLimit, actor.adminId);
  return transaction(async () => {
    const consumer = await row<{ name: string; phone: string }>(
      sql`select name, phone from consumers where id = ${id} and erased_at is null for share`,
    );
    if (!consumer) throw missing("consumers.notFound");
    await record(actor, { subject: "consumer", id, event: "consumer.revealed", data: { reason } });
    return consumer;
  });
}
