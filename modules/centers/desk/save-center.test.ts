import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openSession, otpRequested, sessionLives } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { DomainError } from "#modules/kernel/errors.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aService,
  asAdmin,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fc, property } from "#modules/testing/property.ts";
import { centerToChange, changeCenter, createCenter, getDeskCenter, requestCenterOtp, revealUpi } from "../index.ts";
import { AddCenter, EditCenter, RevealUpi } from "../shared.ts";

openDatabase();

const codes = new Map<string, string>();
beforeAll(() =>
  hear(otpRequested, async ({ sealed }) => {
    const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    codes.set(phone, code);
  }),
);

const root = asAdmin();
const clerk = (...permissions: Permission[]) => asAdmin(undefined, { permissions });
const editor = clerk("update_center.full_access");
const asker = { address: anAddress() };

async function filled(more: Record<string, unknown> = {}) {
  const primary = await aService();
  const secondary = await aService();
  const pincode = aPincode();
  return {
    centerName: "Cool Corner",
    phone: aPhone(),
    primaryServiceId: primary.id,
    secondaryServiceIds: ["", secondary.id],
    state: "Kerala",
    pincode,
    additionalPincode: pincode,
    automateQr: ["", "true"],
    clientIds: "",
    ...more,
  };
}
const add = async (more?: Record<string, unknown>, actor = root) =>
  createCenter(actor, AddCenter.parse(await filled(more)), asker);

/** The form of a center as this admin gets it, sent back with some changes. */
async function sentBack(id: string, more: Record<string, unknown> = {}, actor = root) {
  const center = await centerToChange(actor, id);
  const { name, email, userName, about, addressLine, city, legalName, gstin, ...rest } = center;
  const texts = { name, email, userName, about, addressLine, city, legalName, gstin };
  return EditCenter.parse({
    ...Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, value ?? ""])),
    centerId: id,
    version: String(rest.version),
    centerName: rest.centerName,
    phone: rest.phone,
    state: rest.state,
    pincode: rest.pincode,
    additionalPincode: rest.additionalPincode ?? rest.pincode,
    secondaryServiceIds: [rest.secondaryServices[0]?.id ?? rest.primaryService?.id],
    noOfTechnicians: String(rest.noOfTechnicians),
    upiId: "",
    disabledFor: [""],
    clientIds: ["", ...rest.clients.map((client) => client.id)],
    ...more,
  });
}

