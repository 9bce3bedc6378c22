import { type Actor, can } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import type { ClientRow } from "../shared.ts";
import { type Client, ClientSchema } from "./client.entity.ts";

const present = ({ id, clientName, isActive }: Client): ClientRow => ({ id, clientName, isActive });

/** The clients requests can be made for, by name. */
export async function activeClients(): Promise<ClientRow[]> {
  return (await em().find(ClientSchema, { isActive: true }, { orderBy: { clientName: "asc" } })).map(present);
}

/**
 * Every client an admin may name, the inactive ones too, by name: an admin of a client its own, others all if they work
 * on clients or their requests. Refuses with `client.noView`.
 */
export async function clientsFor(actor: Actor): Promise<ClientRow[]> {
  if (actor.kind === "admin" && actor.role === "CLIENT") return actor.clientId ? [await getClient(actor.clientId)] : [];
  const may = (["add_ticket", "edit_ticket.full_access", "view_clients.full_access"] as const).some((permission) =>
    can(actor, permission),
  );
  if (!may) throw denied("client.noView");
  return (await em().findAll(ClientSchema, { orderBy: { clientName: "asc" } })).map(present);
}

/** One client; refuses with `client.notFound`. */
export async function getClient(id: string): Promise<ClientRow> {
  const client = await em().findOne(ClientSchema, { id });
  if (!client) throw missing("client.notFound");
  return present(client);
}
