import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { can, system } from "#modules/kernel/actor.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient } from "#modules/testing/factories.ts";
import {
  actorOfCookie,
  actorOfToken,
  adminNamed,
  changeAdminPassword,
  createAdmin,
  hashPassword,
  saveRole,
  setAdminActive,
  setAdminRole,
  signInAdmin,
} from "../index.ts";
import { AdminLogin, CreateAdmin } from "../shared.ts";

openDatabase();

const cli = system("cli");
const password = "Demo@2026";
let last = 0;
const anAddress = () => `10.1.${Math.floor(++last / 250)}.${last % 250}`;
const aName = () => `admin${++last}`;

beforeAll(() =>
  unitOfWork(async () => {
    await createAdmin(cli, { userName: "Root", password, name: "Root", adminRole: "SUPER_ADMIN" });
  }),
);
afterEach(resetClock);

const anAdmin = async (permissions: Parameters<typeof saveRole>[1]["permissions"] = ["add_ticket"]) => {
  const userName = aName();
  const { id: roleId } = await saveRole(cli, { roleName: `role of ${userName}`, permissions });
  return createAdmin(cli, { userName, password, name: "Someone", adminRole: "ROLE", roleId });
};
const signIn = (userName: string, secret = password, address = anAddress(), via: "cookie" | "token" = "cookie") =>
  signInAdmin({ userName, password: secret, via, address });
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string }) => error.key,
  );

test("R015 an admin signs in with user name and password, whatever the case of the name", async () => {
  const { session, admin } = await signIn("ROOT");
  expect(admin).toMatchObject({ userName: "Root", adminRole: "SUPER_ADMIN", role: null });
  expect(JSON.stringify(admin)).not.toContain("argon2");
  expect(await actorOfCookie("admin", session.token)).toMatchObject({ kind: "admin", role: "SUPER_ADMIN" });
  expect(say("admin.loggedIn")).toBe("Admin login successful");
});

test("R454 a ROLE admin has exactly the permissions of the role, a CLIENT its client", async () => {
  const admin = await anAdmin(["add_ticket", "view_pending_ticket"]);
  const { session } = await signIn(admin.userName, password, anAddress(), "token");
  const actor = await actorOfToken(session.token);
  expect(can(actor, "add_ticket")).toBe(true);
  expect(can(actor, "delete_ticket")).toBe(false);
  const { id: clientId } = await aClient();
  const desk = aName();
  await createAdmin(cli, { userName: desk, password, name: "Desk", adminRole: "CLIENT", clientId });
  const client = await signIn(desk);
  expect(await actorOfCookie("admin", client.session.token)).toMatchObject({
    role: "CLIENT",
    clientId,
    permissions: [],
  });
});

test("empty fields say 'Please enter user name' and 'Please enter password'", () => {
  const parsed = AdminLogin.safeParse({ userName: " ", password: "" });
  const fields = fieldErrors(parsed.error!);
  expect([say(fields.userName!), say(fields.password!)]).toEqual(["Please enter user name", "Please enter password"]);
});

test("wrong password, unknown user and disabled admin get the same words", async () => {
  const { id: adminId, userName } = await anAdmin();
  await setAdminActive(cli, { adminId, isActive: false });
  await signIn("root");
  const attempts = { root: "wrong-one", "nobody-at-all": "wrong-one", [userName]: password };
  for (const [name, secret] of Object.entries(attempts)) {
    expect(await keyOf(signIn(name, secret)), name).toBe("admin.loginFailed");
  }
});

test("after five wrong passwords from one network each further try waits longer, known user or not", async () => {
  for (const userName of [(await anAdmin()).userName, "ghost"]) {
    const address = anAddress();
    for (let n = 0; n < 5; n++) expect(await keyOf(signIn(userName, "wrong-one", address))).toBe("admin.loginFailed");
    expect(await keyOf(signIn(userName, password, address))).toBe("admin.loginWait");
    moveClock(31_000);
    expect(await keyOf(signIn(userName, "wrong-one", address))).toBe("admin.loginFailed");
    moveClock(31_000);
    expect(await keyOf(signIn(userName, password, address)), "the wait has doubled").toBe("admin.loginWait");
    moveClock(30_000);
    if (userName !== "ghost") {
      expect(await keyOf(signIn(userName, password, address))).toBe("ok");
      expect(await keyOf(signIn(userName, "wrong-one", address)), "forgotten").toBe("admin.loginFailed");
    }
    resetClock();
  }
});

