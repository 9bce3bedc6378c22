import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { clientRequests, deskOfClient } from "./demo-data.ts";
import { fixedId } from "./fixed-id.ts";
import { insertRequest, madeAt } from "./insert-request.ts";

/** Inserts the requests of the demo's client, unless it had any. */
export async function seedClientRequests(serviceIds: ReadonlyMap<string, string>) {
  const clientId = fixedId("client");
  const known = await row(sql`select from clients where id = ${clientId}`);
  if (!known || (await row(sql`select from tickets where client_id = ${clientId} limit 1`))) return;
  for (const [nth, { reference, ...request }] of clientRequests.entries())
    await insertRequest(`client request:${nth}`, madeAt(request), serviceIds, {
      client_id: clientId,
      client_reference: reference,
      client_due_paise: 0,
      created_by: "SUPER_ADMIN",
      create_name: deskOfClient.name,
    });
}
