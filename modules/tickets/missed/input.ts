import { z } from "zod";
import { messageKey } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** What a customer may choose when nobody came. */
export const missedChoices = ["wait", "move", "other_center", "end"] as const;
export type MissedChoice = (typeof missedChoices)[number];

/** Nobody came: the customer chooses what happens now. */
export const SayNobodyCame = z.object({
  ticketId: ticketReference,
  choice: z.enum(missedChoices, messageKey("form.choice")),
});
export type SayNobodyCame = z.output<typeof SayNobodyCame>;
