import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { hashToken, unseal } from "#modules/kernel/crypto.server.ts";
import { em, row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, asAdmin, asCenter, asTechnician, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  aClosedJob,
  aDoneJob,
  aJob,
  aWrongCode,
  closeAs,
  codesOf,
  free,
  fresh,
  notApproved,
  notRepairable,
  notVisited,
  paid,
} from "#modules/testing/work.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";
import { closeTicket, completeJob, ticketClosed, ticketDetail } from "../index.ts";
import { InvoiceSchema } from "../invoices/invoice.entity.ts";
import { closureRemarks, ratingChoices } from "../labels.ts";
import { AdminCloseTicket, CloseTicket, CompleteJob } from "../shared.ts";

openDatabase();

const links: { ticketId: string; feedbackTokenSealed: string }[] = [];
hear(ticketClosed, async (payload) => links.push(payload));
afterEach(resetClock);

test("R174 the closure remarks are these five, to the letter", () => {
  expect(closureRemarks).toEqual([
    "Visit Done, Work Completed (Payment Collected)",
    "Visited - Estimate Not Approved / Site Not Ready",
    "Visited - Unit not Repairable /Special Skill Required",
    "Not Visited - Can't Deliver Service",
    "Visit Done, Work Completed (Free of Charge)",
  ]);
  expect(CloseTicket.safeParse({ ticketId: "x", amount: 0, closeRemarks: "Done" }).success).toBe(false);
});

test("R168 R169 the completion dialog's rating is Good and its payment Online unless chosen", () => {
  const parsed = CompleteJob.parse({ ticketId: "x", material: "0", closeRemarks: paid });
  expect(parsed).toMatchObject({ overAllRating: "Good", paymentType: "Online", material: 0 });
  expect(ratingChoices).toEqual(["Very Bad", "Bad", "Decent", "Good", "Very Good"]);
});

test("R166 closing needs an amount, 0 allowed, and a selected ticket", () => {
  const fields = { ticketId: "x", closeRemarks: paid };
  expect(CloseTicket.parse({ ...fields, amount: 0 }).amount).toBe(0);
  for (const amount of [undefined, "", -1, "many"]) {
    expect(CloseTicket.safeParse({ ...fields, amount }).error?.issues[0]).toMatchObject({ path: ["amount"] });
  }
  expect(CloseTicket.safeParse({ ...fields, ticketId: undefined, amount: 0 }).success).toBe(false);
});

test("Q121 an amount is whole rupees, decimals cut toward zero", () => {
  expect(CloseTicket.parse({ ticketId: "x", closeRemarks: paid, amount: "499.99" }).amount).toBe(499);
});

test("R143 a ticket can be closed only when a technician is assigned and it is not closed", async () => {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  await expect(closeAs(center, ticket, { closeRemarks: notVisited })).rejects.toMatchObject({
    kind: "conflict",
    key: "ticket.noTechnician",
  });
  const job = await aJob();
  await closeAs(job.center, job.ticket, { closeRemarks: notVisited });
  await expect(closeAs(job.center, job.ticket, { closeRemarks: notVisited })).rejects.toMatchObject({
    key: "ticket.alreadyClosed",
  });
});

test("what is missing for a closing is told together, and a code costs a try only once nothing else is missing", async () => {
  const { center, ticket } = await aJob();
  await expect(closeAs(center, ticket, { closeRemarks: paid })).rejects.toMatchObject({
    kind: "invalid",
    fields: { pictures: "close.pictures", code: "close.codeMissing" },
  });
  const code = await aWrongCode(ticket);
  await expect(closeAs(center, ticket, { closeRemarks: paid, code })).rejects.toMatchObject({
    fields: { pictures: "close.pictures" },
  });
  expect((await fresh(ticket)).codeTries).toBe(0);
});

test("R164 work done without a picture is refused: 'Upload Onsite Pictures!'", async () => {
  const { center, ticket } = await aJob();
  for (const closeRemarks of [paid, free]) {
    await expect(closeAs(center, ticket, { closeRemarks, code: (await codesOf(ticket)).happy })).rejects.toMatchObject({
      kind: "invalid",
      key: "close.pictures",
    });
  }
  expect(say("close.pictures")).toBe("Upload Onsite Pictures!");
});

