import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { pincode } from "#modules/kernel/validation.ts";
import { eRickshaw, joiningBonusRupees, onboarder, serviceNames } from "./demo-data.ts";
import { fixedId } from "./fixed-id.ts";
import { insertMissing } from "./insert.ts";
import { seedCenter } from "./seed-demo.ts";

/*
 * Additional people for a running sandbox, one per call, so that whoever tries or tests something has a center, driver
 * or onboarder of their own. Their phones are in the demo's reserved range.
 */

const MoreCenter = z.object({
  services: z.tuple([z.enum(serviceNames)], z.enum(serviceNames)).default(["AC REPAIR"]),
  /** Another center's pincode, to be offered the same requests; by default one of its own. */
  pincode: pincode.optional(),
  walletRupees: z.int().min(0).max(10_000).default(joiningBonusRupees),
  /** Whether it is an e-rickshaw driver. */
  driver: z.boolean().default(false),
});

/** `POST /sandbox/people/center` and `/onboarder` create one and return it; 404 outside the sandbox. */
export async function handlePeople(request: Request): Promise<Response> {
  const what = new URL(request.url).pathname.split("/")[3];
  if (!env.sandbox || (what !== "center" && what !== "onboarder"))
    return Response.json({ error: "not found" }, { status: 404 });
  if (request.method !== "POST") return Response.json({ error: "POST only" }, { status: 405 });
  if (what === "onboarder") return Response.json(await unitOfWork(() => transaction(addOnboarder)));
  const input = MoreCenter.safeParse(await request.json().catch(() => undefined));
  if (!input.success) return Response.json({ error: z.prettifyError(input.error) }, { status: 400 });
  return Response.json(await unitOfWork(() => transaction(() => addCenter(input.data))));
}

async function addCenter({ services, pincode, walletRupees, driver }: z.output<typeof MoreCenter>) {
  const number = await freeNumber();
  const center = {
    phone: phoneOf(number),
    qrId: `INA${number}`,
    centerName: `Sampige Home Care ${number}`,
    name: "Kavitha Rao",
    services,
    addressLine: "8 Sampige Road",
    city: "Bengaluru",
    state: "Karnataka",
    // Karnataka's pincodes begin with 56 to 59.
    pincode: pincode ?? String(550_000 + number),
    technicians: [
      { phone: phoneOf(number + 30_000), name: "Naveen Hegde" },
      { phone: phoneOf(number + 60_000), name: "Abdul Rahman" },
    ],
    ...(driver && { vehicle: eRickshaw }),
  };
  const idsOf = async (query: Sql) =>
    new Map((await rows<{ id: string; name: string }>(query)).map(({ id, name }) => [name, id]));
  const serviceIds = await idsOf(sql`select id, service_name as name from services`);
  const vehicleIds = await idsOf(sql`select id, vehicle_type as name from vehicles`);
  await seedCenter(center, serviceIds, vehicleIds, fromRupees(walletRupees));
  return center;
}

async function addOnboarder() {
  const number = await freeNumber();
  const { name, allowedStates, allowedCities } = onboarder;
  const added = { phone: phoneOf(number), centerOnboarderId: `ONB${number}`, name, allowedStates, allowedCities };
  await insertMissing("onboarders", {
    id: fixedId(`onboarder:${number}`),
    center_onboarder_id: added.centerOnboarderId,
    name,
    phone: added.phone,
    allowed_states: allowedStates,
    allowed_cities: allowedCities,
    created_at: now(),
    updated_at: now(),
  });
  return added;
}

const phoneOf = (number: number) => String(9_000_000_000 + number);

/** A number whose phone is unused; the phones of a center's technicians are derived from it. */
async function freeNumber(): Promise<number> {
  const number = randomInt(11_000, 40_000);
  const phone = phoneOf(number);
  const taken = await row(
    sql`select from centers where phone = ${phone} union all select from onboarders where phone = ${phone}`,
  );
  return taken ? freeNumber() : number;
}