const errorsOf = (input: unknown) => {
  const parsed = AddCenter.safeParse(input);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

describe("R386 R387 R388 R391 the form of a center", () => {
  test.each([
    "centerName",
    "phone",
    "primaryServiceId",
    "secondaryServiceIds",
    "state",
    "pincode",
    "additionalPincode",
  ])("%s is required, in the specified words", async (name) => {
    expect(errorsOf(await filled({ [name]: "" }))).toEqual({ [name]: "form.incomplete" });
  });

  test.each([
    ["upiId", "asha@okaxis", undefined],
    ["upiId", "asha", "form.upi"],
    ["upiId", `${"a".repeat(15)}@okaxis`, "form.upi"],
    ["gstin", "32aapfu 0939f1z4", undefined],
    ["gstin", "32AAPFU0939F1Z5", "form.gstCheck"],
    ["gstin", "32AAPFU0939F1Z", "form.gst"],
    ["gstin", "32AAP1U0939F1Z4", "form.gst"],
    ["gstin", "27AAPFU0939F1ZV", "center.gstinState"],
    ["legalName", "x".repeat(101), "form.tooLong"],
    ["pincodes", "560001 ,, 560002,", undefined],
    ["pincodes", "560001;560002", "center.pincodeList"],
    ["pincodes", "5600011", "center.pincodeList"],
    ["pincodes", "560001,".repeat(30), "form.tooLong"],
    ["pincode", "5600011", "form.pincode"],
    ["additionalPincode", "5600011", "form.pincode"],
    ["phone", "98765432101", "form.phone"],
    ["noOfTechnicians", "0", undefined],
    ["noOfTechnicians", "10", undefined],
    ["noOfTechnicians", "11", "form.choice"],
    ["email", "nobody", "form.email"],
    ["otp", "12", "otp.wrong"],
  ])("%s %j", async (name, value, problem) => {
    expect(errorsOf(await filled({ [name]: value }))).toEqual(problem ? { [name]: problem } : {});
  });

  test("R390 a printed code has at most 10 characters, and does not count where one is to be made", async () => {
    const printed = { automateQr: "", qrId: "ina7654321" };
    expect(AddCenter.parse(await filled(printed)).qrId).toBe("INA7654321");
    expect(errorsOf(await filled({ ...printed, qrId: "INA76543210" }))).toEqual({ qrId: "center.qrShape" });
    expect(AddCenter.parse(await filled({ qrId: "INA7654321" })).qrId).toBeUndefined();
  });

  property.prop([fc.array(fc.constantFrom("560001", " 560002 ", "", " "), { maxLength: 20 })])(
    "R388 the pincode list is trimmed, and empty entries are dropped",
    async (entries) => {
      const form = AddCenter.parse(await filled({ pincodes: entries.join(",") }));
      expect(form.pincodes).toEqual(entries.map((entry) => entry.trim()).filter(Boolean));
    },
  );
});

describe("a center is added", () => {
  test("with all of it, once per phone and QR code, by those who may", async () => {
    const client = await aClient();
    const more = { upiId: "asharao@okaxis", clientIds: [client.id], pincodes: "560001,560002", city: "Kochi" };
    const center = await add(more);
    expect(center).toMatchObject({
      upiId: "asXXXX@okaxis",
      clients: [{ id: client.id }],
      city: "Kochi",
      isActive: 1,
      phoneVerifiedAt: null,
      pincodes: expect.arrayContaining(["560001", "560002", center.pincode]),
    });
    await expect(add({ phone: center.phone })).rejects.toMatchObject({ key: "center.phoneTaken" });
    const { qrId } = center.qr!;
    await expect(unitOfWork(() => add({ automateQr: "", qrId }))).rejects.toMatchObject({ key: "center.qrTaken" });
    await expect(add({}, editor)).rejects.toMatchObject({ key: "center.noAdd" });
    await expect(add({ clientIds: [center.id] })).rejects.toMatchObject({ fields: { clientIds: "client.notFound" } });
    expect((await add({}, clerk("add_center"))).phone).toBe("*****");
  });

  test("many at once with one phone: one is made", async () => {
    const form = AddCenter.parse(await filled());
    const tries = await Promise.allSettled([1, 2, 3].map(() => unitOfWork(() => createCenter(root, form, asker))));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("R394 with the code sent to its phone it is verified; a wrong one makes nothing and counts", async () => {
    const phone = aPhone();
    const { nonce } = await requestCenterOtp({ phone, action: "registration", ...asker });
    const code = codes.get(phone)!;
    const form = AddCenter.parse(await filled({ phone, otp: code === "111111" ? "222222" : "111111" }));
    const known = { ...asker, nonces: nonce ? [nonce] : [] };
    await expect(createCenter(root, form, known)).rejects.toMatchObject({ key: "otp.wrong" });
    expect(await row(sql`select from centers where phone = ${phone}`)).toBeUndefined();
    expect((await createCenter(root, { ...form, otp: code }, known)).phoneVerifiedAt).toBeInstanceOf(Date);
  });
});

describe("a center is changed", () => {
  test("what was not touched stays and writes nothing; what was, stands in its history without private values", async () => {
    const { id, version } = await add({ upiId: "asharao@okaxis" });
    expect((await changeCenter(root, await sentBack(id))).version).toBe(version);
    const service = await aService();
    const client = await aClient();
    const changes = {
      about: "Since 1990",
      upiId: "cool@upi",
      secondaryServiceIds: [service.id],
      clientIds: [client.id],
    };
    const changed = await changeCenter(root, await sentBack(id, changes));
    expect(changed).toMatchObject({
      about: "Since 1990",
      upiId: "coXXXX@upi",
      clients: [{ id: client.id }],
      secondaryServices: [{ id: service.id }],
    });
    expect(changed.version).toBeGreaterThan(version);
    const entry = (await historyOf("center", id)).at(-1)!;
    expect((entry.data.changed as string[]).sort()).toEqual([
      "about",
      "clientIds",
      "secondaryServiceId",
      "secondaryServiceIds",
      "upi",
    ]);
    expect(JSON.stringify(entry.data)).not.toMatch(/1990|cool@/);
  });

  test("only services or clients: the version rises, so that an older form is refused and told by whom", async () => {
    const { id } = await add();
    const admin = await anAdmin();
    const client = await aClient();
    const old = await sentBack(id);
    const other = await sentBack(id, { clientIds: [client.id] });
    await changeCenter(asAdmin(admin), other);
    const refused = (await changeCenter(root, { ...old, centerName: "X" }).catch((error) => error)) as DomainError;
    expect(refused).toMatchObject({ key: "error.changed" });
    expect(refused.meanwhile?.changes).toMatchObject([{ by: admin.name, fields: ["clientIds"] }]);
    expect((await getDeskCenter(root, id)).centerName).toBe("Cool Corner");
  });

  test("R389 the primary service and the pincode list stay; the primary one ticked alone means no other", async () => {
    const { id, primaryService, pincodes } = await add({ pincodes: "560001,560002" });
    const pincode = aPincode();
    const more = { secondaryServiceIds: [primaryService!.id], pincode, additionalPincode: pincode };
    const changed = await changeCenter(root, await sentBack(id, more));
    expect(changed.primaryService).toEqual(primaryService);
    expect(changed.secondaryServices).toEqual([]);
    expect(changed.pincodes).toEqual(expect.arrayContaining(["560001", "560002", pincode]));
    expect(changed.pincodes).toHaveLength(pincodes.length);
  });

  test("what an admin sees only masked stays when it is sent back, and is not theirs to change", async () => {
    const legalName = "Asha 98765 43210";
    const { id, phone } = await add({ email: "a@example.in", about: "Call 98765 43210", name: "Asha", legalName });
    const form = await sentBack(id, { city: "Kochi" }, editor);
    expect(JSON.stringify(form)).not.toMatch(/43210|example/);
    await changeCenter(editor, form);
    expect(await getDeskCenter(root, id)).toMatchObject({
      phone,
      email: "a@example.in",
      about: "Call 98765 43210",
      name: "Asha",
      city: "Kochi",
      legalName,
    });
    for (const more of [{ phone: aPhone() }, { email: "b@example.in" }, { email: "" }])
      await expect(sentBack(id, more, editor).then((sent) => changeCenter(editor, sent))).rejects.toMatchObject({
        kind: "denied",
      });
  });

  test("a new phone is unverified and ends the login; Q43 either flag lets an admin change it, no other does", async () => {
    const { id } = await aCenter({ phoneVerifiedAt: new Date() });
    const { sessionId } = await openSession({ kind: "center", subjectId: id, via: "token", address: anAddress() });
    const changed = await changeCenter(root, { centerId: id, phone: aPhone() });
    expect(changed.phoneVerifiedAt).toBeNull();
    expect(await sessionLives(sessionId)).toBe(false);
    const rename = { centerId: id, centerName: "Other" };
    await changeCenter(clerk("edit_center_details.full_access"), rename);
    for (const actor of [
      clerk("view_center_details.full_access", "add_center"),
      asAdmin(undefined, { clientId: id, permissions: ["update_center.full_access"] }),
    ])
      await expect(changeCenter(actor, rename)).rejects.toMatchObject({ key: "center.noUpdate" });
  });

  test("a UPI id is shown in full for a reason that is written down, and can be removed", async () => {
    const { id, version } = await add({ upiId: "asharao@okaxis" });
    const asking = asAdmin(undefined, { permissions: ["update_center.full_access"] });
    expect(await revealUpi(asking, { centerId: id, reason: "payment" })).toEqual({ upiId: "asharao@okaxis" });
    const shown = (await historyOf("center", id)).find(({ event }) => event === "center.upiRevealed")!;
    expect(shown.data).toEqual({ reason: "payment" });
    expect(JSON.stringify(await historyOf("center", id))).not.toContain("asharao");
    const editor = clerk("edit_center_details.full_access", "view_center_details.full_access");
    await expect(revealUpi(editor, { centerId: id, reason: "payment" })).rejects.toMatchObject({ kind: "denied" });
    expect(RevealUpi.safeParse({ centerId: id, reason: "curious" }).success).toBe(false);
    expect((await changeCenter(root, await sentBack(id))).upiId).toBe("asXXXX@okaxis");
    const removed = await changeCenter(root, await sentBack(id, { removeUpi: "true" }));
    expect([removed.upiId, removed.version]).toEqual([null, version + 1]);
    await expect(revealUpi(asking, { centerId: id, reason: "payment" })).rejects.toMatchObject({ key: "center.noUpi" });
    const other = await changeCenter(root, await sentBack(id, { removeUpi: "true", upiId: "new.name@okaxis" }));
    expect(other.upiId).toBe("neXXXX@okaxis");
  });

  test("a GSTIN is of the center's state, whichever of the two is changed, and can be taken away", async () => {
    const gstin = "32AAPFU0939F1Z4";
    const { id, ...made } = await add({ gstin, legalName: "Asha Rao" });
    expect(made).toMatchObject({ gstin, legalName: "Asha Rao" });
    const refused = (more: Record<string, string>) => expect(changeCenter(root, { centerId: id, ...more })).rejects;
    await refused({ state: "Goa" }).toMatchObject({ fields: { state: "center.gstinState" } });
    await refused({ gstin: "27AAPFU0939F1ZV" }).toMatchObject({ fields: { gstin: "center.gstinState" } });
    const moved = { state: "Maharashtra", gstin: "27AAPFU0939F1ZV", legalName: "Asha Rao & Sons" };
    expect(await changeCenter(root, { centerId: id, ...moved })).toMatchObject(moved);
    const entry = (await historyOf("center", id)).at(-1)!;
    expect((entry.data.changed as string[]).sort()).toEqual(["gstin", "legalName", "state"]);
    expect(JSON.stringify(entry.data)).not.toMatch(/Asha|AAPFU/);
    const emptied = await changeCenter(root, await sentBack(id, { gstin: "", legalName: "" }));
    expect(emptied).toMatchObject({ gstin: null, legalName: null });
  });

  test("nobody takes the phone of another center, and the UPI id lies sealed", async () => {
    const one = await add({ upiId: "asharao@okaxis" });
    const other = await aCenter();
    await expect(changeCenter(root, { centerId: one.id, phone: other.phone })).rejects.toMatchObject({
      key: "center.phoneTaken",
    });
    const [stored] = await rows<{ upi_sealed: string; upi_masked: string }>(
      sql`select upi_sealed, upi_masked from centers where id = ${one.id}`,
    );
    expect(stored).toMatchObject({ upi_masked: "asXXXX@okaxis" });
    expect(unseal(stored!.upi_sealed)).toBe("asharao@okaxis");
    expect(JSON.stringify(stored)).not.toContain("asharao");
  });
});