test("a stranger's wrong passwords do not keep the admin out elsewhere", async () => {
  const { userName } = await anAdmin();
  const stranger = anAddress();
  for (let n = 0; n < 8; n++) await keyOf(signIn(userName, "wrong-one", stranger));
  expect(await keyOf(signIn(userName))).toBe("ok");
});

test("forty passwords at once reach the comparison five times", async () => {
  const { userName } = await anAdmin();
  const address = anAddress();
  const keys = await Promise.all(
    Array.from({ length: 40 }, () => unitOfWork(() => keyOf(signIn(userName, "wrong-one", address)))),
  );
  expect(keys.filter((key) => key === "admin.loginFailed")).toHaveLength(5);
});

test("password change, disabling and another role end every session at once", async () => {
  const { id: roleId } = await saveRole(cli, { roleName: "another", permissions: [] });
  const changes = [
    [(adminId: string) => changeAdminPassword(cli, { adminId, password: "Another@2026" }), "session.invalid"],
    [(adminId: string) => setAdminActive(cli, { adminId, isActive: false }), "session.denied"],
    [(adminId: string) => setAdminRole(cli, { adminId, roleId }), "session.invalid"],
  ] as const;
  for (const [change, refusalKey] of changes) {
    const admin = await anAdmin();
    const cookie = await signIn(admin.userName);
    const token = await signIn(admin.userName, password, anAddress(), "token");
    await change(admin.id);
    expect(await keyOf(actorOfCookie("admin", cookie.session.token))).toBe(refusalKey);
    expect(await keyOf(actorOfToken(token.session.token))).toBe(refusalKey);
  }
});

test("a role whose permissions change sends its admins to sign in again; the same permissions do not", async () => {
  const admin = await anAdmin(["add_ticket"]);
  const role = admin.role!;
  const { session } = await signIn(admin.userName);
  await saveRole(cli, { roleName: role.roleName, permissions: ["add_ticket"] });
  expect(await keyOf(actorOfCookie("admin", session.token))).toBe("ok");
  await saveRole(cli, { roleName: role.roleName, permissions: ["view_banner"] });
  expect(await keyOf(actorOfCookie("admin", session.token))).toBe("session.invalid");
  expect((await adminNamed(admin.userName))?.role?.permissions).toEqual(["view_banner"]);
});

test("only a super admin makes admins and roles, and the last one cannot be disabled", async () => {
  const { session } = await signIn((await anAdmin()).userName);
  const limited = await actorOfCookie("admin", session.token);
  const nobody = { userName: aName(), password, name: "x", adminRole: "SUPER_ADMIN" } as const;
  expect(await keyOf(createAdmin(limited, nobody))).toBe("permission.denied");
  const root = await adminNamed("root");
  expect(await keyOf(setAdminActive(cli, { adminId: root!.id, isActive: false }))).toBe("admin.lastSuperAdmin");
  expect(await keyOf(createAdmin(cli, { ...nobody, userName: "ROOT" }))).toBe("admin.userNameTaken");
  const { error } = CreateAdmin.safeParse({ ...nobody, adminRole: "ROLE" });
  expect(fieldErrors(error!)).toEqual({ roleId: "form.incomplete" });
});

test("every change of an admin is in the history, without the password", async () => {
  const admin = await anAdmin();
  await signIn(admin.userName);
  await changeAdminPassword(cli, { adminId: admin.id, password: "Another@2026" });
  const history = await historyOf("admin", admin.id);
  expect(history.map(({ event }) => event)).toEqual(["admin.created", "admin.signedIn", "admin.passwordChanged"]);
  expect(JSON.stringify(history)).not.toMatch(/argon2|Another@2026/);
});

test("passwords are argon2id with 64 MiB and three passes, and an older hash is renewed at sign-in", async () => {
  expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  const admin = await anAdmin();
  const stored = async () =>
    (await row<{ password_hash: string }>(sql`select password_hash from admins where id = ${admin.id}`))!.password_hash;
  const older = await hash(password, { memoryCost: 8_192, timeCost: 1 });
  await rows(sql`update admins set password_hash = ${older} where id = ${admin.id}`);
  expect(await keyOf(signIn(admin.userName))).toBe("ok");
  expect(await stored()).toContain("m=65536,t=3,p=1");
  expect(await keyOf(signIn(admin.userName))).toBe("ok");
});
