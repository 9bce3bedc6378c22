import { sql } from "kysely";
import { type Actor, permissions as all, type Permission } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, denied, missing } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { may, needMay } from "../policy.ts";
import { inTurn } from "../roles/in-turn.ts";
import { findRole } from "../roles/roles.ts";
import type { RoleCard, SaveRole, UpdateRole } from "../shared.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { rightsChanged } from "./rights-changed.ts";

/**
 * Create a role (R351). Refuses permissions the actor does not hold (`role.more`) and a name another role has
 * (`role.nameTaken`).
 */
export const createRole = (asking: Actor, { roleName, permissions }: SaveRole): Promise<RoleCard> =>
  inTurn(asking, async (actor) => {
    needMay(actor, "createRole");
    needMay(actor, "grant", permissions);
    await needFreeName(roleName);
    const id = rowId();
    const at = now();
    await rows(
      sql`insert into roles (id, role_name, permissions, created_by, created_at, updated_at) values (${id}, ${roleName}, ${JSON.stringify(sorted(permissions))}, ${await userNameOf(actor)}, ${at}, ${at})`,
    );
    await record(actor, {
      subject: "admin",
      id,
      event: "role.created",
      to: roleName,
      data: { permissions: sorted(permissions) },
    });
    return roleAt(id);
  });

/** A change of a role: all of its permissions, or flags of single ones, which leave the others as they are. */
type RoleChange = Omit<UpdateRole, "permissions"> & {
  permissions?: Permission[];
  flags?: ReadonlyMap<Permission, boolean>;
};

/**
 * Change a role's name and permissions (R353); left out, these stay. Other permissions end the sessions of all who hold
 * it. Refuses the role one has oneself (`role.own`), a role or permissions beyond one's own (`role.more`), a taken name
 * (`role.nameTaken`), and a form filled from an older version, saying what changed and by whom.
 */
export const changeRole = (asking: Actor, input: RoleChange): Promise<RoleCard> =>
  inTurn(asking, async (actor) => {
    const before = await roleToChange(actor, "changeRole", input.roleId);
    const { roleName, flags = new Map<Permission, boolean>(), version } = input;
    const permissions = input.permissions ?? all.filter((each) => flags.get(each) ?? before.permissions.includes(each));
    needMay(actor, "grant", permissions);
    if (version !== undefined && version !== before.version) throw await changedSince(actor, before, version);
    await needFreeName(roleName, before.id);
    const after = { ...before, roleName, permissions: sorted(permissions) };
    const changes = changesBetween(stateOf(before), stateOf(after), (state) => state);
    if (changes.changed.length === 0) return before;
    await rows(
      sql`update roles set role_name = ${roleName}, permissions = ${JSON.stringify(after.permissions)}, version = version + 1, updated_at = ${now()} where id = ${before.id}`,
    );
    await record(actor, {
      subject: "admin",
      id: before.id,
      event: changedEvent,
      from: before.roleName,
      to: roleName,
      data: { version: before.version + 1, ...changes },
    });
    if (changes.changed.includes("permissions")) await rightsOfHoldersChanged(before.id);
    return roleAt(before.id);
  });

/** Delete a role nobody has; one that is in use is refused with `role.inUse`. */
export const deleteRole = (asking: Actor, { roleId }: { roleId: string }): Promise<void> =>
  inTurn(asking, async (actor) => {
    const role = await roleToChange(actor, "deleteRole", roleId);
    const held = await row<{ n: number }>(
      sql`select count(*)::int as n from admins where role_id = ${roleId} and deleted_at is null`,
    );
    if (held!.n > 0) throw conflict("role.inUse", { n: held!.n });
    const at = now();
    await rows(sql`update roles set deleted_at = ${at}, updated_at = ${at} where id = ${roleId}`);
    await record(actor, { subject: "admin", id: roleId, event: "role.deleted", from: role.roleName });
  });

/** The role a form is filled with; refuses as its change would. */
export const roleToEdit = (actor: Actor, roleId: string): Promise<RoleCard> =>
  roleToChange(actor, "changeRole", roleId);

/** What an actor may do with a role: nothing with their own, nor with one that holds what they lack. */
export const mayWithRole = (actor: Actor, { id, permissions }: Pick<RoleCard, "id" | "permissions">) => {
  const within = !isOwn(actor, id) && may(actor, "grant", permissions);
  return { change: within && may(actor, "changeRole"), remove: within && may(actor, "deleteRole") };
};

const isOwn = (actor: Actor, roleId: string) => actor.kind === "admin" && actor.roleId === roleId;

const changedEvent = "role.changed";

const stateOf = ({ roleName, permissions }: Pick<RoleCard, "roleName" | "permissions">) => ({ roleName, permissions });

const names: Record<string, MessageKey> = { roleName: "role.name", permissions: "common.permissions" };

const changedSince = (actor: Actor, role: RoleCard, sent: number) =>
  changedMeanwhile(actor, {
    subject: "admin",
    id: role.id,
    event: changedEvent,
    sent,
    version: role.version,
    now: stateOf(role),
    names,
  });

/** The role an act is about; refuses an unknown one, one's own, and one that holds what the actor lacks. */
async function roleToChange(actor: Actor, act: "changeRole" | "deleteRole", roleId: string): Promise<RoleCard> {
  needMay(actor, act);
  const role = await findRole(roleId);
  if (!role) throw missing("role.notFound");
  if (isOwn(actor, role.id)) throw denied("role.own");
  needMay(actor, "grant", role.permissions);
  return role;
}

async function needFreeName(roleName: string, but: string | null = null) {
  const taken = await row(
    sql`select 1 from roles where lower(role_name) = lower(${roleName}) and deleted_at is null and id is distinct from ${but}::uuid`,
  );
  if (taken) throw conflict("role.nameTaken");
}

async function rightsOfHoldersChanged(roleId: string) {
  const holders = await rows<{ id: string }>(sql`select id from admins where role_id = ${roleId}`);
  for (const { id } of holders) await rightsChanged(id);
}

async function roleAt(id: string): Promise<RoleCard> {
  return (await findRole(id))!;
}

/** H16: who created a role is the acting admin, whatever was sent. */
async function userNameOf(actor: Actor): Promise<string | null> {
  if (actor.kind !== "admin") return null;
  const admin = await row<{ name: string }>(sql`select user_name as name from admins where id = ${actor.adminId}`);
  return admin?.name ?? null;
}

/** Permissions each once, in the order of the form. */
const sorted = (permissions: readonly Permission[]) => all.filter((permission) => permissions.includes(permission));
