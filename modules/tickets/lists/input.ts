import { z } from "zod";
import { bound, cursor, optionalField, optionalText, reference, wholeNumber } from "#modules/kernel/validation.ts";

/** Query of the console's request list: a cursor, one displayed status, a search word. */
export const TicketQuery = z.object({
  after: cursor,
  status: optionalText(40),
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
  /** Only requests of this center; a center may name only itself. */
  centerId: optionalField(reference),
  take: optionalField(wholeNumber(1, 100)),
});
export type TicketQuery = z.output<typeof TicketQuery>;
