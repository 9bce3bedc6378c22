import { z } from "zod";
import { messageKey } from "#modules/kernel/validation.ts";
import { type MissedChoice, missedChoices } from "../labels.ts";
import { ticketReference } from "../reference.ts";

export type { MissedChoice };

/** Nobody came: the customer chooses what happens now. */
export const SayNobodyCame = z.object({
  ticketId: ticketReference,
  choice: z.enum(missedChoices, messageKey("form.choice")),
});
export type SayNobodyCame = z.output<typeof SayNobodyCame>;
