import { randomInt } from "node:crypto";
import { sameSecret, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";
import { bareDigits } from "#modules/kernel/text/digits.ts";

/** The sealed columns of a ticket that store the codes. */
export const codesSealedIn = ["happy_code", "unhappy_code"].map((column) => sealedColumn({ table: "tickets", column }));

/** The customer's two codes: the one entered at closing says how satisfied they are (fixed point 3). */
export type Codes = { happy: string; unhappy: string };

/** How many wrong codes a center may enter; after that only an admin can close. */
export const codeTries = 5;

export const fourDigits = () => String(randomInt(1_000, 10_000));

/** Two different numbers of four digits. */
export function makeCodes(): Codes {
  const happy = fourDigits();
  let unhappy = fourDigits();
  while (unhappy === happy) unhappy = fourDigits();
  return { happy, unhappy };
}

/** Seal the codes for the job that sends the customer's message. */
export const sealCodes = (codes: Codes) => seal(JSON.stringify(codes));

/** Unseal what `sealCodes` wrote; only for the message to the customer. */
export const readCodes = (sealed: string) => JSON.parse(unseal(sealed)) as Codes;

type Coded = { happyCode?: string | null; unhappyCode?: string | null };

/**
 * Returns which code was entered: the value of `remarks.message` (R218, Q77), or undefined for neither. Its digits may
 * be grouped or in Devanagari, as people type what is read out to them.
 */
export function codeEntered({ happyCode, unhappyCode }: Coded, code: string | undefined) {
  const typed = code && bareDigits(code);
  if (!typed) return undefined;
  if (happyCode && sameSecret(unseal(happyCode), typed)) return "happy_code";
  if (unhappyCode && sameSecret(unseal(unhappyCode), typed)) return "unhappy_code";
  return undefined;
}
