import type { z } from "zod";
import { fieldErrors } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { UploadedRequest } from "./checked-row.ts";

type Field = keyof typeof UploadedRequest.shape;

/** What the cells of a row say, by the form's fields; what they lack is left out. */
export type RequestInput = Partial<Record<Field, unknown>>;

/** The request of a row, or the problems of its fields. */
type ReadRequest = { input?: UploadedRequest; errors: Record<string, MessageKey> };

type ReadField = { value: unknown; errors?: Record<string, MessageKey> };

const fields = Object.entries(UploadedRequest.shape) as [Field, z.ZodType][];
const noErrors = {};

/**
 * Reads rows by `UploadedRequest`, field by field: in a file many rows say the same, and what a text was read as is
 * remembered. For a page: what is a moment to come now need not be one later.
 */
export function requestReader(): (input: RequestInput) => ReadRequest {
  const known = new Map(fields.map(([field]) => [field, new Map<unknown, ReadField>()]));
  const readField = (field: Field, schema: z.ZodType, value: unknown): ReadField => {
    const before = known.get(field)!;
    const as = typeof value === "object" ? JSON.stringify(value) : value;
    const cached = before.get(as);
    if (cached) return cached;
    const parsed = schema.safeParse(value);
    const read = parsed.success ? { value: parsed.data } : { value: undefined, errors: errorsOf(field, parsed.error) };
    before.set(as, read);
    return read;
  };
  return (input) => {
    const values: Record<string, unknown> = {};
    let errors: Record<string, MessageKey> | undefined;
    for (const [field, schema] of fields) {
      const read = readField(field, schema, input[field]);
      if (read.errors) errors = { ...errors, ...read.errors };
      else if (read.value !== undefined) values[field] = read.value;
    }
    return errors ? { errors } : { input: values as UploadedRequest, errors: noErrors };
  };
}

/** The errors of a field and of what is in it, as those of the whole form. */
const errorsOf = (field: Field, error: z.ZodError) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([inner, key]) => [inner === "" ? field : `${field}.${inner}`, key]),
  );
