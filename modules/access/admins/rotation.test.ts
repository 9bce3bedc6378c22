import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sign, unseal, unsign } from "#modules/kernel/crypto.server.ts";
import { pool, row, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { otpRequested } from "../events.ts";
import { actorOfToken, openSession, requestOtp, verifyOtp } from "../index.ts";
import { countSignIn, freeTries } from "./sign-in-delay.ts";

openDatabase();

const { appSecret, previousSecrets } = env;
const next = "the-next-secret-0123456789-abcdefghijkl";
const rotate = () => configure({ appSecret: next, previousSecrets: [appSecret] });
const forget = () => configure({ appSecret: next, previousSecrets: [] });
afterEach(() => configure({ appSecret, previousSecrets }));

const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  codes.set(phone, code);
});

test("whoever is signed in by a token stays so when the secret changes, until it is forgotten", async () => {
  const { id } = await aCenter();
  const open = () => openSession({ kind: "center", subjectId: id, via: "token", address: anAddress() });
  const { token } = await open();
  rotate();
  const { token: fresh } = await open();
  for (const each of [token, fresh]) expect(await actorOfToken(each)).toMatchObject({ kind: "center", centerId: id });
  await expect(actorOfToken(`${token}x`)).rejects.toMatchObject({ key: "session.invalid" });
  forget();
  await expect(actorOfToken(token)).rejects.toMatchObject({ key: "session.invalid" });
  expect(await actorOfToken(fresh)).toMatchObject({ centerId: id });
});

test("a code that is under way, and what was signed, hold over the change", async () => {
  const phone = aPhone();
  const address = anAddress();
  await requestOtp({ phone, purpose: "booking", address });
  const signed = sign("a toast");
  rotate();
  expect(unsign(signed)).toBe("a toast");
  const wrong = codes.get(phone) === "111111" ? "222222" : "111111";
  await expect(verifyOtp({ phone, purpose: "booking", otp: wrong, address })).rejects.toMatchObject({
    key: "otp.wrong",
  });
  expect(await verifyOtp({ phone, purpose: "booking", otp: codes.get(phone)!, address })).toHaveProperty("proof");
});

test("who has to wait after wrong passwords does not get new tries by the change", async () => {
  const userName = `admin-${aPhone()}`;
  const address = anAddress();
  const guess = () => unitOfWork(() => countSignIn(userName, { address }));
  for (let tries = 0; tries < freeTries.network; tries += 1) await guess();
  await expect(guess()).rejects.toMatchObject({ kind: "limited" });
  rotate();
  await expect(guess()).rejects.toMatchObject({ kind: "limited" });
  const counted = (await row<{ count: number }>(sql`select count(*)::int as count from sign_in_tries`))!.count;
  expect(counted).toBe(2);
  expect((await pool().query("select max(failures)::int as most from sign_in_tries")).rows).toEqual([
    { most: freeTries.network },
  ]);
});
