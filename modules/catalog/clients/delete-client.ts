import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import type { ClientRef } from "../shared.ts";
import { existingClient } from "./clients.ts";

/** What stands in the way of deleting a client: its users, and its requests that are neither closed nor cancelled. */
export async function inTheWayOf(clientId: string): Promise<{ users: number; requests: number }> {
  const counts = await row<{ users: number; requests: number }>(
    sql`select (select count(*)::int from admins where client_id = ${clientId} and deleted_at is null) as users,
            (select count(*)::int from tickets
              where client_id = ${clientId} and status not in ('CLOSED', 'CANCEL') and deleted_at is null) as requests`,
  );
  return counts!;
}

/**
 * Delete a client (Q115): no request can be made for it and its name is free again; its old requests stay and show its
 * name. Its API keys end with it. Refuses one with users or open requests, saying how many (`clients.inUse`). Needs edit_clients.full_access.
 */
export async function deleteClient(actor: Actor, { clientId }: ClientRef): Promise<void> {
  needMay(actor, "changeClient");
  return transaction(async () => {
    await oneChangeAtATime();
    const client = await existingClient(clientId, { lock: true });
    const { users, requests } = await inTheWayOf(clientId);
    if (users + requests > 0) throw conflict("clients.inUse", { users, requests });
    em().assign(client, { deletedAt: now(), isActive: false, version: client.version + 1 });
    await em().flush();
    await rows(sql`update client_keys set revoked_at = ${now()} where client_id = ${clientId} and revoked_at is null`);
    await record(actor, { subject: "catalog", id: clientId, event: "client.deleted", from: client.clientName });
  });
}
