import { z } from "zod";
import { fromIst, now } from "#modules/kernel/clock.ts";
import { istDay } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** What a row of a day is about: a captured payment, a refund, a settlement, or something else the provider settled. */
export const closeKinds = ["capture", "refund", "settlement", "other"] as const;
export type CloseKind = (typeof closeKinds)[number];

/** Rows without a difference: settled, or waiting for its settlement. */
const inOrder = ["matched", "awaiting"] as const;

/** What is wrong with a row; the texts of the same name say what it means and what happens next. */
export const closeDifferences = [
  "unheard",
  "paid_twice",
  "not_ours",
  "not_listed",
  "amount_differs",
  "under_way",
  "overdue",
  "settled_otherwise",
  "sum_differs",
  "contents_differ",
  "failed",
  "foreign",
  "adjustment",
  "unknown_line",
] as const;

export const closeRowStates = [...inOrder, ...closeDifferences] as const;
export type CloseRowState = (typeof closeRowStates)[number];

/**
 * `preparing`: not all pages are fetched yet; `open`: with differences; `matched`: without any, but not all
 * is settled, or the day is not over; `closed`: all matched and settled.
 */
export type CloseDayState = "preparing" | "open" | "matched" | "closed";

/** Which rows of a day are shown. */
export const closeShown = ["differences", "awaiting", "matched"] as const;
export type CloseShown = (typeof closeShown)[number];

/** A day in India, YYYY-MM-DD, which has begun. */
export const CloseDay = z.object({
  day: istDay.refine((date) => fromIst(date) <= now(), "close.notBegun" satisfies MessageKey),
});
export type CloseDay = z.output<typeof CloseDay>;
