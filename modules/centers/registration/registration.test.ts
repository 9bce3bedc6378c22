import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { otpRequested, requestOtp } from "#modules/access/index.ts";
import { freezeClock, fromNow, minute, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  anOnboarder,
  aPhone,
  aPincode,
  aProof,
  aService,
  asOnboarder,
  asVisitor,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  askAgain,
  askToBecomeOnboarder,
  askToRegister,
  confirmCenter,
  onboardedCenters,
  onboarderOfLink,
  partnerOf,
  registerCenter,
  registerOnboarder,
  subscriptionHolds,
  waitingDetails,
} from "../index.ts";
import { type CenterDetails, CenterRegistration, OnboardCenter, OnboardedCenter, RegisterCenter } from "../shared.ts";
import { centerState } from "../state.ts";
import { clearRegistrations } from "./registration.ts";

openDatabase();

const codes = new Map<string, string>();
let messages = 0;
beforeAll(() =>
  hear(otpRequested, async ({ sealed, deliver }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    if (deliver) codes.set(phone, code);
    messages += 1;
  }),
);

async function aCenterInput(more: Partial<CenterDetails> = {}): Promise<CenterDetails> {
  return {
    centerName: "Shri Cool Care",
    phone: aPhone(),
    name: "Asha Rao",
    primaryServiceId: (await aService()).id,
    secondaryServiceIds: [(await aService()).id],
    addressLine: "12 Market Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: aPincode(),
    additionalPincode: aPincode(),
    noOfTechnicians: 3,
    ...more,
  };
}

const wrongCodeOf = (phone: string) => (codes.get(phone) === "111111" ? "222222" : "111111");

async function requestProof(details: CenterDetails, ownerId?: string) {
  const { token } = await askToRegister({ kind: "center", ownerId, details, address: anAddress() });
  return { token, address: anAddress(), otp: codes.get(details.phone)! };
}

const centersOf = async (phone: string) =>
  (await row<{ count: number }>(sql`select count(*)::int as count from centers where phone = ${phone}`))!.count;

