import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { TimeChangeSchema } from "./time-change.entity.ts";

/** The change of a request, by its internal id, that waits for the center: the wanted begin, and until when. */
export async function openTimeChange(ticketId: string): Promise<{ at: Date; until: Date } | null> {
  const change = await em().findOne(TimeChangeSchema, { ticketId, state: "OPEN" }, { refresh: true });
  const { at, expiresAt } = change ?? {};
  return at && expiresAt && expiresAt > now() ? { at, until: expiresAt } : null;
}

/**
 * End the change of a locked request that waits for a center: the request leaves that center, or gets a time otherwise. The
 * customer gets no message about it, but one about what happens instead.
 */
export async function endTimeChange(ticketId: string): Promise<void> {
  const change = await em().findOne(TimeChangeSchema, { ticketId, state: "OPEN" }, { refresh: true });
  if (!change) return;
  change.state = "EXPIRED";
  change.endedAt = now();
  await em().flush();
}

/** Whether a center can still answer a change. */
export async function isTimeChangeOpen(id: string): Promise<boolean> {
  const change = await em().findOne(TimeChangeSchema, { id, state: "OPEN" }, { refresh: true });
  return change?.expiresAt != null && change.expiresAt > now();
}
