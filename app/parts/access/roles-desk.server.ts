import { pagesOpenedBy } from "#app/parts/frame/menu-pages.ts";
import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { getRole, holdersOf, may, mayWithRole, type RoleRow, rolesList } from "#modules/access/index.ts";
import { can, permissions } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";

/* The roles as a screen (002 §2.5). */

const roleExtra = (admin: Admin, row: RoleRow) => ({ roleName: row.roleName, may: mayWithRole(admin, row) });
export type RoleExtra = ReturnType<typeof roleExtra>;

const acts = ["view", "delete"] as const;

/** The open dialog: a role with who has it and what it opens; null for one that is gone. */
async function dialogOf(admin: Admin, act: (typeof acts)[number], of: string) {
  const roleId = id.safeParse(of);
  const role = roleId.success ? await roleIfAny(admin, roleId.data) : null;
  if (!role) return { act, role: null };
  const holders = await holdersOf(role.id);
  return {
    act,
    role: {
      id: role.id,
      roleName: role.roleName,
      permissions: role.permissions,
      may: mayWithRole(admin, role),
      count: holders.length,
      /** Who has it, by name for those who keep users. */
      holders: may(admin, "changeAdmin") ? holders : null,
      opens: pagesOpenedBy(role.permissions).map((page) => ({
        to: page.to,
        label: page.label,
        /** Whether the reader may open it, too. */
        leads: can(admin, page.can),
      })),
    },
  };
}

const roleIfAny = (admin: Admin, roleId: string) =>
  getRole(admin, roleId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });

export type AlsoOfRoles = { dialog: Awaited<ReturnType<typeof dialogOf>> | null };

export const rolesDesk: DeskList<RoleRow, RoleExtra, AlsoOfRoles> = {
  list: rolesList,
  path: "/roles",
  filters: [
    { name: "search", label: "role.name", maxLength: 50, find: true },
    {
      name: "permission",
      label: "role.holds",
      choices: () => permissions.map((value) => ({ value, label: value })),
    },
  ],
  allDays: true,
  dialogs: acts,
  add: { to: "/add-role", label: "role.add", can: "add_role" },
  extras: roleExtra,
  also: async (admin, { act: named, of }) => {
    const act = acts.find((each) => each === named);
    return { dialog: act && of ? await dialogOf(admin, act, of) : null };
  },
};
