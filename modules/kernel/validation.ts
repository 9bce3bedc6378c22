import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { bareDigits, bareNumber } from "./text/digits.ts";
import { messageKey } from "./text/fields.ts";
import { shaped } from "./text/texts.ts";

/*
 * The types all input from outside is parsed with: one for each kind of text, number, instant and id. A test checks
 * that every field of every schema uses one of them.
 */

export * from "./cursor.ts";
export * from "./text/digits.ts";
export * from "./text/fields.ts";
export * from "./text/moments.ts";
export * from "./text/numbers.ts";
export * from "./text/papers.ts";
export * from "./text/texts.ts";

/** An invalid query parameter is ignored instead of refused. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined as never);

/** Applies a reader of digits to what was sent as text or number. */
const read = (digits: (text: string) => string) => (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? digits(String(value)) : value;

/** An Indian mobile number as 10 digits, in whatever format it was written or pasted (R057, R445). */
export const phoneSaying = (empty: MessageKey, wrong: MessageKey) =>
  z.preprocess(read(bareNumber), shaped(/^[6-9]\d{9}$/, 10, wrong, empty));

export const phone = phoneSaying("form.incomplete", "form.phone");

/** As `pincode`, with its own messages. */
export const pincodeSaying = (empty: MessageKey, wrong: MessageKey) =>
  z.preprocess(read(bareDigits), shaped(/^[1-9]\d{5}$/, 6, wrong, empty));

/** A 6-digit Indian pincode (R058). */
export const pincode = pincodeSaying("form.incomplete", "form.pincode");

/** A one-time password of six digits, sent as number or string (Q15, R039). */
export const otpSaying = (empty: MessageKey, wrong: MessageKey) =>
  z.preprocess(read(bareDigits), shaped(/^\d{6}$/, 6, wrong, empty).meta({ type: ["string", "integer"] }));

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** An internal id (UUID), with its own message for a malformed one. */
export const idSaying = (wrong: MessageKey) => shaped(uuid, 36, wrong).meta({ format: "uuid" });

/** An internal id (UUID). */
export const id = idSaying("form.id");

const switches: Record<string, string> = { on: "true", "1": "true", "0": "false" };

/** A switch, `true` or `false` as text; a boolean, 1 and 0, and a ticked box are taken, too (Q73). */
export const trueOrFalse = z.preprocess(
  (value) =>
    typeof value === "boolean" || typeof value === "number" || typeof value === "string"
      ? (switches[String(value)] ?? String(value))
      : value,
  z.enum(["true", "false"], messageKey("form.choice")),
);

/** A reference sent as an id or as `{_id}` (fixed point 22). */
export const reference = z.preprocess(
  (value) => (value && typeof value === "object" && "_id" in value ? value._id : value),
  id,
);

/** The public id of a ticket or ride, as links and API calls use it. */
export const publicId = shaped(/^[\w-]{1,64}$/, 64, "form.id");

/** Issues of a failed parse as field → message key; the first issue of each field wins. */
export function fieldErrors(error: z.ZodError): Record<string, MessageKey> {
  const fields: Record<string, MessageKey> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message as MessageKey;
  return fields;
}

/** The most characters of each field of a failed parse that is too long. */
export function fieldLimits(error: z.ZodError): Record<string, number> | undefined {
  const limits = error.issues.flatMap((issue) =>
    issue.code === "too_big" && issue.origin === "string" ? [[issue.path.join("."), Number(issue.maximum)]] : [],
  );
  return limits.length > 0 ? Object.fromEntries(limits) : undefined;
}
