import { rowId } from "#modules/kernel/db/row-id.ts";

/** A new cause for the message of one event, so that each event sends it once. */
export const causeOnce = (cause: string) => `${cause}:${rowId()}`;
