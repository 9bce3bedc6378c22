import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSession, sessionLives } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, istDate, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAcceptedTicket, anAdmin, asAdmin, aTechnician, qrOf } from "#modules/testing/factories.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import {
  addRating,
  authorizeClients,
  centerChanges,
  centerFeedback,
  centersList,
  centersToEditList,
  changeCenter,
  defineCapacity,
  defineCapacityByQr,
  deleteCenter,
  extendTrial,
  getDeskCenter,
  kitPayment,
  partnerOf,
  setKitPaid,
} from "../index.ts";
import { SetKitPaid } from "../shared.ts";

openDatabase();

const root = asAdmin();
const clerk = (...permissions: Permission[]) => asAdmin(undefined, { permissions });
const viewer = clerk("view_center_details.full_access");
const keeper = clerk("view_center_details.full_access", "update_center.full_access");
const asClient = asAdmin(undefined, {
  clientId: "00000000-0000-7000-8000-000000000009",
  permissions: ["view_center_details.full_access", "update_center.full_access", "delete_center"],
});
const eventsOf = async (id: string) => (await historyOf("center", id)).map(({ event }) => event);
const searchIds = async (search: string, actor = root, list = centersList) =>
  (await list.page(actor, { search })).rows.map(({ id }) => id);

describe("R374 All Centers", () => {
  test("is for who holds its permission, never for a client's admin, whatever its role says", async () => {
    const center = await aCenter();
    for (const actor of [asClient, clerk("update_center.full_access")]) {
      await expect(centersList.page(actor, {})).rejects.toMatchObject({ key: "center.noView" });
      await expect(centersList.count!(actor, {})).rejects.toMatchObject({ key: "center.noView" });
      await expect(centersToEditList.page(actor, { search: "1234" })).rejects.toMatchObject({ key: "center.noView" });
      await expect(getDeskCenter(actor, center.id)).rejects.toMatchObject({ key: "center.noView" });
      await expect(centerFeedback(actor, { centerId: center.id })).rejects.toMatchObject({ key: "center.noView" });
    }
    expect(await searchIds(center.centerName, viewer)).toEqual([center.id]);
  });

  test("R375, R482 has its columns in their order, the feedback after them, pincodes for those who may see them (Q63)", () => {
    const seen = (actor = root) => centersList.columns.filter(({ seenBy }) => !seenBy || seenBy(actor));
    expect(
      seen()
        .map(({ id }) => id)
        .join(" "),
    ).toBe(
      "name closed limit subscribed phone qr served pincode primary secondary status created onboarder clients otp " +
        "subscribedUntil qrStatus rating verified feedback legalName gstin",
    );
    expect(seen(viewer).map(({ id }) => id)).not.toContain("served");
    expect(seen(viewer).map(({ id }) => id)).not.toContain("pincode");
    const pincodes = clerk("view_center_details.full_access", "view_center_details.view_pincode");
    expect(seen(pincodes)).toHaveLength(seen().length);
  });

  test("shows phones to a SUPER_ADMIN alone, and pincodes to nobody without the flag (Q16)", async () => {
    const { id, phone, pincode } = await aCenter({ email: "a@example.com", about: "Call 98765 43210" });
    expect(await getDeskCenter(root, id)).toMatchObject({ phone, pincode, email: "a@example.com" });
    const shown = JSON.stringify(await getDeskCenter(viewer, id));
    for (const secret of [phone, pincode, "a@example.com", "43210"]) expect(shown).not.toContain(secret);
  });

  test("is searched by words of the name, QR code, pincode and phone, as far as the admin may see them", async () => {
    const center = await aCenter({ centerName: `Zephyr ${Math.random().toString(36).slice(2, 10)} Cooling` });
    const { qrId } = await qrOf(center);
    const [, word = ""] = center.centerName.split(" ");
    expect(await searchIds(word.slice(0, 6))).toEqual([center.id]);
    expect(await searchIds(qrId.toLowerCase(), viewer)).toEqual([center.id]);
    expect(await searchIds(center.pincode)).toContain(center.id);
    expect(await searchIds(center.pincode, viewer)).not.toContain(center.id);
    expect(await searchIds(center.phone.slice(0, 6))).toContain(center.id);
    expect(await searchIds(`+91 ${center.phone}`, keeper)).toEqual([center.id]);
    expect(await searchIds(center.phone.slice(0, 6), keeper)).not.toContain(center.id);
    expect(await searchIds(center.phone, viewer)).toEqual([]);
    expect(await searchIds("' & | ! ( )", root)).toEqual([]);
  });

  test("R383 nothing to edit is found by 3 characters, a center by more", async () => {
    const { id, phone } = await aCenter();
    expect(await searchIds(phone.slice(0, 3), root, centersToEditList)).toEqual([]);
    expect(await centersToEditList.count!(root, { search: phone.slice(0, 3) })).toEqual({ n: 0, exact: true });
    expect(await searchIds(phone.slice(0, 9), root, centersToEditList)).toEqual([id]);
  });

  test("counts closed and open requests and the mean of the stars", async () => {
    const center = await aCenter();
    await anAcceptedTicket(center);
    const closed = { status: "CLOSED", closedAt: now() } as const;
    for (const starRating of [4, 5]) await anAcceptedTicket(center, { ...closed, starRating });
    expect(await getDeskCenter(root, center.id)).toMatchObject({
      closedTickets: 2,
      openTickets: 1,
      averageRating: 4.5,
    });
  });
});

