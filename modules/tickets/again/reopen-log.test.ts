import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Permission } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, asAdmin, asCenter, asVisitor, qrOf } from "#modules/testing/factories.ts";
import { aClosedJob, aPhoto, codesOf, fresh } from "#modules/testing/work.ts";
import { addOnsitePicture, assignTechnician, closeTicket } from "../index.ts";
import { AdminCloseTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { reopenLog } from "./reopen-log.ts";
import { revisitTicket } from "./revisit.ts";

openDatabase();

const of = ({ publicId: ticketId }: Pick<Ticket, "publicId">) => ({ ticketId });
const viewer = asAdmin(undefined, { permissions: ["view_closed_ticket"] });

/** A visit repeated twice: each time with its own requirement, closed by an admin. */
async function aReopened() {
  const job = await aClosedJob({ requirement: "No cooling" });
  const again = async (ticket: Ticket, requirement: string) =>
    revisitTicket(asVisitor(ticket.phone), {
      ...of(ticket),
      timePreference: { type: "IMMEDIATELY" as const },
      requirement,
    });
  const second = await again(job.ticket, "Still no cooling: call 98765 43210");
  await assignTechnician(asAdmin(), { ...of(second), technicianId: job.technician.id });
  await addOnsitePicture(asCenter(job.center), { ...of(second), upload: await aPhoto() });
  await closeTicket(
    asAdmin(),
    AdminCloseTicket.parse({
      ...of(second),
      amount: 0,
      closeRemarks: "Refilled",
      technicianRemarks: "A leak",
      revisitRemarks: "Came back the next day",
      code: (await codesOf(second)).unhappy,
    }),
  );
  const third = await again(await fresh(second), "Too loud");
  return { ...job, second: await fresh(second), third };
}

test("R310 the log tells each reopening of a request, oldest first, whichever visit is named", async () => {
  const { ticket, second, third, center } = await aReopened();
  const log = await reopenLog(asAdmin(), of(ticket));
  expect(log).toMatchObject([
    {
      id: ticket.publicId,
      revisitId: second.publicId,
      reopenedAt: second.createdAt,
      createdAt: ticket.createdAt,
      assignedAt: ticket.assignedAt,
      closedAt: ticket.closedAt,
      oldRequirement: "No cooling",
      code: null,
      center: { name: center.centerName, qrId: (await qrOf(center)).qrId, phone: center.phone },
    },
    {
      id: second.publicId,
      revisitId: third.publicId,
      technicianRemarks: "A leak",
      closeRemarks: "Refilled",
      code: "unhappy_code",
      remark: "Came back the next day",
      pictureIds: [expect.any(String)],
    },
  ]);
  for (const visit of [second, third]) expect(await reopenLog(asAdmin(), of(visit))).toEqual(log);
  const { ticket: once } = await aClosedJob();
  expect(await reopenLog(asAdmin(), of(once))).toEqual([]);
});

test("R026 Q10 any flag that leads to requests opens it, without phones; nobody else sees it", async () => {
  const { ticket, center } = await aReopened();
  const log = await reopenLog(viewer, of(ticket));
  expect(log[0]!.center!.phone).toBe("*****");
  expect(log[1]!.oldRequirement).not.toContain("98765");
  for (const flag of ["view_ticket.full_access", "view_pending_ticket", "view_center_ticket"] satisfies Permission[])
    expect(await reopenLog(asAdmin(undefined, { permissions: [flag] }), of(ticket))).toHaveLength(2);
  const blind = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
  for (const actor of [blind, asCenter(center), asVisitor(ticket.phone)])
    await expect(reopenLog(actor, of(ticket))).rejects.toMatchObject({ kind: "denied" });
  const client = asAdmin(undefined, { permissions: ["view_ticket.full_access"], clientId: (await aClient()).id });
  await expect(reopenLog(client, of(ticket))).rejects.toMatchObject({ kind: "missing" });
});

test("a deleted visit is left out", async () => {
  const { ticket, third } = await aReopened();
  await rows(sql`update tickets set deleted_at = now() where id = ${third.id}`);
  expect((await reopenLog(asAdmin(), of(ticket))).map(({ id }) => id)).toEqual([ticket.publicId]);
});
