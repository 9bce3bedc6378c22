import { z } from "zod";
import { clientPage } from "#app/parts/clients/client-page.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { deliveryOf, endpointsOf, listDeliveries } from "#modules/notifications/index.ts";
import { deliveryStates } from "#modules/notifications/shared.ts";

/** `client` names whose log an operator wants; `act` and `of` open a delivery, or the question before all are replayed. */
export const LogQuery = z.object({
  client: lenient(id),
  endpoint: lenient(id),
  state: lenient(z.enum(deliveryStates)),
  act: lenient(z.enum(["look", "replayAll"])),
  of: lenient(id),
  ...placeFields,
});

const perPage = 25;

/** What was sent to a client's webhooks, newest first, and the dialog that is open; one that is gone is not found. */
export async function logView(
  admin: ActorOf<"admin">,
  { client, endpoint, state, act, of, ...place }: z.output<typeof LogQuery>,
) {
  const { clientId, own, pathOf } = clientPage(admin, client);
  const { mayKeep, endpoints, ...view } = await endpointsOf(admin, clientId);
  const chosen = endpoints.find((each) => each.id === endpoint) ?? null;
  const { rows, next, previous } = await listDeliveries(admin, {
    clientId,
    endpointId: endpoint,
    state,
    ...place,
    take: perPage,
  });
  return {
    ...view,
    mayKeep,
    rows,
    pages: { next, previous },
    state: state ?? null,
    chosen,
    endpoints: endpoints.map(({ id: endpointId, url, state: stands }) => ({
      id: endpointId,
      url,
      on: stands === "active" || stands === "failing",
    })),
    here: pathOf("webhook-log"),
    webhooks: pathOf("webhooks"),
    own,
    delivery: act === "look" && of ? await deliveryOf(admin, { clientId, deliveryId: of }) : null,
    replayingAll: act === "replayAll" && mayKeep && chosen !== null && chosen.givenUp > 0,
  };
}
