import { z } from "zod";
import type { TimePreferenceType } from "#modules/tickets/shared.ts";
import { moment } from "../line/answer.ts";

/** When a customer wants the visit. */
export const TimePreferenceShape = z.strictObject({
  time_preference_type: z.string(),
  specific_date_time: moment.optional(),
});

export const timePreference = ({
  type,
  at,
}: {
  type: TimePreferenceType;
  at?: Date | null | undefined;
}): z.input<typeof TimePreferenceShape> => ({
  time_preference_type: type,
  ...(at && { specific_date_time: at }),
});
