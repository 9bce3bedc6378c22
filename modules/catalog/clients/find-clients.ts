import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { hasWords } from "#modules/kernel/lists/search-names.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { needMay } from "../policy.ts";
import type { ClientRow } from "../shared.ts";
import { clientNamesNow } from "./clients.ts";

/** The most clients that a search returns. */
export const clientsAtOnce = 50;

type Named = Pick<ClientRow, "id" | "clientName">;

export type ClientsPage = {
  clients: Named[];
  /** Whether there are others, which another search finds. */
  more: boolean;
  /** Whether others match as well. */
  isCut: boolean;
};

/**
 * Returns the clients requests can be made for by the words of their names, as the actor reads these; in their order, at
 * most `clientsAtOnce`. `chosen` is added to them, a deleted or inactive one too. An admin of a client finds its own.
 * Refuses with `client.noView`.
 */
export async function findClients(
  actor: Actor,
  { search = "", chosen }: { search?: string | undefined; chosen?: string | undefined } = {},
): Promise<ClientsPage> {
  needMay(actor, "findClients");
  const isSeen = (id: string) => !isClient(actor) || id === actor.clientId;
  const seen = (await clientNamesNow(actor)).filter(({ id }) => isSeen(id));
  const matching = seen.filter(({ clientName }) => hasWords(search, clientName));
  const clients = matching.slice(0, clientsAtOnce);
  const isMissing = chosen && isSeen(chosen) && !clients.some(({ id }) => id === chosen);
  const other = isMissing
    ? await row<Named>(sql`select id, client_name as "clientName" from clients where id = ${chosen}`)
    : undefined;
  if (other) clients.push({ id: other.id, clientName: nameFor(actor, other.clientName) });
  return { clients, more: seen.length > clientsAtOnce, isCut: matching.length > clientsAtOnce };
}
