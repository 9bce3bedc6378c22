import { sql } from "kysely";
import { expect, test } from "vitest";
import { readToast } from "#app/http/request/toast.server.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  aPincode,
  aService,
  asAdmin,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { listTickets } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import * as frame from "../../frame/route.tsx";
import * as all from "../all/route.tsx";
import { loader as document, action as review } from "../punch/route.tsx";
import { loader as reopened } from "../reopen-log/route.tsx";
import * as view from "../view/route.tsx";
import type { RequestPage } from "../view/view.server.ts";
import { actName, offeredIn, pageOf } from "./acts.ts";
import { actsOf } from "./acts-of.server.ts";

openDatabase();

const { action, loader } = view;

type Answer = { status?: number; headers?: Headers; data?: Shown; init?: { status?: number } };
type Shown = { problem?: string; errors?: Record<string, string>; result?: Record<string, unknown>; confirm?: object };

const opened = async ({ publicId }: Ticket, cookie: string, more = "") =>
  ((await loader(doorArgs(`/view-ticket?ticketId=${publicId}${more}`, cookie))) as unknown as { data: RequestPage })
    .data;

/** Sends a form of the request's page; money has been confirmed a moment ago. */
async function send(cookie: string, intent: string, ticket: Ticket, fields: Record<string, string> = {}) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const answer = (await action(
    doorArgs(`/view-ticket?ticketId=${ticket.publicId}`, cookie, { intent, ticketId: ticket.publicId, ...fields }),
  )) as unknown as Answer;
  return { to: answer.headers?.get?.("location") ?? undefined, ...answer.data };
}

/** The toast a browser was left. */
const toastOf = (cookie: string) => readToast(new Request("http://localhost/", { headers: { cookie } }));

const offered = async (ticket: Ticket) => {
  const [row] = (await listTickets(asAdmin(), { ids: [ticket.publicId] })).rows;
  return actsOf(asAdmin(), row!).offered;
};
const names = (acts: readonly { act: string; off?: string }[]) => acts.map(({ act, off }) => (off ? `${act}!` : act));

test("R234–R248, R469 each state offers its acts, and only those", async () => {
  const center = await aCenter();
  const pending = await aTicket({ broadcastStatus: "matched_in_same_center" });
  expect(names(await offered(pending))).toEqual(
    expect.arrayContaining([
      "view",
      "edit",
      "assign",
      "broadcast",
      "remarks",
      "pincode",
      "requirement",
      "cancel",
      "delete",
    ]),
  );
  for (const act of ["reassign", "close", "close!", "rebook", "reopenLog", "pictures"])
    expect(names(await offered(pending))).not.toContain(act);

  const { ticket: job } = await aJob({}, center);
  expect(names(await offered(job))).toEqual(expect.arrayContaining(["reassign", "close", "cancel"]));
  for (const act of ["assign", "broadcast", "pincode", "rebook"]) expect(names(await offered(job))).not.toContain(act);
  // R243: shown, and without effect, where no center serves.
  await rows(sql`update tickets set service_available = false where id = ${job.id}`);
  expect(names(await offered(job))).toContain("close!");

  const { ticket: closed } = await aClosedJob();
  await rows(sql`update tickets set revisit_status = 1 where id = ${closed.id}`);
  expect(names(await offered(closed))).toEqual(expect.arrayContaining(["rebook", "revisit", "reopenLog", "remarks"]));
  for (const act of ["assign", "reassign", "close", "broadcast", "cancel"])
    expect(names(await offered(closed))).not.toContain(act);
});

test("R237, R238, R242, R244 what a request has been through decides what is offered for it", async () => {
  const { ticket: job } = await aJob({}, await aCenter());
  const [row] = (await listTickets(asAdmin(), { ids: [job.publicId] })).rows;
  const offeredFor = (more: Partial<NonNullable<typeof row>>) => names(actsOf(asAdmin(), { ...row!, ...more }).offered);
  expect(offeredFor({ revisitStatus: 0 })).not.toContain("reopenLog");
  expect(offeredFor({ revisitStatus: 1 })).toContain("reopenLog");
  expect(offeredFor({ pictures: 0 })).not.toContain("pictures");
  expect(offeredFor({ pictures: 1 })).toContain("pictures");
  expect(offeredFor({})).toEqual(expect.arrayContaining(["reassign", "close"]));
  expect(offeredFor({})).not.toContain("broadcast");
});

