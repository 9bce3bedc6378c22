import { sql } from "kysely";
import { expect, test } from "vitest";
import { clientRole, financeRole, operationsRole, signInAdmin } from "#modules/access/index.ts";
import { activeServices, priceInForce, vehicles } from "#modules/catalog/index.ts";
import { centersOfPincode, listTechnicians, partnerOf } from "#modules/centers/index.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { daySheet } from "#modules/tickets/index.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { admins, centers, clientRequests, customerRequests, demoPassword, rides } from "./demo-data.ts";
import { bookings } from "./office/payments.ts";
import { seedDemo, seedPeople } from "./seed-demo.ts";

openDatabase();

const tables = [
  "services",
  "vehicles",
  "prices",
  "clients",
  "roles",
  "admins",
  "onboarders",
  "centers",
  "center_services",
  "center_pincodes",
  "partner_qrs",
  "technicians",
  "accounts",
  "transfers",
  "entries",
  "history",
  "rides",
  "orders",
  "tickets",
  "consumers",
  "broadcasts",
  "payments",
  "refunds",
  "adjustments",
  "feedbacks",
  "banners",
  "offers",
  "notifications",
  "document_checks",
  "sandbox_payments",
  "invoices",
  "ticket_pictures",
];

const everything = async () => {
  const contents: Record<string, unknown> = {};
  for (const table of tables) contents[table] = await rows(sql`select * from ${sql.raw(table)} as t order by t::text`);
  return contents;
};

test("seeding twice leaves the same rows", async () => {
  await seedDemo();
  const once = await everything();
  await seedDemo();
  expect(await everything()).toEqual(once);
});

test("the demo has its services, its e-rickshaw and the default prices", async () => {
  const services = await activeServices();
  expect(services).toHaveLength(10);
  expect(services.filter(({ pickDrop }) => pickDrop).map(({ serviceName }) => serviceName)).toEqual(["PICK AND DROP"]);
  for (const { names } of [...services, ...(await vehicles())]) expect(names.hi).toMatch(/^[\u0900-\u097f]/);
  expect((await vehicles()).filter((vehicle) => vehicle.eRickshaw)).toHaveLength(1);
  expect((await priceInForce()).requestBookingAmountPaise).toBe(9900);
});

test("its QR codes lead to their centers, and the dealer's to none", async () => {
  for (const { qrId, centerName, services, pincode } of centers) {
    expect(await partnerOf(qrId)).toMatchObject({
      qr: { qrId, kind: "center" },
      center: { centerName, pincode },
      primaryService: { serviceName: services[0] },
    });
  }
  expect((await partnerOf("INA0009"))?.vehicle).toMatchObject({ eRickshaw: true });
  const dealer = await partnerOf("DLR0001");
  expect(dealer?.qr.kind).toBe("dealer");
  expect(dealer?.center).toBeUndefined();
});

test("its centers are subscribed for long, hold ₹500 and have two technicians each", async () => {
  const services = await activeServices();
  const serviceId = services.find(({ serviceName }) => serviceName === "AC REPAIR")!.id;
  const facts = await centersOfPincode("560001", { serviceId, at: fromNow(60 * 365 * day) });
  expect(facts).toHaveLength(3);
  expect(facts.filter(({ servesService }) => servesService)).toHaveLength(2);
  expect(facts.every((center) => center.subscriptionHolds && center.hasCapacity)).toBe(true);
  for (const { centerId } of facts) {
    expect(await walletBalance(centerId)).toBe(50000);
    const staff = await listTechnicians({ kind: "center", centerId, sessionId: "none" });
    expect(staff.rows).toHaveLength(2);
    for (const technician of staff.rows) expect(technician.phone).toMatch(/^90000001\d\d$/);
  }
});

test("a joining bonus is the first movement of each wallet", async () => {
  const first = await rows<{ kind: string }>(
    sql`select distinct on (a.center_id) t.kind from entries e join accounts a on a.id = e.account_id
       join transfers t on t.id = e.transfer_id where a.kind = 'center_wallet' order by a.center_id, e.created_at, e.id`,
  );
  expect(first.map(({ kind }) => kind)).toEqual(centers.map(() => "joining_bonus"));
});

