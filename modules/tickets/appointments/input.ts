import { z } from "zod";
import { istDay, lenient, neededVisitTime, optionalInstant, publicId } from "#modules/kernel/validation.ts";
import { requestAsOpened } from "../reference.ts";

/** A time that is agreed with the customer of an accepted request. */
export const AgreeTime = z.object({
  ...requestAsOpened,
  at: neededVisitTime("changeTime.choose"),
});
export type AgreeTime = z.output<typeof AgreeTime>;

/**
 * The day a board shows, which of its visits alone, the request whose time is being agreed, and the window to which it was
 * dragged.
 */
export const DayQuery = z.object({
  day: lenient(istDay),
  agree: lenient(publicId),
  at: lenient(optionalInstant),
  show: lenient(z.enum(["unassigned", "late"])),
});
