import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { em, inTransaction, row } from "#modules/kernel/db/db.server.ts";
import { DomainError, invalid, missing, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { id } from "#modules/kernel/validation.ts";
import type { WalletOwner } from "../ledger/wallets.ts";
import { needMay } from "../policy.ts";
import { type Adjustment, AdjustmentSchema } from "./adjustment.entity.ts";
import type { NewWalletAction } from "./input.ts";

/** Who decides on refunds and penalties, and the rows they are decided on, locked in one order: request, adjustment. */

/** The admin who moves money; the system and a client's admins never do (H18). */
export function adjusterOf(actor: Actor): ActorOf<"admin"> {
  needMay(actor, "adjust");
  needKind(actor, "admin");
  return actor;
}

/** A request as its money is decided about; `number` is its human id. */
export type Request = { id: string; publicId: string; number: string };

/**
 * The request of a new adjustment, by its public id, locked: decisions about one request are taken one after another.
 */
export async function lockRequest(ticketId: string): Promise<Request> {
  const request = await row<Request>(
    sql`select id, public_id as "publicId", ticket_id as number from tickets where public_id = ${ticketId} and deleted_at is null for no key update`,
  );
  if (!request) throw missing("ticket.notFound");
  return request;
}

/** The same by the request's number (`REQ-…`) or its public id. */
export async function lockRequestNumbered(number: string): Promise<Request> {
  const request = await row<{ publicId: string }>(
    sql`select public_id as "publicId" from tickets where (ticket_id = upper(${number}) or public_id = ${number}) and deleted_at is null`,
  );
  if (!request) throw invalid("ticket.notFound", { ticket: "ticket.notFound" });
  return lockRequest(request.publicId);
}

type Named = Pick<NewWalletAction, "userType" | "technician" | "phone" | "consumer">;

/**
 * The wallet an action names: that of a technician's center, by either id of the technician (Q57), or a customer's by id or
 * phone. The customer is locked, before any request, so that nobody's wallet is moved who is being erased.
 */
export async function ownerNamed({
  userType,
  technician,
  phone,
  consumer,
}: Named): Promise<{ owner: WalletOwner; technicianId: string | null }> {
  if (userType === "Technician") {
    const worker = await row<{ id: string; centerId: string }>(
      sql`select id, center_id as "centerId" from technicians
        where (technician_id in (${technician}, upper(${technician})) or id = ${id.safeParse(technician).data ?? null}) and deleted_at is null`,
    );
    if (!worker) throw invalid("technician.notFound", { technician: "technician.notFound" });
    return { owner: { centerId: worker.centerId }, technicianId: worker.id };
  }
  const customer = consumer
    ? await row(
        sql<{ id: string }>`
          select id from consumers where id = ${consumer} and erased_at is null for key share`,
      )
    : await row(sql<{ id: string }>`select id from consumers where phone = ${phone} for key share`);
  if (!customer) throw invalid("walletAct.noCustomer", { phone: "walletAct.noCustomer" });
  return { owner: { consumerId: customer.id }, technicianId: null };
}

/**
 * Refuses a party without a relation to the request: a center that neither has nor had it, nor created it, nor was
 * offered it; a customer who did not make it.
 */
export async function needParty({
  ticketId,
  centerId,
  consumerId,
}: Pick<Adjustment, "centerId" | "consumerId"> & { ticketId: string }) {
  if (!centerId) {
    const own = await row(
      sql`select from tickets t join consumers c on c.phone = t.phone where t.id = ${ticketId} and c.id = ${consumerId}`,
    );
    if (!own) throw missing("walletAct.notTheirs");
    return;
  }
  const party = await row(
    sql`select from centers c join tickets t on t.id = ${ticketId}
      where c.id = ${centerId} and (t.center_id = c.id or t.created_by_center_id = c.id
        or exists (select from broadcasts b where b.ticket_id = t.id and b.center_id = c.id)
        or exists (select from orders o where o.ticket_id = t.id and o.center_id = c.id))`,
  );
  if (!party) throw missing("adjust.noCenter");
}

/** An adjustment by its id, its request locked before it; for a center only its own. */
export async function lockAdjustment(
  adjustmentId: string,
  centerId?: string,
): Promise<{ adjustment: Adjustment; request: Request | null }> {
  if (!inTransaction()) throw new Error("a row is locked inside a transaction");
  const named = await row<{ ticketId: string | null }>(
    sql`select a.ticket_id as "ticketId" from adjustments a where a.id = ${adjustmentId} and (${centerId ?? null}::uuid is null or a.center_id = ${centerId ?? null})`,
  );
  if (!named) throw missing("adjust.missing");
  const request = named.ticketId
    ? await row<Request>(
        sql`select t.id, t.public_id as "publicId", t.ticket_id as number from tickets t where t.id = ${named.ticketId} for no key update`,
      )
    : undefined;
  const adjustment = await em().findOneOrFail(AdjustmentSchema, adjustmentId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  return { adjustment, request: request ?? null };
}

/** Runs an act on money; an error that is no refusal is logged, and answered as R296 specifies. */
export async function withPlainError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    log.error({ err: error }, "refund or penalty failed");
    throw unavailable("adjust.failed");
  }
}
