import { sql } from "kysely";
import type { Actor, Permission } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { kysely, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { type HistoryRow, record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { holding, needMay, superAdmins } from "../policy.ts";
import type { AdminSchema } from "../roles/admin.entity.ts";
import { inTurn } from "../roles/in-turn.ts";
import { endSessionsOf } from "../sessions/sessions.ts";
import type { AdminCard, CreateAdmin, SaveRole } from "../shared.ts";
import { needGrantable } from "./given.ts";
import { hashPassword } from "./passwords.ts";
import { limitTaken, needFreeMobile, provedByEntry } from "./phones.ts";
import { rightsChanged } from "./rights-changed.ts";

/**
 * Create an admin. User names are unique regardless of case; a taken one is refused with 'This user name is taken', and
 * likewise a mobile number of another admin (`admin.mobileTaken`).
 * Nobody creates an admin with rights they lack (`role.more`); an unknown role or client is refused.
 */
export async function createAdmin(asking: Actor, input: CreateAdmin): Promise<AdminCard> {
  needMay(asking, "createAdmin");
  const passwordHash = await hashPassword(input.password);
  return limitTaken(asking, () => inTurn(asking, (actor) => create(actor, input, passwordHash)));
}

async function create(actor: Actor, input: CreateAdmin, passwordHash: string): Promise<AdminCard> {
  needMay(actor, "createAdmin");
  const id = rowId();
  await needGrantable(actor, input);
  if (await adminNamed(input.userName)) throw conflict("admin.userNameTaken");
  await needFreeMobile(input.mobile);
  const { adminRole, roleId = null, clientId = null, mobile = null } = input;
  await rows(
    kysely<typeof AdminSchema>()
      .insertInto("admins")
      .values({
        id,
        user_name: input.userName,
        password_hash: passwordHash,
        name: input.name,
        mobile,
        mobile_proved_at: mobile === null ? null : provedByEntry(actor),
        admin_role: adminRole,
        role_id: roleId,
        client_id: clientId,
        created_at: now(),
        updated_at: now(),
      }),
  );
  await record(actor, {
    subject: "admin",
    id,
    event: "admin.created",
    to: adminRole,
    data: { ...(roleId && { roleId }), ...(clientId && { clientId }) },
  });
  return adminCard(id);
}

/**
 * Create a role, or replace the permissions of the one with that name, whose admins must then sign in again.
 */
export function saveRole(
  actor: Actor,
  { roleName, permissions }: SaveRole,
): Promise<{ id: string; change: "added" | "changed" | "same" }> {
  needMay(actor, "saveRole");
  return inTurn(actor, async () => {
    const wanted = JSON.stringify([...new Set(permissions)].sort());
    const before = await row<{ id: string; same: boolean }>(
      sql`select id, permissions = ${wanted}::jsonb as same from roles where lower(role_name) = lower(${roleName}) and deleted_at is null for update`,
    );
    if (before?.same) return { id: before.id, change: "same" };
    const at = now();
    const [role] = await rows<{ id: string }>(
      sql`insert into roles (id, role_name, permissions, created_at, updated_at) values (${rowId()}, ${roleName}, ${wanted}, ${at}, ${at})
       on conflict (lower(role_name)) where deleted_at is null do update
         set permissions = excluded.permissions, updated_at = excluded.updated_at, version = roles.version + 1
       returning id`,
    );
    const id = role!.id;
    const event = before ? "role.changed" : "role.created";
    await record(actor, { subject: "admin", id, event, data: { permissions } });
    const holders = before ? await rows<{ id: string }>(sql`select id from admins where role_id = ${id}`) : [];
    for (const holder of holders) await rightsChanged(holder.id);
    return { id, change: before ? "changed" : "added" };
  });
}

/** Set an admin's password and end all of their sessions. */
export async function changeAdminPassword(
  actor: Actor,
  { adminId, password }: { adminId: string; password: string },
): Promise<void> {
  needMay(actor, "changePassword", { adminId });
  await keepPassword(actor, adminId, await hashPassword(password));
}

/** Store a new password hash for an admin; the caller has checked the right to do so. */
export const keepPassword = (actor: Actor, adminId: string, passwordHash: string): Promise<void> =>
  transaction(async () => {
    const changed = await rows(
      sql`update admins set password_hash = ${passwordHash}, updated_at = ${now()} where id = ${adminId} and deleted_at is null returning id`,
    );
    if (changed.length === 0) throw missing("admin.notFound");
    await record(actor, { subject: "admin", id: adminId, event: "admin.passwordChanged" });
    await endSessionsOf("admin", adminId);
  });

type AdminCardRow = Omit<AdminCard, "userName" | "adminRole" | "clientId" | "isActive" | "role"> & {
  user_name: string;
  admin_role: AdminCard["adminRole"];
  client_id: string | null;
  is_active: boolean;
  role_id: string | null;
  role_name: string | null;
  permissions: Permission[] | null;
};

const card = (admin: AdminCardRow): AdminCard => ({
  id: admin.id,
  userName: admin.user_name,
  name: admin.name,
  mobile: admin.mobile,
  adminRole: admin.admin_role,
  role: admin.role_id
    ? { id: admin.role_id, roleName: admin.role_name ?? "", permissions: admin.permissions ?? [] }
    : null,
  clientId: admin.client_id,
  isActive: admin.is_active,
  version: admin.version,
});

const cards = sql`select admins.id, user_name, name, mobile, admin_role, client_id, is_active, role_id, role_name, permissions,
    admins.version
  from admins left join roles on roles.id = role_id`;

/** One admin as screens and the API see one. */
export async function adminCard(adminId: string): Promise<AdminCard> {
  const admin = await row<AdminCardRow>(sql`${cards} where admins.id = ${adminId} and admins.deleted_at is null`);
  if (!admin) throw missing("admin.notFound");
  return card(admin);
}

/** The name of an admin, for a record of what they did. */
export const adminName = async (adminId: string): Promise<string | null> =>
  (await row<{ name: string }>(sql`select name from admins where id = ${adminId}`))?.name ?? null;

/** The names of several admins by their ids, for a history. */
export async function adminNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const admins = await rows<{ id: string; name: string }>(
    sql`select id, name from admins where id = any(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(admins.map(({ id, name }) => [id, name]));
}

/** Those of these users who are switched off or deleted. */
export async function usersOff(ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const off = await rows<{ id: string }>(
    kysely<typeof AdminSchema>()
      .selectFrom("admins")
      .select("id")
      .where("id", "in", [...new Set(ids)])
      .where((of) => of.or([of("is_active", "=", false), of("deleted_at", "is not", null)])),
  );
  return new Set(off.map(({ id }) => id));
}

/** Of some admins by their ids, those of a client. */
export async function adminsOfClient(clientId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const admins = await rows(
    kysely<typeof AdminSchema>()
      .selectFrom("admins")
      .select("id")
      .where("client_id", "=", clientId)
      .where("id", "in", [...ids]),
  );
  return new Set(admins.map(({ id }) => id));
}

type Doer = Pick<HistoryRow, "actor_kind" | "actor_id">;

/** Who stands behind rows of history: the kind, and an admin's name. */
export async function doersOf(doers: readonly Doer[]): Promise<(row: Doer) => { kind: string; name: string | null }> {
  const names = await adminNames(
    doers.flatMap(({ actor_kind, actor_id }) => (actor_kind === "admin" && actor_id ? [actor_id] : [])),
  );
  return ({ actor_kind, actor_id }) => ({
    kind: actor_kind.split(":")[0] ?? "system",
    name: (actor_id && names.get(actor_id)) ?? null,
  });
}

/** The admin with a user name, if there is one. */
export async function adminNamed(userName: string): Promise<AdminCard | undefined> {
  const admin = await row<AdminCardRow>(
    sql`${cards} where lower(user_name) = lower(${userName.trim()}) and admins.deleted_at is null`,
  );
  return admin && card(admin);
}

/** How many SUPER_ADMINs can sign in. */
export const countSuperAdmins = async (): Promise<number> =>
  (await row<{ n: number }>(sql`select count(*)::int as n from admins where ${superAdmins}`))!.n;

const mostAlerted = 10;

/** Phones of the admins who handle waiting requests: super admins and holders of view_pending_ticket. */
export const operatorsToAlert = () => phonesOfHolders("view_pending_ticket");

/** Phones of the admins who decide about money: super admins and holders of adjust_wallet. */
export const decidersToAlert = () => phonesOfHolders("adjust_wallet");

/** Whether there is an admin who may move money and can sign in, other than those with these ids. */
export const hasOtherMoneyAdmin = async (ids: readonly string[]): Promise<boolean> =>
  (await row(
    sql`select from admins left join roles on roles.id = role_id
      where ${holding("adjust_wallet")} and admins.id <> all(${[...ids]}::uuid[]) limit 1`,
  )) !== undefined;

const phonesOfHolders = (flag: "view_pending_ticket" | "adjust_wallet"): Promise<{ id: string; mobile: string }[]> =>
  rows(
    sql`select admins.id, mobile from admins left join roles on roles.id = role_id
     where mobile is not null and ${holding(flag)}
     order by admins.created_at, admins.id limit ${sql.lit(mostAlerted)}`,
  );
