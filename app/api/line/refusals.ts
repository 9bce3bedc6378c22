import type { MessageKey } from "#modules/messages/index.ts";

/* Codes that several calls declare together, for kinds of fields. */

type Codes = readonly MessageKey[];

/** A text of limited length. */
export const textRefusals: Codes = ["form.characters", "form.tooLong"];

/** A text that may be left out. */
export const optionalTextRefusals: Codes = [...textRefusals, "form.check"];

/** When a visit is wanted; whether a moment is needed depends on the kind of time (R055). */
export const visitTimeRefusals: Codes = ["form.specificTime", "form.timeUnread"];

/** A one-time code: its shape, and what became of it, to the caller that asked for it. */
export const otpRefusals: Codes = ["otp.expired", "otp.locked", "otp.replaced", "otp.used", "otp.wrong"];

/** A picture. */
export const pictureRefusals: Codes = ["image.broken", "image.missing", "image.tooManyPixels", "image.type"];

/** A page of a list by days. */
export const listRefusals: Codes = ["form.cursor", "form.date", "form.number"];

/** The phone and the one-time code of who signs in. */
export const signInRefusals: Codes = [...otpRefusals, "center.otpMissing", "center.phoneLength", "center.phoneMissing"];
