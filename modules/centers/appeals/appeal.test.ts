import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { otpRequested } from "#modules/access/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  answerAppeal,
  appeal,
  appealByCode,
  appealOf,
  centersList,
  changeCenter,
  deleteCenter,
  openAppeals,
  ownState,
  requestCenterOtp,
} from "../index.ts";
import { Appeal, AppealByCode, DisableCenter, longestAppeal } from "../shared.ts";

openDatabase();

const codes = new Map<string, string>();
beforeAll(() =>
  hear(otpRequested, async ({ sealed }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    codes.set(phone, code);
  }),
);

const admin = asAdmin();
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: DomainError) => error.key,
  );

/** Disables a center for these, or enables it with none. */
async function disable(centerId: string, ...disabledFor: string[]) {
  const [{ version } = { version: 0 }] = await rows<{ version: number }>(
    sql`select version from centers where id = ${centerId}`,
  );
  const input = { centerId, version: String(version), disabledFor: ["", ...disabledFor], remark: "Papers" };
  await changeCenter(admin, DisableCenter.parse(input));
}

async function aDisabledCenter(...disabledFor: string[]) {
  const center = await aCenter();
  await disable(center.id, ...(disabledFor.length > 0 ? disabledFor : ["accepting_broadcast_ticket"]));
  return center;
}

const events = async (centerId: string) => (await historyOf("center", centerId)).map(({ event }) => event);
const waiting = async () =>
  (await centersList.page(admin, { appeal: "open", take: 50 })).rows.map(({ id, appealed }) => [id, appealed]);

test("a disabled center asks for another look, operators find it and read it, and enabling it answers", async () => {
  const center = await aDisabledCenter();
  const before = await openAppeals(admin);
  await appeal(asCenter(center), { message: "The papers are there now" });
  expect(await ownState(asCenter(center))).toMatchObject({
    restricted: true,
    appeal: { message: "The papers are there now" },
  });
  expect(await waiting()).toContainEqual([center.id, true]);
  expect(await openAppeals(admin)).toBe(before + 1);
  expect(await appealOf(admin, center.id)).toMatchObject({ message: "The papers are there now" });
  // Disabled for something else as well, it still waits.
  await disable(center.id, "accepting_broadcast_ticket", "login_into_application");
  expect(await appealOf(admin, center.id)).not.toBeNull();
  await disable(center.id);
  expect(await appealOf(admin, center.id)).toBeNull();
  expect(await waiting()).not.toContainEqual([center.id, true]);
  expect(await ownState(asCenter(center))).toEqual({ restricted: false, appeal: null });
  expect(await events(center.id)).toContain("center.appealed");
});

test("one message at a time, also when two are sent at once; none where nothing is closed", async () => {
  const center = await aDisabledCenter();
  const answers = await Promise.all(["one", "two"].map((message) => keyOf(appeal(asCenter(center), { message }))));
  expect(answers.toSorted()).toEqual(["center.appeal.already", "ok"]);
  expect((await events(center.id)).filter((event) => event === "center.appealed")).toHaveLength(1);
  expect(await keyOf(appeal(asCenter(await aCenter()), { message: "Why?" }))).toBe("center.appeal.notNeeded");
});

test("an answered appeal is closed while the center stays disabled, and it may write again", async () => {
  const center = await aDisabledCenter();
  await appeal(asCenter(center), { message: "Please" });
  const stranger = asAdmin(undefined, { permissions: ["view_center_details.full_access"] });
  expect(await keyOf(answerAppeal(stranger, { centerId: center.id }))).not.toBe("ok");
  await answerAppeal(admin, { centerId: center.id });
  expect(await keyOf(answerAppeal(admin, { centerId: center.id }))).toBe("center.appeal.gone");
  expect(await ownState(asCenter(center))).toMatchObject({ restricted: true, appeal: null });
  await appeal(asCenter(center), { message: "Please, again" });
  expect((await events(center.id)).filter((event) => event.startsWith("center.appeal"))).toHaveLength(3);
});

test("a center that cannot log in, or was rejected, writes with the code sent to its phone, and with no other", async () => {
  const asker = { address: anAddress() };
  const shutOut = await aDisabledCenter("login_into_application");
  const rejected = await aCenter();
  await rows(sql`update centers set is_active = -1, rejection_reason = 'No licence' where id = ${rejected.id}`);
  for (const { id, phone } of [shutOut, rejected]) {
    await requestCenterOtp({ phone, action: "login", ...asker });
    const code = codes.get(phone)!;
    const sent = (otp: string) => AppealByCode.parse({ phone, otp, message: "We are here" });
    const wrong = code === "111111" ? "222222" : "111111";
    expect(await keyOf(appealByCode({ ...sent(wrong), ...asker }))).toBe("otp.wrong");
    expect(await appealOf(admin, id)).toBeNull();
    await appealByCode({ ...sent(code), ...asker });
    expect(await appealOf(admin, id)).toMatchObject({ message: "We are here" });
    expect(await keyOf(appealByCode({ ...sent(code), ...asker }))).toBe("otp.wrong");
  }
});

test("operators who may not see phones see none in it; a message has its length; a deleted center waits no more", async () => {
  const center = await aDisabledCenter();
  await appeal(asCenter(center), { message: "Call 9812345678 please" });
  const reader = asAdmin(undefined, { permissions: ["view_center_details.full_access"] });
  expect((await appealOf(reader, center.id))!.message).not.toContain("9812345678");
  expect(await keyOf(appealOf(asAdmin(undefined, { permissions: [] }), center.id))).not.toBe("ok");
  expect(Appeal.safeParse({ message: "x".repeat(longestAppeal + 1) }).success).toBe(false);
  expect(Appeal.safeParse({ message: "  " }).success).toBe(false);
  const before = await openAppeals(admin);
  await deleteCenter(admin, { centerId: center.id });
  expect(await openAppeals(admin)).toBe(before - 1);
});
