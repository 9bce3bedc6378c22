import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { cancelTicket, closeTicket, ticketDetail } from "../index.ts";
import {
  AdminCloseTicket,
  CancelWithReason,
  OnboardingRemarks,
  ReviewPunch,
  UpdatePincode,
  UpdateRequirement,
} from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { updatePincode, updateRequirement } from "./edit.ts";
import { reviewPunch } from "./punch.ts";
import { broadcastRemarks, onboardingRemarks } from "./team-remarks.ts";

openDatabase();

const of = ({ publicId: ticketId }: Pick<Ticket, "publicId">) => ({ ticketId });
const editor = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
const viewer = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
const keysOf = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
let serials = 0;
const aSerial = () => {
  serials += 1;
  return `SN-${process.pid}-${serials}`;
};
const review = (ticket: Ticket, fields: Record<string, unknown>) =>
  reviewPunch(editor, ReviewPunch.parse({ ...of(ticket), ...fields }));

test("every act needs edit_ticket.full_access, and of another client's request there is none", async () => {
  const { ticket, center } = await aJob();
  const client = asAdmin(undefined, { permissions: ["edit_ticket.full_access"], clientId: (await aClient()).id });
  const acts = [
    (actor: typeof editor) => updateRequirement(actor, { ...of(ticket), requirement: "Too loud" }),
    (actor: typeof editor) => updatePincode(actor, { ...of(ticket), pincode: "560001" }),
    (actor: typeof editor) => onboardingRemarks(actor, { ...of(ticket), text: "Called" }),
    (actor: typeof editor) => broadcastRemarks(actor, { ...of(ticket), centerId: center.id, text: "Called" }),
    (actor: typeof editor) => reviewPunch(actor, { ...of(ticket), status: "VERIFIED", serialNumber: aSerial() }),
    (actor: typeof editor) => cancelTicket(actor, { ...of(ticket), reason: "Twice" }),
  ];
  for (const act of acts) {
    await expect(act(viewer)).rejects.toMatchObject({ kind: "denied", key: "ticket.noUpdate" });
    await expect(act(client)).rejects.toMatchObject({ kind: "missing", key: "ticket.notFound" });
  }
  for (const actor of [asCenter(center), asTechnician({ id: ticket.technicianId! }), asVisitor(ticket.phone)])
    for (const act of acts) await expect(act(actor as never)).rejects.toMatchObject({ kind: "denied" });
  expect((await fresh(ticket)).version).toBe(ticket.version);
});

test("R292 the requirement is edited until the request is over, and its text is not in the history", async () => {
  expect(keysOf(UpdateRequirement.safeParse({ ticketId: "x", requirement: " " }))).toEqual({
    requirement: "requirement.empty",
  });
  expect(keysOf(UpdateRequirement.safeParse({ ticketId: "x", requirement: "x".repeat(301) }))).toEqual({
    requirement: "form.tooLong",
  });
  const ticket = await aTicket();
  const row = await updateRequirement(editor, { ...of(ticket), requirement: "Ask for Meera at the gate" });
  expect(row.requirement).toBe("Ask for Meera at the gate");
  const entries = await historyOf("ticket", ticket.id);
  expect(entries.map(({ event }) => event)).toEqual(["ticket.requirementChanged"]);
  expect(JSON.stringify(entries)).not.toContain("Meera");
  const { ticket: closed } = await aClosedJob();
  await expect(updateRequirement(editor, { ...of(closed), requirement: "Later" })).rejects.toMatchObject({
    key: "ticket.ended",
  });
});

test("R176 R231 Q79 the team's remarks are kept with the session's name, on a closed request too, and centers never see them", async () => {
  expect(keysOf(OnboardingRemarks.safeParse({ ticketId: "x", text: "" }))).toEqual({ text: "remarks.empty" });
  const { ticket, center } = await aClosedJob();
  const row = await onboardingRemarks(editor, { ...of(ticket), text: "Asha will call 98765 43210" });
  expect(row.remarks).toMatchObject({
    onboardingRemarks: "Asha will call xxxxxxxxxx",
    onboardingBy: "Operations Desk",
  });
  expect(row.hasOnboardingRemarks).toBe(true);
  expect((await fresh(ticket)).onboardingRemarks).toBe("Asha will call 98765 43210");
  const seen = await ticketDetail(asCenter(center), ticket.publicId);
  expect([seen.remarks.onboardingRemarks, seen.remarks.onboardingBy, seen.hasOnboardingRemarks]).toEqual([
    null,
    null,
    false,
  ]);
  expect(JSON.stringify(await historyOf("ticket", ticket.id))).not.toContain("Asha");
});

