import type { ChipTone } from "#app/ui/chip.tsx";
import type { Say } from "#app/ui/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { isMessageKey, type Locale } from "#modules/kernel/messages/index.ts";
import type { TimePreferenceType } from "#modules/kernel/validation.ts";

/** R204: what a displayed status means at a glance; the word stands beside the colour. */
export function statusTone(status: string): ChipTone {
  if (status === "Technician Assigned" || status === "VERIFIED") return "good";
  if (status === "PENDING" || status === "ON_HOLD") return "warm";
  if (status === "CLOSED") return "plain";
  return "bad";
}

/** A displayed status in the reader's language. */
export function statusWord(status: string, say: Say) {
  const key = `status.${status}`;
  return isMessageKey(key) ? say(key) : status;
}

/** What a broadcast label means at a glance. */
export function labelTone(label: string): ChipTone {
  if (label === "NEW 99") return "info";
  if (label.endsWith("-Accepted")) return "good";
  if (label.startsWith("No Service") || label.startsWith("Not Paid")) return "bad";
  return "plain";
}

/** A broadcast label in the reader's language (R205–R213). */
export function labelWord(label: string, say: Say) {
  const key = `label.${label}`;
  return isMessageKey(key) ? say(key) : label;
}

/** When the customer wants the visit. */
export function whenWanted({ type, at }: { type: TimePreferenceType; at: Date | null }, say: Say, locale: Locale) {
  return type === "SPECIFIC_DATE_AND_TIME" && at ? showDateTime(at, locale) : say(`booking.time.${type}`);
}

/** A closure remark in the reader's language (R174); an admin's own words stay as they are. */
export function closureWord(remark: string | null, say: Say) {
  const key = `closure.${remark}`;
  return remark && isMessageKey(key) ? say(key) : remark;
}
