import type { ZodError } from "zod";
import { DomainError, type FieldErrors, invalid, statusOf } from "#modules/kernel/errors.ts";
import { isMessageKey, say } from "#modules/kernel/messages/index.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";

/** The one shape of every answer; the HTTP status equals `status` (Q90 as overridden). */
export type Envelope = {
  status: number;
  success: 1 | 0;
  message: string;
  data?: unknown;
  /** Where the next page of a list begins. */
  next?: string | null;
  code?: string;
  requestId?: string;
  fields?: Record<string, string>;
};

/** A refusal of the schema as a refusal of the business: the first field's text speaks for all. */
export function unreadable(error: ZodError) {
  const fields = fieldErrors(error);
  const [first] = Object.values(fields);
  return invalid(first && isMessageKey(first) ? first : "form.incomplete", fields);
}

/** The envelope of a refusal, or undefined when the error is a bug. */
export function refusal(error: unknown, requestId: string, rename: (fields: FieldErrors) => FieldErrors) {
  if (!(error instanceof DomainError)) return undefined;
  const status = statusOf(error.kind);
  const envelope: Envelope = {
    status,
    success: 0,
    message: say(error.key, error.params),
    code: error.key,
    requestId,
  };
  if (error.fields) {
    envelope.fields = Object.fromEntries(
      Object.entries(rename(error.fields)).map(([name, key]) => [name, isMessageKey(key) ? say(key) : key]),
    );
  }
  return envelope;
}

/** The answer to something that should not have happened; what it was stands only in the log. */
export const unexpected = (requestId: string): Envelope => ({
  status: 500,
  success: 0,
  message: say("error.unexpected"),
  code: "error.unexpected",
  requestId,
});
