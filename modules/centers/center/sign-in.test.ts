import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { actorOfToken, otpRequested } from "#modules/access/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, asAdmin, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { changeCenter, requestCenterOtp, requestTechnicianOtp, signInCenter, signInTechnician } from "../index.ts";
import type { CenterFlag } from "../shared.ts";
import { centerState } from "../state.ts";

openDatabase();

const sent = new Map<string, { code: string; purpose: string }>();
beforeAll(() =>
  hear(otpRequested, async ({ sealed, purpose, deliver }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    if (deliver) sent.set(phone, { code, purpose });
  }),
);

const requestCode = async (phone: string) => {
  await requestCenterOtp({ phone, action: "login", address: anAddress() });
  return sent.get(phone)?.code;
};

test("R131 a center signs in with the code sent to its phone, and its session acts for it", async () => {
  const center = await aCenter();
  const otp = await requestCode(center.phone);
  const signedIn = await signInCenter({ phone: center.phone, otp: otp!, via: "token", address: anAddress() });
  expect(signedIn.center).toMatchObject({ id: center.id, centerName: center.centerName });
  expect(signedIn.center.primaryService).not.toBeNull();
  expect(signedIn.center.createdAt).toBeInstanceOf(Date);
  expect(await actorOfToken(signedIn.session.token)).toMatchObject({ kind: "center", centerId: center.id });
  expect((await historyOf("center", center.id)).map(({ event }) => event)).toEqual(["center.signedIn"]);
});

test("a wrong code, a used one and a phone that is no center's are refused with the same words", async () => {
  const center = await aCenter();
  const otp = (await requestCode(center.phone))!;
  const wrong = { kind: "invalid", key: "otp.wrong" };
  const attempt = (phone: string, code: string) =>
    signInCenter({ phone, otp: code, via: "cookie", address: anAddress() });
  await expect(attempt(center.phone, otp === "111111" ? "222222" : "111111")).rejects.toMatchObject(wrong);
  await attempt(center.phone, otp);
  await expect(attempt(center.phone, otp)).rejects.toMatchObject(wrong);
  const stranger = aPhone();
  expect(await requestCode(stranger)).toBeUndefined();
  await expect(attempt(stranger, "123456")).rejects.toMatchObject(wrong);
});

test("Q100 a center whose login was disabled is refused, with a message of its own; so are a rejected one and a draft", async () => {
  for (const closed of [
    { loginDisabled: true },
    { isActive: centerState.IN_ACTIVE, rejectionReason: "No licence" },
    { isActive: centerState.DRAFTED },
  ]) {
    const center = await aCenter(closed);
    const otp = await requestCode(center.phone);
    await expect(
      signInCenter({ phone: center.phone, otp: otp!, via: "cookie", address: anAddress() }),
    ).rejects.toMatchObject({ kind: "denied", key: "center.loginDisabled" });
  }
});

test("Q100 a center reads at its login what the operators told it, never their own remark", async () => {
  const { id, phone, version } = await aCenter();
  const disabledFor: CenterFlag[] = ["login_into_application"];
  const off = { centerId: id, version, disabledFor, remark: "Owner is rude", ticketRemarks: "Send your papers." };
  await changeCenter(asAdmin(), off);
  const attempt = async () =>
    signInCenter({ phone, otp: (await requestCode(phone))!, via: "cookie", address: anAddress() });
  await expect(attempt()).rejects.toMatchObject({
    kind: "denied",
    key: "center.loginDisabledWhy",
    params: { why: "Send your papers." },
  });
});

test("a deleted center is as unknown as a stranger", async () => {
  const center = await aCenter({ isActive: centerState.DELETED });
  expect(await requestCode(center.phone)).toBeUndefined();
});

test("R122 a registration asks for a code of its own purpose, which opens no login", async () => {
  const phone = aPhone();
  await requestCenterOtp({ phone, action: "registration", address: anAddress() });
  const { code, purpose } = sent.get(phone)!;
  expect(purpose).toBe("registration");
  await expect(signInCenter({ phone, otp: code, via: "token", address: anAddress() })).rejects.toMatchObject({
    key: "otp.wrong",
  });
});

test("a technician signs in by phone and code, unless their center may not", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const { phone } = technician;
  await requestTechnicianOtp({ phone, address: anAddress() });
  const { session } = await signInTechnician({ phone, otp: sent.get(phone)!.code, address: anAddress() });
  expect(await actorOfToken(session.token)).toMatchObject({ kind: "technician", technicianId: technician.id });

  const other = await aTechnician({ center: await aCenter({ loginDisabled: true }) });
  await requestTechnicianOtp({ phone: other.phone, address: anAddress() });
  await expect(
    signInTechnician({ phone: other.phone, otp: sent.get(other.phone)!.code, address: anAddress() }),
  ).rejects.toMatchObject({ kind: "denied" });
});

test("a technician taken out after the code was asked for is as unknown as a stranger", async () => {
  const { id, phone } = await aTechnician();
  await requestTechnicianOtp({ phone, address: anAddress() });
  await rows(sql`update technicians set deleted_at = now() where id = ${id}`);
  await expect(signInTechnician({ phone, otp: sent.get(phone)!.code, address: anAddress() })).rejects.toMatchObject({
    kind: "invalid",
    key: "otp.wrong",
  });
});
