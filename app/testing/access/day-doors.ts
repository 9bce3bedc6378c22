import { day as dayMs, fromNow, istDate } from "#modules/kernel/clock.ts";
import { type Ids, job, type Knock, mate, open, technician, ticketOf } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;

/** A weekday of the next ones on which a center with the usual hours works. */
function workday(): string {
  const tomorrow = fromNow(dayMs);
  return istDate(new Date(`${istDate(tomorrow)}T12:00:00Z`).getUTCDay() === 0 ? fromNow(2 * dayMs) : tomorrow);
}

const toTechnician = ({ ticket, technician }: Ids) => ({ ticketId: ticket!, technicianId: technician! });

/** The day of a center. */
export const dayDoors: Record<string, Knock> = {
  "GET /day": page("/day", browser),
  "GET /day #agree": page("/day", { ...browser, ...ticketOf(open), with: ({ ticket }) => ({ agree: ticket! }) }),
  "POST /day agree": form("/day", "agree", {
    ...browser,
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, at: `${workday()}T12:00` }),
  }),
  "POST /day assign": form("/day", "assign", { ...browser, ids: { ticket: open, technician }, with: toTechnician }),
  "POST /day change": form("/day", "change", {
    ...browser,
    ids: { ticket: job, technician: mate },
    with: toTechnician,
  }),
};