test("R234, R235, R237, R238, R240 acts lead to their pages, and closing has its own name on the closed list", () => {
  const id = "0123456789abcdef01234567";
  expect(["view", "edit", "reopenLog", "pictures"].map((act) => pageOf(act as "view", id))).toEqual([
    `/view-ticket?ticketId=${id}`,
    `/admin-ticket?edit=${id}`,
    `/reopen-log/${id}`,
    `/ticketDocument?ticketId=${id}`,
  ]);
  expect([say(actName("close")), say(actName("close", "closed"))]).toEqual(["Close Request", "Close Ticket"]);
});

test("R248, R256, R257 the pending list hides assign and reassign; a B2B list has its own acts", async () => {
  const all = await offered(await aTicket({ broadcastStatus: "matched_in_same_center" }));
  expect(names(offeredIn("pending", all))).not.toContain("assign");
  expect(names(offeredIn("b2b", all))).toEqual(["view", "remarks"]);
  expect(names(offeredIn("client", all))).toEqual(["view", "edit", "broadcast", "remarks"]);
});

test("R245 a request is marked as broadcasted while it waits for a center, and no longer", async () => {
  const marked = async (more: Partial<Ticket>) => {
    const ticket = await aTicket({ broadcastStatus: "broadcasted", ...more });
    return actsOf(asAdmin(), (await listTickets(asAdmin(), { ids: [ticket.publicId] })).rows[0]!).broadcasted;
  };
  expect([await marked({}), await marked({ status: "CANCEL" })]).toEqual([true, false]);
});

test("an admin who only views is offered to look, and every act is refused", async () => {
  const cookie = await aDesk(["view_ticket.full_access"]);
  const { ticket } = await aJob();
  expect(names((await opened(ticket, cookie)).acts.offered)).toEqual(["view"]);
  for (const [intent, fields] of [
    ["close", { amount: "10" }],
    ["cancel", { reason: "x" }],
    ["delete", {}],
    ["remarks", { text: "x" }],
    ["reveal", { reason: "visit" }],
    ["revealPartner", { reason: "visit", whose: "center" }],
    ["pincode", { pincode: "560001" }],
  ] as const)
    expect([intent, (await send(cookie, intent, ticket, fields)).problem]).toEqual([
      intent,
      expect.stringMatching(/^(permission\.denied|ticket\.noUpdate)$/),
    ]);
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
});

test("R175, R467 assigning asks for a technician, offers the centers that fit first, and shows the reasons of the others", async () => {
  const cookie = await aDesk();
  const service = await aService();
  const pincode = aPincode();
  const fits = await aCenter({ services: [service], pincodes: [pincode] });
  const barred = await aCenter({ services: [service], pincodes: [pincode], broadcastDisabled: true });
  const technician = await aTechnician({ center: fits });
  const ticket = await aTicket({ serviceId: service.id, pincode, broadcastStatus: "broadcasted" });
  const { dialog } = await opened(ticket, cookie, "&act=assign");
  expect(dialog?.centers.map(({ id, reason }) => [id, reason])).toEqual([
    [fits.id, "offered"],
    [barred.id, "disabled"],
  ]);
  expect((await send(cookie, "assign", ticket)).errors).toEqual({ technicianId: "center.assign.choose" });
  expect((await send(cookie, "assign", ticket, { technicianId: technician.id })).to).toBe(
    `/view-ticket?ticketId=${ticket.publicId}`,
  );
  expect((await opened(ticket, cookie, "&act=assign")).dialog?.open).toBe(false);
});

test("R287, R289, R290, Q78, Q121 closing takes 0 and cuts decimals, needs an amount, and says so in a dialog and a toast", async () => {
  const cookie = await aDesk();
  const { ticket } = await aJob();
  expect((await send(cookie, "close", ticket)).errors).toHaveProperty("amount");
  expect((await send(cookie, "close", ticket, { amount: "-1" })).errors).toHaveProperty("amount");
  const { to } = await send(cookie, "close", ticket, { amount: "0.99" });
  expect(to).toContain("act=closed");
  expect(await fresh(ticket)).toMatchObject({ status: "CLOSED", closingPricePaise: 0 });
  expect((await opened(ticket, cookie, "&act=closed")).dialog).toMatchObject({ act: "closed", open: true });
  expect(say("ticket.closed")).toBe("Ticket closed successfully");
  expect((await send(cookie, "close", ticket, { amount: "10" })).problem).toBe("ticket.alreadyClosed");
});

