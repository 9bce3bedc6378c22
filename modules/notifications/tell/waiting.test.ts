import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { day, freezeClock, fromIst, fromNow, istDate, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anOnboarder, aPincode, aService, asAdmin, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { answerStillNeeded, askStillNeeded, cancelTicket, offerWaitingTo } from "#modules/tickets/index.ts";
import { notificationJobs, tellDemandEachMorning } from "../jobs.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeClock(fromIst(istDate(), "12:00")));
afterEach(resetClock);

/** Requests that waited, offered to a center in one run. */
async function aRun(count: number) {
  const service = await aService();
  const pincode = aPincode();
  const tickets = [];
  for (let each = 0; each < count; each++)
    tickets.push(await aTicket({ serviceId: service.id, pincode, serviceAvailable: false }));
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  await unitOfWork(() => offerWaitingTo({ centerId: center.id, runId: rowId() }));
  return { center, tickets };
}
const textsTo = async ({ phone }: { phone: string }) => (await outboxMessages(phone)).map(({ text }) => text);

test("a center gets one message for all that a run offered, with those still open; each customer is told it is registered", async () => {
  const { center, tickets } = await aRun(3);
  await unitOfWork(() => cancelTicket(asAdmin(), { ticketId: tickets[0]!.publicId }));
  await drain(notificationJobs);
  const texts = await textsTo(center);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/^GharSeva: waiting requests that fit your center: 2\. Open \S+\/brodcast-requests /);
  expect(await textsTo(tickets[1]!)).toHaveLength(1);
  expect(await textsTo(tickets[0]!)).toHaveLength(0);
});

test("what the clock offers at night is told in the morning", async () => {
  freezeClock(fromIst(istDate(), "04:40"));
  const { center, tickets } = await aRun(1);
  expect(
    await rows<{ at: string }>(
      sql`select to_char(start_after at time zone 'Asia/Kolkata', 'HH24:MI') as at from pgboss.job
        where name in ('notifications.tellWaiting', 'notifications.tellCustomer') and state = 'created'
          and (data->>'centerId' = ${center.id} or data->>'ticketId' = ${tickets[0]!.id})`,
    ),
  ).toEqual([{ at: "09:00" }, { at: "09:00" }]);
});

test("a customer is asked in the morning whether what waits is still needed, where the clock asks at night", async () => {
  freezeClock(fromIst(istDate(), "04:40"));
  const service = await aService();
  const pincode = aPincode();
  const createdAt = fromNow(-2 * day);
  const ticket = await aTicket({ serviceId: service.id, pincode, serviceAvailable: false, createdAt });
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  await unitOfWork(() => offerWaitingTo({ centerId: center.id, runId: rowId() }));
  expect(
    await rows<{ news: string; at: string }>(
      sql`select data->>'news' as news, to_char(start_after at time zone 'Asia/Kolkata', 'HH24:MI') as at from pgboss.job
        where name = 'notifications.tellCustomer' and state = 'created' and data->>'ticketId' = ${ticket.id}`,
    ),
  ).toEqual([{ news: "stillNeeded", at: "09:00" }]);
});

test("a question is not sent any more once it is answered", async () => {
  const answered = await aTicket({ serviceAvailable: false });
  const open = await aTicket({ serviceAvailable: false });
  for (const { id } of [answered, open]) await transaction(() => askStillNeeded(id, "waiting"));
  await unitOfWork(() => answerStillNeeded(asVisitor(answered.phone), { ticketId: answered.publicId, answer: "yes" }));
  await drain(notificationJobs);
  expect(await textsTo(open)).toHaveLength(1);
  expect(await textsTo(answered)).toEqual([]);
});

test("each onboarder is told once of yesterday's unserved demand in its states, and of none where there is none", async () => {
  freezeClock(fromIst("2026-11-24", "09:50"));
  const service = await aService({ serviceName: "AC REPAIR" });
  const mine = await anOnboarder({ allowedStates: ["Goa", "Kerala"] });
  const elsewhere = await anOnboarder({ allowedStates: ["Punjab"] });
  const yesterday = { serviceAvailable: false, serviceId: service.id, createdAt: fromIst("2026-11-23", "20:00") };
  const most = aPincode();
  const less = aPincode();
  await aTicket({ ...yesterday, state: "goa", pincode: most });
  await aTicket({ ...yesterday, state: "Goa", pincode: most });
  await aTicket({ ...yesterday, state: "Kerala", pincode: less });
  await aTicket({ ...yesterday, state: "Kerala", pincode: less, createdAt: fromIst("2026-11-22", "20:00") });
  for (let run = 0; run < 2; run++) {
    await tellDemandEachMorning.job.run({});
    await drain(notificationJobs);
  }
  const texts = (await outboxMessages(mine.phone)).map(({ text }) => text);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain(`without a center: 3, most for ${most} AC REPAIR.`);
  expect(await outboxMessages(elsewhere.phone)).toEqual([]);
});
