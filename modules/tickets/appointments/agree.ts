import { freeWindows, hasSeats, isInWindow, takeSeats, type VisitDay } from "#modules/centers/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { conflict, type DomainError } from "#modules/kernel/errors.ts";
import type { Ticket } from "../ticket.entity.ts";
import { AppointmentSchema } from "./appointment.entity.ts";
import { windowText } from "./window-text.ts";

type Wanted = Pick<Ticket, "id" | "serviceId" | "timePreferenceType" | "specificDateTime" | "vehicleId">;

/**
 * The moment at which a request takes a seat of the center that accepts it: the one its customer chose, until it is
 * over. IMMEDIATELY and WITHIN_24_HOURS name no window, so they take none until a time is agreed; neither does a moment
 * outside the windows, nor a pick and drop.
 */
export function wantedMoment({ vehicleId, timePreferenceType, specificDateTime: at }: Wanted): Date | undefined {
  if (timePreferenceType !== "SPECIFIC_DATE_AND_TIME" || vehicleId) return undefined;
  return at && at > now() && isInWindow(at) ? at : undefined;
}

/**
 * Take the seats of the time a request wants, for the center that gets it, in the transaction that gives it; false when
 * that time is full there. A request without such a time takes none: "No time agreed".
 */
export async function takeWantedTime(ticket: Wanted, centerId: string): Promise<boolean> {
  const at = wantedMoment(ticket);
  return at ? takeTime(ticket, centerId, at) : true;
}

/** Take the seats of a moment for a request and write the appointment; false when that time is full there. */
export async function takeTime(
  { id: ticketId, serviceId }: Pick<Ticket, "id" | "serviceId">,
  centerId: string,
  begins: Date,
  options: { useHeld?: boolean } = {},
): Promise<boolean> {
  const occupied = await takeSeats({ centerId, serviceId }, begins, options);
  if (!occupied) return false;
  em().create(AppointmentSchema, { ticketId, centerId, begins, ...occupied });
  await em().flush();
  return true;
}

/** Whether the time a request wants has its seats at a center now; the next one may take them. */
export async function hasWantedTime(ticket: Wanted, centerId: string): Promise<boolean> {
  const at = wantedMoment(ticket);
  return at ? hasSeats({ centerId, serviceId: ticket.serviceId }, at) : true;
}

/** The refusal of a center whose wanted time is full: it names windows that the center has free. */
export async function fullAt({ serviceId }: Wanted, centerId: string): Promise<DomainError> {
  const free = freeOf(await freeWindows({ centerId, serviceId }));
  if (free.length === 0) return conflict("broadcast.noWindows");
  return conflict("broadcast.windowFull", { windows: free.slice(0, mostNamed).map(windowText).join(", ") });
}

const mostNamed = 3;

const freeOf = (days: readonly VisitDay[]) =>
  days.flatMap(({ windows }) => windows.filter(({ state }) => state === "free"));
