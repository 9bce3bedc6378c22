import { sql } from "kysely";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { unauthenticated } from "#modules/kernel/errors.ts";
import type { Admin } from "./admin.entity.ts";

/** An admin with the role's permissions, and what their session says. */
export type AdminRecord = {
  admin_id: string;
  name: string;
  admin_role: Admin["adminRole"];
  client_id: string | null;
  role_id: string | null;
  permissions: Permission[] | null;
  second_factor: boolean;
  proved_at: string | null;
  long_unseen: boolean;
};

/** The columns of an AdminRecord, of `admins`, `roles` and `sessions`. */
export const adminColumns = () => sql`
  admins.id as admin_id, admins.name, admin_role, client_id, role_id, roles.permissions,
  exists (select 1 from admin_second_factors where admin_id = admins.id and confirmed_at is not null) as second_factor,
  sessions.proved_at, coalesce(sessions.last_seen_at, sessions.created_at) <= ${fromNow(-seenMs)} as long_unseen`;

/** The precision of the recorded last use of a session. */
const seenMs = 10 * minute;

/** An admin with the permissions of their one role (R454) as they are now, so that a changed role takes effect with the next request. */
export async function adminActor(adminId: string, sessionId: string): Promise<ActorOf<"admin">> {
  const admin = await row<AdminRecord>(
    sql`select ${adminColumns()}
     from admins left join roles on roles.id = admins.role_id left join sessions on sessions.id = ${sessionId}
     where admins.id = ${adminId} and is_active`,
  );
  return actorFrom(admin, sessionId);
}

/** The actor of what was found of an admin; without a row the admin is gone or disabled. */
export async function actorFrom(admin: AdminRecord | undefined, sessionId: string): Promise<ActorOf<"admin">> {
  if (!admin) throw unauthenticated("session.unknownUser");
  if (admin.long_unseen) await rows(sql`update sessions set last_seen_at = ${now()} where id = ${sessionId}`);
  return {
    kind: "admin",
    adminId: admin.admin_id,
    name: admin.name,
    role: admin.admin_role,
    permissions: admin.permissions ?? [],
    ...(admin.client_id && { clientId: admin.client_id }),
    ...(admin.role_id && { roleId: admin.role_id }),
    sessionId,
    secondFactor: admin.second_factor && env.adminTotp !== "off",
    ...(admin.proved_at && { provedAt: new Date(admin.proved_at) }),
  };
}
