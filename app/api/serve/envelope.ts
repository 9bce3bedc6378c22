import type { ZodError } from "zod";
import { DomainError, type FieldErrors, invalid, statusOf } from "#modules/kernel/errors.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { isMessageKey, say } from "#modules/messages/index.ts";

/** The shape of every answer; the HTTP status equals `status` (Q90 as overridden). */
export type Envelope = {
  status: number;
  success: 1 | 0;
  message: string;
  data?: unknown;
  /** The cursor of a list's next page. */
  next?: string | null;
  code?: string;
  requestId?: string;
  fields?: Record<string, string>;
};

/** Turns a schema's error into a domain error: its text is the first field's, and zod's own texts are never shown. */
export function unreadable(error: ZodError) {
  const problems = Object.entries(fieldErrors(error));
  const fields = Object.fromEntries(problems.map(([name, key]) => [name, isMessageKey(key) ? key : "form.check"]));
  const [first] = problems;
  return invalid(first && isMessageKey(first[1]) ? first[1] : "form.incomplete", fields);
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

/** The answer to an unexpected error, whose cause is only in the log. */
export const unexpected = (requestId: string): Envelope => ({
  status: 500,
  success: 0,
  message: say("error.unexpected"),
  code: "error.unexpected",
  requestId,
});
