import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";

/** Checks that the message of a schema is a message key, so that one schema serves every language. */
export const messageKey = (key: MessageKey) => key;

/** Null and empty text, which forms and callers send for what they leave out, as undefined. */
export const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);

/** A field that may be left out; an empty one counts as left out. */
export const optionalField = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUndefined, schema.optional());

/** Empty text, which forms send for a choice not made, as undefined. */
export const blankAsUndefined = (value: unknown) => (value === "" ? undefined : value);

/** As `optionalField`, but null is refused: where leaving the field out decides something a caller must mean. */
export const blankableField = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsUndefined, schema.optional());

const emptyAsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

/** A field of a change: omitted it is unchanged, empty it is removed. */
export const clearable = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsNull, schema.nullable().optional());
