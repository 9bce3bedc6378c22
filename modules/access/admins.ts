import { randomUUIDv7 } from "node:crypto";
import type { Actor, Permission } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { conflict, denied, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { hashPassword } from "./passwords.ts";
import type { EndedBecause } from "./session.entity.ts";
import { endSessionsOf } from "./sessions.ts";
import type { AdminCard, CreateAdmin, SaveRole } from "./shared.ts";

/** Users and roles are the SUPER_ADMIN's, the command line's and the seed's alone. */
function needSuperAdmin(actor: Actor) {
  if (actor.kind === "system" || (actor.kind === "admin" && actor.role === "SUPER_ADMIN")) return;
  throw denied();
}

/** Make an admin; a user name is unique whatever its case. Refuses a taken one with 'This user name is taken'. */
export async function createAdmin(actor: Actor, input: CreateAdmin): Promise<AdminCard> {
  needSuperAdmin(actor);
  const passwordHash = await hashPassword(input.password);
  return transaction(async () => {
    const id = randomUUIDv7();
    if (input.roleId) await needRole(input.roleId);
    const made = await rows(
      `insert into admins (id, user_name, password_hash, name, mobile, admin_role, role_id, client_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (lower(user_name)) do nothing returning id`,
      [
        id,
        input.userName,
        passwordHash,
        input.name,
        input.mobile ?? null,
        input.adminRole,
        input.roleId ?? null,
        input.clientId ?? null,
        now(),
      ],
    );
    if (made.length === 0) throw conflict("admin.userNameTaken");
    await record(actor, { subject: "admin", id, event: "admin.created", to: input.adminRole });
    return adminCard(id);
  });
}

/** Make a role, or give the one of that name these permissions; answers its id. Its admins must sign in again. */
export function saveRole(actor: Actor, { roleName, permissions }: SaveRole): Promise<{ id: string }> {
  needSuperAdmin(actor);
  return transaction(async () => {
    const wanted = JSON.stringify([...new Set(permissions)].sort());
    const before = await row<{ id: string; same: boolean }>(
      "select id, permissions = $2::jsonb as same from roles where lower(role_name) = lower($1) for update",
      [roleName, wanted],
    );
    if (before?.same) return { id: before.id };
    const [role] = await rows<{ id: string }>(
      `insert into roles (id, role_name, permissions, created_at, updated_at) values ($1, $2, $3, $4, $4)
       on conflict (lower(role_name)) do update set permissions = excluded.permissions, updated_at = excluded.updated_at
       returning id`,
      [randomUUIDv7(), roleName, wanted, now()],
    );
    const id = role!.id;
    const event = before ? "role.changed" : "role.created";
    await record(actor, { subject: "admin", id, event, data: { permissions } });
    const holders = before ? await rows<{ id: string }>("select id from admins where role_id = $1", [id]) : [];
    for (const holder of holders) await endSessionsOf("admin", holder.id);
    return { id };
  });
}

/** Give an admin a new password; every session of theirs ends. */
export async function changeAdminPassword(
  actor: Actor,
  { adminId, password }: { adminId: string; password: string },
): Promise<void> {
  if (!(actor.kind === "admin" && actor.adminId === adminId)) needSuperAdmin(actor);
  await keepPassword(actor, adminId, await hashPassword(password));
}

/** Let a password's hash be an admin's; who may do that was settled before. */
export const keepPassword = (actor: Actor, adminId: string, passwordHash: string): Promise<void> =>
  changeAdmin(actor, adminId, { set: "password_hash = $2", value: passwordHash, event: "admin.passwordChanged" });

/** Let an admin in or keep them out; kept out, every session of theirs ends. */
export async function setAdminActive(
  actor: Actor,
  { adminId, isActive }: { adminId: string; isActive: boolean },
): Promise<void> {
  needSuperAdmin(actor);
  const event = isActive ? "admin.enabled" : "admin.disabled";
  await changeAdmin(actor, adminId, { set: "is_active = $2", value: isActive, event, because: "shut_out" });
}

/** Give an admin another role; every session of theirs ends. */
export async function setAdminRole(
  actor: Actor,
  { adminId, roleId }: { adminId: string; roleId: string },
): Promise<void> {
  needSuperAdmin(actor);
  await transaction(async () => {
    await needRole(roleId);
    await changeAdmin(actor, adminId, {
      set: "admin_role = 'ROLE', role_id = $2",
      value: roleId,
      event: "admin.roleChanged",
    });
  });
}

const changeAdmin = (
  actor: Actor,
  adminId: string,
  { set, value, event, because }: { set: string; value: unknown; event: string; because?: EndedBecause },
): Promise<void> =>
  transaction(async () => {
    const changed = await rows(`update admins set ${set}, updated_at = $3 where id = $1 returning id`, [
      adminId,
      value,
      now(),
    ]);
    if (changed.length === 0) throw missing("admin.notFound");
    await refuseWithoutSuperAdmin();
    await record(actor, { subject: "admin", id: adminId, event });
    await endSessionsOf("admin", adminId, because);
  });

/** The house keeps at least one SUPER_ADMIN who can get in; changes of admins queue on this lock. */
async function refuseWithoutSuperAdmin() {
  await rows("select pg_advisory_xact_lock(hashtextextended('super-admins', 0))");
  const left = await row("select 1 from admins where admin_role = 'SUPER_ADMIN' and is_active limit 1");
  if (!left) throw conflict("admin.lastSuperAdmin");
}

async function needRole(roleId: string) {
  if (!(await row("select 1 from roles where id = $1", [roleId]))) throw missing("role.notFound");
}

type Found = Omit<AdminCard, "userName" | "adminRole" | "clientId" | "isActive" | "role"> & {
  user_name: string;
  admin_role: AdminCard["adminRole"];
  client_id: string | null;
  is_active: boolean;
  role_id: string | null;
  role_name: string | null;
  permissions: Permission[] | null;
};

const card = (found: Found): AdminCard => ({
  id: found.id,
  userName: found.user_name,
  name: found.name,
  mobile: found.mobile,
  adminRole: found.admin_role,
  role: found.role_id
    ? { id: found.role_id, roleName: found.role_name ?? "", permissions: found.permissions ?? [] }
    : null,
  clientId: found.client_id,
  isActive: found.is_active,
});

const cards = `select admins.id, user_name, name, mobile, admin_role, client_id, is_active, role_id, role_name, permissions
  from admins left join roles on roles.id = role_id`;

/** One admin as screens and the API see one. */
export async function adminCard(adminId: string): Promise<AdminCard> {
  const found = await row<Found>(`${cards} where admins.id = $1`, [adminId]);
  if (!found) throw missing("admin.notFound");
  return card(found);
}

/** The admin of a user name, if there is one. */
export async function adminNamed(userName: string): Promise<AdminCard | undefined> {
  const found = await row<Found>(`${cards} where lower(user_name) = lower($1)`, [userName.trim()]);
  return found && card(found);
}

const mostAlerted = 10;

/** Phones of the operators who look after waiting requests: super admins and holders of view_pending_ticket. */
export const operatorsToAlert = (): Promise<{ id: string; mobile: string }[]> =>
  rows(
    `select admins.id, mobile from admins left join roles on roles.id = role_id
     where is_active and mobile is not null
       and (admin_role = 'SUPER_ADMIN' or (admin_role = 'ROLE' and permissions ? 'view_pending_ticket'))
     order by admins.created_at, admins.id limit ${mostAlerted}`,
  );
