import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";
import { keysetPage, type Page, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { needMay } from "../policy.ts";
import type { EventsFilter } from "./input.ts";
import { bodyOf, type EventBody, type EventFacts } from "./payload.ts";

type EventRow = { id: string; event: string; facts: EventFacts; created_at: string };

/**
 * Returns a page of the events of a client's requests and uploads in the last 30 days, newest first: each as its
 * webhooks were, or would have been, sent. For the client's own admins who see its requests, and its API keys; refuses
 * others with `permission.denied`.
 */
export async function clientEvents(actor: Actor, { from, to, type, ...place }: EventsFilter): Promise<Page<EventBody>> {
  if (!isClient(actor) || !actor.clientId) throw denied();
  needMay(actor, "seeEvents");
  const { clientId } = actor;
  const markOf = (entry: EventRow) => ({ at: new Date(entry.created_at), id: entry.id });
  const page = await keysetPage<EventRow>(actor, place, { markOf }, ({ beyond, order, limit }) => {
    const fits = allOf([
      sql`client_id = ${clientId}`,
      from && sql`created_at >= ${from}`,
      to && sql`created_at <= ${to}`,
      type && sql`event = ${type}`,
      beyond("created_at", "id"),
    ]);
    return rows(
      sql`select id, event, facts, created_at from client_events where ${fits}
        order by ${order("created_at", "id")} limit ${limit}`,
    );
  });
  return pageMap(page, ({ id, event, facts, created_at }) =>
    bodyOf({ id, event, account: clientId, at: new Date(created_at), facts }),
  );
}
