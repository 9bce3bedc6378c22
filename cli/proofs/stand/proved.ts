import { randomUUID } from "node:crypto";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";

type Proved = { phone: string; proof: string };

/**
 * Creates phone proofs as a verified code would, without messages and waiting; returns the proof for each caller. `ask`
 * runs a statement in the stand's database.
 */
export async function provePhones(
  phones: readonly string[],
  ask: (text: string, params: unknown[]) => Promise<unknown>,
): Promise<Proved[]> {
  const proofs = phones.map((phone) => ({ phone, proof: randomToken() }));
  await ask(
    `insert into otp_proofs (id, token_hash, phone, purpose, created_at, expires_at)
     select id, token_hash, phone, 'booking', now(), now() + interval '15 minutes'
       from unnest($1::uuid[], $2::text[], $3::text[]) as proved (id, token_hash, phone)`,
    [proofs.map(() => randomUUID()), proofs.map(({ proof }) => hashToken(proof)), phones],
  );
  return proofs;
}
