import { z } from "zod";
import { id, messageKey } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** Why an operator needs a customer's number; the history stores one of these, never a free text. */
export const revealReasons = ["visit", "complaint", "payment", "feedback"] as const;
export const RevealPhone = z.object({
  ticketId: ticketReference,
  reason: z.enum(revealReasons, messageKey("reveal.reasonMissing")),
});
export type RevealPhone = z.output<typeof RevealPhone>;

/** Why an operator needs the number of a center or technician; as `revealReasons`, with their words. */
export const partnerReasons = ["visit", "complaint", "payment", "offer"] as const;
export const RevealPartnerPhone = z.object({
  ticketId: ticketReference,
  whose: z.enum(["center", "technician"]),
  /** The center it is about; without it the one that has the request. */
  centerId: id.optional(),
  reason: z.enum(partnerReasons, messageKey("reveal.reasonMissing")),
});
export type RevealPartnerPhone = z.output<typeof RevealPartnerPhone>;
