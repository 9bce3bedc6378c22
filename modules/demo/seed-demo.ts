import { sql } from "kysely";
import { adminNamed, createAdmin, saveRole, usualRoles } from "#modules/access/index.ts";
import { changeClient, defaultPrices, hasPriceList, setPrices } from "#modules/catalog/index.ts";
import { UpdateClient } from "#modules/catalog/shared.ts";
import { driverOf } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, minute, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees, type Paise } from "#modules/kernel/money.ts";
import { usualNames } from "#modules/messages/usual-names.ts";
import { joiningBonus, openOrder } from "#modules/wallet/index.ts";
import { seedClientRequests } from "./client-requests.ts";
import { seedCustomers } from "./customers.ts";
import {
  admins,
  centers,
  clientDetails,
  clientName,
  type DemoCenter,
  dealerQr,
  demoLimit,
  demoPassword,
  eRickshaw,
  joiningBonusRupees,
  onboarder,
  pickDropService,
  rides,
  serviceNames,
  subscribedUntil,
  vehicles,
} from "./demo-data.ts";
import { fixedId, fixedLetters } from "./fixed-id.ts";
import { insertMissing } from "./insert.ts";
import { asOf, daysAgo } from "./office/past.ts";
import { seedOffice } from "./office/seed-office.ts";
import { posts } from "./posts.ts";

const demo = system("demo");

/**
 * Fill a new demo: its people and things, and what they have done in the last days, in one transaction. In a demo that
 * began before, only missing people and things are inserted, so that every start can call this.
 */
export const seedDemo = (): Promise<void> =>
  transaction(async () => {
    await oneAtATime();
    const begins = !(await row(sql`select from centers where id = ${fixedId(`center:${centers[0]!.qrId}`)}`));
    const serviceIds = await seedPeople();
    if (begins) await seedOffice(serviceIds);
  });

const oneAtATime = () => rows(sql`select pg_advisory_xact_lock(hashtextextended('demo data', 0))`);

/**
 * Insert the demo's people and things alone, in one transaction; returns the services' ids by their names. Existing rows
 * stay unchanged, even if edited or deleted by users.
 */
export const seedPeople = (): Promise<Ids> =>
  transaction(async () => {
    await oneAtATime();
    const serviceIds = await seedServices();
    const vehicleIds = await seedVehicles();
    await seedPrices();
    await seedAdmins();
    await seedOnboarder();
    for (const center of centers)
      await asOf(daysAgo(joinedDaysAgo, "10:00"), () =>
        seedCenter(center, serviceIds, vehicleIds, fromRupees(center.bonusRupees ?? joiningBonusRupees)),
      );
    await seedRides();
    await seedClientRequests(serviceIds);
    await seedCustomers(serviceIds);
    await seedBlog();
    await insertMissing("partner_qrs", {
      qr_id: dealerQr.qrId,
      kind: "dealer",
      name: dealerQr.name,
      created_at: now(),
    });
    return serviceIds;
  });

/** The demo's centers registered before the first of its requests. */
const joinedDaysAgo = 14;

const stamps = () => ({ created_at: now(), updated_at: now() });

async function seedServices(): Promise<Map<string, string>> {
  for (const service_name of serviceNames) {
    const pick_drop = service_name === pickDropService;
    await insertMissing("services", {
      id: fixedId(`service:${service_name}`),
      service_name,
      names: JSON.stringify(usualNames(service_name)),
      pick_drop,
      ...stamps(),
    });
  }
  // Services that already existed under these names keep their ids.
  const known = await rows<{ id: string; service_name: string }>(sql`select id, service_name from services`);
  return new Map(known.map(({ id, service_name }) => [service_name, id]));
}

async function seedVehicles(): Promise<Map<string, string>> {
  for (const { vehicleType, platformCharge } of vehicles) {
    await insertMissing("vehicles", {
      id: fixedId(`vehicle:${vehicleType}`),
      vehicle_type: vehicleType,
      names: JSON.stringify(usualNames(vehicleType)),
      platform_charge_paise: fromRupees(platformCharge),
      e_rickshaw: vehicleType === eRickshaw,
      created_at: now(),
    });
  }
  return new Map(vehicles.map(({ vehicleType }) => [vehicleType, fixedId(`vehicle:${vehicleType}`)]));
}

async function seedPrices() {
  if (!(await hasPriceList())) await setPrices(demo, defaultPrices);
}

/** The posts of the blog; one that was deleted since is not written again. */
async function seedBlog() {
  for (const { daysAgo, active, slug, categories, ...post } of posts) {
    const id = fixedId(`post:${slug}`);
    if ((await historyOf("catalog", id)).length > 0) continue;
    const at = fromNow(-daysAgo * day);
    await insertMissing("blogs", {
      id,
      slug,
      ...post,
      categories: [...categories],
      is_active: active,
      published_at: active ? at : null,
      created_at: at,
      updated_at: at,
    });
  }
}

