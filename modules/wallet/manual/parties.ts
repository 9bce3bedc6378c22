import { LockMode } from "@mikro-orm/postgresql";
import { type Actor, type ActorOf, need } from "#modules/kernel/actor.ts";
import { em, inTransaction, row } from "#modules/kernel/db/db.server.ts";
import { DomainError, denied, missing, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { type Adjustment, AdjustmentSchema } from "./adjustment.entity.ts";

/** Who decides on refunds and penalties, and the rows they are decided on, locked in one order: request, adjustment. */

/** The admin who moves money; the system and a client's admins never do (H18). */
export function adjusterOf(actor: Actor): ActorOf<"admin"> {
  need(actor, "adjust_wallet");
  if (actor.kind !== "admin") throw denied();
  return actor;
}

/** A request as its money is decided about; `number` is its human id. */
export type Request = { id: string; publicId: string; number: string };

/**
 * The request of a new adjustment, by its public id, locked: decisions about one request are taken one after another.
 */
export async function lockRequest(ticketId: string): Promise<Request> {
  const found = await row<Request>(
    `select id, public_id as "publicId", ticket_id as number from tickets where public_id = $1 and deleted_at is null for no key update`,
    [ticketId],
  );
  if (!found) throw missing("ticket.notFound");
  return found;
}

/** Refuse a center that had nothing to do with the request: neither its own, nor created by it, nor offered to it. */
export async function needParty({ ticketId, centerId }: Pick<Adjustment, "ticketId" | "centerId">) {
  const found = await row(
    `select from centers c join tickets t on t.id = $1
      where c.id = $2 and (t.center_id = c.id or t.created_by_center_id = c.id
        or exists (select from broadcasts b where b.ticket_id = t.id and b.center_id = c.id)
        or exists (select from orders o where o.ticket_id = t.id and o.center_id = c.id))`,
    [ticketId, centerId],
  );
  if (!found) throw missing("adjust.noCenter");
}

/** An adjustment by its id, its request locked before it; for a center only its own. */
export async function lockAdjustment(
  adjustmentId: string,
  centerId?: string,
): Promise<{ adjustment: Adjustment; request: Request }> {
  if (!inTransaction()) throw new Error("a row is locked inside a transaction");
  const request = await row<Request>(
    `select t.id, t.public_id as "publicId", t.ticket_id as number from tickets t
      where t.id = (select a.ticket_id from adjustments a where a.id = $1 and ($2::uuid is null or a.center_id = $2))
      for no key update`,
    [adjustmentId, centerId ?? null],
  );
  if (!request) throw missing("adjust.missing");
  const adjustment = await em().findOneOrFail(AdjustmentSchema, adjustmentId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  return { adjustment, request };
}

/** Runs an act on money; an error that is no refusal is logged, and said as R296 asks. */
export async function saidPlainly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    log.error({ err: error }, "refund or penalty failed");
    throw unavailable("adjust.failed");
  }
}
