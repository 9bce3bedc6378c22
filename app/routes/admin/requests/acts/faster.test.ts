import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, anAdmin, asAdmin, aTechnician } from "#modules/testing/factories.ts";
import { aJob, fresh } from "#modules/testing/work.ts";
import { assignTechnician, cancelTicket, closeTicket, deleteTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket } from "#modules/tickets/shared.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import * as all from "../all/route.tsx";
import * as punch from "../punch/route.tsx";
import * as view from "../view/route.tsx";

openDatabase();

/* Two operators with the same dialog open: the one who comes second cannot do it any more. */

const another = async () => asAdmin(await anAdmin({ name: "Ravi Kumar" }));

/** Opens a dialog, lets somebody else act, sends the dialog's form and draws the page that answers it. */
async function second(
  ticket: Ticket,
  act: string,
  first: (them: Awaited<ReturnType<typeof another>>) => Promise<unknown>,
  fields: Record<string, string> = {},
) {
  const cookie = await aDesk();
  await rows(sql`update sessions set proved_at = now()`);
  const at = `/view-ticket?ticketId=${ticket.publicId}&act=${act}`;
  const form = { intent: act, ticketId: ticket.publicId, version: String(ticket.version), ...fields };
  await first(await another());
  const { shown, status, to } = await sent(at, cookie, view, form);
  expect([to, status]).toEqual([undefined, 409]);
  return (await drawn(at, cookie, [view], { answered: shown })).text;
}

test("who comes second is told in the dialog who did what, and sees the words they had typed", async () => {
  const { ticket: job } = await aJob();
  const closing = await second(
    job,
    "close",
    (ravi) => closeTicket(ravi, AdminCloseTicket.parse({ ticketId: job.publicId, amount: 900 })),
    { amount: "950", closeRemarks: "VISIT_DONE", technicianRemarks: "The lid was stiff" },
  );
  expect(closing).toContain("This cannot be done with the request in its present state.");
  expect(closing).toMatch(/Ravi Kumar changed this while you had it open, .*: *Status *, Closing price/);
  expect(closing).toMatch(/You had entered: *The lid was stiff/);
  expect(closing).not.toContain("send the form again");
  expect((await fresh(job)).closingPricePaise).toBe(90_000);

  const { ticket: gone } = await aJob();
  const cancelling = await second(
    gone,
    "cancel",
    (ravi) => cancelTicket(ravi, { ticketId: gone.publicId, reason: "Twice" }),
    { reason: "The customer moved away" },
  );
  expect(cancelling).toMatch(/Ravi Kumar changed this while you had it open, .*: *Status/);
  expect(cancelling).toContain("The customer moved away");
  expect((await fresh(gone)).onboardingRemarks).toBe("Twice");
});

test("of two who assign, the second is told of the first", async () => {
  const center = await aCenter();
  const one = await aTechnician({ center });
  const two = await aTechnician({ center });
  const { ticket } = await aBroadcastTicket([center]);
  const conflict = await second(
    ticket,
    "assign",
    (ravi) => assignTechnician(ravi, { ticketId: ticket.publicId, technicianId: one.id }),
    { technicianId: two.id },
  );
  expect(conflict).toMatch(/Ravi Kumar changed this while you had it open, .*: *(Status *, )?(Center *, )?Technician/);
  expect((await fresh(ticket)).technicianId).toBe(one.id);
});

test("what was typed about a request that somebody deleted meanwhile is still shown over the list", async () => {
  const { ticket } = await aJob();
  const cookie = await aDesk();
  const at = `/Tickets?act=remarks&of=${ticket.publicId}`;
  const form = {
    intent: "remarks",
    ticketId: ticket.publicId,
    version: String(ticket.version),
    text: "Call after six",
  };
  await deleteTicket(await another(), { ticketId: ticket.publicId });
  const { shown, status } = await sent(at, cookie, all, form);
  expect(status).toBe(404);
  const { text } = await drawn(at, cookie, [all], { answered: shown });
  expect(text.match(/This request was not found/g)).toHaveLength(1);
  expect(text).toMatch(/You had entered: *Call after six/);
});

test("a punch is not decided for a request that somebody cancelled meanwhile, and says who did", async () => {
  const { ticket } = await aJob();
  const cookie = await aDesk();
  const at = `/ticketDocument?ticketId=${ticket.publicId}`;
  const form = { ticketId: ticket.publicId, version: String(ticket.version), serialNumber: "SN-MEANWHILE" };
  await cancelTicket(await another(), { ticketId: ticket.publicId, reason: "Twice" });
  const { shown, status } = await sent(at, cookie, punch, {
    ...form,
    status: "ON_HOLD",
    remarks: "The plate is unclear",
  });
  expect(status).toBe(409);
  const { text } = await drawn(at, cookie, [punch], { answered: shown });
  expect(text).toMatch(/Ravi Kumar changed this while you had it open, .*: *Status/);
  expect(text).toMatch(/You had entered: *SN-MEANWHILE *The plate is unclear/);
});
