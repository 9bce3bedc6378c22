import { z } from "zod";
import { lines, otpSaying, phoneSaying } from "#modules/kernel/validation.ts";

/* The appeal of a center that is disabled or rejected. */

/** A message of a center to the operators, of at most so many characters. */
export const longestAppeal = 500;

export const Appeal = z.object({ message: lines(longestAppeal, "center.appeal.empty") });
export type Appeal = z.output<typeof Appeal>;

/** The same for a center that cannot log in, with its phone and the code sent to it. */
export const AppealByCode = Appeal.extend({
  phone: phoneSaying("center.phoneMissing", "center.phoneLength"),
  otp: otpSaying("center.otpMissing", "otp.wrong"),
});
export type AppealByCode = z.output<typeof AppealByCode>;
