import { freeWindows, type VisitDay } from "#modules/centers/index.ts";
import type { Ticket } from "../ticket.entity.ts";

/** The days of the next seven on which a center has free windows for a request, with those windows. */
export async function freeTimes({ serviceId }: Pick<Ticket, "serviceId">, centerId: string): Promise<VisitDay[]> {
  const days = await freeWindows({ centerId, serviceId });
  return days
    .map(({ day, windows }) => ({ day, windows: windows.filter(({ state }) => state === "free") }))
    .filter(({ windows }) => windows.length > 0);
}
