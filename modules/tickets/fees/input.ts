import { z } from "zod";
import { lines, messageKey } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** The decision about a held fee, with its reason. */
export const DecideHeldFee = z.object({
  ticketId: ticketReference,
  verdict: z.enum(["EARNED", "RETURNED"], messageKey("form.choice")),
  remarks: lines(300, "adjust.why"),
});
export type DecideHeldFee = z.output<typeof DecideHeldFee>;