async function seedAdmins() {
  const added = await insertMissing("clients", {
    id: fixedId("client"),
    client_id: "CLTDEMO",
    client_name: clientName,
    ...stamps(),
  });
  if (added) await changeClient(demo, UpdateClient.parse({ ...clientDetails, clientId: fixedId("client") }));
  const client = await row<{ id: string }>(sql`select id from clients where lower(client_name) = lower(${clientName})`);
  const roles = new Map<string, string>();
  for (const role of usualRoles) {
    const { id } =
      (await row<{ id: string }>(
        sql`select id from roles where lower(role_name) = lower(${role.roleName}) and deleted_at is null`,
      )) ?? (await saveRole(demo, role));
    roles.set(role.roleName, id);
  }
  for (const { userName, name, adminRole, mobile, ...admin } of admins) {
    if (await adminNamed(userName)) continue;
    await createAdmin(demo, {
      userName,
      name,
      adminRole,
      mobile,
      password: demoPassword,
      ...("role" in admin && { roleId: roles.get(admin.role)! }),
      ...(adminRole === "CLIENT" && { clientId: client!.id }),
    });
  }
}

const seedOnboarder = () =>
  insertMissing("onboarders", {
    id: fixedId("onboarder"),
    center_onboarder_id: onboarder.centerOnboarderId,
    name: onboarder.name,
    phone: onboarder.phone,
    allowed_states: onboarder.allowedStates,
    allowed_cities: onboarder.allowedCities,
    ...stamps(),
  });

type Ids = ReadonlyMap<string, string>;

/** Insert a center with its services, pincode, QR code, technicians, and a bonus in its wallet. */
export async function seedCenter(center: DemoCenter, serviceIds: Ids, vehicleIds: Ids, bonusPaise: Paise) {
  const id = fixedId(`center:${center.qrId}`);
  // The id is checked first: a center deleted in the demo stays deleted, although its phone is free.
  if (await row(sql`select from centers where id = ${id} or phone = ${center.phone}`)) return;
  await insertMissing("centers", {
    id,
    center_name: center.centerName,
    phone: center.phone,
    name: center.name,
    address_line: center.addressLine,
    city: center.city,
    state: center.state,
    pincode: center.pincode,
    additional_pincode: center.pincode,
    no_of_technicians: center.technicians.length,
    ticket_accept_limit: demoLimit,
    paid_for_onboarding_kit: center.paidForKit ?? false,
    subscribe_end_date: fromIst(subscribedUntil, "23:59"),
    onboarded_by: fixedId("onboarder"),
    vehicle_id: center.vehicle ? vehicleIds.get(center.vehicle) : null,
    verified_at: now(),
    ...stamps(),
  });
  for (const [priority, name] of center.services.entries()) {
    await insertMissing("center_services", {
      center_id: id,
      service_id: serviceIds.get(name),
      priority: Math.min(priority, 1),
    });
  }
  await insertMissing("center_pincodes", { center_id: id, pincode: center.pincode });
  if (center.everyDay) {
    for (let weekday = 1; weekday <= 7; weekday += 1)
      await insertMissing("center_hours", { center_id: id, weekday, opens: 8 * 60, closes: 20 * 60 });
  }
  await insertMissing("partner_qrs", { qr_id: center.qrId, kind: "center", center_id: id, created_at: now() });
  for (const technician of center.technicians) await seedTechnician(technician, center, id, serviceIds);
  if (bonusPaise > 0) await joiningBonus({ centerId: id, amountPaise: bonusPaise });
}

async function seedTechnician(
  { phone, name }: { phone: string; name: string },
  center: DemoCenter,
  centerId: string,
  serviceIds: Ids,
) {
  const [primary, secondary] = center.services;
  await insertMissing("technicians", {
    id: fixedId(`technician:${phone}`),
    technician_id: `TEC-${fixedLetters(`technician:${phone}`, 6)}`,
    center_id: centerId,
    name,
    phone,
    engagement_type: "SALARIED",
    shows_face: true,
    permanent_address_line: center.addressLine,
    permanent_city: center.city,
    permanent_state: center.state,
    main_pincode: center.pincode,
    primary_service_id: serviceIds.get(primary),
    secondary_service_id: secondary ? serviceIds.get(secondary) : null,
    ...stamps(),
  });
}

/** Insert some rides for the driver's day sheet, unless the driver had any or is no driver any more. */
async function seedRides() {
  const { qrId } = centers.find(({ vehicle }) => vehicle === eRickshaw)!;
  const centerId = fixedId(`center:${qrId}`);
  const driver = await driverOf(centerId);
  if (!driver || (await row(sql`select from rides where center_id = ${centerId} limit 1`))) return;
  for (const [nth, { minutesAgo, name, phone, from, to, rupees, online }] of rides.entries()) {
    const rideId = fixedId(`ride:${nth}`);
    const farePaise = fromRupees(rupees);
    const at = fromNow(-minutesAgo * minute);
    await insertMissing("rides", {
      id: rideId,
      public_id: fixedLetters(`ride:${nth}`, 22),
      ride_id: `RIDE-${istDate(at).slice(2).replaceAll("-", "")}-${fixedLetters(`ride:${nth}`, 4)}`,
      status: online ? "PENDING" : "CLOSED",
      center_id: centerId,
      qr_id: qrId,
      service_id: driver.serviceId,
      vehicle_id: driver.vehicleId,
      name,
      phone,
      pincode: driver.pincode,
      city: driver.city,
      state: driver.state,
      pick_location: from,
      drop_location: to,
      fare_paise: farePaise,
      mode_of_payment: online ? "online" : "cash",
      paid_at: online ? null : at,
      created_at: at,
      updated_at: at,
    });
    if (online) {
      const priceSnapshot = { fare: farePaise };
      await openOrder({ purpose: "ride_fare", rideId, centerId, amountPaise: farePaise, priceSnapshot });
    }
  }
}