describe("a registration", () => {
  test("R118 the right code registers at once: active, on trial, with services, service area and a QR of its own", async () => {
    const details = await aCenterInput();
    const center = await confirmCenter(asVisitor(), await requestProof(details));
    expect(center).toMatchObject({
      centerName: details.centerName,
      phone: details.phone,
      isActive: 1,
      noOfTechnicians: 3,
      additionalPincode: details.additionalPincode,
      country: "INDIA",
      primaryService: { id: details.primaryServiceId },
      // R120
      secondaryServices: [{ id: details.secondaryServiceIds[0], priority: 1 }],
      pincodes: [details.pincode, details.additionalPincode].sort(),
      qr: { status: "ACTIVE" },
    });
    expect(center.qr!.qrId).toMatch(/^INA[2-9A-HJ-NP-Z]{6}$/);
    expect((await partnerOf(center.qr!.qrId))?.center?.id).toBe(center.id);
    expect(subscriptionHolds({ ...center })).toBe(true);
    expect((await historyOf("center", center.id)).map(({ event }) => event)).toEqual(["center.registered"]);
    const stored = await row<{ proved: Date | null; onboarder: string | null }>(
      sql`select phone_verified_at as proved, onboarded_by as onboarder from centers where id = ${center.id}`,
    );
    expect(stored?.proved).toBeInstanceOf(Date);
    expect(stored?.onboarder).toBeNull();
  });

  test("a wrong code registers nothing and stays counted: after five the right one is refused too", async () => {
    const details = await aCenterInput();
    const proof = await requestProof(details);
    const wrong = { kind: "invalid", key: "otp.wrong" };
    for (let tries = 0; tries < 5; tries++)
      await expect(confirmCenter(asVisitor(), { ...proof, otp: wrongCodeOf(details.phone) })).rejects.toMatchObject(
        wrong,
      );
    await expect(confirmCenter(asVisitor(), proof)).rejects.toMatchObject(wrong);
    expect(await centersOf(details.phone)).toBe(0);
  });

  test("sent twice it makes one center; ten at once too", async () => {
    const details = await aCenterInput();
    const proof = await requestProof(details);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => confirmCenter(asVisitor(), proof)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(confirmCenter(asVisitor(), proof)).rejects.toMatchObject({
      kind: "conflict",
      key: "registration.over",
    });
    expect(await centersOf(details.phone)).toBe(1);
  });

  test("H10 that a phone has a center is told after its code and not before", async () => {
    const { phone } = await aCenter();
    const details = await aCenterInput({ phone });
    const before = messages;
    const proof = await requestProof(details);
    expect(messages).toBe(before + 1);
    await expect(confirmCenter(asVisitor(), { ...proof, otp: wrongCodeOf(phone) })).rejects.toMatchObject({
      key: "otp.wrong",
    });
    await expect(confirmCenter(asVisitor(), proof)).rejects.toMatchObject({
      kind: "conflict",
      key: "center.phoneTaken",
    });
    expect(await centersOf(phone)).toBe(1);
  });

  test("the phone of a deleted center may be registered anew", async () => {
    const { phone } = await aCenter({ isActive: centerState.DELETED });
    await confirmCenter(asVisitor(), await requestProof(await aCenterInput({ phone })));
    expect(await centersOf(phone)).toBe(2);
  });

  test("Q116 two proofs of one phone race: one center", async () => {
    const details = await aCenterInput();
    const proofs = [
      await aProof({ phone: details.phone, purpose: "registration" }),
      await aProof({ phone: details.phone, purpose: "registration" }),
    ];
    const outcomes = await Promise.allSettled(
      proofs.map((proof) => registerCenter(asVisitor(), { ...details, proof })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { kind: "conflict", key: "center.phoneTaken" },
    });
    expect(await centersOf(details.phone)).toBe(1);
  });

  test("without a proof, or with one for another act, nobody is registered", async () => {
    const details = await aCenterInput();
    const proof = await aProof({ phone: details.phone, purpose: "booking" });
    const register = (shown: string | undefined) => registerCenter(asVisitor(), { ...details, proof: shown });
    await expect(register(undefined)).rejects.toMatchObject({ kind: "unauthenticated", key: "otp.proofMissing" });
    for (const shown of [proof, "nobody-gave-this"])
      await expect(register(shown)).rejects.toMatchObject({ kind: "denied", key: "otp.proofNeeded" });
    expect(await centersOf(details.phone)).toBe(0);
  });

  test("one service twice is kept once, as the primary one; one pincode twice once", async () => {
    const details = await aCenterInput();
    const center = await confirmCenter(
      asVisitor(),
      await requestProof({
        ...details,
        secondaryServiceIds: [details.primaryServiceId],
        additionalPincode: details.pincode,
      }),
    );
    expect([center.primaryService?.id, center.secondaryServices, center.pincodes]).toEqual([
      details.primaryServiceId,
      [],
      [details.pincode],
    ]);
  });

  test("a service nobody can book is refused, and the code may be given again", async () => {
    const dead = await aService({ isActive: false });
    const details = await aCenterInput({ secondaryServiceIds: [dead.id] });
    const proof = await requestProof(details);
    await expect(confirmCenter(asVisitor(), proof)).rejects.toMatchObject({
      kind: "invalid",
      fields: { secondaryServiceId: "service.notFound" },
    });
    await rows(sql`update services set is_active = true where id = ${dead.id}`);
    expect((await confirmCenter(asVisitor(), proof)).phone).toBe(details.phone);

    await rows(sql`update services set is_active = false where id = ${dead.id}`);
    await expect(
      confirmCenter(asVisitor(), await requestProof(await aCenterInput({ primaryServiceId: dead.id }))),
    ).rejects.toMatchObject({
      kind: "invalid",
      fields: { primaryServiceId: "service.notFound" },
    });
  });

  test("details wait two hours under their token, may be written anew, and are forgotten", async () => {
    const details = await aCenterInput();
    const { token } = await requestProof(details);
    const which = { kind: "center", token } as const;
    expect(await waitingDetails<CenterDetails>(which)).toMatchObject(details);
    expect(await waitingDetails({ ...which, kind: "onboarder" })).toBeUndefined();
    // Changed within 30 seconds of the last code: that code is still valid.
    const again = await askToRegister({
      kind: "center",
      token,
      details: { ...details, city: "Mysuru" },
      address: anAddress(),
    });
    expect(again.token).toBe(token);
    expect(await waitingDetails<CenterDetails>(which)).toMatchObject({ city: "Mysuru" });
    await expect(askAgain({ ...which, address: anAddress() })).rejects.toMatchObject({
      kind: "limited",
      key: "otp.wait",
    });
    expect(await askAgain({ kind: "center", token: "nobody-knows-this", address: anAddress() })).toBeUndefined();
    await rows(sql`update registrations set expires_at = ${fromNow(-minute)} where phone = ${details.phone}`);
    expect(await waitingDetails(which)).toBeUndefined();
    await clearRegistrations();
    expect(await row(sql`select from registrations where phone = ${details.phone}`)).toBeUndefined();
  });
});

test("the code of another act is no code of a registration: who had one a moment ago is told to wait", async () => {
  const details = await aCenterInput();
  await requestOtp({ phone: details.phone, purpose: "booking", address: anAddress() });
  const ask = askToRegister({ kind: "center", details, address: anAddress() });
  await expect(ask).rejects.toMatchObject({ kind: "limited", key: "otp.wait" });
  expect(await row(sql`select from registrations where phone = ${details.phone}`)).toBeUndefined();
});

