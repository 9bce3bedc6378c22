import { sql } from "kysely";
import { type Claim, type KnownAccount, proofMissing, purposeProved, spendProof } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { Ticket } from "./ticket.entity.ts";

/** The proof an action will use up; undefined for a browser that verified the phone. */
export type CustomerClaim = Claim | undefined;

/**
 * Check that an actor may act for a ticket's customer (fixed point 15): by a browser that verified the phone, else by
 * the proof sent, which the action then uses up with `spendClaim`. Refuses all others: a missing proof with what to
 * send (`proofMissing`), one that is wrong, expired, used or another phone's with `otp.proofNeeded`.
 */
export async function customerClaim(
  actor: Actor,
  { phone }: Pick<Ticket, "phone">,
  proof: string | undefined,
): Promise<CustomerClaim> {
  if (actor.kind === "anyone" && actor.phones.includes(phone)) return undefined;
  if (!proof) throw proofMissing(actor);
  const purpose = await purposeProved({ phone, proof });
  if (!purpose) throw denied("otp.proofNeeded");
  return { phone, purpose, proof };
}

/** Use up the customer's proof in the transaction of their action; of two concurrent actions only one succeeds. */
export async function spendClaim(actor: Actor, claim: CustomerClaim): Promise<void> {
  if (claim) await spendProof(actor, claim);
}

type Work = Pick<Ticket, "centerId" | "technicianId">;

/** Refuse a center and its technicians who try to rate their own work (fixed point 15). */
export async function refuseOwnWork(actor: Actor, work: Work): Promise<void> {
  if (await didIt(actor, work)) throw denied("rating.ownWork");
}

async function didIt(actor: Actor, { centerId, technicianId }: Work) {
  if (actor.kind === "center") return actor.centerId === centerId;
  if (actor.kind !== "technician") return false;
  return actor.technicianId === technicianId || isTechnicianOf(centerId, actor.technicianId);
}

/** Whether an account is the center of a request, or a technician of it. */
export async function isOfCenter({ kind, id }: KnownAccount, { centerId }: Pick<Work, "centerId">): Promise<boolean> {
  if (kind === "center") return id === centerId;
  return kind === "technician" && isTechnicianOf(centerId, id);
}

const isTechnicianOf = async (centerId: string | null | undefined, technicianId: string): Promise<boolean> =>
  (await row(sql`select 1 from technicians where id = ${technicianId} and center_id = ${centerId}`)) !== undefined;
