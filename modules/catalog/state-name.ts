import { z } from "zod";
import { text } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type IndianState, states } from "./states.ts";

const byWord = new Map<string, IndianState>(
  states.flatMap((state) => [state.name, state.hindi, state.code].map((word) => [word.toLowerCase(), state])),
);

/** The state with a name (English or Hindi) or a short code, in any case; undefined for none. */
export const stateOf = (word: string | null | undefined) => byWord.get((word ?? "").trim().toLowerCase());

/** The two-digit GST code of a state's name, for the place of supply on invoices. */
export const gstCodeOf = (word: string | null | undefined) => stateOf(word)?.gstCode ?? null;

/** A listed state, by its name or code; parsed to its English name. */
export const stateName = text(60).transform((word, context) => {
  const state = stateOf(word);
  if (!state && word !== "") context.addIssue({ code: "custom", message: "form.state" satisfies MessageKey });
  return state?.name ?? word;
});

/** As `stateName`; empty counts as not given. */
export const optionalStateName = z.preprocess((value) => value || undefined, stateName.optional());
