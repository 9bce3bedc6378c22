import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type ActorOf, system } from "#modules/kernel/actor.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, anAdmin, aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  actorOfCookie,
  askPasswordReset,
  changeUser,
  createAdmin,
  createRole,
  createUser,
  finishPasswordReset,
  mobilesToSet,
  needsMobileProof,
  openSession,
  otpRequested,
  ownMobile,
  proveMobile,
  removeUser,
  requestMobileProof,
  setAdminActive,
  setMobile,
  userToEdit,
} from "../index.ts";
import { CreateAdmin, SaveUser, UpdateUser } from "../shared.ts";

openDatabase();
afterEach(resetClock);

/* A mobile number resets a password: it is one admin's, and only once it is proved. */

const cli = system("cli");
const password = "Demo@2026";
const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed, deliver }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  if (deliver) codes.set(phone, code);
  else codes.delete(phone);
});

let last = 0;
const aName = () => `phones ${++last} ${process.pid}`;
const keyOf = (act: () => Promise<unknown>) =>
  unitOfWork(act).then(
    () => "ok",
    (error: DomainError) => error.key ?? String(error),
  );
async function acting(adminId: string): Promise<ActorOf<"admin">> {
  const { token } = await openSession({ kind: "admin", subjectId: adminId, via: "cookie", address: anAddress() });
  return (await actorOfCookie("admin", token)) as ActorOf<"admin">;
}
const aChief = async () => acting((await anAdmin()).id);
const aUser = (mobile: string) => SaveUser.parse({ userName: aName(), password, mobile, role: "SUPER_ADMIN" });
const aForm = (id: string, mobile: string) =>
  UpdateUser.parse({ adminId: id, userName: aName(), role: "SUPER_ADMIN", mobile });

/** Whether the number gets a code for a reset and that code changes the password. */
async function resets(phone: string): Promise<boolean> {
  codes.delete(phone);
  const address = anAddress();
  const { request, nonce } = await unitOfWork(() =>
    askPasswordReset({ phone, password: "Another@2026", address, locale: "en" }),
  );
  const otp = codes.get(phone) ?? "111111";
  return (await keyOf(() => finishPasswordReset({ phone, request, otp, address, nonces: [nonce] }))) === "ok";
}

/** Every spelling a form takes of one number. */
const spellings = (phone: string) => [phone, `+91 ${phone}`, `0${phone}`, `${phone.slice(0, 5)} ${phone.slice(5)}`];

test("a live admin's number is nobody else's, however it is spelled and by whichever way it is entered", async () => {
  const chief = await aChief();
  const owner = await createAdmin(cli, CreateAdmin.parse({ ...named(), mobile: aPhone() }));
  const other = await createUser(chief, aUser(aPhone()));
  for (const spelled of spellings(owner.mobile!)) {
    expect(await keyOf(() => createUser(chief, aUser(spelled)))).toBe("admin.mobileTaken");
    expect(await keyOf(() => changeUser(chief, aForm(other.id, spelled)))).toBe("admin.mobileTaken");
    expect(await keyOf(() => createAdmin(cli, CreateAdmin.parse({ ...named(), mobile: spelled })))).toBe(
      "admin.mobileTaken",
    );
  }
  expect(await keyOf(() => setMobile(cli, { userName: other.userName, mobile: owner.mobile! }))).toBe(
    "admin.mobileTaken",
  );
  expect(await resets(owner.mobile!)).toBe(true);
  // Their own number is not taken from them; a disabled admin keeps theirs, a deleted one's is free.
  expect(await keyOf(() => changeUser(chief, aForm(owner.id, owner.mobile!)))).toBe("ok");
  await setAdminActive(chief, { adminId: owner.id, isActive: false });
  expect(await keyOf(() => createUser(chief, aUser(owner.mobile!)))).toBe("admin.mobileTaken");
  await removeUser(chief, { adminId: owner.id });
  expect(await keyOf(() => createUser(chief, aUser(owner.mobile!)))).toBe("ok");
});

const named = () => ({ userName: aName(), password, name: "Asha", adminRole: "SUPER_ADMIN" });

test("of two who are created at once with one number, one is", async () => {
  const chiefs = [await aChief(), await aChief(), await aChief(), await aChief()];
  const phone = aPhone();
  const outcomes = await Promise.all(chiefs.map((chief) => keyOf(() => createUser(chief, aUser(phone)))));
  expect(outcomes.sort()).toEqual(["admin.mobileTaken", "admin.mobileTaken", "admin.mobileTaken", "ok"]);
  // The database refuses a second one even from a writer that did not look.
  const doubled = rows(sql`update admins set mobile = ${phone} where id = ${chiefs[0]!.adminId}`);
  await expect(doubled).rejects.toThrow();
});

