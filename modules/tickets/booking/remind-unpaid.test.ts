import { sql } from "kysely";
import { expect, test } from "vitest";
import { minute } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, aPincode, aProof, aService, asVisitor } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { remindOfFee } from "./remind-unpaid.ts";

openDatabase();
const till = openTill();

/** A booking of the public whose fee is due. */
async function aDue() {
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  const phone = aPhone();
  const place = { houseNumber: "221", city: "Bengaluru", state: "Karnataka", pincode };
  const typed = { serviceId: service.id, name: "Meera Nair", phone, ...place, offerCode: "GHARSEVA2025" };
  const input = { ...typed, timePreference: { type: "IMMEDIATELY" } } as BookingInput;
  const { ticket, payment } = await bookTicket(asVisitor(), { ...input, proof: await aProof({ phone }) });
  return { ticket, phone, orderId: payment!.order_id };
}

const textsTo = async (phone: string) => (await outboxMessages(phone)).map(({ text }) => text);

/** The ten minutes are over, more than once: a job may run again. */
async function timePasses(ticketId: string) {
  for (let again = 0; again < 2; again++) await runJob(remindOfFee, { ticketId });
  await till.work();
}

test("a fee unpaid for ten minutes is reminded of once, with the link", async () => {
  const { ticket, phone } = await aDue();
  await till.work();
  expect(await textsTo(phone)).toEqual([]);
  const job = await row<{ after: number }>(
    sql`select extract(epoch from start_after - created_on)::float8 * 1000 as after from pgboss.job
      where name = ${remindOfFee.name} and data->>'ticketId' = ${ticket.id}`,
  );
  expect(job!.after / minute).toBeCloseTo(10, 0);
  await timePasses(ticket.id);
  expect(await textsTo(phone)).toEqual([
    `The fee for your GharSeva request ${ticket.ticketId} is not paid yet. Go on here: ${env.publicUrl}/ServiceStatus/?${ticket.publicId} -GharSeva`,
  ]);
});

test("who has paid, cancelled or deleted meanwhile is not reminded", async () => {
  const paid = await aDue();
  await till.pay(paid.orderId);
  await till.settled();
  await till.deliver(...till.sent);
  const cancelled = await aDue();
  await rows(sql`update tickets set status = 'CANCEL' where id = ${cancelled.ticket.id}`);
  const deleted = await aDue();
  await rows(sql`update tickets set deleted_at = now() where id = ${deleted.ticket.id}`);
  for (const { ticket, phone } of [paid, cancelled, deleted]) {
    await timePasses(ticket.id);
    expect((await textsTo(phone)).join("\n")).not.toContain("is not paid yet");
  }
});
