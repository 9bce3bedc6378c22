import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openSession, otpRequested, sessionLives } from "#modules/access/index.ts";
import { minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAdmin,
  aPhone,
  aPincode,
  aService,
  asAdmin,
  asCenter,
  asOnboarder,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import type { Center } from "../center/center.entity.ts";
import {
  addDeskLogin,
  centersOfPincode,
  centerToChange,
  changeCenter,
  deskLogins,
  requestCenterOtp,
  signInCenter,
  verifyCenter,
} from "../index.ts";
import { UpdateCenter } from "../shared.ts";
import { centerState } from "../state.ts";

openDatabase();

const codes = new Map<string, string>();
beforeAll(() =>
  hear(otpRequested, async ({ sealed }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    codes.set(phone, code);
  }),
);

const desk = asAdmin();
const clerk = asAdmin(undefined, { permissions: ["update_center.full_access"] });

/** The form of a center as sent without changes, plus the given changes. */
async function sent(
  center: Center,
  more: Partial<Record<keyof typeof UpdateCenter.shape, unknown>> = {},
  actor = desk,
) {
  const shown = await centerToChange(actor, center.id);
  return UpdateCenter.parse({
    centerId: center.id,
    version: String(shown.version),
    centerName: shown.centerName,
    phone: shown.phone,
    secondaryServiceId: (shown.secondaryServices[0] ?? shown.primaryService)?.id,
    state: shown.state,
    pincode: shown.pincode,
    additionalPincode: shown.additionalPincode ?? shown.pincode,
    disabledFor: [""],
    ...more,
  });
}

const updatesOf = async ({ id }: Center) =>
  (await historyOf("center", id)).filter(({ event }) => event === "center.updated").map(({ data }) => data);

const signedIn = async (kind: "center" | "technician", subjectId: string) =>
  (await openSession({ kind, subjectId, via: "token", address: "10.0.0.1" })).sessionId;

describe("R009 an admin changes a center", () => {
  test("its name, state, pincodes, phone and other service; its history says what and by whom", async () => {
    const primary = await aService();
    const secondary = await aService();
    const replacement = await aService();
    const center = await aCenter({ services: [primary, secondary], additionalPincode: null });
    const pincode = aPincode();
    const additionalPincode = aPincode();
    const phone = aPhone();
    const { version, pincode: former, centerName } = center;
    const changes = {
      centerName: "New Name",
      state: "Kerala",
      pincode,
      additionalPincode,
      phone,
      secondaryServiceId: replacement.id,
    };
    const saved = await changeCenter(desk, await sent(center, changes));
    expect(saved).toMatchObject({
      centerName: "New Name",
      state: "Kerala",
      pincode,
      additionalPincode,
      phone,
      primaryService: { id: primary.id },
      secondaryServices: [{ id: replacement.id, priority: 1 }],
      pincodes: [pincode, additionalPincode].sort(),
    });
    expect(saved.version).toBeGreaterThan(version);
    const [entry] = (await historyOf("center", center.id)).slice(-1);
    expect(entry).toMatchObject({ event: "center.updated", actor_kind: "admin", actor_id: desk.adminId });
    expect((entry!.data.changed as string[]).sort()).toEqual(
      [
        "additionalPincode",
        "centerName",
        "phone",
        "pincode",
        "secondaryServiceId",
        "secondaryServiceIds",
        "state",
      ].sort(),
    );
    expect(entry!.data).toMatchObject({
      version: saved.version,
      from: { centerName, secondaryServiceId: secondary.id, pincode: former },
      to: { centerName: "New Name", secondaryServiceId: replacement.id, state: "Kerala", pincode, additionalPincode },
    });
    expect(JSON.stringify(entry!.data)).not.toContain(phone);
    // Requests in the new area find it, those in the old one no more.
    const isMatched = async (at: string) =>
      (await centersOfPincode(at, { serviceId: replacement.id })).some(({ centerId }) => centerId === center.id);
    expect([await isMatched(pincode), await isMatched(former)]).toEqual([true, false]);
  });

  test("what the form does not show stays: the primary service, further services and pincodes, and the rest", async () => {
    const services = [await aService(), await aService(), await aService()];
    const pincodes = [aPincode(), aPincode(), aPincode()].sort();
    const center = await aCenter({ services, pincodes, additionalPincode: pincodes[1]!, about: "Since 1990" });
    const before = await centerToChange(desk, center.id);
    const saved = await changeCenter(desk, await sent(center, { pincode: aPincode() }));
    expect(saved.pincodes).toEqual([saved.pincode, pincodes[1], pincodes[2]].sort());
    expect(saved).toMatchObject({
      primaryService: before.primaryService,
      secondaryServices: before.secondaryServices,
      about: "Since 1990",
      addressLine: before.addressLine,
      onboardedBy: before.onboardedBy,
      phone: before.phone,
    });
    const [shown, remaining] = before.secondaryServices;
    const without = await changeCenter(desk, await sent(center, { secondaryServiceId: before.primaryService!.id }));
    expect(without.secondaryServices.map(({ id }) => id)).toEqual([remaining!.id]);
    const swapped = await changeCenter(desk, await sent(center, { secondaryServiceId: shown!.id }));
    expect(swapped.secondaryServices.map(({ id }) => id)).toEqual([shown!.id]);
  });

  test("nothing changed writes nothing", async () => {
    const center = await aCenter();
    const same = await sent(center, { additionalPincode: aPincode() });
    const { version } = await changeCenter(desk, same);
    await changeCenter(desk, { ...same, version });
    expect((await centerToChange(desk, center.id)).version).toBe(version);
    expect(await updatesOf(center)).toHaveLength(1);
  });

  test("two editors do not overwrite each other", async () => {
    const center = await aCenter();
    const first = await sent(center, { centerName: "First" });
    const second = await sent(center, { centerName: "Second" });
    const outcomes = await Promise.allSettled([changeCenter(desk, first), changeCenter(desk, second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { kind: "conflict", key: "error.changed" },
    });
    // Another service alone counts as a change too.
    const stale = await sent(center);
    await changeCenter(desk, await sent(center, { secondaryServiceId: (await aService()).id }));
    await expect(changeCenter(desk, stale)).rejects.toMatchObject({ key: "error.changed" });
  });

  test("who comes too late is told who changed what and when, as far as they may see it, and sends it again on that", async () => {
    const center = await aCenter({ centerName: "First" });
    const before = await sent(center, { centerName: "Mine" }, clerk);
    const phone = aPhone();
    const admin = await anAdmin();
    const named = asAdmin(admin);
    await changeCenter(named, await sent(center, { centerName: "Theirs, call 9876543210", phone }));
    await changeCenter(clerk, await sent(center, { state: "Kerala" }, clerk));
    const refusal = (await changeCenter(clerk, before).catch((error: unknown) => error)) as DomainError;
    const { version } = await centerToChange(desk, center.id);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(refusal).toMatchObject({ kind: "conflict", key: "error.changed" });
    expect(refusal.meanwhile).toEqual({
      version,
      changes: [
        { by: admin.name, role: "admin", own: false, at, fields: expect.arrayContaining(["centerName", "phone"]) },
        { by: null, role: "admin", own: true, at, fields: ["state"] },
      ],
      names: expect.objectContaining({ centerName: "registration.centerName", phone: "onboarder.mobile" }),
      was: expect.objectContaining({ centerName: "First" }),
      // A phone is not this admin's to see, not even one in a name.
      now: expect.objectContaining({ centerName: "Theirs, call xxxxxxxxxx", phone: "*****", state: "Kerala" }),
    });
    expect(JSON.stringify(await updatesOf(center))).not.toContain("9876543210");
    expect((await changeCenter(clerk, { ...before, version })).centerName).toBe("Mine");
  });

  test("where the history does not tell what was changed, the refusal says no more than that", async () => {
    const center = await aCenter();
    const stale = await sent(center, { centerName: "Mine" });
    await verifyCenter(desk, { centerId: center.id, verified: center.verifiedAt == null });
    await expect(changeCenter(desk, stale)).rejects.toMatchObject({ key: "error.changed", meanwhile: undefined });
  });

  test("a center that is not there or was deleted is missing", async () => {
    const center = await aCenter();
    const input = await sent(center);
    const nobodys = "00000000-0000-7000-8000-000000000000";
    await expect(centerToChange(desk, nobodys)).rejects.toMatchObject({ kind: "missing", key: "center.notFound" });
    await expect(changeCenter(desk, { ...input, centerId: nobodys })).rejects.toMatchObject({ kind: "missing" });
    const deleted = await aCenter({ isActive: centerState.DELETED });
    await expect(changeCenter(desk, { ...input, centerId: deleted.id })).rejects.toMatchObject({ kind: "missing" });
  });

  test("a service that is not offered is refused beside its field; the center's own may stay", async () => {
    const retired = await aService({ isActive: false });
    const center = await aCenter({ services: [await aService(), retired] });
    await changeCenter(desk, await sent(center, { centerName: "Kept" }));
    const other = await aService({ isActive: false });
    await expect(changeCenter(desk, await sent(center, { secondaryServiceId: other.id }))).rejects.toMatchObject({
      kind: "invalid",
      fields: { secondaryServiceId: "service.notFound" },
    });
    expect((await centerToChange(desk, center.id)).secondaryServices.map(({ id }) => id)).toEqual([retired.id]);
  });
});

describe("who may", () => {
  test("only an admin with update_center.full_access, and no B2B client's", async () => {
    const center = await aCenter();
    const input = await sent(center, { centerName: "Not so" });
    const others = [
      asAdmin(undefined, { permissions: ["view_center_details.full_access", "add_center"] }),
      asAdmin(undefined, { permissions: ["update_center.full_access"], clientId: center.id }),
      asCenter(center),
      asOnboarder(center),
      asVisitor(),
    ];
    for (const actor of others) {
      const refusal = { kind: "denied", key: "center.noUpdate" };
      await expect(centerToChange(actor, center.id)).rejects.toMatchObject(refusal);
      await expect(changeCenter(actor, input)).rejects.toMatchObject(refusal);
    }
    expect(await updatesOf(center)).toEqual([]);
    await changeCenter(clerk, await sent(center, { centerName: "So" }, clerk));
    expect((await centerToChange(desk, center.id)).centerName).toBe("So");
  });

  test("a phone is a SUPER_ADMIN's to see and to change; others see stars, and the stars keep it", async () => {
    const center = await aCenter();
    expect(await centerToChange(clerk, center.id)).toMatchObject({ phone: "*****", phoneShown: false });
    expect((await changeCenter(clerk, await sent(center, { centerName: "Stars" }, clerk))).phone).toBe("*****");
    await expect(changeCenter(clerk, await sent(center, { phone: aPhone() }, clerk))).rejects.toMatchObject({
      kind: "denied",
    });
    expect(await centerToChange(desk, center.id)).toMatchObject({ phone: center.phone, phoneShown: true });
  });
});

describe("the phone", () => {
  test("of another center is refused (Q116), of a deleted one is free", async () => {
    const center = await aCenter();
    const other = await aCenter();
    const deleted = await aCenter({ isActive: centerState.DELETED });
    await expect(changeCenter(desk, await sent(center, { phone: other.phone }))).rejects.toMatchObject({
      kind: "conflict",
      key: "center.phoneTaken",
    });
    expect((await changeCenter(desk, await sent(center, { phone: deleted.phone }))).phone).toBe(deleted.phone);
  });

  test("two centers given one phone at once: one of them gets it", async () => {
    const one = await aCenter();
    const two = await aCenter();
    const phone = aPhone();
    const outcomes = await Promise.allSettled([
      changeCenter(desk, await sent(one, { phone })),
      changeCenter(desk, await sent(two, { phone })),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { key: "center.phoneTaken" },
    });
  });

  test("another one is unproved (Q97), and whoever was logged in is logged out", async () => {
    const center = await aCenter({ phoneVerifiedAt: new Date("2026-01-01T00:00:00Z") });
    const session = await signedIn("center", center.id);
    const stranger = await signedIn("center", (await aCenter()).id);
    await changeCenter(desk, await sent(center, { centerName: "Same phone" }));
    expect(await sessionLives(session)).toBe(true);
    await changeCenter(desk, await sent(center, { phone: aPhone() }));
    expect([await sessionLives(session), await sessionLives(stranger)]).toEqual([false, true]);
    const stored = await row<{ proved: Date | null }>(
      sql`select phone_verified_at as proved from centers where id = ${center.id}`,
    );
    expect(stored).toEqual({ proved: null });
  });

  test("another one ends the logins of the desk as well, each in the history; a name alone ends none", async () => {
    const center = await aCenter();
    const person = () => addDeskLogin(asCenter(center), { name: "Asha", phone: aPhone() });
    const logins = [await person(), await person()];
    const [deskLoginId] = logins.map(({ id }) => id);
    const opened = { kind: "center", subjectId: center.id, deskLoginId, via: "token", address: "10.0.0.1" } as const;
    const { sessionId } = await openSession(opened);
    await changeCenter(desk, await sent(center, { centerName: "Same phone" }));
    expect([(await deskLogins(asCenter(center))).length, await sessionLives(sessionId)]).toEqual([2, true]);
    await changeCenter(desk, await sent(center, { phone: aPhone() }));
    expect([await deskLogins(asCenter(center)), await sessionLives(sessionId)]).toEqual([[], false]);
    const ended = (await historyOf("center", center.id)).filter(({ event }) => event === "deskLogin.ended");
    expect(ended.map(({ actor_id, data }) => [actor_id, data.loginId]).toSorted()).toEqual(
      logins.map(({ id }) => [desk.adminId, id]).toSorted(),
    );
  });
});

describe("Q100, R393 the two flags", () => {
  test("a remark is needed once one of them is touched, either way, and for nothing else", async () => {
    const center = await aCenter();
    const refusal = { kind: "invalid", key: "center.remarkMissing", fields: { remark: "center.remarkMissing" } };
    const both = ["", "login_into_application", "accepting_broadcast_ticket"];
    for (const disabledFor of [both, both.slice(0, 2), both.slice(2)]) {
      await expect(changeCenter(desk, await sent(center, { disabledFor }))).rejects.toMatchObject(refusal);
      await expect(changeCenter(desk, await sent(center, { disabledFor, remark: "  " }))).rejects.toMatchObject(
        refusal,
      );
    }
    const remark = "Complaints about prices";
    const saved = await changeCenter(desk, await sent(center, { disabledFor: both, remark }));
    expect(saved).toMatchObject({ loginDisabled: true, broadcastDisabled: true });
    await changeCenter(desk, await sent(center, { disabledFor: both, centerName: "Still shut out" }));
    await expect(changeCenter(desk, await sent(center))).rejects.toMatchObject(refusal);
    await changeCenter(desk, await sent(center, { disabledFor: both.slice(0, 2), remark: "Prices are right" }));
    const version = expect.any(Number);
    const login = "login_into_application";
    const broadcast = "accepting_broadcast_ticket";
    expect(await updatesOf(center)).toEqual([
      {
        version,
        remark,
        changed: expect.arrayContaining(["disabledFor"]),
        from: expect.objectContaining({ disabledFor: [] }),
        to: expect.objectContaining({ disabledFor: [login, broadcast] }),
      },
      { version, changed: ["centerName"], from: expect.any(Object), to: { centerName: "Still shut out" } },
      {
        version,
        remark: "Prices are right",
        changed: ["disabledFor"],
        from: { disabledFor: [login, broadcast] },
        to: { disabledFor: [login] },
      },
    ]);
  });

  test("disabled login: nobody of the center is logged in any more, its technicians neither, nor comes in", async () => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    const sessions = [await signedIn("center", center.id), await signedIn("technician", technician.id)];
    const disabled = { disabledFor: ["login_into_application"], remark: "Unpaid dues" };
    await changeCenter(desk, await sent(center, disabled));
    expect(await Promise.all(sessions.map(sessionLives))).toEqual([false, false]);
    // R022: the message for later requests with an ended session.
    const ended = rows(sql`select ended_because from sessions where id = any (${sessions})`);
    expect(await ended).toEqual([{ ended_because: "shut_out" }, { ended_because: "shut_out" }]);
    const comesIn = async () => {
      await requestCenterOtp({ phone: center.phone, action: "login", address: "10.0.0.1" });
      return signInCenter({ phone: center.phone, otp: codes.get(center.phone)!, via: "cookie", address: "10.0.0.1" });
    };
    await expect(comesIn()).rejects.toMatchObject({ kind: "denied", key: "center.loginDisabled" });
    await changeCenter(desk, await sent(center, { remark: "Paid" }));
    moveClock(minute);
    onTestFinished(resetClock);
    const { session } = await comesIn();
    // Enabling the login ends no session.
    await changeCenter(desk, await sent(center, { centerName: "Open again" }));
    expect(await sessionLives(session.sessionId)).toBe(true);
  });

  test("disabled accepting: it is no candidate for a request any more", async () => {
    const center = await aCenter();
    await changeCenter(desk, await sent(center, { disabledFor: ["accepting_broadcast_ticket"], remark: "On leave" }));
    const serviceId = (await centerToChange(desk, center.id)).primaryService!.id;
    const [candidate] = await centersOfPincode(center.pincode, { serviceId });
    expect(candidate).toMatchObject({ centerId: center.id, broadcastDisabled: true });
  });
});

test("R193 what the form needs is said beside its fields, an empty phone too", () => {
  const missing = UpdateCenter.safeParse({ centerId: crypto.randomUUID(), version: "1", phone: "" });
  const incomplete = "form.incomplete";
  expect(fieldErrors(missing.error!)).toMatchObject({
    centerName: incomplete,
    phone: incomplete,
    secondaryServiceId: incomplete,
    state: incomplete,
    pincode: incomplete,
    additionalPincode: incomplete,
  });
  const wrong = UpdateCenter.safeParse({ phone: "98765", disabledFor: ["everything"], pincode: "12" });
  expect(fieldErrors(wrong.error!)).toMatchObject({ phone: "form.phone", pincode: "form.pincode" });
  expect(Object.keys(fieldErrors(wrong.error!)).some((name) => name.startsWith("disabledFor"))).toBe(true);
});
