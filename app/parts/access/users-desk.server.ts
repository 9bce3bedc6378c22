import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { allRoles, getUser, mayWith, type UserRow, usersList } from "#modules/access/index.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/* The admin users as a screen (002 §2.6). */

const userExtra = (admin: Admin, row: UserRow) => ({
  userName: row.userName,
  isActive: row.isActive,
  may: mayWith(admin, row),
});
export type UserExtra = ReturnType<typeof userExtra>;

const acts = ["view", "toggle", "delete"] as const;
export type UserAct = (typeof acts)[number];

/** The open dialog: what is done, and the user; null for one that is gone. */
async function dialogOf(admin: Admin, act: UserAct, of: string) {
  const adminId = id.safeParse(of);
  const user = adminId.success ? await userIfAny(admin, adminId.data) : null;
  return {
    act,
    user: user && {
      id: user.id,
      userName: user.userName,
      isActive: user.isActive,
      may: mayWith(admin, user),
      roleName: user.role?.roleName ?? user.adminRole,
      /** Null for a SUPER_ADMIN, whom no flags limit. */
      permissions: user.adminRole === "SUPER_ADMIN" ? null : (user.role?.permissions ?? []),
    },
  };
}

const userIfAny = (admin: Admin, adminId: string) =>
  getUser(admin, adminId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });

export type AlsoOfUsers = { dialog: Awaited<ReturnType<typeof dialogOf>> | null };

export const usersDesk: DeskList<UserRow, UserExtra, AlsoOfUsers> = {
  list: usersList,
  path: "/users",
  filters: [
    { name: "search", label: "user.userName", maxLength: 60, find: true },
    {
      name: "status",
      label: "user.status",
      choices: (_admin, { locale }) =>
        (["ACTIVE", "IN_ACTIVE"] as const).map((value) => ({ value, label: say(`user.${value}`, {}, locale) })),
    },
    {
      name: "roleId",
      label: "user.role",
      choices: async () => (await allRoles()).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  allDays: true,
  dialogs: acts,
  add: { to: "/add-user", label: "user.add", can: "view_admin_bar" },
  extras: userExtra,
  also: async (admin, { act: named, of }) => {
    const act = acts.find((each) => each === named);
    return { dialog: act && of ? await dialogOf(admin, act, of) : null };
  },
};
