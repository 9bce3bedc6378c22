import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { inTransaction, row, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { denied, unauthenticated } from "#modules/kernel/errors.ts";
import type { OtpPurpose } from "./otp.entity.ts";

/** How long a proof waits for its action. */
export const proofLifeMs = 15 * minute;

/** A caller's claim to have verified a phone for a purpose; worthless without the proof. */
export type Claim = { phone: string; purpose: OtpPurpose; proof?: string | undefined };
type Proved = Claim & { proof: string };

/** Record that a phone was verified for a purpose; returns the proof to send back. */
export async function leaveProof({ phone, purpose }: Omit<Claim, "proof">): Promise<string> {
  const proof = randomToken();
  await rows(
    sql`insert into otp_proofs (id, token_hash, phone, purpose, created_at, expires_at)
     values (${rowId()}, ${hashToken(proof)}, ${phone}, ${purpose}, ${now()}, ${fromNow(proofLifeMs)})`,
  );
  return proof;
}

/**
 * Use up the proof of a phone in the transaction of its action: if the action is refused, the proof stays valid.
 * Nothing replaces a missing proof, least of all the network address (fixed point 13).
 */
export async function spendProof(actor: Actor, claim: Claim): Promise<void> {
  if (!inTransaction()) throw new Error("a proof is spent in the transaction of its act");
  const spent = spending(sent(actor, claim));
  const used = await rows(sql`with ${spent} select from spent`);
  if (used.length !== 1) throw denied("otp.proofNeeded");
}

/** SQL that uses up the proof of a claim, as `spent`; without a row when the proof is invalid. */
export const spending = (claim: Proved) =>
  sql`spent as (update otp_proofs set used_at = ${now()} where ${unused(claim)} returning id)`;

/** Whether `spendProof` would succeed; does not use the proof up. */
export async function proofHolds(claim: Claim): Promise<boolean> {
  if (!claim.proof) return false;
  const unspent = unused({ ...claim, proof: claim.proof });
  return (await row(sql`select 1 from otp_proofs where ${unspent}`)) !== undefined;
}

/** The purpose a customer's proof was issued for, tracking or booking; undefined when it is invalid. */
export async function purposeProved({ phone, proof }: Omit<Claim, "purpose">): Promise<OtpPurpose | undefined> {
  for (const purpose of ["booking", "tracking"] as const)
    if (await proofHolds({ phone, purpose, proof })) return purpose;
  return undefined;
}

/** Refuse a caller whose phone is not verified for a purpose; the proof is not used up. */
export async function needProof(actor: Actor, claim: Claim): Promise<void> {
  if (!(await proofHolds(sent(actor, claim)))) throw denied("otp.proofNeeded");
}

/** The claim if a proof came with it; refuses otherwise. */
export function sent(actor: Actor, claim: Claim): Proved {
  if (!claim.proof) throw proofMissing(actor);
  return { ...claim, proof: claim.proof };
}

/**
 * The refusal of a caller without a proof, which says what to send. A signed-in caller does not get a 401, because that
 * would mean that their session is over (R020).
 */
export const proofMissing = (actor: Actor) =>
  actor.kind === "anyone" ? unauthenticated("otp.proofMissing") : denied("otp.proofMissing");

const unused = ({ phone, purpose, proof }: Proved) =>
  sql`phone = ${phone} and purpose = ${purpose} and used_at is null and expires_at > ${now()} and token_hash = ${hashToken(proof)}`;
