import { z } from "zod";
import { bound, optionalText } from "#modules/kernel/validation.ts";

/** What every list of requests can be filtered by. */
export const CreatedFilter = z.object({
  status: optionalText(40),
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
});
