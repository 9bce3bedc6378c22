import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Meanwhile } from "#modules/kernel/errors.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAdmin,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { revisitTicket } from "../again/revisit.ts";
import {
  acceptBroadcast,
  addRemarks,
  assignCenter,
  assignTechnician,
  broadcastTicket,
  cancelTicket,
  changeTechnician,
  closeTicket,
  deleteTicket,
  onboardingRemarks,
  rebookTicket,
  reviewPunch,
  updatePincode,
  updateRequirement,
} from "../index.ts";
import { AdminCloseTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

let asha: ReturnType<typeof asAdmin>;
let ravi: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  asha = asAdmin(await anAdmin({ name: "Asha Rao" }));
  ravi = asAdmin(await anAdmin({ name: "Ravi Kumar" }));
});

/** The request and the version a dialog is opened with. */
const of = ({ publicId: ticketId, version }: Ticket) => ({ ticketId, version });

/** What a refused act says about the changes since. */
async function refused(act: Promise<unknown>): Promise<Meanwhile | undefined> {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error("it was not refused");
  expect([error.kind, error.key]).toEqual(["conflict", "ticket.changed"]);
  return error.meanwhile;
}

test("two operators on one request: the later one is told who changed what, and nothing is lost", async () => {
  const ticket = await aTicket();
  const seen = of(ticket);
  await updateRequirement(ravi, { ...seen, requirement: "Second floor" });
  await onboardingRemarks(ravi, { ticketId: ticket.publicId, text: "Called" });
  const refusal = await refused(updateRequirement(asha, { ...seen, requirement: "Third floor" }));
  const now = await fresh(ticket);
  expect(refusal).toMatchObject({
    version: now.version,
    changes: [
      { by: "Ravi Kumar", own: false, fields: ["requirement"] },
      { by: "Ravi Kumar", own: false, fields: ["text"] },
    ],
    names: { requirement: "ticketAct.requirement", text: "common.remarks" },
    now: { requirement: "Second floor", text: "Called" },
  });
  expect(now.requirement).toBe("Second floor");
  // With the version of the refusal it is done.
  await updateRequirement(asha, { ticketId: ticket.publicId, version: refusal!.version, requirement: "Third floor" });
  expect((await fresh(ticket)).requirement).toBe("Third floor");
});

test("one's own change in another window is said to be one's own", async () => {
  const seen = of(await aTicket());
  await updateRequirement(asha, { ...seen, requirement: "Second floor" });
  expect((await refused(updateRequirement(asha, { ...seen, requirement: "Third" })))!.changes).toMatchObject([
    { by: null, own: true },
  ]);
});

test("a center that accepted and assigned is named to an operator, its phones to nobody", async () => {
  const center = await aCenter({ centerName: "Quick Repairs" });
  const technician = await aTechnician({ center });
  const { ticket, broadcasts } = await aBroadcastTicket([center]);
  const seen = of(ticket);
  await acceptBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  const refusal = await refused(cancelTicket(asha, { ...seen, reason: "Late" }));
  expect(refusal!.changes).toMatchObject([
    { by: "Quick Repairs", fields: ["status", "center"] },
    { by: "Quick Repairs", fields: ["technicianId"] },
  ]);
  expect(refusal!.now).toMatchObject({
    status: "Technician Assigned",
    center: "Quick Repairs",
    technicianId: technician.name,
  });
  expect(JSON.stringify(refusal)).not.toContain(technician.phone);
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
});

test("every act refuses an older version, and does nothing", async () => {
  const { ticket: job, center } = await aJob();
  const { ticket: open } = await aBroadcastTicket([await aCenter()]);
  const { ticket: closed } = await aClosedJob();
  const technician = await aTechnician({ center });
  const timePreference = { type: "IMMEDIATELY" as const };
  const old = (ticket: Ticket) => ({ ticketId: ticket.publicId, version: ticket.version - 1 });
  const acts: Record<string, () => Promise<unknown>> = {
    assign: () => assignTechnician(asha, { ...old(job), technicianId: technician.id }),
    change: () => changeTechnician(asha, { ...old(job), technicianId: technician.id }),
    center: () => assignCenter(asha, { ...old(open), centerId: center.id }),
    broadcast: () => broadcastTicket(asha, old(open)),
    close: () => closeTicket(asha, AdminCloseTicket.parse({ ...old(job), amount: 1 })),
    cancel: () => cancelTicket(asha, { ...old(job), reason: "x" }),
    delete: () => deleteTicket(asha, old(open)),
    pincode: () => updatePincode(asha, { ...old(open), pincode: "560001" }),
    requirement: () => updateRequirement(asha, { ...old(open), requirement: "x" }),
    remarks: () => onboardingRemarks(asha, { ...old(open), text: "x" }),
    remark: () => addRemarks(asha, { ...old(open), text: "x" }),
    punch: () => reviewPunch(asha, { ...old(open), status: "VERIFIED", serialNumber: "never" }),
    rebook: () => rebookTicket(asha, { ...old(closed), timePreference }),
    revisit: () => revisitTicket(asha, { ...old(closed), timePreference }),
  };
  const before = await states(job, open, closed);
  for (const [name, act] of Object.entries(acts))
    await refused(act()).catch((error: unknown) => {
      throw new Error(`${name}: ${error}`);
    });
  expect(await states(job, open, closed)).toEqual(before);
});

const states = (...tickets: Ticket[]) =>
  rows(
    sql`select t.*, (select count(*)::int from history h where h.subject_id = t.id) as told from tickets t where id = any(${tickets.map(({ id }) => id)}) order by id`,
  );

test("of two acts at once with the same version exactly one is done", async () => {
  const seen = of(await aTicket());
  const outcomes = await Promise.allSettled([
    unitOfWork(() => updateRequirement(asha, { ...seen, requirement: "One" })),
    unitOfWork(() => cancelTicket(ravi, { ...seen, reason: "Two" })),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [lost] = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost!.reason).toMatchObject({ key: "ticket.changed" });
  expect(lost!.reason.meanwhile.changes.length).toBeGreaterThan(0);
});
