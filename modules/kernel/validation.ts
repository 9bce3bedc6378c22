import { z } from "zod";
import { fromIst, istTime, now } from "./clock.ts";
import type { MessageKey } from "./messages/index.ts";

/** Every zod message is a message key, so that one schema speaks both languages. */
const key = (message: MessageKey) => message;

const devanagariZero = "०".charCodeAt(0);

/** Devanagari digits → 0–9; people type what their keyboard gives them. */
export const plainDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero));

/** Required text of at most `max` characters, trimmed. */
export const text = (max: number, message: MessageKey = "form.incomplete") =>
  z.string(key(message)).trim().min(1, key(message)).max(max, key("form.tooLong"));

/** Optional text of at most `max` characters; empty counts as not given. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, key("form.tooLong"))
    .transform((value) => value || undefined)
    .optional();

const bareNumber = (value: unknown) =>
  typeof value === "string" || typeof value === "number"
    ? plainDigits(String(value))
        .replace(/[\s-]/g, "")
        .replace(/^(\+91|0)(?=\d{10}$)/, "")
        .replace(/^91(?=\d{10}$)/, "")
    : value;

/** An Indian mobile number as 10 digits; accepts +91, 0, spaces and Devanagari digits in front of it. */
export const phoneSaying = (empty: MessageKey, wrong: MessageKey) =>
  z.preprocess(
    bareNumber,
    z
      .string(key(empty))
      .min(1, key(empty))
      .regex(/^[6-9]\d{9}$/, key(wrong)),
  );

export const phone = phoneSaying("form.incomplete", "form.phone");

/** A 6-digit Indian pincode. */
export const pincode = z.preprocess(
  (value) => (typeof value === "string" || typeof value === "number" ? plainDigits(String(value)).trim() : value),
  z
    .string(key("form.incomplete"))
    .min(1, key("form.incomplete"))
    .regex(/^[1-9]\d{5}$/, key("form.pincode")),
);

/** A one-time password as six digits, sent as number or string (Q15). */
export const otpSaying = (empty: MessageKey, wrong: MessageKey) =>
  z.preprocess(
    (value) => (typeof value === "number" || typeof value === "string" ? plainDigits(String(value)).trim() : value),
    z
      .string(key(empty))
      .min(1, key(empty))
      .regex(/^\d{6}$/, key(wrong))
      .meta({ type: ["string", "integer"] }),
  );

/** An internal id (UUID). */
export const id = z.uuid(key("form.id"));

/** A reference sent as an id or as `{_id}` (fixed point 22). */
export const reference = z.preprocess(
  (value) => (value && typeof value === "object" && "_id" in value ? value._id : value),
  id,
);

/** Whole rupees of 0 or more; decimals are cut toward zero (Q121); `10,000` is understood. */
export const wholeRupees = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value.replaceAll(",", "").trim()) : value),
  z
    .number(key("form.amount"))
    .min(0, key("form.amount"))
    .max(10_000_000, key("form.amount"))
    .transform((value) => Math.trunc(value)),
);

/** PAN: five letters, four digits, one letter (R154). */
export const pan = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{5}\d{4}[A-Z]$/, key("form.pan"));

export const timePreferenceTypes = ["IMMEDIATELY", "WITHIN_24_HOURS", "SPECIFIC_DATE_AND_TIME"] as const;
export type TimePreferenceType = (typeof timePreferenceTypes)[number];

/** Bookable hours in India time (R030): from 08:00 until 20:00. */
export const dayStart = "08:00";
export const dayEnd = "20:00";

const instant = z.preprocess((value) => {
  if (typeof value !== "string" || value === "") return value === "" ? undefined : value;
  // A day without a time is not a moment yet (R055).
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/.exec(value);
  return local ? fromIst(local[1]!, local[2]) : new Date(value);
}, z.date(key("form.specificTime")).optional());

/**
 * When the customer wants the visit (R062); SPECIFIC_DATE_AND_TIME needs an instant from now on, 08:00–20:00 IST
 * (R029, R030, R055, R099). Accepts `YYYY-MM-DDTHH:MM` as India time.
 */
export const timePreference = z
  .object({
    type: z.enum(timePreferenceTypes, key("form.incomplete")),
    at: instant,
  })
  .superRefine(({ type, at }, context) => {
    if (type !== "SPECIFIC_DATE_AND_TIME") return;
    if (!at || Number.isNaN(at.getTime())) {
      context.addIssue({ code: "custom", path: ["at"], message: key("form.specificTime") });
    } else if (at < now() || istTime(at) < dayStart || istTime(at) > dayEnd) {
      context.addIssue({ code: "custom", path: ["at"], message: key("form.timeWindow") });
    }
  })
  .transform(({ type, at }) => (type === "SPECIFIC_DATE_AND_TIME" ? { type, at } : { type }));

export type TimePreference = { type: TimePreferenceType; at?: Date | undefined };

/** Issues of a failed parse as field → message key; the first issue of a field is kept. */
export function fieldErrors(error: z.ZodError): Record<string, MessageKey> {
  const fields: Record<string, MessageKey> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message as MessageKey;
  return fields;
}