test("R167 closing price is ticket price plus labour and material charges, each kept", async () => {
  const { center, ticket, code } = await aDoneJob({ ticketPricePaise: fromRupees(199) });
  const row = await completeJob(
    asCenter(center),
    CompleteJob.parse({ ticketId: ticket.publicId, labour: "100", material: "351.7", closeRemarks: paid, code }),
  );
  expect(row).toMatchObject({
    status: "CLOSED",
    closingPricePaise: 65_000,
    labourPaise: 10_000,
    materialPaise: 35_100,
    happyCode: true,
    paymentType: "Online",
    remarks: { message: "happy_code", closeRemarks: paid, overAllRating: "Good" },
  });
});

test("R170 R171 the job completion speaks its texts", () => {
  expect(say("job.completed")).toBe("Job marked as completed successfully!");
  expect(say("job.failed")).toBe("Failed to complete job");
  expect(say("job.fetchFailed")).toBe("Failed to fetch ticket details");
  expect(say("job.onHold")).toBe("Ticket put on hold!");
  expect(say("ticket.closed")).toBe("Ticket closed successfully");
});

test("R459 the closing payload is kept; the share and the total are worked out by the server", async () => {
  const { center, ticket, code } = await aDoneJob();
  const payload = {
    amount: 500,
    closeRemarks: paid,
    code,
    centerMessage: "All fine",
    takeTime: "2 hours",
    paymentType: "Cash",
    dateOfPurchase: "2024-05-17",
    technicianRemarks: "New capacitor",
    ticket_closing_total_amount: 1,
    ticket_closing_platform_share_amount: 1,
    platformSharePaise: 1,
  };
  const row = await closeAs(center, ticket, payload);
  expect(row).toMatchObject({
    status: "CLOSED",
    closingPricePaise: 50_000,
    platformSharePaise: 0,
    takeTime: "2 hours",
    paymentType: "Cash",
    dateOfPurchase: "2024-05-17",
    remarks: { centerMessage: "All fine", technicianRemarks: "New capacitor" },
  });
});

test.each(["PENDING", "ON_HOLD", "ON HOLD"])("Q23 a closing payload that says %s closes nothing", async (status) => {
  const { center, ticket, code } = await aDoneJob();
  const closing = async () => closeAs(center, ticket, { amount: 500, closeRemarks: paid, code, status });
  await expect(closing()).rejects.toThrow("form.choice");
  expect((await fresh(ticket)).status).not.toBe("CLOSED");
});

test("Q77 the unhappy code closes too and is marked as such; a wrong code is refused with a message", async () => {
  const { center, ticket } = await aDoneJob();
  await expect(
    closeAs(center, ticket, { amount: 500, closeRemarks: paid, code: await aWrongCode(ticket) }),
  ).rejects.toMatchObject({ kind: "invalid", key: "close.codeWrong" });
  await expect(closeAs(center, ticket, { amount: 500, closeRemarks: paid })).rejects.toMatchObject({
    key: "close.codeMissing",
  });
  expect((await fresh(ticket)).codeTries).toBe(1);
  const row = await closeAs(center, ticket, {
    amount: 500,
    closeRemarks: paid,
    code: (await codesOf(ticket)).unhappy,
  });
  expect(row).toMatchObject({ happyCode: false, remarks: { message: "unhappy_code" } });
});

test("after five wrong codes only an admin can close, even with the right one at hand", async () => {
  const { center, ticket, code } = await aDoneJob();
  const wrong = await aWrongCode(ticket);
  const keys: string[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    await closeAs(center, ticket, { amount: 500, closeRemarks: paid, code: wrong }).catch(({ key }) => keys.push(key));
  }
  expect(keys).toEqual([...Array(4).fill("close.codeWrong"), "close.locked"]);
  await expect(closeAs(center, ticket, { amount: 500, closeRemarks: paid, code })).rejects.toMatchObject({
    kind: "conflict",
    key: "close.locked",
  });
  await expect(closeAs(center, ticket, { amount: 0, closeRemarks: notVisited })).rejects.toMatchObject({
    key: "close.locked",
  });
  const row = await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500 }));
  expect(row.status).toBe("CLOSED");
});

