import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";

/**
 * The client a page is about, its own addresses, and whether a client's own admin reads it; `client` names the one an
 * operator wants. Not found for an operator who names none.
 */
export function clientPage(admin: ActorOf<"admin">, client: string | undefined) {
  const clientId = client ?? admin.clientId;
  if (!clientId) throw missing("error.notFound");
  return {
    clientId,
    own: isClient(admin),
    pathOf: (page: "api" | "webhooks" | "webhook-log") => `/client-${page}${client ? `?client=${client}` : ""}`,
  };
}
