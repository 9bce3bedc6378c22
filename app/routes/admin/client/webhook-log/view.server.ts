import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { clientPage } from "#app/parts/clients/client-page.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { deliveriesTable, deliveryOf, endpointsOf, listDeliveries } from "#modules/notifications/index.ts";
import { type DeliveryState, deliveryStates } from "#modules/notifications/shared.ts";

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
  { locale }: Door,
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
  const hosts = new Map(endpoints.map(({ id: endpointId, url }) => [endpointId, new URL(url).host]));
  const hosted = rows.map((delivery) => ({ ...delivery, host: hosts.get(delivery.endpointId) ?? "" }));
  const table = tableOf(deliveriesTable, hosted, { actor: admin, locale }, ({ state: is }) => ({ state: is }));
  return {
    ...view,
    mayKeep,
    rows: table.rows,
    // One address needs no column.
    columns: table.columns.filter(({ id: column }) => column !== "address" || endpoints.length > 1),
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

export type ListedDelivery = ListRow & { state: DeliveryState };