describe("an onboarder's own registration", () => {
  const requestRegistration = async () => {
    const details = {
      name: "Sunil Stores",
      phone: aPhone(),
      primaryServiceId: (await aService()).id,
      allowedStates: ["Karnataka"],
      allowedCities: ["Bengaluru"],
    };
    const { uniqueId } = await askToBecomeOnboarder({ details, address: anAddress() });
    return { uniqueId, phone: details.phone, otp: codes.get(details.phone)! };
  };

  test("H11 a unique id holds for ten minutes and no longer", async () => {
    onTestFinished(resetClock);
    freezeClock(new Date());
    const { uniqueId: token } = await requestRegistration();
    moveClock(10 * minute - second);
    expect(await waitingDetails({ kind: "onboarder", token })).toBeDefined();
    moveClock(second);
    expect(await waitingDetails({ kind: "onboarder", token })).toBeUndefined();
  });

  test("H11 a wrong code stays counted: after five the right one registers nobody", async () => {
    const { uniqueId, phone, otp } = await requestRegistration();
    const wrong = { kind: "invalid", key: "otp.wrong" };
    for (let tries = 0; tries < 5; tries++)
      await expect(registerOnboarder(asVisitor(), { uniqueId, otp: wrongCodeOf(phone) })).rejects.toMatchObject(wrong);
    await expect(registerOnboarder(asVisitor(), { uniqueId, otp })).rejects.toMatchObject(wrong);
    expect(await row(sql`select from onboarders where phone = ${phone}`)).toBeUndefined();
  });

  test("one account for a phone: a second one is told after its code", async () => {
    onTestFinished(resetClock);
    freezeClock(new Date());
    const first = await requestRegistration();
    await registerOnboarder(asVisitor(), first);
    moveClock(minute);
    const details = {
      name: "Sunil again",
      phone: first.phone,
      primaryServiceId: (await aService()).id,
      allowedStates: ["Karnataka"],
      allowedCities: ["Bengaluru"],
    };
    const { uniqueId } = await askToBecomeOnboarder({ details, address: anAddress() });
    await expect(registerOnboarder(asVisitor(), { uniqueId, otp: codes.get(first.phone)! })).rejects.toMatchObject({
      kind: "conflict",
      key: "onboarder.phoneTaken",
    });
  });
});