test("a center is shown with the mean of its feedback and their number, none without feedback", async () => {
  const rated = await aCenter();
  const silent = await aCenter();
  await addRating({ centerId: rated.id }, 8);
  await addRating({ centerId: rated.id }, 8);
  const feedback = { mean: 8, count: 2 };
  expect(await getDeskCenter(viewer, rated.id)).toMatchObject({ feedback });
  expect(await getDeskCenter(viewer, silent.id)).toMatchObject({ feedback: null });
  const [listed] = (await centersList.page(viewer, { search: rated.centerName })).rows;
  expect(listed).toMatchObject({ feedback });
  const column = centersList.columns.find(({ id }) => id === "feedback")!;
  expect(column.value(listed!, (key) => key)).toBe("8.0 (2)");
});

describe("operators keep a center", () => {
  test("R382 its capacity, once, with its history; by QR code, or of all centers (Q98)", async () => {
    const center = await aCenter();
    const other = await aCenter();
    await defineCapacity(keeper, { centerId: center.id, ticketAcceptLimit: 3 });
    await defineCapacity(keeper, { centerId: center.id, ticketAcceptLimit: 3 });
    const [entry, ...more] = await historyOf("center", center.id);
    expect(entry).toMatchObject({ event: "center.capacity", from_state: "50", to_state: "3" });
    expect(more).toEqual([]);
    const { qrId } = await qrOf(other);
    await defineCapacityByQr(keeper, { ticketAcceptLimit: 7, qrId });
    expect((await getDeskCenter(root, other.id)).ticketAcceptLimit).toBe(7);
    await expect(defineCapacityByQr(keeper, { ticketAcceptLimit: 7, qrId: "INANONE" })).rejects.toMatchObject({
      key: "center.notFound",
    });
    await defineCapacityByQr(keeper, { ticketAcceptLimit: 9 });
    for (const { id } of [center, other]) expect((await getDeskCenter(root, id)).ticketAcceptLimit).toBe(9);
    await expect(defineCapacity(viewer, { centerId: center.id, ticketAcceptLimit: 1 })).rejects.toMatchObject({
      key: "center.noUpdate",
    });
  });

  test("R384 the clients it works for, as a whole; an unknown one is refused and nothing is changed", async () => {
    const center = await aCenter();
    const one = await aClient();
    const two = await aClient();
    const clientsOf = async () => (await getDeskCenter(root, center.id)).clients.map(({ id }) => id).sort();
    await authorizeClients(keeper, { centerId: center.id, clientIds: [one.id, two.id] });
    expect(await clientsOf()).toEqual([one.id, two.id].sort());
    await expect(authorizeClients(keeper, { centerId: center.id, clientIds: [center.id] })).rejects.toMatchObject({
      fields: { clientIds: "client.notFound" },
    });
    await authorizeClients(keeper, { centerId: center.id, clientIds: [two.id] });
    await authorizeClients(keeper, { centerId: center.id, clientIds: [two.id] });
    expect(await clientsOf()).toEqual([two.id]);
    expect(await eventsOf(center.id)).toEqual(["center.clients", "center.clients"]);
  });

  test("R379 its trial, only after more than 15 days, and it begins today in India (Q61)", async () => {
    onTestFinished(resetClock);
    const { id } = await aCenter();
    await expect(extendTrial(keeper, { centerId: id })).rejects.toMatchObject({ key: "center.trialFailed" });
    moveClock(15 * day + 1_000);
    await expect(extendTrial(keeper, { centerId: id, extendedDate: new Date(now().getTime() + 2 * day) }))
      .rejects //
      .toMatchObject({ fields: { extendedDate: "center.trialToday" } });
    const center = await extendTrial(keeper, { centerId: id });
    expect(istDate(center.extendedDate!)).toBe(istDate());
    expect(istDate(center.trialUntil)).toBe(istDate(new Date(now().getTime() + 15 * day)));
    await expect(extendTrial(keeper, { centerId: id })).rejects.toMatchObject({ key: "center.trialFailed" });
    expect(await historyOf("center", id)).toMatchObject([{ event: "center.trialExtended", to_state: istDate() }]);
  });

  test("R264 its onboarding kit is paid by a reference, and that is taken back; what is so already is not changed", async () => {
    const { id } = await aCenter();
    const mark = (paid: boolean, reference?: string) => setKitPaid(keeper, { centerId: id, paid, reference });
    expect(SetKitPaid.safeParse({ centerId: id, paid: "true", reference: " " }).error?.issues).toMatchObject([
      { path: ["reference"], message: "center.kitReferenceMissing" },
    ]);
    for (const reference of ["9876543210@upi", "a.b", "<b>"])
      expect(SetKitPaid.safeParse({ centerId: id, paid: "true", reference }).error?.issues).toMatchObject([
        { path: ["reference"], message: "center.kitReferenceShape" },
      ]);
    expect(SetKitPaid.parse({ centerId: id, paid: "true", reference: "NEFT-41/26 b" }).reference).toBe("NEFT-41/26 b");
    expect(await mark(true, "UTR 41")).toMatchObject({ paidForOnboardingKit: true });
    await mark(true, "UTR 41");
    const refused = mark(true, "UTR 42");
    await expect(refused).rejects.toMatchObject({ key: "center.kitPaidAs", params: { reference: "UTR 41" } });
    expect(await kitPayment(keeper, id)).toMatchObject({ reference: "UTR 41" });
    expect(await mark(false)).toMatchObject({ paidForOnboardingKit: false });
    expect(await kitPayment(keeper, id)).toBeNull();
    const phoned = (await aCenter()).id;
    await setKitPaid(keeper, { centerId: phoned, paid: true, reference: "9876543210" });
    expect((await kitPayment(keeper, phoned))?.reference).toBe("xxxxxxxxxx");
    expect((await historyOf("center", id)).map(({ event, data }) => [event, data])).toEqual([
      ["center.kitPaid", { reference: "UTR 41" }],
      ["center.kitUnpaid", {}],
    ]);
    await expect(setKitPaid(viewer, { centerId: id, paid: true, reference: "x" })).rejects.toMatchObject({
      kind: "denied",
    });
  });

  test("R392 disabling needs a remark, ends the logins, and stands in its history; enabling too (R400)", async () => {
    const admin = await anAdmin();
    const desk = asAdmin(admin);
    const center = await aCenter();
    const technician = await aTechnician({ center });
    const open = async (kind: "center" | "technician", subjectId: string) =>
      (await openSession({ kind, subjectId, via: "token", address: "10.0.0.1" })).sessionId;
    const sessions = [await open("center", center.id), await open("technician", technician.id)];
    const input = { centerId: center.id, version: center.version, disabledFor: ["login_into_application"] as const };
    const form = { ...input, disabledFor: [...input.disabledFor] };
    await expect(changeCenter(desk, form)).rejects.toMatchObject({ fields: { remark: "center.remarkMissing" } });
    for (const session of sessions) expect(await sessionLives(session)).toBe(true);
    const off = await changeCenter(desk, { ...form, remark: "No papers", ticketRemarks: "Send them" });
    expect(off.loginDisabled).toBe(true);
    for (const session of sessions) expect(await sessionLives(session)).toBe(false);
    await expect(changeCenter(desk, { ...form, disabledFor: [], remark: "Here" })).rejects.toMatchObject({
      key: "error.changed",
    });
    await changeCenter(desk, { ...form, disabledFor: [], version: off.version, remark: "Papers came" });
    expect(await centerFeedback(viewer, { centerId: center.id })).toMatchObject([
      { disabledFor: [], remarks: "Papers came", ticketRemarks: "", updateName: admin.name },
      { disabledFor: ["login_into_application"], remarks: "No papers", ticketRemarks: "Send them" },
    ]);
    expect((await centerChanges(viewer, center.id))[0]).toMatchObject({
      event: "center.updated",
      changed: ["disabledFor"],
      remark: "Papers came",
      who: { kind: "admin", name: admin.name },
    });
  });
});

