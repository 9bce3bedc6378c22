import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { type ActorOf, permissions as allPermissions, type Permission } from "#modules/kernel/actor.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aPhone } from "#modules/testing/factories.ts";
import {
  actorOfCookie,
  adminCard,
  changeRole,
  changeUser,
  createRole,
  createUser,
  deleteRole,
  getUser,
  openSession,
  removeUser,
  rolesFor,
  rolesToGive,
  setAdminActive,
  signInAdmin,
  usersFor,
  usersList,
} from "../index.ts";
import type { SaveUser } from "../shared.ts";

openDatabase();

/* Roles and admin users as other admins keep them, with every way to more rights than one's own. */

let last = 0;
const aName = (of = "user") => `${of} ${++last} ${process.pid}`;
const password = "Demo@2026";

type Desk = { actor: ActorOf<"admin">; token: string; id: string; roleId: string | null };

/** A signed-in admin with these permissions, or a SUPER_ADMIN. */
async function aDesk(permissions?: readonly Permission[], clientId?: string): Promise<Desk> {
  const admin = await anAdmin({
    ...(permissions && { permissions }),
    ...(clientId && { adminRole: "CLIENT" as const, clientId }),
  });
  const { token } = await openSession({ kind: "admin", subjectId: admin.id, via: "cookie", address: anAddress() });
  const actor = (await actorOfCookie("admin", token)) as ActorOf<"admin">;
  return { actor, token, id: admin.id, roleId: admin.roleId ?? null };
}

const keepers: readonly Permission[] = [
  "view_admin_bar",
  "inactive_active",
  "view_role.full_access",
  "add_role",
  "edit_role_permissions.full_access",
  "delete_role",
];

const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: DomainError) => error.key ?? error,
  );
const stands = (token: string) => keyOf(actorOfCookie("admin", token));
const aRole = async (permissions: readonly Permission[]) =>
  createRole((await aDesk()).actor, { roleName: aName("role"), permissions: [...permissions] });
const aUser = (more: Partial<SaveUser> & Pick<SaveUser, "role">): SaveUser => ({
  userName: aName(),
  password,
  mobile: aPhone(),
  ...more,
});
const fieldsOf = async (id: string) => {
  const { userName, role, adminRole, clientId } = await adminCard(id);
  return { adminId: id, userName, role: role?.id ?? adminRole, ...(clientId && { clientId }) };
};

/** One SUPER_ADMIN at most is left from earlier tests. */
beforeEach(() => rows(sql`update admins set is_active = false where admin_role = 'SUPER_ADMIN'`));

describe("a role", () => {
  test("is created, changed and deleted, each with who, from what and to what", async () => {
    const { actor, id: adminId } = await aDesk();
    const roleName = aName("role");
    const role = await createRole(actor, { roleName, permissions: ["add_ticket", "add_ticket", "view_banner"] });
    expect(role).toMatchObject({ roleName, permissions: ["add_ticket", "view_banner"], version: 1 });
    expect(role.createdBy).toBe((await adminCard(adminId)).userName);
    const renamed = await changeRole(actor, {
      roleId: role.id,
      roleName: `${roleName} new`,
      version: 1,
      permissions: ["view_banner", "delete_ticket"],
    });
    expect(renamed).toMatchObject({ version: 2, permissions: ["delete_ticket", "view_banner"] });
    expect((await rolesFor(actor, { roleId: role.id })).map(({ id }) => id)).toEqual([role.id]);
    await deleteRole(actor, { roleId: role.id });
    expect(await rolesFor(actor, { roleId: role.id })).toEqual([]);
    const history = await historyOf("admin", role.id);
    expect(history.map(({ event, actor_id }) => [event, actor_id])).toEqual([
      ["role.created", adminId],
      ["role.changed", adminId],
      ["role.deleted", adminId],
    ]);
    expect(history[1]!.data).toMatchObject({
      changed: ["roleName", "permissions"],
      from: { permissions: ["add_ticket", "view_banner"] },
      to: { permissions: ["delete_ticket", "view_banner"] },
    });
    expect(await keyOf(createRole(actor, { roleName, permissions: [] }))).toBe("ok");
    expect(await keyOf(createRole(actor, { roleName: roleName.toUpperCase(), permissions: [] }))).toBe(
      "role.nameTaken",
    );
  });

  test("whose permissions change ends the sessions of all who have it; a new name or the same ticks do not", async () => {
    const { actor } = await aDesk();
    const holder = await aDesk(["add_ticket"]);
    const other = await aDesk(["add_ticket"]);
    const roleId = holder.roleId!;
    await changeRole(actor, { roleId, roleName: aName("role"), permissions: ["add_ticket"] });
    expect(await stands(holder.token)).toBe("ok");
    await changeRole(actor, { roleId, roleName: aName("role"), permissions: [] });
    expect([await stands(holder.token), await stands(other.token)]).toEqual(["session.invalid", "ok"]);
  });

  test("somebody has is not deleted, and a form of an older version says what changed and by whom", async () => {
    const { actor } = await aDesk();
    const { roleId } = await aDesk(["add_ticket"]);
    expect(await keyOf(deleteRole(actor, { roleId: roleId! }))).toBe("role.inUse");
    const other = (await aDesk()).actor;
    await changeRole(other, { roleId: roleId!, roleName: aName("role"), permissions: ["delete_ticket"] });
    const stale = changeRole(actor, { roleId: roleId!, roleName: aName("role"), permissions: [], version: 1 });
    const { key, meanwhile } = (await stale.catch((error: DomainError) => error)) as DomainError;
    expect(key).toBe("error.changed");
    expect(meanwhile?.changes[0]).toMatchObject({ by: "Operations Desk", fields: ["roleName", "permissions"] });
    expect(meanwhile?.now.permissions).toEqual(["delete_ticket"]);
  });
});

