import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aService,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { centersOfPincode, getCenter, leadPrice, openTicketCount, partnerOf, subscriptionHolds } from "../index.ts";
import { centerState } from "../state.ts";

openDatabase();

const factsOf = async (pincode: string, serviceId: string, centerId: string) =>
  (await centersOfPincode(pincode, { serviceId })).find((facts) => facts.centerId === centerId);

test("Q101 a center fits by its primary or a secondary service and its service area", async () => {
  const ac = await aService();
  const plumbing = await aService();
  const painting = await aService();
  const here = aPincode();
  const there = aPincode();
  const center = await aCenter({ services: [ac, plumbing], pincodes: [here, there] });
  expect(await factsOf(here, ac.id, center.id)).toMatchObject({
    servesService: true,
    priority: 0,
    servesPincode: true,
  });
  expect(await factsOf(there, plumbing.id, center.id)).toMatchObject({ servesService: true, priority: 1 });
  expect(await factsOf(here, painting.id, center.id)).toMatchObject({ servesService: false, priority: null });
  expect(await factsOf(aPincode(), ac.id, center.id)).toBeUndefined();
});

test("centers in another state than ACTIVE are not candidates", async () => {
  const service = await aService();
  const pincode = aPincode();
  for (const isActive of [centerState.DELETED, centerState.IN_ACTIVE, centerState.DRAFTED])
    await aCenter({ isActive, services: [service], pincodes: [pincode] });
  expect(await centersOfPincode(pincode, { serviceId: service.id })).toEqual([]);
});

test("a center that takes no broadcasts, and one whose trial is over, are told apart", async () => {
  const service = await aService();
  const pincode = aPincode();
  const disabled = await aCenter({ broadcastDisabled: true, services: [service], pincodes: [pincode] });
  const over = await aCenter({ createdAt: fromNow(-16 * day), services: [service], pincodes: [pincode] });
  expect(await factsOf(pincode, service.id, disabled.id)).toMatchObject({
    broadcastDisabled: true,
    subscriptionHolds: true,
  });
  expect(await factsOf(pincode, service.id, over.id)).toMatchObject({
    broadcastDisabled: false,
    subscriptionHolds: false,
  });
});

test("open requests count against the limit; closed, cancelled and deleted ones do not", async () => {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ ticketAcceptLimit: 2, services: [service], pincodes: [pincode] });
  await anAcceptedTicket(center);
  await anAcceptedTicket(center, { status: "CLOSED", closedAt: now() });
  await anAcceptedTicket(center, { status: "CANCEL" });
  await anAcceptedTicket(center, { deletedAt: now() });
  expect(await factsOf(pincode, service.id, center.id)).toMatchObject({ openTickets: 1, hasCapacity: true });
  await anAcceptedTicket(center, { status: "PENDING", broadcastStatus: "matched_in_same_center" });
  expect(await factsOf(pincode, service.id, center.id)).toMatchObject({ openTickets: 2, hasCapacity: false });
  await anAcceptedTicket(center);
  expect(await openTicketCount(center.id)).toBe(3);
});

test("a QR's own center can be asked about wherever it works", async () => {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const [facts] = await centersOfPincode(aPincode(), { serviceId: service.id, alsoCenterId: center.id });
  expect(facts).toMatchObject({ centerId: center.id, servesPincode: false, servesService: true });
  const both = await centersOfPincode(center.pincode, { serviceId: service.id, alsoCenterId: center.id });
  expect(both).toMatchObject([{ centerId: center.id, servesPincode: true }]);
});

test("a trial runs 15 days from registration or the last extension, a subscription to its end, in SQL and here alike", async () => {
  const service = await aService();
  const pincode = aPincode();
  const cases: [holds: boolean, createdAt: Date, extendedDate: Date | null, subscribeEndDate: Date | null][] = [
    [true, fromNow(-14 * day), null, null],
    [false, fromNow(-16 * day), null, null],
    [true, fromNow(-100 * day), fromNow(-14 * day), null],
    [false, fromNow(-100 * day), fromNow(-16 * day), null],
    [true, fromNow(-14 * day), fromNow(-50 * day), null],
    [true, fromNow(-100 * day), null, fromNow(day)],
    [false, fromNow(-100 * day), null, fromNow(-day)],
    [true, fromNow(-3 * day), null, fromNow(-day)],
  ];
  for (const [holds, createdAt, extendedDate, subscribeEndDate] of cases) {
    const center = await aCenter({
      createdAt,
      extendedDate,
      subscribeEndDate,
      services: [service],
      pincodes: [pincode],
    });
    expect(subscriptionHolds(center)).toBe(holds);
    expect((await factsOf(pincode, service.id, center.id))?.subscriptionHolds).toBe(holds);
    expect(subscriptionHolds(await getCenter(center.id))).toBe(holds);
  }
  const at = now();
  const center = { createdAt: new Date(at.getTime() - 15 * day), extendedDate: null, subscribeEndDate: null };
  expect(subscriptionHolds(center, at)).toBe(true);
  expect(subscriptionHolds(center, new Date(at.getTime() + 1))).toBe(false);
});

test("a subscribed center pays the lower lead price", async () => {
  expect(await leadPrice({ subscribeEndDate: fromNow(day) })).toBe(4900);
  expect(await leadPrice({ subscribeEndDate: null })).toBe(9900);
  expect(await leadPrice({ subscribeEndDate: fromNow(-day) })).toBe(9900);
  await aPriceList({ subscribed: 30, unsubscribed: 60 });
  expect(await leadPrice({ subscribeEndDate: fromNow(day) })).toBe(3000);
});

test("H25 a QR id leads to the partner's name, services, vehicle and ids, and to nothing else", async () => {
  const services = [await aService(), await aService()];
  const vehicle = await aVehicle({ eRickshaw: true });
  const center = await aCenter({ services, vehicleId: vehicle.id, email: "secret@example.com" });
  const { qrId } = await qrOf(center);
  const partner = await partnerOf(` ${qrId.toLowerCase()} `, { scan: true });
  expect(partner).toEqual({
    qr: { qrId, kind: "center", name: center.centerName },
    center: {
      id: center.id,
      centerName: center.centerName,
      pincode: center.pincode,
      city: center.city,
      state: center.state,
    },
    primaryService: { id: services[0]!.id, serviceName: services[0]!.serviceName, pickDrop: false },
    services: services.map(({ id, serviceName }) => ({ id, serviceName })),
    vehicle: { id: vehicle.id, vehicleType: vehicle.vehicleType, platformChargePaise: 2000, eRickshaw: true },
  });
  expect(JSON.stringify(partner)).not.toMatch(new RegExp(`${center.phone}|secret`));
  await partnerOf(qrId);
  expect(await rows(sql`select scans from partner_qrs where qr_id = ${qrId}`)).toEqual([{ scans: 1 }]);
});

test("Q129 a dealer's QR is one by its record; unknown, switched off and deleted partners are none", async () => {
  const dealer = await aDealerQr();
  expect(await partnerOf(dealer.qrId)).toEqual({
    qr: { qrId: dealer.qrId, kind: "dealer", name: "Dealer" },
    services: [],
  });
  const off = await aDealerQr({ status: "INACTIVE" });
  const gone = await qrOf(await aCenter({ isActive: centerState.DELETED }));
  for (const qrId of ["NOBODY", off.qrId, gone.qrId]) expect(await partnerOf(qrId)).toBeUndefined();
});
