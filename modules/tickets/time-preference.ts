import { z } from "zod";
import { day, fromNow, hour, istDate, istTime, now } from "#modules/kernel/clock.ts";
import { messageKey, visitTime } from "#modules/kernel/validation.ts";

export const timePreferenceTypes = ["IMMEDIATELY", "WITHIN_24_HOURS", "SPECIFIC_DATE_AND_TIME"] as const;
export type TimePreferenceType = (typeof timePreferenceTypes)[number];

/** The hours a visit can be booked for (R030), IST: from 08:00 until 20:00. */
export const dayStart = "08:00";
export const dayEnd = "20:00";

/** The first day with an hour a visit can be booked for, `YYYY-MM-DD` in IST. */
export const firstBookableDay = () => istDate(istTime() >= dayEnd ? fromNow(day) : undefined);

/** Whether a visit can be booked for a moment: from now on, in the hours of the day (R029, R030). */
export const isBookable = (at: Date) => at >= now() && istTime(at) >= dayStart && istTime(at) <= dayEnd;

/**
 * When the customer wants the visit (R062); SPECIFIC_DATE_AND_TIME needs an instant from now on, 08:00–20:00 IST
 * (R029, R030, R055, R099). Accepts `YYYY-MM-DDTHH:MM` as India time.
 */
export const timePreference = z
  .object({
    type: z.enum(timePreferenceTypes, messageKey("form.incomplete")),
    at: visitTime,
  })
  .superRefine(({ type, at }, context) => {
    if (type !== "SPECIFIC_DATE_AND_TIME") return;
    if (!at || Number.isNaN(at.getTime())) {
      context.addIssue({ code: "custom", path: ["at"], message: messageKey("form.specificTime") });
    } else if (!isBookable(at)) {
      context.addIssue({ code: "custom", path: ["at"], message: messageKey("form.timeWindow") });
    }
  })
  .transform(({ type, at }) => (type === "SPECIFIC_DATE_AND_TIME" ? { type, at } : { type }));

export type TimePreference = { type: TimePreferenceType; at?: Date | undefined };

type Wanted = {
  timePreferenceType: TimePreferenceType;
  specificDateTime?: Date | null | undefined;
  createdAt: Date;
  acceptedAt?: Date | null | undefined;
};

/** The latest time for which the customer wants the visit. */
export function visitDue({ timePreferenceType, specificDateTime, createdAt, acceptedAt }: Wanted): Date {
  if (timePreferenceType === "SPECIFIC_DATE_AND_TIME" && specificDateTime) return specificDateTime;
  if (timePreferenceType === "WITHIN_24_HOURS") return new Date(createdAt.getTime() + day);
  return new Date((acceptedAt ?? createdAt).getTime() + hoursAfterAcceptance * hour);
}

/** How many hours after its acceptance a visit without a time, or accepted after its time, is promised. */
export const hoursAfterAcceptance = 4;
