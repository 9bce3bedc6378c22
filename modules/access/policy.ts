import { sql } from "kysely";
import { can, holdsAll, type Permission, policyOf } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";

/** Who may do what with admins, roles and consumers. */

/** What only a SUPER_ADMIN gives: it needs a second admin to approve, whom nobody makes for themselves. */
const ofSuperAdmins: readonly Permission[] = ["adjust_wallet"];

/**
 * What is done with admins and roles: a SUPER_ADMIN, the command line and the seed may, others by their permissions
 * (Q10), an admin of a client never. Password and phone of somebody else, which are the way into the account, are a
 * SUPER_ADMIN's; everybody changes their own password.
 */
export const { may, needMay } = policyOf({
  seeAdmins: "view_admin_bar",
  createAdmin: "view_admin_bar",
  changeAdmin: "view_admin_bar",
  setActive: "inactive_active",
  removeAdmin: "inactive_active",
  seeRoles: "view_role.full_access",
  createRole: "add_role",
  changeRole: "edit_role_permissions.full_access",
  deleteRole: "delete_role",
  saveRole: holdsAll,
  /** SUPER_ADMINs are made, changed and removed by their like. */
  keepSuperAdmins: (actor) => holdsAll(actor) || denied("role.more"),
  /** Nobody gives or takes a permission they lack (H17), nor changes a role or an admin with one. */
  grant: (actor, permissions: readonly Permission[]) =>
    holdsAll(actor) ||
    permissions.every((permission) => can(actor, permission) && !ofSuperAdmins.includes(permission)) ||
    denied("role.more"),
  changePassword: (actor, { adminId }: { adminId?: string } = {}) =>
    holdsAll(actor) || (actor.kind === "admin" && actor.adminId === adminId),
  changePhone: holdsAll,
  /** The phones of admins reset their passwords. */
  seePhones: holdsAll,
  /** A consumer without a proof of the phone; the public brings one. */
  registerConsumers: (actor) => actor.kind === "admin" || actor.kind === "system",
});

/** What is done with an admin who is there. */
export type AdminAct = "changeAdmin" | "setActive" | "removeAdmin";

/** The SUPER_ADMINs who can sign in, as a SQL condition over `admins`. */
export const superAdmins = sql`admin_role = 'SUPER_ADMIN' and is_active`;

/** The admins who can sign in and hold a permission, as a SQL condition over `admins` and `roles`; no client's admins. */
export const holding = (permission: Permission) =>
  sql`is_active and (admin_role = 'SUPER_ADMIN' or (admin_role = 'ROLE' and permissions ? ${sql.lit(permission)}))`;
