import type { ActorOf, Permission } from "../kernel/actor.ts";
import { row } from "../kernel/db.server.ts";
import { unauthenticated } from "../kernel/errors.ts";
import type { Admin } from "./admin.entity.ts";

type Found = {
  name: string;
  admin_role: Admin["adminRole"];
  client_id: string | null;
  permissions: Permission[] | null;
};

/** An admin with the permissions of this moment, so that a changed role counts from the next request on. */
export async function adminActor(adminId: string, sessionId: string): Promise<ActorOf<"admin">> {
  const admin = await row<Found>(
    `select admins.name, admin_role, client_id, roles.permissions
     from admins left join roles on roles.id = admins.role_id
     where admins.id = $1 and is_active`,
    [adminId],
  );
  if (!admin) throw unauthenticated("session.unknownUser");
  return {
    kind: "admin",
    adminId,
    name: admin.name,
    role: admin.admin_role,
    permissions: admin.permissions ?? [],
    ...(admin.client_id && { clientId: admin.client_id }),
    sessionId,
  };
}
