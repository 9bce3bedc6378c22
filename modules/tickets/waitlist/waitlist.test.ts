import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { centersChanged } from "#modules/centers/index.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";

import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, aPincode, aService, asVisitor } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { waitlistServed } from "../events.ts";
import { clearWaitlist, informWaitlist, joinWaitlist, servedFor } from "../index.ts";

openDatabase();

const informed: NonNullable<Awaited<ReturnType<typeof servedFor>>>[] = [];
hear(waitlistServed, async ({ waitlistIds }) => {
  const served = await servedFor(waitlistIds);
  if (served) informed.push(served);
});
/** What one phone was informed of: the drained jobs may concern phones of other tests of this database, too. */
const informedOf = (phone: string) => informed.filter((served) => served.phone === phone);

beforeEach(() => {
  resetClock();
  informed.length = 0;
});

/** A center appears, or changes: the event that makes it a candidate. */
const comes = async (...centerIds: string[]) => {
  await transaction(() => emit(centersChanged, { centerIds }));
  await drain([informWaitlist]);
};

test("who waits is informed once when a center comes that may be offered requests there, of all its services together", async () => {
  const first = await aService();
  const second = await aService();
  const third = await aService();
  const phone = aPhone();
  const pincode = aPincode();
  const all = [first.id, second.id, third.id];
  await expect(joinWaitlist(asVisitor(), { phone, pincode, serviceIds: all })).rejects.toMatchObject({
    key: "otp.proofNeeded",
  });
  expect(await joinWaitlist(asVisitor(phone), { phone, pincode, serviceIds: [...all, ...all] })).toBe(3);
  const disabled = await aCenter({ services: [first], pincodes: [pincode], broadcastDisabled: true });
  await comes(disabled.id);
  expect(informedOf(phone)).toEqual([]);

  const center = await aCenter({ services: [first, second], pincodes: [pincode] });
  await comes(center.id, disabled.id);
  await comes(center.id);
  expect(informedOf(phone)).toMatchObject([{ pincode }]);
  expect(informedOf(phone)[0]!.services.sort()).toEqual([first.serviceName, second.serviceName].sort());
  // It makes no request, and the third service still waits.
  expect(await rows(sql`select 1 from tickets where phone = ${phone}`)).toEqual([]);
  expect(await joinWaitlist(asVisitor(phone), { phone, pincode, serviceIds: [first.id] })).toBe(0);
  const other = await aCenter({ services: [third], pincodes: [pincode] });
  await comes(other.id);
  expect(informedOf(phone)).toHaveLength(2);
});

test("a row waits 90 days and no longer, and one phone waits for twenty services at most", async () => {
  const phone = aPhone();
  const pincode = aPincode();
  const services = [];
  for (let n = 0; n < 21; n++) services.push(await aService());
  await joinWaitlist(asVisitor(phone), { phone, pincode, serviceIds: services.slice(0, 20).map(({ id }) => id) });
  await expect(
    joinWaitlist(asVisitor(phone), { phone, pincode, serviceIds: services.slice(20).map(({ id }) => id) }),
  ).rejects.toMatchObject({ key: "waitlist.full" });
  moveClock(89 * day);
  await clearWaitlist();
  expect(await rows(sql`select 1 from waitlist where phone = ${phone}`)).toHaveLength(20);
  moveClock(2 * day);
  const late = await aCenter({ services: [services[0]!], pincodes: [pincode] });
  await comes(late.id);
  expect(informedOf(phone)).toEqual([]);
  await clearWaitlist();
  expect(await rows(sql`select 1 from waitlist where phone = ${phone}`)).toEqual([]);
});