describe("a user", () => {
  test("R357 R358 is created, changed and deleted, and the user name is free again", async () => {
    const { actor, id: adminId } = await aDesk();
    const role = await aRole(["add_ticket"]);
    const input = aUser({ role: role.id });
    const user = await createUser(actor, input);
    expect(user).toMatchObject({ userName: input.userName, adminRole: "ROLE", isActive: true, mobile: input.mobile });
    expect(JSON.stringify(user)).not.toMatch(/argon2|Demo@2026/);
    expect(await keyOf(createUser(actor, aUser({ ...input, role: role.id })))).toBe("admin.userNameTaken");
    const { session } = await signInAdmin({ userName: input.userName, password, via: "cookie", address: anAddress() });
    const renamed = aName();
    await changeUser(actor, { ...(await fieldsOf(user.id)), userName: renamed, mobile: aPhone() });
    expect(await stands(session.token), "a new name ends nothing").toBe("ok");
    await changeUser(actor, { ...(await fieldsOf(user.id)), password: "Another@2026" });
    expect(await stands(session.token)).toBe("session.invalid");
    const again = await signInAdmin({
      userName: renamed,
      password: "Another@2026",
      via: "cookie",
      address: anAddress(),
    });
    await removeUser(actor, { adminId: user.id });
    expect(await stands(again.session.token)).toBe("session.unknownUser");
    expect(await usersFor(actor, { adminId: user.id })).toEqual([]);
    expect(await keyOf(getUser(actor, user.id))).toBe("admin.notFound");
    expect(await keyOf(createUser(actor, aUser({ userName: renamed, role: role.id })))).toBe("ok");
    const history = await historyOf("admin", user.id);
    expect(
      history.filter(({ event }) => event !== "admin.signedIn").map(({ event, actor_id }) => [event, actor_id]),
    ).toEqual([
      ["admin.created", adminId],
      ["admin.changed", adminId],
      ["admin.changed", adminId],
      ["admin.deleted", adminId],
    ]);
    expect(history.find(({ event }) => event === "admin.changed")?.data).toMatchObject({
      changed: ["userName", "mobile"],
      from: { userName: input.userName },
      to: { userName: renamed },
    });
    expect(JSON.stringify(history)).not.toMatch(/argon2|@2026|"(\+?91)?\d{10}"/);
  });

  test("of a client is a CLIENT, which sees that client alone; an unknown client or role is refused", async () => {
    const { actor } = await aDesk();
    const role = await aRole(["view_ticket.full_access"]);
    const client = await aClient();
    const user = await createUser(actor, aUser({ role: role.id, clientId: client.id }));
    expect(user).toMatchObject({ adminRole: "CLIENT", clientId: client.id, role: { id: role.id } });
    const unknown = "00000000-0000-7000-8000-00000000dead";
    expect(await keyOf(createUser(actor, aUser({ role: role.id, clientId: unknown })))).toBe("client.notFound");
    expect(await keyOf(createUser(actor, aUser({ role: unknown })))).toBe("role.notFound");
    expect(await keyOf(createUser(actor, aUser({ role: "SUPER_ADMIN", clientId: client.id })))).toBe(
      "user.superAdminOfClient",
    );
    const freed = await changeUser(actor, { adminId: user.id, userName: user.userName, role: role.id });
    expect(freed).toMatchObject({ adminRole: "ROLE", clientId: null });
  });

  test("who is made IN_ACTIVE is out at once and back when ACTIVE; twice is once", async () => {
    const { actor } = await aDesk();
    const user = await aDesk(["add_ticket"]);
    for (const isActive of [false, false, true, true]) await setAdminActive(actor, { adminId: user.id, isActive });
    expect(await stands(user.token)).toBe("session.denied");
    const events = (await historyOf("admin", user.id)).map(({ event, from_state, to_state }) => [
      event,
      from_state,
      to_state,
    ]);
    expect(events).toEqual([
      ["admin.disabled", "ACTIVE", "IN_ACTIVE"],
      ["admin.enabled", "IN_ACTIVE", "ACTIVE"],
    ]);
  });

  test("has a phone only a SUPER_ADMIN sees, or finds it by", async () => {
    const { actor } = await aDesk();
    const role = await aRole([]);
    const { id, mobile } = await createUser(actor, aUser({ role: role.id }));
    const clerk = (await aDesk(keepers)).actor;
    const at = (who: ActorOf<"admin">) => usersList.page(who, { search: mobile! });
    expect((await at(actor)).rows.map((row) => row.mobile)).toEqual([mobile]);
    expect((await at(clerk)).rows).toEqual([]);
    expect([(await usersFor(clerk, { adminId: id }))[0]!.mobile, (await getUser(clerk, id)).mobile]).toEqual([
      "*****",
      "*****",
    ]);
  });
});

