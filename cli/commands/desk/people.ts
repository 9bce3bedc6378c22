import {
  adminNamed,
  getUser,
  holdersOf,
  rolesFor,
  rolesList,
  setAdminActive,
  usersList,
} from "#modules/access/index.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { show } from "../../run.ts";
import { facts, table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, reading, tellDone } from "./operator.ts";

type Listing = Operating & { search?: string; take: number };

/** `users list`: who signs in at /admin-login, newest first. */
export async function users(options: Listing & { status?: "ACTIVE" | "IN_ACTIVE" }) {
  const { search, status, take } = options;
  needTake(take);
  const { rows } = await reading(options, (actor) => usersList.page(actor, { search, status, take }));
  const listed = rows.map((row) => ({ ...row, mobile: row.mobile && "*****" }));
  const words = table(
    ["since", "user name", "name", "role", "client", "active", "id"],
    listed.map(({ createdAt, userName, name, role, adminRole, client, isActive, id }) => [
      istDate(createdAt),
      userName,
      name,
      role?.roleName ?? adminRole,
      client ?? "",
      isActive ? "yes" : "no",
      id,
    ]),
    options,
  );
  show(listed, rows.length > 0 ? words : "No user fits.", options);
}

/** `users show <username>`: one user with what they may do. */
export async function showUser(options: Operating, userName: string) {
  const user = await reading(options, async (actor) => {
    const named = await adminNamed(userName);
    if (!named) throw missing("admin.notFound");
    const { mobile, ...card } = await getUser(actor, named.id);
    return { ...card, mobile: mobile && "*****" };
  });
  const may = user.adminRole === "SUPER_ADMIN" ? ["everything"] : (user.role?.permissions ?? []);
  const words = facts([
    ["user name", user.userName],
    ["name", user.name],
    ["role", user.role?.roleName ?? user.adminRole],
    ["active", user.isActive ? "yes" : "no"],
    ["client", user.clientId],
    ["may", may.join(", ") || "nothing"],
    ["id", user.id],
  ]);
  show(user, words, options);
}

/** `users enable <username>`: lets a user sign in again. */
export const enableUser = switching(true);

/** `users disable <username>`: signs a user out, who cannot sign in until enabled again. */
export const disableUser = switching(false);

function switching(isActive: boolean) {
  return async (options: Acting, userName: string) => {
    const done = await acting(options, `users ${isActive ? "enable" : "disable"}`, async (actor) => {
      const named = await adminNamed(userName);
      if (!named) throw missing("admin.notFound");
      const { changed } = await setAdminActive(actor, { adminId: named.id, isActive });
      const { id, userName: name } = named;
      return { id, userName: name, role: named.role?.roleName ?? named.adminRole, isActive, changed };
    });
    const { userName: name, role, changed } = done.result;
    const state = isActive ? `${name} (${role}) may sign in` : `${name} (${role}) may not sign in`;
    tellDone(done, changed ? state : `${state}, as before: nothing was changed`, options);
  };
}

/** `roles list`: the roles, newest first, and how many users have each. */
export async function roles(options: Listing) {
  const { search, take } = options;
  needTake(take);
  const { rows } = await reading(options, (actor) => rolesList.page(actor, { search, take }));
  const words = table(
    ["since", "role", "users", "permissions", "id"],
    rows.map(({ createdAt, roleName, users, permissions, id }) => [
      istDate(createdAt),
      roleName,
      String(users),
      String(permissions.length),
      id,
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "No role fits.", options);
}

/** `roles show <role>`: one role by its name or id, with its permissions and who has it. */
export async function showRole(options: Operating, which: string) {
  const role = await reading(options, async (actor) => {
    const named = which.trim().toLowerCase();
    const match = (await rolesFor(actor, {})).find(({ id, roleName }) => [id, roleName.toLowerCase()].includes(named));
    if (!match) throw missing("role.notFound");
    return { ...match, users: await holdersOf(match.id) };
  });
  const holders = role.users.map(({ userName, isActive }) => (isActive ? userName : `${userName} (off)`));
  const words = facts([
    ["role", role.roleName],
    ["permissions", role.permissions.join(", ") || "none"],
    ["users", holders.join(", ") || "nobody"],
    ["made by", role.createdBy],
    ["id", role.id],
  ]);
  show(role, words, options);
}
