import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anOnboarder,
  aPhone,
  aPincode,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTicket,
} from "#modules/testing/factories.ts";
import { joinWaitlist } from "#modules/tickets/index.ts";
import { onboarderDemandList, unservedDemandList } from "../index.ts";

openDatabase();

const reader = asAdmin(undefined, { permissions: ["view_dashboard_full_access"] });

test("unserved demand is counted by pincode and service, the most first, of its days and its reader's client", async () => {
  const service = await aService();
  const other = await aService();
  const pincode = aPincode();
  const client = await aClient();
  const unserved = { serviceAvailable: false, serviceId: service.id, pincode };
  await aTicket(unserved);
  await aTicket({ ...unserved, status: "CANCEL" });
  await aTicket({ ...unserved, clientId: client.id });
  await aTicket({ ...unserved, serviceId: other.id });
  await aTicket({ ...unserved, serviceId: other.id, deletedAt: fromNow(0) });
  await aTicket({ ...unserved, createdAt: fromNow(-40 * day) });
  await aTicket({ ...unserved, serviceAvailable: true });
  const span = { from: fromNow(-30 * day), to: fromNow(day) };
  const { rows } = await unservedDemandList.page(reader, span);
  expect(rows).toMatchObject([
    { pincode, service: { id: service.id, name: service.serviceName }, requests: 3, open: 2, state: "Karnataka" },
    { pincode, service: { id: other.id }, requests: 1, open: 1 },
  ]);
  const first = await unservedDemandList.page(reader, { ...span, take: 1 });
  const second = await unservedDemandList.page(reader, { ...span, take: 1, after: first.next! });
  expect([...first.rows, ...second.rows]).toEqual(rows);
  expect(second.next).toBeNull();
  expect((await unservedDemandList.page(reader, { ...span, take: 1, before: second.previous! })).rows).toEqual(
    first.rows,
  );
  const ofClient = asAdmin(undefined, { permissions: ["view_dashboard_full_access"], clientId: client.id });
  expect((await unservedDemandList.page(ofClient, span)).rows).toMatchObject([{ requests: 1, open: 1 }]);
  await expect(unservedDemandList.page(asAdmin(undefined, { permissions: [] }), span)).rejects.toMatchObject({
    kind: "denied",
  });
});

test("an onboarder sees the demand of its states, of the last days, a page at a time, and nobody else does", async () => {
  const service = await aService();
  const one = aPincode();
  const other = aPincode();
  const unserved = { serviceAvailable: false, serviceId: service.id, state: "Kerala" };
  for (let each = 0; each < 2; each++) await aTicket({ ...unserved, pincode: one });
  await aTicket({ ...unserved, pincode: other, state: "kerala", createdAt: fromNow(-20 * day) });
  await aTicket({ ...unserved, pincode: other, state: "Goa" });
  await aTicket({ ...unserved, pincode: other, createdAt: fromNow(-40 * day) });
  await aTicket({ ...unserved, pincode: one, serviceAvailable: true });
  const { id: onboarderId } = await anOnboarder({ allowedStates: ["KERALA", "Tamil Nadu"] });
  const actor = { kind: "onboarder" as const, onboarderId, sessionId: onboarderId };
  const { rows } = await onboarderDemandList.page(actor, { days: "30" });
  expect(rows).toMatchObject([
    { pincode: one, requests: 2, open: 2 },
    { pincode: other, requests: 1 },
  ]);
  const first = await onboarderDemandList.page(actor, { days: "30", take: 1 });
  const second = await onboarderDemandList.page(actor, { days: "30", take: 1, after: first.next! });
  expect([...first.rows, ...second.rows]).toEqual(rows);
  expect((await onboarderDemandList.page(actor, { days: "7" })).rows).toHaveLength(1);
  expect((await onboarderDemandList.page(actor, {})).rows[1]).toMatchObject({ requests: 2 });
  const { id: without } = await anOnboarder({ allowedStates: [] });
  expect((await onboarderDemandList.page({ ...actor, onboarderId: without }, {})).rows).toEqual([]);
  for (const stranger of [reader, asCenter(await aCenter())])
    await expect(onboarderDemandList.page(stranger, {})).rejects.toMatchObject({ kind: "denied" });
});

test("who waits for a center counts beside the requests, also where nobody asked for a visit", async () => {
  const service = await aService();
  const pincode = "682001";
  const other = "683101";
  await rows(sql`delete from waitlist`);
  await aTicket({ serviceAvailable: false, serviceId: service.id, state: "Kerala", pincode });
  for (const place of [pincode, pincode, other]) {
    const phone = aPhone();
    await joinWaitlist(asVisitor(phone), { phone, pincode: place, serviceIds: [service.id] });
  }
  const ofService = (all: readonly { service: { id: string } }[]) =>
    all.filter((each) => each.service.id === service.id);
  const expected = [
    { pincode, requests: 1, open: 1, waiting: 2, state: "Kerala" },
    { pincode: other, requests: 0, open: 0, waiting: 1, state: "Kerala" },
  ];
  const span = { from: fromNow(-30 * day), to: fromNow(day), take: 100 };
  expect(ofService((await unservedDemandList.page(reader, span)).rows)).toMatchObject(expected);
  const clientId = (await aClient()).id;
  const ofClient = asAdmin(undefined, { permissions: ["view_dashboard_full_access"], clientId });
  expect(ofService((await unservedDemandList.page(ofClient, span)).rows)).toEqual([]);
  const { id: onboarderId } = await anOnboarder({ allowedStates: ["Kerala"] });
  const actor = { kind: "onboarder" as const, onboarderId, sessionId: onboarderId };
  expect(ofService((await onboarderDemandList.page(actor, { take: 100 })).rows)).toMatchObject(expected);
  const elsewhere = (await anOnboarder({ allowedStates: ["Goa"] })).id;
  expect(ofService((await onboarderDemandList.page({ ...actor, onboarderId: elsewhere }, {})).rows)).toEqual([]);
  await rows(sql`update waitlist set informed_at = now()`);
  expect(ofService((await unservedDemandList.page(reader, span)).rows)).toMatchObject([{ pincode, waiting: 0 }]);
});
