import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { usualNames } from "#modules/messages/usual-names.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import type { Change, SaveVehicle } from "../shared.ts";
import { plannedNames, renamed, sameNames } from "../translated-names.ts";
import { VehicleSchema } from "./vehicle.entity.ts";

/**
 * Add a vehicle of the pick-and-drop service, or change the one of that type; its names in languages that are not given
 * stay. Nothing changes when everything is as asked. For the plan of an installation.
 */
export async function saveVehicle(
  actor: Actor,
  { vehicleType, hindiName, names, platformCharge }: SaveVehicle,
): Promise<Change> {
  needMay(actor, "setUp");
  return transaction(async () => {
    await oneChangeAtATime();
    const known = await em().findOne(VehicleSchema, { vehicleType }, { refresh: true });
    const facts = {
      platformChargePaise: fromRupees(platformCharge),
      names: renamed(known ? known.names : usualNames(vehicleType), plannedNames({ hindiName, names })),
    };
    const vehicle = known ?? em().create(VehicleSchema, { vehicleType, ...facts });
    const changed = [];
    if (vehicle.platformChargePaise !== facts.platformChargePaise) changed.push("platformChargePaise");
    if (!sameNames(vehicle.names, facts.names)) changed.push("names");
    Object.assign(vehicle, facts);
    await em().flush();
    if (known && changed.length === 0) return { change: "same" };
    const event = known ? "vehicle.changed" : "vehicle.added";
    await record(actor, { subject: "catalog", id: vehicle.id, event, data: { vehicleType, changed } });
    return { change: known ? "changed" : "added" };
  });
}
