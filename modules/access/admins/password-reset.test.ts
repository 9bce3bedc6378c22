import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  actorOfToken,
  askPasswordReset,
  createAdmin,
  finishPasswordReset,
  otpRequested,
  passwordChanged,
  signInAdmin,
} from "../index.ts";
import { AskPasswordReset } from "../shared.ts";

openDatabase();

/** The messages that would have been sent, and the subjects of the notices. */
const sent = new Map<string, { code: string; deliver: boolean }>();
const notices: string[] = [];
hear(otpRequested, async ({ sealed, deliver }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, { code, deliver });
});
hear(passwordChanged, async ({ adminId }) => void notices.push(adminId));

afterEach(resetClock);

let last = 0;
const address = () => `10.2.${Math.floor(++last / 250)}.${last % 250}`;
const old = "Old@Password1";
const fresh = "New@Password2";

async function anAdmin(mobile = aPhone()) {
  const userName = `reset${++last}`;
  const admin = await createAdmin(system("cli"), {
    userName,
    password: old,
    name: "Asha",
    mobile,
    adminRole: "SUPER_ADMIN",
  });
  const token = await adminToken(admin.id);
  const opens = (password: string) =>
    signInAdmin({ userName, password, via: "token", address: address() }).then(
      () => true,
      () => false,
    );
  return { id: admin.id, phone: mobile, token, opens };
}
const ask = (phone: string, password = fresh) =>
  unitOfWork(() => askPasswordReset({ phone, password, address: address(), locale: "en" }));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: { key?: string }) => error.key,
  );

test("Q01 asking changes no password and ends no session; the proof does both and tells the admin", async () => {
  const admin = await anAdmin();
  const { request } = await ask(admin.phone);
  expect([await admin.opens(old), await admin.opens(fresh)]).toEqual([true, false]);
  expect(await refusal(actorOfToken(admin.token))).toBe("none");

  const { code } = sent.get(admin.phone)!;
  await finishPasswordReset({ phone: admin.phone, request, otp: code, address: address() });
  expect([await admin.opens(old), await admin.opens(fresh)]).toEqual([false, true]);
  expect(await refusal(actorOfToken(admin.token))).toBe("session.invalid");
  expect(notices).toContain(admin.id);
  const events = (await historyOf("admin", admin.id)).map(({ event }) => event);
  expect(events).toContain("admin.passwordChanged");
  // Code and request each work only once.
  expect(await refusal(finishPasswordReset({ phone: admin.phone, request, otp: code, address: address() }))).toBe(
    "otp.wrong",
  );
});

test("H1 the same call with the code and the password that was asked for completes it, with another password not", async () => {
  const admin = await anAdmin();
  await ask(admin.phone);
  const proof = { phone: admin.phone, otp: sent.get(admin.phone)!.code, address: address() };
  expect(await refusal(finishPasswordReset({ ...proof, password: "Other@Password3" }))).toBe("otp.wrong");
  moveClock(31_000);
  await ask(admin.phone);
  await finishPasswordReset({ ...proof, otp: sent.get(admin.phone)!.code, password: fresh });
  expect(await admin.opens(fresh)).toBe(true);
});

test("a stranger who asks for somebody's phone gains nothing when the owner proves their own request", async () => {
  const admin = await anAdmin();
  const owner = await ask(admin.phone);
  moveClock(31_000);
  await ask(admin.phone, "Stranger@Pass4");
  const { code } = sent.get(admin.phone)!;
  await finishPasswordReset({ phone: admin.phone, request: owner.request, otp: code, address: address() });
  expect([await admin.opens(fresh), await admin.opens("Stranger@Pass4")]).toEqual([true, false]);
});

test("a phone of nobody, of a disabled admin or one not proved is answered alike, and nothing is sent", async () => {
  const nobody = aPhone();
  const unproved = await anAdmin();
  const disabled = await anAdmin();
  await rows(sql`update admins set mobile_proved_at = null where id = ${unproved.id}`);
  await rows(sql`update admins set is_active = false where id = ${disabled.id}`);
  for (const phone of [nobody, unproved.phone, disabled.phone]) {
    const { request } = await ask(phone);
    const { code, deliver } = sent.get(phone)!;
    expect(deliver).toBe(false);
    expect(await refusal(finishPasswordReset({ phone, request, otp: code, address: address() }))).toBe("otp.wrong");
  }
  expect(await unproved.opens(fresh)).toBe(false);
});

test("H1 a phone is asked for three times an hour at most, and what was asked is forgotten after 15 minutes", async () => {
  const admin = await anAdmin();
  const { request } = await ask(admin.phone);
  moveClock(15 * 60_000 + 1_000);
  await ask(admin.phone);
  const { code } = sent.get(admin.phone)!;
  expect(await refusal(finishPasswordReset({ phone: admin.phone, request, otp: code, address: address() }))).toBe(
    "otp.wrong",
  );
  moveClock(60_000);
  await ask(admin.phone);
  moveClock(60_000);
  expect(await refusal(ask(admin.phone))).toBe("error.tooMany");
});

test("H1 one network asks thirty times an hour at most, for whichever phones", async () => {
  const from = address();
  const limit = { name: "password-reset-network", points: 30, seconds: 3600, onFailure: "closed" } as const;
  for (let nth = 1; nth < 30; nth += 1) await countUse(limit, from);
  const asking = (password: string) => askPasswordReset({ phone: aPhone(), password, address: from, locale: "en" });
  await unitOfWork(() => asking(fresh));
  expect(await refusal(unitOfWork(() => asking(fresh)))).toBe("error.tooMany");
});

test("what was asked for another phone, or was proved before, is no request of this one", async () => {
  const admin = await anAdmin();
  const other = await anAdmin();
  const stranger = await ask(other.phone, "Stranger@Pass4");
  const used = await ask(admin.phone);
  const code = () => ({ phone: admin.phone, otp: sent.get(admin.phone)!.code, address: address() });
  expect(await refusal(finishPasswordReset({ ...code(), request: stranger.request }))).toBe("otp.wrong");
  moveClock(31_000);
  await ask(admin.phone, "Third@Password5");
  await finishPasswordReset({ ...code(), request: used.request });
  moveClock(31_000);
  await ask(admin.phone, "Fourth@Password6");
  expect(await refusal(finishPasswordReset({ ...code(), request: used.request }))).toBe("otp.wrong");
  expect([await admin.opens(fresh), await admin.opens("Stranger@Pass4")]).toEqual([true, false]);
});

test("passwords are kept as hashes alone", async () => {
  const admin = await anAdmin();
  await ask(admin.phone);
  const stored = await row<{ password_hash: string }>(sql`select * from password_resets where phone = ${admin.phone}`);
  expect(stored!.password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(stored)).not.toContain(fresh);
});

test.each([
  [{}, { phone: "reset.incomplete", password: "reset.incomplete", again: "reset.incomplete" }],
  [{ phone: "98765", password: fresh, again: fresh }, { phone: "reset.phone" }],
  [{ phone: "9876543210", password: fresh, again: "Other@1234" }, { again: "reset.different" }],
  [{ phone: "9876543210", password: "short", again: "short" }, { password: "admin.passwordShort" }],
])("the form of %j is refused beside its fields", (fields, errors) => {
  expect(fieldErrors(AskPasswordReset.safeParse(fields).error!)).toEqual(errors);
});
