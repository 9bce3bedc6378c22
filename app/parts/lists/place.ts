import { cursor, lenient } from "#modules/kernel/validation.ts";

/** The position in a list, as query fields; invalid ones are ignored instead of refused. */
export const placeFields = { after: lenient(cursor), before: lenient(cursor) };
