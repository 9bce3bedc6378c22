import { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { day, fromIst } from "../clock.ts";
import { emptyAsUndefined, messageKey } from "./fields.ts";
import { shaped } from "./texts.ts";
import { writtenMoment } from "./written-moment.ts";

/* Input types of days and instants: real calendar days from 2000 to 2100, so that the database can store each. */

const calendar = z.iso.date();
const isDay = (value: string) => calendar.safeParse(value).success && /^(20\d\d|2100)-/.test(value);

/** A calendar day in IST as `YYYY-MM-DD`, as a date field sends it. */
export const istDay = shaped(/^\d{4}-\d{2}-\d{2}$/, 10, "form.date").refine(isDay, messageKey("form.date"));

const first = fromIst("2000-01-01");
const last = new Date(fromIst("2101-01-01").getTime() - 1);

/** From the first day of 2000 to the last of 2100, in IST. */
export const isTimely = (at: Date) => at >= first && at <= last;

const shape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/;

/** Parses `YYYY-MM-DDTHH:MM`, with or without seconds; without an offset it is IST. */
function read(value: unknown) {
  const [, date, time, offset = "+05:30"] = (typeof value === "string" && shape.exec(value)) || [];
  if (!date || !isDay(date)) return value;
  return new Date(`${date}T${time}${offset.replace(/(\d{2})(\d{2})$/, "$1:$2")}`);
}

const momentWithin = (wrong: MessageKey) =>
  z.date(messageKey(wrong)).min(first, messageKey(wrong)).max(last, messageKey(wrong));

/** An optional instant; empty counts as not given. */
export const optionalInstant = z.preprocess(
  (value) => read(emptyAsUndefined(value)),
  momentWithin("form.date").optional(),
);

/**
 * When a visit is wanted, as a field sends it or as people write it (`writtenMoment`); a day without a time is
 * incomplete (R055).
 */
export const visitTime = z.preprocess((value) => {
  const sent = emptyAsUndefined(value);
  const moment = typeof sent === "string" ? writtenMoment(sent) : sent;
  return typeof moment === "string" && isDay(moment) ? undefined : read(moment);
}, momentWithin("form.timeUnread").optional());

/** The same where one is needed, with the message for a missing one. */
export const neededVisitTime = (missing: MessageKey) =>
  visitTime.refine((at) => at !== undefined, messageKey(missing)).transform((at) => at as Date);

/** A date bound of a list (Q105): an instant, or a day in IST, where an end bound means the day's last moment. */
export const bound = (ofDay: "start" | "end") =>
  z.preprocess((value) => {
    if (typeof value !== "string" || !isDay(value)) return read(emptyAsUndefined(value));
    return new Date(fromIst(value).getTime() + (ofDay === "end" ? day - 1 : 0));
  }, momentWithin("form.date").optional());
