import { z } from "zod";

/** An empty text removes a value; an omitted field is no change. */
const emptied = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);
const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);

/** A field of a change: omitted it is unchanged, empty it is removed. */
export const clearable = <T extends z.ZodType>(schema: T) => z.preprocess(emptied, schema.nullable().optional());

/** A field that may be left out; an empty one counts as left out. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUndefined, schema.optional());
