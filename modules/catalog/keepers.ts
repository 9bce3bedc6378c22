import { sql } from "kysely";
import { type Actor, isSuperAdmin } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";

/** Refuse an actor who may not change what is sold: only a SUPER_ADMIN and the command line may (R369). */
export function needKeeper(actor: Actor, text?: "service.noView") {
  if (actor.kind !== "system" && !isSuperAdmin(actor)) throw denied(text);
}

/** Refuse an actor who may not see the services' own page, with its denial (R369). */
export const needServiceKeeper = (actor: Actor) => needKeeper(actor, "service.noView");

/** What a change of the catalog is announced by. */
export const catalogTopic = "catalog";

/**
 * Changes of the catalog are made one after another, so that none is made from a state another one ends; each is
 * announced once it is committed.
 */
export async function oneChangeAtATime() {
  await rows(sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`);
  await announce([catalogTopic]);
}