test("its admins sign in, and the roles of operations, finance and a client's desk are lists of permissions (fixed point 23)", async () => {
  const rights: Record<string, readonly string[]> = {
    operations: operationsRole.permissions,
    clientdesk: clientRole.permissions,
    finance: financeRole.permissions,
    finance2: financeRole.permissions,
  };
  for (const { userName, adminRole } of admins) {
    const { admin } = await signInAdmin({ userName, password: demoPassword, via: "token", address: "198.51.100.7" });
    expect(admin.adminRole).toBe(adminRole);
    expect(admin.role?.permissions.toSorted()).toEqual(rights[userName]?.toSorted());
  }
});

test("its people alone can be inserted beside it, and change nothing", async () => {
  const before = await everything();
  await seedPeople();
  expect(await everything()).toEqual(before);
});

test("its e-rickshaw driver has rides on the sheets of today and the day before, paid in cash but one", async () => {
  const [driver] = await rows<{ id: string }>(sql`select id from centers where phone = '9000000009'`);
  const actor = { kind: "center", centerId: driver!.id, sessionId: "none" } as const;
  // The day of the seeding and the two days before, because rides after midnight can fall on the day before.
  const days = await Promise.all([0, 1, 2].map((ago) => daySheet(actor, { day: istDate(fromNow(-ago * day)) })));
  expect(days.flatMap(({ rides: dayRides }) => dayRides)).toHaveLength(rides.length);
  expect(days[0]!.rides.length + days[1]!.rides.length).toBeGreaterThanOrEqual(5);
  const total = (of: (sheet: (typeof days)[number]) => number) => days.reduce((sum, sheet) => sum + of(sheet), 0);
  expect(total(({ cashPaise }) => cashPaise)).toBe(15_000);
  expect(total(({ onlinePaise }) => onlinePaise)).toBe(0);
  expect(total(({ waiting }) => waiting)).toBe(1);
});

test("its client has requests of its own, which its desk sees and nobody is told of", async () => {
  const { admin } = await signInAdmin({
    userName: "clientdesk",
    password: demoPassword,
    via: "token",
    address: "198.51.100.8",
  });
  expect(admin).toMatchObject({ adminRole: "CLIENT" });
  const tickets = await rows<{ client_reference: string; served: boolean }>(
    sql`select client_reference, center_id is not null and service_available as served from tickets t
      join admins a on a.client_id = t.client_id and a.user_name = 'clientdesk' order by client_reference desc`,
  );
  expect(tickets.map(({ client_reference, served }) => [client_reference, served])).toEqual(
    clientRequests.map(({ reference, center }) => [reference, Boolean(center)]),
  );
});

test("its customers are listed with what they booked; who is erased is not registered again", async () => {
  const customers = await rows<{ name: string; booked: number }>(
    sql`select c.name, count(t.id)::int as booked from consumers c left join tickets t on t.phone = c.phone
      group by c.id order by c.name`,
  );
  const names = [...new Set([...customerRequests, ...Object.values(bookings)].map(({ name }) => name))];
  expect(customers.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(customers.find(({ name }) => name === "Deepa Hegde")).toMatchObject({ booked: 2 });
  expect(customers.every(({ booked }) => booked > 0)).toBe(true);
  expect(await rows(sql`select from history where event = 'consumer.registered'`)).toHaveLength(names.length);
  await rows(sql`update consumers set erased_at = now(), name = '', phone = null where phone = '9000000223'`);
  await seedDemo();
  expect(await rows(sql`select from consumers where phone = '9000000223'`)).toEqual([]);
});

test("what people changed or deleted in the demo stays so at the next start", async () => {
  await transaction(async () => {
    await rows(sql`update centers set is_active = 0 where phone = '9000000003'`);
    await rows(sql`update centers set center_name = 'Renamed' where phone = '9000000001'`);
    await rows(sql`update technicians set deleted_at = now() where phone = '9000000105'`);
  });
  const before = await everything();
  await seedDemo();
  expect(await everything()).toEqual(before);
});