test("remarks about a center stand on its offer, and on no other", async () => {
  const one = await aCenter();
  const two = await aCenter();
  const { ticket } = await aBroadcastTicket([one, two]);
  expect(await broadcastRemarks(editor, { ...of(ticket), centerId: one.id, text: "Closed today" })).toEqual({
    remarks: "Closed today",
    by: "Operations Desk",
  });
  const offers = await rows(
    sql`select remarks, remarks_by from broadcasts where ticket_id = ${ticket.id} order by remarks`,
  );
  expect(offers).toEqual([
    { remarks: "Closed today", remarks_by: "Operations Desk" },
    { remarks: null, remarks_by: null },
  ]);
  const other = { ...of(ticket), centerId: (await aCenter()).id, text: "Closed" };
  await expect(broadcastRemarks(editor, other)).rejects.toMatchObject({
    kind: "missing",
    key: "broadcast.noSuchCenter",
  });
});

test("R293 a cancellation asks for a reason and saves it as the team's remarks first", async () => {
  expect(keysOf(CancelWithReason.safeParse({ ticketId: "x", reason: " " }))).toEqual({
    reason: "cancel.reasonMissing",
  });
  const { ticket } = await aBroadcastTicket([await aCenter()]);
  await cancelTicket(editor, CancelWithReason.parse({ ...of(ticket), reason: "Booked twice" }));
  expect(await fresh(ticket)).toMatchObject({
    status: "CANCEL",
    onboardingRemarks: "Booked twice",
    onboardingBy: "Operations Desk",
    cancelReason: "Booked twice",
  });
  const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
  expect(events).toEqual(["ticket.teamRemarked", "ticket.cancelled"]);
  // What cannot be cancelled keeps its remarks.
  await expect(cancelTicket(editor, { ...of(ticket), reason: "Again" })).rejects.toMatchObject({
    key: "ticket.notCancellable",
  });
  expect((await fresh(ticket)).onboardingRemarks).toBe("Booked twice");
});

test("R298 R299 R300 R302 Q24 Q25 a punch review names all it lacks; only what is not verified needs a remark", () => {
  const parse = (fields: object) => ReviewPunch.safeParse({ ticketId: "x", ...fields });
  expect(keysOf(parse({ serialNumber: " ", status: "" }))).toEqual({
    serialNumber: "punch.serialMissing",
    status: "punch.statusMissing",
  });
  expect(keysOf(parse({ serialNumber: "", status: "REJECT" }))).toEqual({
    serialNumber: "punch.serialMissing",
    remarks: "punch.remarkMissing",
  });
  for (const status of ["ON_HOLD", "ON HOLD", "REJECT"])
    expect(keysOf(parse({ serialNumber: "1", status, remarks: " " }))).toEqual({ remarks: "punch.remarkMissing" });
  expect(parse({ serialNumber: "1", status: "VERIFIED" }).success).toBe(true);
  expect(parse({ serialNumber: "1", status: "ON HOLD", remarks: "Blurred" }).data?.status).toBe("ON_HOLD");
  expect(keysOf(parse({ serialNumber: "1", status: "CLOSED" }))).toEqual({ status: "punch.statusMissing" });
});

test("R217 H16 a punch goes on hold, is rejected and verified; who approved is the session's admin", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  const serialNumber = aSerial();
  for (const status of ["ON_HOLD", "REJECT", "VERIFIED"]) {
    const row = await review(ticket, { status, serialNumber, remarks: `Because ${status}` });
    expect(row).toMatchObject({ status, punchSerialNumber: serialNumber, approvedBy: "Operations Desk" });
  }
  // A remark is not kept for what is verified.
  expect((await fresh(ticket)).adminRemarks).toBe("Because REJECT");
  await review(ticket, { status: "VERIFIED", serialNumber: aSerial() });
  const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
  expect(events).toEqual(["ticket.held", "ticket.refused", "ticket.verified", "ticket.punchCorrected"]);
  const { ticket: closed } = await aClosedJob();
  await expect(review(closed, { status: "VERIFIED", serialNumber: aSerial() })).rejects.toMatchObject({
    key: "ticket.ended",
  });
});

