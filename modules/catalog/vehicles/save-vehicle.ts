import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import type { Change, SaveVehicle } from "../shared.ts";
import { usualHindiName } from "../usual-names.ts";
import { VehicleSchema } from "./vehicle.entity.ts";

/**
 * Add a vehicle of the pick-and-drop service, or change the one of that type; a Hindi name that is not given stays.
 * Nothing changes when everything is as asked. For the plan of an installation.
 */
export async function saveVehicle(
  actor: Actor,
  { vehicleType, hindiName, platformCharge }: SaveVehicle,
): Promise<Change> {
  needMay(actor, "setUp");
  return transaction(async () => {
    await oneChangeAtATime();
    const known = await em().findOne(VehicleSchema, { vehicleType }, { refresh: true });
    const facts = {
      platformChargePaise: fromRupees(platformCharge),
      hindiName: hindiName ?? (known ? (known.hindiName ?? null) : usualHindiName(vehicleType)),
    };
    const vehicle = known ?? em().create(VehicleSchema, { vehicleType, ...facts });
    const changed = (["platformChargePaise", "hindiName"] as const).filter(
      (field) => (vehicle[field] ?? null) !== facts[field],
    );
    Object.assign(vehicle, facts);
    await em().flush();
    if (known && changed.length === 0) return { change: "same" };
    const event = known ? "vehicle.changed" : "vehicle.added";
    await record(actor, { subject: "catalog", id: vehicle.id, event, data: { vehicleType, changed } });
    return { change: known ? "changed" : "added" };
  });
}
