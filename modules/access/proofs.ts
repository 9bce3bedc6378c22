import { randomUUIDv7 } from "node:crypto";
import { fromNow, minute, now } from "../kernel/clock.ts";
import { hashToken, randomToken } from "../kernel/crypto.server.ts";
import { inTransaction, rows } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import type { OtpPurpose } from "./otp.entity.ts";

/** How long a proof may wait for its act. */
export const proofLifeMs = 15 * minute;

type Claim = { phone: string; purpose: OtpPurpose; proof?: string | undefined; address: string };

/** Remember that a phone was proved for a purpose; answers the proof to send back. */
export async function leaveProof({ phone, purpose, address }: Omit<Claim, "proof">): Promise<string> {
  const proof = randomToken();
  await rows(
    `insert into otp_proofs (id, token_hash, phone, purpose, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUIDv7(), hashToken(proof), phone, purpose, address, now(), fromNow(proofLifeMs)],
  );
  return proof;
}

/**
 * Use up the proof of a phone in the transaction of the act it was made for: if the act is refused, the proof stays.
 * Without a proof, exactly one unused proof from the same address stands for it, once (fixed point 13).
 */
export async function spendProof(claim: Claim): Promise<void> {
  if (!inTransaction()) throw new Error("a proof is spent in the transaction of its act");
  const { text, params } = spending(claim);
  const spent = await rows(`with ${text} select from spent`, params);
  if (spent.length !== 1) throw denied("otp.proofNeeded");
}

/** SQL that uses up the one proof of a claim, as `spent`; it has no row when there is not exactly one. */
export function spending(claim: Claim) {
  const { condition, params } = unused(claim);
  // A proof is one row at most; an address may have several.
  const text = claim.proof
    ? `spent as (update otp_proofs set used_at = $3 where ${condition} returning id)`
    : `held as (select id from otp_proofs where ${condition} for update),
       spent as (update otp_proofs set used_at = $3 where id in (select id from held)
         and (select count(*) from held) = 1 returning id)`;
  return { text, params };
}

/** Whether `spendProof` would succeed; uses nothing up. */
export const proofHolds = async (claim: Claim): Promise<boolean> => (await unusedProofs(claim)).length === 1;

/** For which purposes a visitor's claim to a phone holds by one proof each; tracking comes before booking. */
export async function purposesProved({ phone, proof, address }: Omit<Claim, "purpose">): Promise<OtpPurpose[]> {
  const held = await rows<{ purpose: OtpPurpose }>(
    `select purpose from otp_proofs
      where phone = $1 and purpose in ('tracking', 'booking') and used_at is null and expires_at > $2
        and ${proof ? "token_hash" : "address"} = $3
      group by purpose having count(*) = 1 order by purpose desc`,
    [phone, now(), proof ? hashToken(proof) : address],
  );
  return held.map(({ purpose }) => purpose);
}

/** Refuse a caller whose phone is not proved for a purpose; the proof stays for the act itself. */
export async function needProof(claim: Claim): Promise<void> {
  if (!(await proofHolds(claim))) throw denied("otp.proofNeeded");
}

function unusedProofs(claim: Claim) {
  const { condition, params } = unused(claim);
  return rows<{ id: string }>(`select id from otp_proofs where ${condition}`, params);
}

const unused = ({ phone, purpose, proof, address }: Claim) => ({
  condition: `phone = $1 and purpose = $2 and used_at is null and expires_at > $3
    and ${proof ? "token_hash" : "address"} = $4`,
  params: [phone, purpose, now(), proof ? hashToken(proof) : address],
});