test("a hundred guesses at once count as five", async () => {
  const { center, ticket } = await aDoneJob();
  const wrong = await aWrongCode(ticket);
  const guess = () => unitOfWork(() => closeAs(center, ticket, { amount: 500, closeRemarks: paid, code: wrong }));
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, guess));
  const keys = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.key : "closed"));
  expect(keys.filter((key) => key === "close.codeWrong")).toHaveLength(4);
  expect(keys.filter((key) => key === "close.locked")).toHaveLength(96);
  expect((await fresh(ticket)).codeTries).toBe(5);
});

test("the other remarks need neither picture nor code, and cost nothing or the visit charge", async () => {
  for (const closeRemarks of [notApproved, notRepairable, notVisited]) {
    const { center, ticket } = await aJob({ ticketPricePaise: fromRupees(199) });
    await expect(closeAs(center, ticket, { amount: 500, closeRemarks })).rejects.toMatchObject({
      kind: "invalid",
      key: "close.visitChargeOnly",
    });
    if (closeRemarks === notVisited)
      await expect(closeAs(center, ticket, { amount: 199, closeRemarks })).rejects.toMatchObject({
        kind: "invalid",
        key: "close.notVisited",
      });
    const amount = closeRemarks === notVisited ? 0 : 199;
    const row = await closeAs(center, ticket, { amount, closeRemarks });
    expect(row).toMatchObject({ status: "CLOSED", closingPricePaise: amount * 100, remarks: { message: null } });
  }
});

test("a visit charge with paise is billed to the paisa, though a closing amount is whole rupees", async () => {
  const visitOnly = await aJob({ ticketPricePaise: fromRupees(199.5) });
  expect(await closeAs(visitOnly.center, visitOnly.ticket, { amount: 199, closeRemarks: notApproved })).toMatchObject({
    closingPricePaise: 19_950,
    materialPaise: 0,
  });
  const { center, ticket, code } = await aDoneJob({ ticketPricePaise: fromRupees(199.5) });
  await expect(closeAs(center, ticket, { amount: 198, closeRemarks: paid, code })).rejects.toMatchObject({
    key: "close.belowTicketPrice",
  });
  expect(await closeAs(center, ticket, { amount: 500, closeRemarks: paid, code })).toMatchObject({
    closingPricePaise: 50_000,
    materialPaise: 30_050,
  });
});

test("free of charge costs nothing, and work done never less than the ticket price", async () => {
  const job = await aDoneJob({ ticketPricePaise: fromRupees(199) });
  const { center, ticket, code } = job;
  await expect(closeAs(center, ticket, { amount: 300, closeRemarks: free, code })).rejects.toMatchObject({
    key: "close.freeOfCharge",
  });
  await expect(closeAs(center, ticket, { amount: 100, closeRemarks: paid, code })).rejects.toMatchObject({
    key: "close.belowTicketPrice",
  });
  expect(await closeAs(center, ticket, { amount: 199, closeRemarks: free, code })).toMatchObject({
    closingPricePaise: 0,
  });
});

test("Q35 an admin's amount stands as entered, without picture or code; a wrong code does not block it (Q77)", async () => {
  const { ticket } = await aJob({ ticketPricePaise: fromRupees(199) });
  const input = AdminCloseTicket.parse({
    ticketId: ticket.publicId,
    amount: "42.9",
    closeRemarks: "Settled on the phone",
    technicianRemarks: "None",
    revisitRemarks: "If it comes back",
    code: await aWrongCode(ticket),
  });
  const row = await closeTicket(asAdmin(), input);
  expect(row).toMatchObject({
    status: "CLOSED",
    closingPricePaise: 4_200,
    remarks: { message: null, closeRemarks: "Settled on the phone" },
  });
  expect((await fresh(ticket)).codeTries).toBe(0);
  // Remarks may name people, so they are stored where they can be erased and not in the history.
  expect((await ticketDetail(asAdmin(), ticket.publicId)).remarks).toMatchObject({
    revisitRemarks: "If it comes back",
  });
  expect(JSON.stringify(await historyOf("ticket", ticket.id))).not.toContain("comes back");
});

