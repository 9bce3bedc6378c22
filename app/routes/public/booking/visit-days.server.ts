import type { Door } from "#app/http/request/door.server.ts";
import { pathTo } from "#app/parts/tickets/booking-draft.server.ts";
import { daysByClock, type VisitDay, type WindowState, windowsAt, windowsAtCached } from "#modules/centers/index.ts";

/** Where a visit is and what for; only the partner's center comes where it is known. */
export type Visit = { pincode?: string | undefined; serviceId: string; centerId?: string | undefined };

/** The windows of the next seven days, as a page shows them: by the clock alone while the place is not known. */
export const visitDays = (visit: Visit): Promise<VisitDay[]> => daysOf(visit, windowsAtCached);

/** The same as it is now. */
export const visitDaysNow = (visit: Visit): Promise<VisitDay[]> => daysOf(visit, (query) => windowsAt(query));

async function daysOf({ pincode, serviceId, centerId }: Visit, find: typeof windowsAtCached) {
  if (!pincode && !centerId) return daysByClock();
  return (await find({ pincode, serviceId, centerId })).days;
}

/**
 * Leads back to the time with what was typed when the window of a chosen moment has another state than these by now. A
 * moment beyond the seven days, which only the one page takes, is nobody's window.
 */
export async function needWindow(
  visit: Visit & { at: Date | null | undefined },
  states: readonly WindowState[],
  door: Door,
) {
  const { at } = visit;
  if (!at) return;
  const windows = (await visitDaysNow(visit)).flatMap((day) => day.windows);
  const chosen = windows.find(({ from, until }) => from <= at && at < until);
  if (!chosen || states.includes(chosen.state)) return;
  door.toast("book.time.gone", {}, "bad");
  throw door.go(pathTo(door, { step: "time" }));
}