describe("more rights than one's own", () => {
  const more = "delete_ticket" as const;

  test("come by no way: neither role, user, object swap nor toggle", async () => {
    const clerk = await aDesk(keepers);
    const me = clerk.actor;
    const above = await aDesk([...keepers, more]);
    const boss = await aDesk();
    const below = await aDesk(["view_admin_bar"]);
    const strong = await aRole([more]);
    const weak = await aRole(["view_admin_bar"]);
    const paying = await aDesk([...keepers, "adjust_wallet"]);
    const name = () => aName("role");
    const before = await rows(sql`select * from admins order by id`);
    const rolesBefore = await rows(sql`select * from roles order by id`);
    const tries: [string, () => Promise<unknown>, string][] = [
      ["a role with more", () => createRole(me, { roleName: name(), permissions: [more] }), "role.more"],
      [
        "more for a weak role",
        () => changeRole(me, { roleId: weak.id, roleName: name(), permissions: [more] }),
        "role.more",
      ],
      [
        "less for a strong role",
        () => changeRole(me, { roleId: strong.id, roleName: name(), permissions: [] }),
        "role.more",
      ],
      ["delete a strong role", () => deleteRole(me, { roleId: strong.id }), "role.more"],
      [
        "one's own role",
        () => changeRole(me, { roleId: clerk.roleId!, roleName: name(), permissions: [...keepers] }),
        "role.own",
      ],
      [
        "one's own role with less",
        () => changeRole(me, { roleId: clerk.roleId!, roleName: name(), permissions: [] }),
        "role.own",
      ],
      ["delete one's own role", () => deleteRole(me, { roleId: clerk.roleId! }), "role.own"],
      ["a user with more", () => createUser(me, aUser({ role: strong.id })), "role.more"],
      ["a SUPER_ADMIN", () => createUser(me, aUser({ role: "SUPER_ADMIN" })), "role.more"],
      [
        "a client's user with more",
        async () => createUser(me, aUser({ role: strong.id, clientId: (await aClient()).id })),
        "role.more",
      ],
      [
        "another role for oneself",
        async () => changeUser(me, { ...(await fieldsOf(clerk.id)), role: weak.id }),
        "user.own",
      ],
      [
        "oneself as SUPER_ADMIN",
        async () => changeUser(me, { ...(await fieldsOf(clerk.id)), role: "SUPER_ADMIN" }),
        "user.own",
      ],
      ["toggle oneself", () => setAdminActive(me, { adminId: clerk.id, isActive: false }), "user.own"],
      ["delete oneself", () => removeUser(me, { adminId: clerk.id }), "user.own"],
      ["more for another", async () => changeUser(me, { ...(await fieldsOf(below.id)), role: strong.id }), "role.more"],
      [
        "another as SUPER_ADMIN",
        async () => changeUser(me, { ...(await fieldsOf(below.id)), role: "SUPER_ADMIN" }),
        "role.more",
      ],
      [
        "another's password",
        async () => changeUser(me, { ...(await fieldsOf(below.id)), password }),
        "permission.denied",
      ],
      [
        "another's phone",
        async () => changeUser(me, { ...(await fieldsOf(below.id)), mobile: aPhone() }),
        "permission.denied",
      ],
      [
        "change one with more",
        async () => changeUser(me, { ...(await fieldsOf(above.id)), role: weak.id }),
        "role.more",
      ],
      ["toggle one with more", () => setAdminActive(me, { adminId: above.id, isActive: false }), "role.more"],
      ["delete one with more", () => removeUser(me, { adminId: above.id }), "role.more"],
      [
        "change a SUPER_ADMIN",
        async () => changeUser(me, { ...(await fieldsOf(boss.id)), role: weak.id }),
        "role.more",
      ],
      ["toggle a SUPER_ADMIN", () => setAdminActive(me, { adminId: boss.id, isActive: false }), "role.more"],
      ["delete a SUPER_ADMIN", () => removeUser(me, { adminId: boss.id }), "role.more"],
      [
        "a second pair of hands for money",
        () => createUser(paying.actor, aUser({ role: paying.roleId! })),
        "role.more",
      ],
      [
        "a role with money",
        () => createRole(paying.actor, { roleName: name(), permissions: ["adjust_wallet"] }),
        "role.more",
      ],
      [
        "a SUPER_ADMIN's own user",
        async () => changeUser(boss.actor, { ...(await fieldsOf(boss.id)), password }),
        "user.own",
      ],
    ];
    const outcomes = [];
    for (const [what, attempt] of tries) outcomes.push([what, await keyOf(attempt())]);
    expect(outcomes).toEqual(tries.map(([what, , key]) => [what, key]));
    expect(await rows(sql`select * from admins order by id`)).toEqual(before);
    expect(await rows(sql`select * from roles order by id`)).toEqual(rolesBefore);
    expect((await rolesToGive(me)).map(({ id }) => id)).not.toContain(strong.id);
    expect((await rolesToGive(me)).map(({ id }) => id)).toContain(weak.id);
  });

  test("an admin of a client has none of it, whatever the role says", async () => {
    const client = await aDesk(allPermissions, (await aClient()).id);
    const role = await aRole([]);
    const user = await aDesk([]);
    const tries = [
      () => createRole(client.actor, { roleName: aName("role"), permissions: [] }),
      () => changeRole(client.actor, { roleId: role.id, roleName: aName("role"), permissions: [] }),
      () => deleteRole(client.actor, { roleId: role.id }),
      () => createUser(client.actor, aUser({ role: role.id })),
      async () => changeUser(client.actor, await fieldsOf(user.id)),
      () => setAdminActive(client.actor, { adminId: user.id, isActive: false }),
      () => removeUser(client.actor, { adminId: user.id }),
      () => usersFor(client.actor, {}),
    ];
    for (const attempt of tries) expect(await keyOf(attempt())).toBe("permission.denied");
    expect(await keyOf(rolesFor(client.actor, {}))).toBe("role.noView");
  });

  test("a right that was lost after the request began is a right no more", async () => {
    const { actor } = await aDesk();
    const clerk = await aDesk(keepers);
    const below = await aDesk([]);
    await changeRole(actor, { roleId: clerk.roleId!, roleName: aName("role"), permissions: ["view_admin_bar"] });
    expect(await keyOf(setAdminActive(clerk.actor, { adminId: below.id, isActive: false }))).toBe("permission.denied");
    await removeUser(actor, { adminId: clerk.id });
    expect(await keyOf(changeUser(clerk.actor, await fieldsOf(below.id)))).toBe("session.unknownUser");
  });
});