test("an admin without the permission, another technician and a foreign center do not close", async () => {
  const { center, ticket } = await aJob();
  const input = AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 1 });
  const mate = asTechnician(await aTechnician({ center }));
  const viewer = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  await expect(closeTicket(viewer, input)).rejects.toMatchObject({ kind: "denied" });
  await expect(closeTicket(mate, input)).rejects.toMatchObject({ kind: "missing" });
  await expect(closeTicket(asCenter(await aCenter()), input)).rejects.toMatchObject({ kind: "missing" });
});

test("a dialog opened before somebody else's change is refused", async () => {
  const { center, ticket } = await aJob();
  await expect(
    closeAs(center, ticket, { closeRemarks: notVisited, version: ticket.version - 1 }),
  ).rejects.toMatchObject({ key: "ticket.changed" });
  await closeAs(center, ticket, { closeRemarks: notVisited, version: ticket.version });
});

test("closing is one transaction: ticket, offer, invoice, history, feedback link and job", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const { center, ticket } = await aClosedJob();
  expect(ticket).toMatchObject({ status: "CLOSED", closedAt: new Date("2026-11-21T10:00:00+05:30") });
  expect(await row(sql`select status from broadcasts where ticket_id = ${ticket.id}`)).toEqual({ status: "CLOSED" });
  const invoice = await em().findOneOrFail(InvoiceSchema, { ticketId: ticket.id });
  expect(invoice).toMatchObject({ financialYear: "26-27", totalPaise: 50_000 });
  const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(["ticket.closed", "broadcast.closed", "ticket.invoiced"]));
  const { feedbackTokenSealed } = links.find(({ ticketId }) => ticketId === ticket.id)!;
  const token = unseal(feedbackTokenSealed);
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  const link = await row(sql`select token_hash from feedback_links where ticket_id = ${ticket.id}`);
  expect(link).toEqual({ token_hash: hashToken(token) });
  const queued = await rows(
    sql`select data from pgboss.job where name = 'tickets.renderInvoice' and data->>'invoiceId' = ${invoice.id}`,
  );
  expect(queued).toHaveLength(1);
  expect(
    await rows(
      sql`select topic from live_outbox, unnest(topics) as topic where topic in (${`ticket:${ticket.publicId}`}, ${`center:${center.id}`})`,
    ),
  ).not.toHaveLength(0);
  expect(await ledgerFaults()).toEqual([]);
});

test("a closing that fails leaves nothing behind and takes its invoice number back", async () => {
  const { ticket } = await aJob();
  const before = await row(sql`select last from invoice_sequences where financial_year = '26-27'`);
  await expect(
    transaction(async () => {
      await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 5 }));
      throw new Error("the power went out");
    }),
  ).rejects.toThrow("the power went out");
  em().clear();
  expect(await fresh(ticket)).toMatchObject({ status: "ACCEPTED", closedAt: null });
  expect(await row(sql`select last from invoice_sequences where financial_year = '26-27'`)).toEqual(before);
});

test("two who close at once: one closes, the other is told", async () => {
  const { ticket } = await aJob();
  const close = () =>
    unitOfWork(() => closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 5 })));
  const outcomes = await Promise.allSettled([close(), close(), close()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await rows(sql`select 1 from invoices where ticket_id = ${ticket.id}`)).toHaveLength(1);
});

test("200 closings at once give 200 consecutive invoice numbers", async () => {
  freezeClock("2027-04-01T00:00:00+05:30");
  const center = await aCenter({ ticketAcceptLimit: 1000 });
  const { technician } = await aJob({}, center);
  const tickets = [];
  for (let made = 0; made < 200; made += 1) {
    const fields = { technicianId: technician.id, assignedAt: new Date() };
    tickets.push(await unitOfWork(() => anAcceptedTicket(center, fields)));
  }
  await Promise.all(
    tickets.map(({ publicId }) =>
      unitOfWork(() => closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: publicId, amount: 100 }))),
    ),
  );
  const numbers = await rows<{ number: string }>(
    sql`select number from invoices where financial_year = '27-28' order by sequence`,
  );
  expect(numbers.map(({ number }) => number)).toEqual(
    Array.from({ length: 200 }, (_, index) => `GS/27-28/${String(index + 1).padStart(6, "0")}`),
  );
});
