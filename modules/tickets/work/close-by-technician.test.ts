import { sql } from "kysely";
import { expect, test } from "vitest";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asTechnician, aTechnician } from "#modules/testing/factories.ts";
import { aDoneJob, aJob, aWrongCode, codesOf, fresh, notVisited, paid } from "#modules/testing/work.ts";
import { closeTicket, recordPayment, technicianVisit } from "../index.ts";
import { CloseTicket } from "../shared.ts";

openDatabase();

type Sent = { ticket: { publicId: string }; [field: string]: unknown };
const closing = ({ ticket, ...fields }: Sent) =>
  CloseTicket.parse({
    ticketId: ticket.publicId,
    amount: "750",
    closeRemarks: paid,
    paymentType: "Cash",
    ...fields,
  });

test("the assigned technician closes by a picture and the customer's code, and the history says who", async () => {
  const { ticket, technician, code } = await aDoneJob();
  await closeTicket(asTechnician(technician), closing({ ticket, code }));
  expect(await fresh(ticket)).toMatchObject({
    status: "CLOSED",
    closeRemarks: paid,
    remarkMessage: "happy_code",
    closingPricePaise: 75_000,
    paymentType: "Cash",
  });
  const closed = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.closed");
  expect(closed).toMatchObject({ actor_kind: "technician", actor_id: technician.id });
  expect(await row(sql`select number from invoices where ticket_id = ${ticket.id}`)).toBeDefined();
  expect(await technicianVisit(asTechnician(technician), ticket.publicId)).toMatchObject({
    status: "CLOSED",
    closingPricePaise: 75_000,
  });
});

test("a technician needs the proofs of a center, and its price", async () => {
  const { ticket, technician } = await aJob({ ticketPricePaise: 20_000 as never });
  const actor = asTechnician(technician);
  await expect(closeTicket(actor, closing({ ticket }))).rejects.toMatchObject({
    fields: { pictures: "close.pictures", code: "close.codeMissing" },
  });
  const done = await aDoneJob({ ticketPricePaise: 20_000 as never });
  await expect(
    closeTicket(asTechnician(done.technician), closing({ ticket: done.ticket, code: done.code, amount: "100" })),
  ).rejects.toMatchObject({ key: "close.belowTicketPrice" });
  await closeTicket(actor, closing({ ticket, amount: "0", closeRemarks: notVisited }));
  expect(await fresh(ticket)).toMatchObject({ status: "CLOSED", closingPricePaise: 0 });
});

test("five wrong codes of a technician lock the closing for every remark", async () => {
  const { ticket, technician } = await aDoneJob();
  const actor = asTechnician(technician);
  const wrong = await aWrongCode(ticket);
  for (const key of ["close.codeWrong", "close.codeWrong", "close.codeWrong", "close.codeWrong", "close.locked"])
    await expect(closeTicket(actor, closing({ ticket, code: wrong }))).rejects.toMatchObject({ key });
  const { happy } = await codesOf(ticket);
  for (const more of [{ code: happy }, { amount: "0", closeRemarks: notVisited }])
    await expect(closeTicket(actor, closing({ ticket, ...more }))).rejects.toMatchObject({ key: "close.locked" });
});

test("nobody closes another technician's visit, sets a price for coming again or records a payment later", async () => {
  const { ticket, technician, center, code } = await aDoneJob();
  const mate = asTechnician(await aTechnician({ center }));
  await expect(closeTicket(mate, closing({ ticket, code }))).rejects.toMatchObject({ key: "ticket.notFound" });
  await expect(
    closeTicket(asTechnician(technician), { ...closing({ ticket, code }), revisitPrice: 100 } as never),
  ).rejects.toMatchObject({ kind: "denied" });
  await closeTicket(
    asTechnician(technician),
    closing({ ticket, code, paymentType: "Online", notYetPaid: "true", needsReference: "true" }),
  );
  await expect(
    recordPayment(asTechnician(technician), { ticketId: ticket.publicId, paymentReference: "123456789012" } as never),
  ).rejects.toMatchObject({ kind: "denied" });
});
