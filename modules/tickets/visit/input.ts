import { z } from "zod";
import { shaped } from "#modules/kernel/text/texts.ts";
import { bareDigits } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

const digits = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? bareDigits(String(value)) : value;

/** The beginning of a visit by the code its customer says; its digits may be grouped or of an Indian script. */
export const StartVisit = z.object({
  ticketId: ticketReference,
  code: z.preprocess(
    digits,
    shaped(/^\d{4}$/, 4, "startCode.digits", "startCode.missing").meta({ type: ["string", "integer"] }),
  ),
});
export type StartVisit = z.output<typeof StartVisit>;
