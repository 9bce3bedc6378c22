import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aPincode, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { unservedDemandList } from "../index.ts";

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