describe("deleting a center", () => {
  const remover = clerk("view_center_details.full_access", "delete_center_details.full_access");

  test("is for those with one of its two flags (Q43), and says what stands in the way", async () => {
    const center = await aCenter();
    const ticket = await anAcceptedTicket(center);
    const sent = { centerId: center.id };
    await expect(deleteCenter(keeper, sent)).rejects.toMatchObject({ kind: "denied" });
    await expect(deleteCenter(clerk("delete_center"), sent)).rejects.toMatchObject({ key: "center.noView" });
    await expect(deleteCenter(asClient, sent)).rejects.toMatchObject({ kind: "denied" });
    await expect(deleteCenter(remover, sent)).rejects.toMatchObject({ key: "center.hasOpen", params: { n: 1 } });
    await rows(sql`update tickets set status = 'CANCEL' where id = ${ticket.id}`);
    await deleteCenter(clerk("view_center_details.full_access", "delete_center"), sent);
    await expect(getDeskCenter(root, center.id)).rejects.toMatchObject({ key: "center.noDetails" });
    expect(await eventsOf(center.id)).toContain("center.deleted");
  });

  test("ends its logins and its QR code, and frees its technicians' phones (Q115)", async () => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    const { qrId } = await qrOf(center);
    const { sessionId } = await openSession({
      kind: "center",
      subjectId: center.id,
      via: "token",
      address: "10.0.0.1",
    });
    await deleteCenter(remover, { centerId: center.id });
    expect(await sessionLives(sessionId)).toBe(false);
    expect(await partnerOf(qrId)).toBeUndefined();
    const again = await aTechnician({ center: await aCenter(), phone: technician.phone });
    expect(again.phone).toBe(technician.phone);
    expect(await searchIds(center.centerName)).toEqual([]);
    await expect(deleteCenter(remover, { centerId: center.id })).rejects.toMatchObject({ key: "center.notFound" });
  });

  test("waits while its wallet holds money", async () => {
    const center = await aCenter();
    await joiningBonus({ centerId: center.id, amountPaise: toPaise(5000) });
    await expect(deleteCenter(remover, { centerId: center.id })).rejects.toMatchObject({
      key: "center.hasMoney",
      params: { amount: "₹50" },
    });
  });
});
