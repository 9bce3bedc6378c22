import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Service } from "#modules/catalog/services/service.entity.ts";
import { day, fromNow, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aService,
  asCenter,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { answerQuestion } from "../again/answer-still-needed.ts";
import { waitingOffered } from "../events.ts";
import { askStillNeeded, handBack } from "../index.ts";
import { HandBackTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { offerWaiting, offerWaitingTo, offerWaitingToAll } from "./offer-waiting.ts";

openDatabase();

/* Whose customer is asked first when a request that waits is old, and what that leaves of a center's room. */

let offeredRuns: { centerId: string; given: number }[] = [];
hear(waitingOffered, async ({ centerId, given }) => void offeredRuns.push({ centerId, given }));

beforeEach(async () => {
  resetClock();
  await aPriceList();
  offeredRuns = [];
  await rows(sql`delete from pgboss.job`);
});
afterEach(resetClock);

const runs = () => drain([offerWaiting]);
const inPlace = async () => ({ service: await aService(), pincode: aPincode() });

/** A request nobody could serve when it was booked. */
const unserved = (service: Service, pincode: string, ticket: Partial<Ticket> = {}) =>
  aTicket({ serviceId: service.id, pincode, serviceAvailable: false, ...ticket });

const waitedAt = async ({ id }: { id: string }) =>
  (
    await rows<{ ticket_id: string }>(
      sql`select ticket_id from broadcasts where center_id = ${id} and run_id is not null order by created_at, id`,
    )
  ).map(({ ticket_id }) => ticket_id);

const questionsIn = (pincode: string) =>
  rows<{ id: string; ticket_id: string }>(
    sql`select q.id, q.ticket_id from still_needed_questions q join tickets t on t.id = q.ticket_id
      where t.pincode = ${pincode} order by q.created_at, q.id`,
  );

test("of a request older than a day the customer is asked once, and a yes offers it to the centers that fit", async () => {
  const { service, pincode } = await inPlace();
  const old = await unserved(service, pincode, { createdAt: fromNow(-2 * day) });
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  for (let night = 0; night < 3; night++) {
    await offerWaitingToAll();
    await runs();
  }
  expect(await waitedAt(center)).toEqual([]);
  const questions = await questionsIn(pincode);
  expect(questions).toHaveLength(1);
  await unitOfWork(() => answerQuestion(asVisitor(old.phone), { id: questions[0]!.id, ticketId: old.id }, "yes"));
  await runs();
  expect(await waitedAt(center)).toEqual([old.id]);
  expect(offeredRuns).toEqual([{ centerId: center.id, given: 0 }]);
});

test("who does not answer within seven days is asked again, three times in all; a yes to the third still offers the request", async () => {
  const { service, pincode } = await inPlace();
  const silent = await unserved(service, pincode, { createdAt: fromNow(-2 * day) });
  const late = await unserved(service, pincode, { createdAt: fromNow(-2 * day) });
  // Its trial lasts as long as this goes on.
  const center = await aCenter({ services: [service], pincodes: [pincode], createdAt: fromNow(14 * day) });
  const counts: number[] = [];
  for (let week = 0; week < 4; week++) {
    await offerWaitingToAll();
    await runs();
    counts.push((await questionsIn(pincode)).length);
    if (week === 2) {
      const last = (await questionsIn(pincode)).findLast(({ ticket_id }) => ticket_id === late.id)!;
      await unitOfWork(() => answerQuestion(asVisitor(late.phone), { id: last.id, ticketId: late.id }, "yes"));
      await runs();
      expect(await waitedAt(center)).toEqual([late.id]);
    }
    moveClock(7 * day + 1);
  }
  expect(counts).toEqual([2, 4, 6, 6]);
  expect(await transaction(() => askStillNeeded(silent.id, "waiting"))).toBe(false);
});

test("a run asks no more customers than its center has room for", async () => {
  const { service, pincode } = await inPlace();
  for (let each = 0; each < 3; each++) await unserved(service, pincode, { createdAt: fromNow(-2 * day) });
  await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 2 });
  await offerWaitingToAll();
  await runs();
  expect(await questionsIn(pincode)).toHaveLength(2);
});

test("questions leave the room of a center to what is fresh", async () => {
  const { service, pincode } = await inPlace();
  const stale = await unserved(service, pincode, { createdAt: fromNow(-3 * day) });
  await unserved(service, pincode, { createdAt: fromNow(-2 * day) });
  const fresh = await unserved(service, pincode);
  const center = await aCenter({ services: [service], pincodes: [pincode], ticketAcceptLimit: 1 });
  expect(await offerWaitingTo({ centerId: center.id, runId: crypto.randomUUID() })).toBe(1);
  expect(await waitedAt(center)).toEqual([fresh.id]);
  expect((await questionsIn(pincode)).map(({ ticket_id }) => ticket_id)).toEqual([stale.id]);
});

test("a request that was handed back is fresh, however old it is", async () => {
  const { service, pincode } = await inPlace();
  const first = await aCenter({ services: [service], pincodes: [pincode] });
  const before = fromNow(-5 * day);
  const ticket = await anAcceptedTicket(first, {
    serviceId: service.id,
    pincode,
    createdAt: before,
    broadcastAt: before,
  });
  await handBack(asCenter(first), HandBackTicket.parse({ ticketId: ticket.publicId, reason: "too_far" }));
  const next = await aCenter({ services: [service], pincodes: [pincode] });
  await offerWaitingToAll();
  await runs();
  expect(await waitedAt(next)).toEqual([ticket.id]);
  expect(await questionsIn(pincode)).toEqual([]);
});
