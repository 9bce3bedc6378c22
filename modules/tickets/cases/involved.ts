import { sql } from "kysely";
import { hasOtherMoneyAdmin } from "#modules/access/index.ts";
import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { Ticket } from "../ticket.entity.ts";

/** The ids of the admins who closed a request. */
async function closersOf({ id }: Pick<Ticket, "id">): Promise<string[]> {
  const closers = await rows<{ id: string }>(
    sql`select distinct actor_id as id from history where subject = 'ticket' and subject_id = ${id}
      and event = 'ticket.closed' and actor_kind = 'admin'`,
  );
  return closers.map((closer) => closer.id);
}

/**
 * How an admin is involved in the decision about a request's fee: `free` to decide; `alone`, when they closed the request or
 * decided before and no other admin may; or `involved`, when another one is to decide.
 */
export async function involvementOf(
  actor: Actor,
  ticket: Pick<Ticket, "id">,
  decidedBy: string | null = null,
): Promise<"free" | "alone" | "involved"> {
  const involved = [...(await closersOf(ticket)), decidedBy ?? []].flat();
  if (!involved.includes(actorId(actor) ?? "")) return "free";
  return (await hasOtherMoneyAdmin(involved)) ? "involved" : "alone";
}

/** Whether the admin decides alone; refuses one who is involved with `case.ownClosing` or, in an appeal, `case.ownDecision`. */
export async function refuseInvolved(
  actor: Actor,
  ticket: Pick<Ticket, "id">,
  decidedBy: string | null = null,
): Promise<boolean> {
  const involvement = await involvementOf(actor, ticket, decidedBy);
  if (involvement === "involved")
    throw denied(decidedBy === actorId(actor) && decidedBy ? "case.ownDecision" : "case.ownClosing");
  return involvement === "alone";
}
