import type { Door } from "#app/http/request/door.server.ts";

/** The toast after a rebook or a revisit: created, or created although no center serves it, so that it was offered to none. */
export function sayCreated(door: Door, { serviceAvailable }: { serviceAvailable: boolean }) {
  if (serviceAvailable) door.toast("ticket.created");
  else door.toast("ticket.createdUnserved", undefined, "warn");
}
