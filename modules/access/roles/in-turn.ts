import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { adminActor } from "./admin-actor.ts";

/**
 * Changes admins or roles, one change at a time, in a transaction: two changes at the same moment each see what the other
 * did. The actor is read again in its turn, so that one who was disabled or lost a right meanwhile is refused.
 */
export const inTurn = <T>(actor: Actor, change: (actor: Actor) => Promise<T>): Promise<T> =>
  transaction(async () => {
    await rows(sql`select pg_advisory_xact_lock(hashtextextended('admins-and-roles', 0))`);
    return change(actor.kind === "admin" ? await adminActor(actor.adminId, actor.sessionId) : actor);
  });
