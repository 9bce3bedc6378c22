import { day as dayMs, fromNow, istDate } from "#modules/kernel/clock.ts";
import { type Knock, open, ticketOf } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** A weekday of the next ones on which a center with the usual hours works. */
function workday(): string {
  const tomorrow = fromNow(dayMs);
  return istDate(new Date(`${istDate(tomorrow)}T12:00:00Z`).getUTCDay() === 0 ? fromNow(2 * dayMs) : tomorrow);
}

/** The day of a center. */
export const dayDoors: Record<string, Knock> = {
  "GET /day": page("/day", browser),
  "GET /day #agree": page("/day", { ...browser, ...ticketOf(open), with: ({ ticket }) => ({ agree: ticket! }) }),
  "POST /day agree": form("/day", "agree", {
    ...browser,
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, at: `${workday()}T12:00` }),
  }),
};
