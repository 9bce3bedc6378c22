import { row } from "#modules/kernel/db/db.server.ts";
import { clientRequests, deskOfClient } from "./demo-data.ts";
import { fixedId } from "./fixed-id.ts";
import { insertRequest, madeAt } from "./insert-request.ts";

/** Inserts the requests of the demo's client, unless it had any. */
export async function seedClientRequests(serviceIds: ReadonlyMap<string, string>) {
  const clientId = fixedId("client");
  const known = await row("select from clients where id = $1", [clientId]);
  if (!known || (await row("select from tickets where client_id = $1 limit 1", [clientId]))) return;
  for (const [nth, { reference, ...request }] of clientRequests.entries())
    await insertRequest(`client request:${nth}`, madeAt(request), serviceIds, {
      client_id: clientId,
      client_reference: reference,
      client_due_paise: 0,
      created_by: "SUPER_ADMIN",
      create_name: deskOfClient.name,
    });
}