test("over a list the toast of an act links the request it speaks of; on the request's own page it needs no link", async () => {
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const acts: [string, Record<string, string>][] = [
    ["remarks", { text: "Call first" }],
    ["requirement", { requirement: "Bring a ladder" }],
    ["cancel", { reason: "Moved away" }],
  ];
  const ticket = await aTicket();
  for (const [intent, fields] of acts)
    for (const [page, at] of [
      ["/Tickets", all.action],
      [`/view-ticket?ticketId=${ticket.publicId}`, action],
    ] as const) {
      if (intent === "cancel" && page !== "/Tickets") continue;
      const answer = (await at(doorArgs(page, cookie, { intent, ticketId: ticket.publicId, ...fields }))) as unknown;
      const [toastCookie] = (answer as { headers: Headers }).headers.getSetCookie();
      const toast = readToast(new Request("http://localhost/", { headers: { cookie: toastCookie!.split(";")[0]! } }));
      const about = { to: `/view-ticket?ticketId=${ticket.publicId}`, name: ticket.ticketId };
      expect(toast?.about, `${intent} ${page}`).toEqual(page === "/Tickets" ? about : undefined);
    }
});

test("two operators on one request: the second is told who changed what, and the first one's act stands", async () => {
  const one = await aDesk();
  const two = await aDesk();
  const { ticket } = await aJob();
  const version = String(ticket.version);
  await send(one, "requirement", ticket, { requirement: "Bring a ladder", version });
  const refused = await send(two, "requirement", ticket, { requirement: "No ladder", version });
  expect(refused).toMatchObject({ problem: "ticket.changed", meanwhile: { now: { requirement: "Bring a ladder" } } });
  expect(refused).toMatchObject({ values: { requirement: "No ladder" } });
  expect((await fresh(ticket)).requirement).toBe("Bring a ladder");
});

test("R293 cancelling asks for a reason and saves it as the team's remarks; R176 empty remarks are refused", async () => {
  const cookie = await aDesk();
  const ticket = await anAcceptedTicket(await aCenter());
  expect((await send(cookie, "cancel", ticket)).errors).toEqual({ reason: "cancel.reasonMissing" });
  expect((await send(cookie, "remarks", ticket, { text: "  " })).errors).toEqual({ text: "remarks.empty" });
  await send(cookie, "cancel", ticket, { reason: "Moved away" });
  expect(await fresh(ticket)).toMatchObject({ status: "CANCEL", onboardingRemarks: "Moved away" });
  expect((await opened(ticket, cookie)).acts.remarked).toBe(true);
});

test("R239 a deleted request leaves to the list with a toast that brings it back, for ten seconds", async () => {
  const cookie = await aDesk();
  const ticket = await aTicket();
  expect((await send(cookie, "delete", ticket)).to).toBe("/all-tickets");
  await expect(opened(ticket, cookie)).rejects.toMatchObject({ init: { status: 404 } });
  await send(cookie, "undoDelete", ticket);
  expect((await opened(ticket, cookie)).request.id).toBe(ticket.publicId);
  await send(cookie, "delete", ticket);
  moveClock(11 * second);
  expect((await send(cookie, "undoDelete", ticket)).problem).toBe("ticket.undoOver");
  resetClock();
  expect(say("ticket.deleted")).toBe("Ticket Delete successfully");
});

