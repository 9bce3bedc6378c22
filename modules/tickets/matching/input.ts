import { z } from "zod";
import { cursor, messageKey, optionalField, reference, trueOrFalse, version } from "#modules/kernel/validation.ts";
import { handBackReasons } from "../labels.ts";
import { ticketReference } from "../reference.ts";

export const BroadcastRef = z.object({ broadcastId: reference });

/** A job a center hands back, with one of five reasons. */
export const HandBackTicket = z.object({
  ticketId: ticketReference,
  reason: z.enum(handBackReasons, messageKey("form.choice")),
  /** Whether the form showed it as free: then it is refused when it is not. */
  free: optionalField(trueOrFalse),
  version: optionalField(version),
});
export type HandBackTicket = z.output<typeof HandBackTicket>;

/** A page of offers; `after` is the cursor of the page before. */
export const ListBroadcasts = z.object({
  after: cursor,
  /** One status, or `OPEN` for offers still to be answered. */
  status: z
    .enum(["OPEN", "PENDING", "RESERVED", "ACCEPTED", "REJECTED", "TAKEN", "CLOSED"], messageKey("form.choice"))
    .optional(),
});
