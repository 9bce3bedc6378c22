import { z } from "zod";

/* Parts of answer schemas. Their objects are `z.strictObject`, so that tests fail on extra fields, too. */

/** An instant; on the wire `2026-11-21T08:30:00.000Z`. */
export const moment = z.date();

/** An amount of the product. */
export const rupees = z.number().describe("Rupees");

/** An amount of the payment provider. */
export const paise = z.number().describe("Paise");
