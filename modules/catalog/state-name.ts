import { z } from "zod";
import { text } from "#modules/kernel/validation.ts";
import { locales, type MessageKey, say } from "#modules/messages/index.ts";
import { formerGstCodes, type IndianState, spellings, states } from "./states.ts";

/** Words beside a state's name that say nothing of which one it is. */
const fillers = new Set([
  "and",
  "of",
  "the",
  "state",
  "ut",
  "union",
  "territory",
  "india",
  "in",
  "और",
  "एवं",
  "व",
  "राज्य",
]);

/**
 * What two spellings of one name have in common: NFKC, lower case, no spaces, dots, dashes or fillers; of Devanagari
 * neither dots below nor the choice between ं, ँ and a written nasal.
 */
function comparedName(name: string) {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u093c\u09bc\u0b3c]/g, "")
    .replace(/[ङञणनम]्(?=[क-ह])|ँ/g, "ं");
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word));
  return telling.join("");
}

const byKey = new Map<string, IndianState>(
  states.flatMap((state) => {
    const translations = locales.map((locale) => say(`state.${state.code}`, {}, locale));
    const names = [state.name, ...translations, state.code, ...(spellings[state.name] ?? [])];
    return names.map((name) => [comparedName(name), state] as const);
  }),
);
// Dadra and Nagar Haveli comes first of the two states with one number.
const byGstCode = new Map<string, IndianState>(states.toReversed().map((state) => [state.gstCode, state]));
for (const [code, name] of Object.entries(formerGstCodes)) byGstCode.set(code, byKey.get(comparedName(name))!);

/** The state of one word or number: a name, a short code or a GST code. */
function stateOfPart(part: string): IndianState | undefined {
  const key = comparedName(part);
  return /^\d{1,2}$/.test(key) ? byGstCode.get(key.padStart(2, "0")) : byKey.get(key);
}

/**
 * The state somebody means: by its name in a language of the product, old or with usual spelling mistakes, by its short code or
 * its GST code, or by several of these that agree (`29-Karnataka`, `Karnataka (KA)`). Undefined for none.
 */
export function stateOf(written: string | null | undefined): IndianState | undefined {
  const whole = stateOfPart(written ?? "");
  if (whole) return whole;
  const parts = (written ?? "").normalize("NFKC").match(/\d+|[^\d\-–—_()[\]/,:;|]+/gu) ?? [];
  const named = parts.filter((part) => comparedName(part) !== "");
  const meant = new Set(named.map(stateOfPart));
  return meant.size === 1 ? [...meant][0] : undefined;
}

/** The two-digit GST code of a state's name, for the place of supply on invoices. */
export const gstCodeOf = (word: string | null | undefined) => stateOf(word)?.gstCode ?? null;

/** A listed state, as people write it (`stateOf`); parsed to its English name. */
export const stateName = text(60).transform((word, context) => {
  const state = stateOf(word);
  if (!state && word !== "") context.addIssue({ code: "custom", message: "form.state" satisfies MessageKey });
  return state?.name ?? word;
});

/** As `stateName`; empty counts as not given. */
export const optionalStateName = z.preprocess((value) => value || undefined, stateName.optional());
