import { z } from "zod";
import type { MessageKey } from "../kernel/messages/index.ts";
import { type IndianState, states } from "./states.ts";

export { type IndianState, states } from "./states.ts";

const byWord = new Map<string, IndianState>(
  states.flatMap((state) => [state.name, state.hindi, state.code].map((word) => [word.toLowerCase(), state])),
);

/** The state of a name (English or Hindi) or a short code, upper or lower case; undefined when there is none. */
export const stateOf = (word: string | null | undefined) => byWord.get((word ?? "").trim().toLowerCase());

/** The two-digit GST code of a state's name, for the place of supply on invoices. */
export const gstCodeOf = (word: string | null | undefined) => stateOf(word)?.gstCode ?? null;

/** A state of the list, by its name or code; the outcome is its English name. */
export const stateName = z
  .string("form.incomplete" satisfies MessageKey)
  .trim()
  .min(1, "form.incomplete" satisfies MessageKey)
  .transform((word, context) => {
    const state = stateOf(word);
    if (!state && word !== "") context.addIssue({ code: "custom", message: "form.state" satisfies MessageKey });
    return state?.name ?? word;
  });

/** As `stateName`; empty counts as not given. */
export const optionalStateName = z.preprocess((value) => value || undefined, stateName.optional());

/** A service as people see it. */
export type ServiceRow = {
  id: string;
  serviceName: string;
  imageBlobId: string | null;
  isActive: boolean;
  pickDrop: boolean;
  /** GST service accounting code; null means the configured default. */
  sac: string | null;
};

/** A vehicle of the pick-and-drop service; the charge is in paise. */
export type VehicleRow = { id: string; vehicleType: string; platformChargePaise: number; eRickshaw: boolean };