test("whose numbers are admins' is learned ten times an hour at most", async () => {
  const chief = await aChief();
  const owner = await createAdmin(cli, CreateAdmin.parse({ ...named(), mobile: aPhone() }));
  for (let n = 0; n < 10; n++)
    expect(await keyOf(() => createUser(chief, aUser(owner.mobile!)))).toBe("admin.mobileTaken");
  expect(await keyOf(() => createUser(chief, aUser(owner.mobile!)))).toBe("error.tooMany");
  expect(await keyOf(() => createUser(chief, aUser(aPhone())))).toBe("error.tooMany");
  expect(await keyOf(() => aChief().then((other) => createUser(other, aUser(aPhone()))))).toBe("ok");
});

test("a number that is entered resets the password once its admin proved it by its code, and not before", async () => {
  const chief = await aChief();
  const { id, mobile, userName } = await createUser(chief, aUser(aPhone()));
  const admin = await acting(id);
  expect([await needsMobileProof(id), await resets(mobile!)]).toEqual([true, false]);
  expect((await mobilesToSet()).unproved).toContain(userName);
  const by = { address: anAddress() };
  moveClock(31_000);
  const { nonce } = await requestMobileProof(admin, { locale: "en", ...by });
  const code = codes.get(mobile!)!;
  const asker = { ...by, nonces: [nonce] };
  const wrong = code === "123456" ? "654321" : "123456";
  expect(await keyOf(() => proveMobile(admin, { otp: wrong }, asker))).toBe("otp.wrong");
  expect(await keyOf(() => proveMobile(admin, { otp: code }, asker))).toBe("ok");
  expect(await ownMobile(admin)).toEqual({ mobile, proved: true });
  expect((await mobilesToSet()).unproved).not.toContain(userName);
  expect((await historyOf("admin", id)).map(({ event }) => event)).toContain("admin.mobileProved");
  expect(await keyOf(() => requestMobileProof(admin, { locale: "en", ...by }))).toBe("admin.mobileProvedAlready");
  // Saved again as it is, it stays proved; another number is not.
  await changeUser(chief, { ...aForm(id, mobile!), version: (await userToEdit(chief, id)).version });
  expect(await needsMobileProof(id)).toBe(false);
  await changeUser(chief, aForm(id, aPhone()));
  expect(await needsMobileProof(id)).toBe(true);
});

test("who may not change a number gets one answer to every number sent, and the mask sent back changes nothing", async () => {
  const chief = await aChief();
  const role = await createRole(chief, { roleName: aName(), permissions: ["add_ticket"] });
  const user = await createUser(chief, { ...aUser(aPhone()), role: role.id });
  const keeper = await acting((await anAdmin({ permissions: ["view_admin_bar", "add_ticket"] })).id);
  const form = (mobile: string) =>
    UpdateUser.parse({ adminId: user.id, userName: user.userName, role: role.id, mobile });
  for (const guessed of [user.mobile!, `+91${user.mobile}`, aPhone()])
    expect(await keyOf(() => changeUser(keeper, form(guessed)))).toBe("permission.denied");
  const { mobile: shown } = await userToEdit(keeper, user.id);
  for (const unread of [shown!, ""]) expect(await keyOf(() => changeUser(keeper, form(unread)))).toBe("ok");
  expect((await userToEdit(chief, user.id)).mobile).toBe(user.mobile);
});

test("a code for the number of before proves nothing, and a wrong number is corrected by a SUPER_ADMIN or the command line", async () => {
  const chief = await aChief();
  const { id, mobile, userName } = await createUser(chief, aUser(aPhone()));
  const admin = await acting(id);
  const by = { address: anAddress() };
  const { nonce } = await requestMobileProof(admin, { locale: "en", ...by });
  const right = aPhone();
  await changeUser(chief, { ...aForm(id, right), userName });
  const asker = { ...by, nonces: [nonce] };
  expect(await keyOf(() => proveMobile(admin, { otp: codes.get(mobile!)! }, asker))).toBe("otp.wrong");
  expect(await needsMobileProof(id)).toBe(true);
  const vouched = aPhone();
  await setMobile(cli, { userName: userName.toUpperCase(), mobile: vouched });
  expect(await ownMobile(admin)).toEqual({ mobile: vouched, proved: true });
  expect([await resets(right), await resets(vouched)]).toEqual([false, true]);
  expect(await keyOf(() => setMobile(cli, { userName: "nobody at all", mobile: vouched }))).toBe("admin.notFound");
});

test("who lost a number to another admin is listed until one is entered", async () => {
  const chief = await aChief();
  const { id, userName } = await createUser(chief, aUser(aPhone()));
  await rows(sql`update admins set mobile_emptied = mobile, mobile = null where id = ${id}`);
  expect((await mobilesToSet()).emptied).toContain(userName);
  expect(await keyOf(async () => requestMobileProof(await acting(id), { locale: "en", address: anAddress() }))).toBe(
    "admin.noMobile",
  );
  await changeUser(chief, { ...aForm(id, aPhone()), userName });
  expect((await mobilesToSet()).emptied).not.toContain(userName);
});