test("R301 Q113 a serial number belongs to one request, however it is written and however many try at once", async () => {
  const taken = aSerial();
  const tickets = [];
  for (let made = 0; made < 5; made++) tickets.push(await aTicket());
  const outcomes = await Promise.allSettled(
    tickets.map((ticket, at) =>
      unitOfWork(() => review(ticket, { status: "VERIFIED", serialNumber: at % 2 ? taken.toLowerCase() : taken })),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({
        kind: "invalid",
        key: "punch.serialTaken",
        fields: { serialNumber: "punch.serialTaken" },
      });
  await expect(review(await aTicket(), { status: "VERIFIED", serialNumber: taken })).rejects.toMatchObject({
    key: "punch.serialTaken",
  });
});

test("R166 R287 Q121 an admin closes for 0 or any whole amount; a fraction is cut, a negative one refused", async () => {
  const parse = (amount: unknown) => AdminCloseTicket.safeParse({ ticketId: "x", amount });
  for (const [sent, amount] of [
    [0, 0],
    ["0", 0],
    ["199.99", 199],
    [0.9, 0],
  ] as const)
    expect(parse(sent).data?.amount).toBe(amount);
  for (const amount of [-1, "-1", "-0.5", "", undefined, null, "1e3"])
    expect(keysOf(parse(amount))).toHaveProperty("amount");
  const { ticket } = await aJob();
  const row = await closeTicket(editor, AdminCloseTicket.parse({ ...of(ticket), amount: 0 }));
  expect(row).toMatchObject({ status: "CLOSED", closingPricePaise: 0 });
});

test("a revisit is closed with what was found and the price of coming again, any other request is not", async () => {
  const { ticket: first, center } = await aClosedJob();
  const { ticket } = await aJob({ revisitOf: first.id }, center);
  const close = (made: Ticket, fields: object) =>
    closeTicket(editor, AdminCloseTicket.parse({ ...of(made), amount: 150, ...fields }));
  await expect(close(ticket, { revisitPrice: 151 })).rejects.toMatchObject({
    fields: { revisitPrice: "close.revisitPrice" },
  });
  const row = await close(ticket, { revisitPrice: 150, revisitRemarks: "The old part was loose" });
  expect(row).toMatchObject({
    closingPricePaise: fromRupees(150),
    revisitPricePaise: fromRupees(150),
    remarks: { revisitRemarks: "The old part was loose" },
  });
  const { ticket: other } = await aJob();
  await expect(close(other, { revisitPrice: 10 })).rejects.toMatchObject({
    fields: { revisitPrice: "close.notRevisit" },
  });
});

test("R243 R288 an admin closes where a center serves, and names no other center", async () => {
  const { ticket } = await aJob({ serviceAvailable: false });
  const input = AdminCloseTicket.parse({ ...of(ticket), amount: 1 });
  await expect(closeTicket(editor, input)).rejects.toMatchObject({ kind: "conflict", key: "ticket.noCenter" });
  const { ticket: moved, center } = await aJob();
  const shown = AdminCloseTicket.parse({ ...of(moved), amount: 1, centerId: (await aCenter()).id });
  await expect(closeTicket(editor, shown)).rejects.toMatchObject({ fields: { centerId: "close.otherCenter" } });
  await closeTicket(editor, { ...shown, centerId: center.id });
});

test("R291 an empty pincode changes nothing", () => {
  expect(keysOf(UpdatePincode.safeParse({ ticketId: "x" }))).toEqual({ pincode: "form.incomplete" });
  expect(keysOf(UpdatePincode.safeParse({ ticketId: "x", pincode: "" }))).toEqual({ pincode: "form.pincode" });
  expect(keysOf(UpdatePincode.safeParse({ ticketId: "x", pincode: "12345" }))).toEqual({ pincode: "form.pincode" });
});