test("a deletion is undone after a reload and from another list, and is offered no longer than that", async () => {
  const ticket = await aTicket();
  const list = [frame, all];
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = ${now()}`);
  const gone = await sent(
    `/view-ticket?ticketId=${ticket.publicId}`,
    cookie,
    { action },
    {
      intent: "delete",
      ticketId: ticket.publicId,
    },
  );
  const offers = async (browser: string) =>
    (await drawn("/all-tickets", browser, list)).html.includes('value="undoDelete"');
  const first = await drawn("/all-tickets", gone.cookie, list);
  expect(first.html).toContain('value="undoDelete"');
  expect([await offers(first.cookie), await offers(first.cookie)]).toEqual([true, true]);
  const back = await sent("/all-tickets", first.cookie, all, {
    intent: "undoDelete",
    ticketId: ticket.publicId,
  });
  expect(back.toast).toBe(say("ticket.restored"));
  expect(await offers(back.cookie)).toBe(false);
  moveClock(11 * second);
  expect(await offers(first.cookie)).toBe(false);
  resetClock();
});

test("R291 the pincode is saved after its preview; a request that a center has is a conflict", async () => {
  const cookie = await aDesk();
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  const ticket = await aTicket({ serviceId: service.id, broadcastStatus: "broadcasted", serviceAvailable: false });
  const before = ticket.pincode;
  expect((await send(cookie, "previewPincode", ticket, { pincode })).result).toMatchObject({
    outcome: "broadcasted",
    centers: 1,
  });
  expect((await fresh(ticket)).pincode).toBe(before);
  expect((await send(cookie, "previewPincode", ticket, { pincode: "12" })).errors).toHaveProperty("pincode");
  await send(cookie, "pincode", ticket, { pincode });
  expect(await fresh(ticket)).toMatchObject({ pincode, serviceAvailable: true });
  const taken = await anAcceptedTicket(await aCenter());
  expect((await send(cookie, "pincode", taken, { pincode })).problem).toBe("pincode.taken");
});

test("a rebook or revisit that no center serves is not said to be a request like others; nor is a pincode nobody serves", async () => {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const { ticket } = await aClosedJob({ serviceId: service.id, pincode }, 500, center);
  const cookie = await aDesk();
  const again = async (intent: string) =>
    sent(`/view-ticket?ticketId=${ticket.publicId}`, cookie, view, {
      intent,
      ticketId: ticket.publicId,
      "timePreference.type": "IMMEDIATELY",
    });
  expect((await again("rebook")).toast).toBe("Ticket Created successfully");
  await rows(sql`update centers set is_active = -1 where id = ${center.id}`);
  const unserved = "Request created, but not offered: no center serves it yet.";
  expect((await again("rebook")).toast).toBe(unserved);
  expect((await again("revisit")).toast).toBe(unserved);

  const waiting = await aTicket({ broadcastStatus: "broadcasted" });
  const moved = await sent(`/view-ticket?ticketId=${waiting.publicId}`, cookie, view, {
    intent: "pincode",
    ticketId: waiting.publicId,
    pincode: aPincode(),
  });
  expect(toastOf(moved.cookie)).toMatchObject({ key: "pincode.saved.none", kind: "warn" });
});

test("a number is shown to an editor once asked with a reason, and never to others", async () => {
  const ticket = await aTicket({ phone: "9812345677" });
  const editor = await aDesk(["view_ticket.full_access", "edit_ticket.full_access"]);
  expect(JSON.stringify(await opened(ticket, editor))).not.toContain("9812345677");
  expect((await send(editor, "reveal", ticket)).errors).toEqual({ reason: "reveal.reasonMissing" });
  expect((await send(editor, "reveal", ticket, { reason: "visit" })).result).toMatchObject({ phone: "9812345677" });
});

test("the numbers of a request's center and technician are shown to an editor of the house once asked with a reason", async () => {
  const { center, technician, ticket } = await aJob();
  const editor = await aDesk(["view_ticket.full_access", "edit_ticket.full_access"]);
  const page = (cookie: string, more = "") => drawn(`/view-ticket?ticketId=${ticket.publicId}${more}`, cookie, [view]);
  const shown = await page(editor);
  expect(shown.html).toContain("act=revealTechnician");
  expect(shown.html).toContain(`act=revealCenter&amp;center=${center.id}`);
  for (const { phone } of [center, technician]) expect(shown.html).not.toContain(phone);
  const dialog = await page(editor, `&act=revealCenter&center=${center.id}`);
  expect(dialog.html).toMatch(new RegExp(`name="centerId"[^>]*value="${center.id}"`));
  expect(dialog.text).toContain("Why do you need the number?");

  const ask = (fields: Record<string, string>) => send(editor, "revealPartner", ticket, fields);
  expect((await ask({ whose: "center" })).errors).toEqual({ reason: "reveal.reasonMissing" });
  expect((await ask({ whose: "center", reason: "visit" })).result).toMatchObject({ phone: center.phone });
  expect((await ask({ whose: "technician", reason: "visit" })).result).toMatchObject({ phone: technician.phone });

  // A SUPER_ADMIN reads the technician's number and asks for the center's; who only views is offered nothing.
  expect((await page(await aDesk())).html).toContain(`href="tel:+91${technician.phone}"`);
  expect((await page(await aDesk(["view_ticket.full_access"]))).html).not.toContain("act=revealCenter");
});

test("R283 'Invalid Request id ' with its space, for a malformed id and for one that is not there", async () => {
  const cookie = await aDesk();
  for (const query of ["", "?ticketId=", "?ticketId=x%00", `?ticketId=${"A".repeat(22)}`, "?ticketId=1&ticketId=2"])
    await expect(loader(doorArgs(`/view-ticket${query}`, cookie))).rejects.toMatchObject({
      data: { problem: "request.invalid" },
      init: { status: 404 },
    });
  expect(say("request.invalid")).toBe("Invalid Request id ");
});

test("R298–R302, R303, Q25 the punch review says what is missing, keeps serial numbers unique and survives a reload", async () => {
  const cookie = await aDesk();
  const { ticket } = await aJob();
  const { ticket: other } = await aJob();
  const sent = async (of: Ticket, fields: Record<string, string>) =>
    (
      (await review(
        doorArgs(`/ticketDocument?ticketId=${of.publicId}`, cookie, { ticketId: of.publicId, ...fields }),
      )) as unknown as Answer
    ).data;
  expect((await sent(ticket, {}))?.errors).toEqual({
    serialNumber: "punch.serialMissing",
    status: "punch.statusMissing",
  });
  expect((await sent(ticket, { serialNumber: "SN-1", status: "ON HOLD" }))?.errors).toEqual({
    remarks: "punch.remarkMissing",
  });
  await sent(ticket, { serialNumber: "SN-1", status: "VERIFIED" });
  expect(await fresh(ticket)).toMatchObject({ status: "VERIFIED", punchSerialNumber: "SN-1" });
  expect((await sent(other, { serialNumber: "sn-1", status: "VERIFIED" }))?.errors).toEqual({
    serialNumber: "punch.serialTaken",
  });
  const page = (await document(doorArgs(`/ticketDocument?ticketId=${ticket.publicId}`, cookie))) as unknown as {
    data: { request: { punchSerialNumber: string } };
  };
  expect(page.data.request.punchSerialNumber).toBe("SN-1");
  expect([
    say("punch.serialMissing"),
    say("punch.remarkMissing"),
    say("punch.statusMissing"),
    say("punch.serialTaken"),
    say("punch.failed"),
  ]).toEqual([
    "Serial Number is required",
    "Remark is required",
    "Ticket status is required",
    "Serial Number already exists.",
    "Error updating punch ticket. Please try again later.",
  ]);
});

test("R310 the reopen log has its columns in order", async () => {
  const cookie = await aDesk();
  const { ticket } = await aClosedJob();
  const args = { ...doorArgs(`/reopen-log/${ticket.publicId}`, cookie), params: { id: ticket.publicId } };
  const { data } = (await reopened(args)) as unknown as { data: { visits: unknown[] } };
  expect(data.visits).toEqual([]);
  const headings = [
    "createdAt",
    "assignedAt",
    "closedAt",
    "reopenedAt",
    "oldRequirement",
    "technicianRemarks",
    "ticketRemark",
    "code",
    "remark",
    "centerName",
    "centerIna",
    "centerContact",
    "pictures",
  ] as const;
  expect(headings.map((heading) => say(`reopenLog.${heading}`)).join("; ")).toBe(
    "Created At; Assigned At; Closed At; Reopened At; Old Requirement; Manual Remark by Technician; Ticket Remark; Happy/Unhappy; Remark; Center Name; Center INA; Center Contact; OnSite Image",
  );
});
