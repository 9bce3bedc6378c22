import { randomInt } from "node:crypto";
import { sameSecret, seal, unseal } from "../kernel/crypto.server.ts";

/** The customer's two codes: the one given at the end says how content they are (fixed point 3). */
export type Codes = { happy: string; unhappy: string };

/** How many wrong codes a center may give; then only an admin can close. */
export const codeTries = 5;

const fourDigits = () => String(randomInt(1_000, 10_000));

/** Two different numbers of four digits. */
export function makeCodes(): Codes {
  const happy = fourDigits();
  let unhappy = fourDigits();
  while (unhappy === happy) unhappy = fourDigits();
  return { happy, unhappy };
}

/** The codes on their way to the customer's message. */
export const sealCodes = (codes: Codes) => seal(JSON.stringify(codes));

/** Read what `sealCodes` wrote; for the message to the customer and nobody else. */
export const readCodes = (sealed: string) => JSON.parse(unseal(sealed)) as Codes;

type Coded = { happyCode?: string | null; unhappyCode?: string | null };

/** Which code of a ticket was given: the value of `remarks.message` (R218, Q77), or undefined for neither. */
export function codeGiven({ happyCode, unhappyCode }: Coded, code: string | undefined) {
  const typed = code?.trim();
  if (!typed) return undefined;
  if (happyCode && sameSecret(unseal(happyCode), typed)) return "happy_code";
  if (unhappyCode && sameSecret(unseal(unhappyCode), typed)) return "unhappy_code";
  return undefined;
}
