import { z } from "zod";
import { plainDigits } from "#modules/kernel/text/digits.ts";
import { blankableField, decimal, id, istDay, rupeesAndPaise, shaped } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** The first three digits of the pincodes a visit charge is for. */
export const pincodeArea = z.preprocess(
  (value) => (typeof value === "string" ? plainDigits(value).trim() : value),
  shaped(/^[1-9]\d{2}$/, 3, "visitCharge.area" satisfies MessageKey),
);

/**
 * What a visit of a service costs in an area, in rupees with at most two decimals, from a day in India on; without one,
 * or with today, from now on. 0 ends the charge.
 */
export const SetVisitCharge = z.object({
  serviceId: id,
  area: pincodeArea,
  amount: rupeesAndPaise,
  from: z.preprocess((value) => value || undefined, istDay.optional()),
  /** The charge in rupees the reader saw, so that two admins do not overwrite each other's. */
  was: blankableField(decimal(0, 10_000_000)),
});
export type SetVisitCharge = z.output<typeof SetVisitCharge>;

/** The charge of an area ends now. */
export const EndVisitCharge = SetVisitCharge.pick({ serviceId: true, area: true, was: true });
export type EndVisitCharge = z.output<typeof EndVisitCharge>;

export const CancelVisitCharge = z.object({ chargeId: id });
export type CancelVisitCharge = z.output<typeof CancelVisitCharge>;