describe("an onboarder's centers", () => {
  test("R112 a link names its onboarder in any case of letters, or by object id; an unknown one nobody", async () => {
    const onboarder = await anOnboarder();
    const known = { id: onboarder.id, centerOnboarderId: onboarder.centerOnboarderId, name: onboarder.name };
    expect(await onboarderOfLink(onboarder.centerOnboarderId.toLowerCase())).toEqual(known);
    expect(await onboarderOfLink(onboarder.id)).toEqual(known);
    for (const unknown of [undefined, "", "ONBNOBODY", "01900000-0000-7000-8000-000000000000"])
      expect(await onboarderOfLink(unknown)).toBeUndefined();
  });

  test("R111 a center that registers through the link is the onboarder's", async () => {
    const onboarder = await anOnboarder();
    const center = await confirmCenter(asVisitor(), {
      ...(await requestProof(await aCenterInput())),
      creditedTo: onboarder.id,
    });
    expect((await onboardedCenters(asOnboarder(onboarder))).rows.map(({ id }) => id)).toEqual([center.id]);
  });

  test("what an onboarder wrote down is completed by that onboarder and by nobody else", async () => {
    const own = await anOnboarder();
    const other = await anOnboarder();
    const proof = await requestProof(await aCenterInput(), own.id);
    for (const stranger of [asOnboarder(other), asVisitor()])
      await expect(confirmCenter(stranger, proof)).rejects.toMatchObject({ key: "registration.over" });
    const center = await confirmCenter(asOnboarder(own), proof);
    expect((await onboardedCenters(asOnboarder(own))).rows.map(({ id }) => id)).toEqual([center.id]);
    expect((await onboardedCenters(asOnboarder(other))).rows).toEqual([]);
  });

  test("R192 the list has pages of 25, is searched by name, phone, pincode and QR, and leaves deleted ones out", async () => {
    const own = await anOnboarder();
    const made = [];
    for (let index = 0; index < 27; index++)
      made.push(await aCenter({ onboardedBy: own.id, centerName: `Shop ${index} 100%` }));
    await aCenter({ onboardedBy: own.id, isActive: centerState.DELETED });
    await aCenter({ centerName: "Shop of nobody" });
    const me = asOnboarder(own);
    const first = await onboardedCenters(me);
    expect(first.rows).toHaveLength(25);
    const second = await onboardedCenters(me, { after: first.next! });
    expect([second.rows.length, second.next]).toEqual([2, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
    const one = made[3]!;
    const qr = (await row<{ qr_id: string }>(sql`select qr_id from partner_qrs where center_id = ${one.id}`))!;
    for (const search of ["shop 3 ", one.phone, one.pincode, qr.qr_id.toLowerCase()])
      expect((await onboardedCenters(me, { search })).rows.map(({ id }) => id)).toEqual([one.id]);
    expect((await onboardedCenters(me, { search: "%" })).rows).toHaveLength(25);
    expect((await onboardedCenters(me, { search: "_" })).rows).toEqual([]);
    expect((await onboardedCenters(me, { search: "of nobody" })).rows).toEqual([]);
  });
});

describe("the forms", () => {
  const id = "01900000-0000-7000-8000-000000000001";
  const typed = {
    centerName: "Shri Cool Care",
    phone: "98765 43210",
    name: "",
    primaryServiceId: id,
    secondaryServiceId: id,
    addressLine: "12 Market Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: "560001",
    additionalPincode: "560002",
    noOfTechnicians: "0",
  };
  const errorsOf = (schema: typeof CenterRegistration | typeof OnboardedCenter, input: object) => {
    const { error } = schema.safeParse(input);
    return error ? fieldErrors(error) : {};
  };

  test("R113 every field of the registration but the name is needed: 'Please fill in all required details'", () => {
    for (const name of Object.keys(typed)) {
      const expected = name === "name" ? {} : { [name]: "form.incomplete" };
      expect(errorsOf(CenterRegistration, { ...typed, [name]: "" })).toEqual(expected);
      expect(errorsOf(CenterRegistration, { ...typed, [name]: undefined })).toEqual(expected);
    }
    expect(say("form.incomplete")).toBe("Please fill in all required details");
  });

  test("R114 0 technicians is an answer; 0 to 10 are taken, others not", () => {
    expect(CenterRegistration.parse(typed).noOfTechnicians).toBe(0);
    expect(CenterRegistration.parse({ ...typed, noOfTechnicians: "10" }).noOfTechnicians).toBe(10);
    for (const noOfTechnicians of ["11", "-1", "2.5", "many"])
      expect(Object.keys(errorsOf(CenterRegistration, { ...typed, noOfTechnicians }))).toEqual(["noOfTechnicians"]);
  });

  test("a phone has ten digits and a pincode six", () => {
    expect(errorsOf(CenterRegistration, { ...typed, phone: "98765" })).toEqual({ phone: "form.phone" });
    expect(errorsOf(CenterRegistration, { ...typed, additionalPincode: "5600" })).toEqual({
      additionalPincode: "form.pincode",
    });
  });

  test("R193, R195 the onboarder's form needs its own list; technicians are 10", () => {
    const { addressLine, city, noOfTechnicians, name, ...needed } = typed;
    expect(OnboardedCenter.parse({ ...needed, noOfTechnicians: "3" })).toMatchObject({
      noOfTechnicians: 10,
      secondaryServiceIds: [id],
    });
    for (const field of Object.keys(needed))
      expect(errorsOf(OnboardedCenter, { ...needed, [field]: "" })).toEqual({ [field]: "form.incomplete" });
  });

  test("Q75 the calls take services as ids, as `{_id}` and with their priority", () => {
    const { secondaryServiceId, ...rest } = typed;
    for (const secondaryServiceIds of [[id], id, [{ _id: id }], [{ secondary_services_id: { _id: id }, priority: 5 }]])
      expect(RegisterCenter.parse({ ...rest, secondaryServiceIds }).secondaryServiceIds).toEqual([id]);
    expect(RegisterCenter.safeParse({ ...rest, secondaryServiceIds: [] }).success).toBe(false);
  });

  test("a printed code is an INA id of four letters or digits at least, in any case of letters", () => {
    const { secondaryServiceId, ...rest } = typed;
    const read = (qrId: string) => OnboardCenter.safeParse({ ...rest, secondaryServiceIds: [id], qrId });
    expect(read(" ina00k1 ").data?.qrId).toBe("INA00K1");
    for (const wrong of ["INA001", "DLR0001", "INA 001", `INA${"1".repeat(17)}`])
      expect([wrong, read(wrong).success]).toEqual([wrong, false]);
  });

  test.each([
    ["R116", "otp.sent", "otp sent successfully"],
    ["R117", "registration.otpMissing", "otp not entered"],
    ["R118", "registration.verified", "otp verified successfully , register "],
    ["R119", "registration.done", "Registered successfully , Please Login "],
    ["R111", "registration.title", "Center Registration"],
    ["R184", "onboarder.cityTwice", "City already entered"],
    ["R188", "onboarder.registered", "Registered successfully , register "],
    ["R197", "onboarder.added", "Center added ! Add more centers "],
    ["R192", "onboarder.add", "Add a Center"],
  ] as const)("%s %s says '%s' to the letter", (_rule, key, text) => {
    expect(say(key)).toBe(text);
  });
});
