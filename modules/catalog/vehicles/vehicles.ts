import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import type { VehicleRow } from "../shared.ts";
import { type Vehicle, VehicleSchema } from "./vehicle.entity.ts";

const present = ({ id, vehicleType, names, platformChargePaise, eRickshaw }: Vehicle): VehicleRow => ({
  id,
  vehicleType,
  names,
  platformChargePaise,
  eRickshaw,
});

/** The vehicles of the pick-and-drop service, by type. */
export async function vehicles(): Promise<VehicleRow[]> {
  return (await em().findAll(VehicleSchema, { orderBy: { vehicleType: "asc" } })).map(present);
}

/** One vehicle; refuses with `vehicle.notFound`. */
export async function getVehicle(id: string): Promise<VehicleRow> {
  const vehicle = await em().findOne(VehicleSchema, { id });
  if (!vehicle) throw missing("vehicle.notFound");
  return present(vehicle);
}