describe("the last SUPER_ADMIN", () => {
  const left = async () =>
    (await rows<{ id: string }>(sql`select id from admins where admin_role = 'SUPER_ADMIN' and is_active`)).length;

  test("stays, when two take each other out at the same moment by whatever way", async () => {
    const role = await aRole([]);
    const ways = [
      (actor: ActorOf<"admin">, adminId: string) => removeUser(actor, { adminId }),
      (actor: ActorOf<"admin">, adminId: string) => setAdminActive(actor, { adminId, isActive: false }),
      async (actor: ActorOf<"admin">, adminId: string) =>
        changeUser(actor, { ...(await fieldsOf(adminId)), role: role.id }),
    ];
    for (const one of ways)
      for (const other of ways) {
        await rows(sql`update admins set is_active = false where admin_role = 'SUPER_ADMIN'`);
        const a = await aDesk();
        const b = await aDesk();
        const outcomes = await Promise.all([
          unitOfWork(() => keyOf(one(a.actor, b.id))),
          unitOfWork(() => keyOf(other(b.actor, a.id))),
        ]);
        expect(await left(), `${outcomes}`).toBe(1);
        expect(outcomes.filter((key) => key === "ok")).toHaveLength(1);
      }
  });

  test("is not taken out by the house either", async () => {
    const { id } = await aDesk();
    const house = { kind: "system", name: "cli" } as const;
    expect(await keyOf(removeUser(house, { adminId: id }))).toBe("admin.lastSuperAdmin");
    expect(await keyOf(setAdminActive(house, { adminId: id, isActive: false }))).toBe("admin.lastSuperAdmin");
    expect(await left()).toBe(1);
  });
});
