import { z } from "zod";
import type { VisitChargeOfArea } from "#modules/catalog/index.ts";
import type { ServiceRow, VehicleRow } from "#modules/catalog/shared.ts";
import type { VisitDay, VisitWindows } from "#modules/centers/index.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { moment, rupees } from "../line/answer.ts";
import { fileUrl, OneOrZeroShape, oneOrZero } from "./wire-parts.ts";

type ServiceName = { id: string; serviceName: string };

/** A service by id and name. */
export const ServedShape = z.strictObject({ _id: z.string(), service_name: z.string() });
export const served = ({ id, serviceName }: ServiceName): z.input<typeof ServedShape> => ({
  _id: id,
  service_name: serviceName,
});

/** The secondary services of a center or technician, the most preferred first. */
export const SecondaryServicesShape = z.array(
  z.strictObject({ secondary_services_id: ServedShape, priority: z.number() }),
);
export const secondaryServices = (
  services: readonly (ServiceName & { priority: number })[],
): z.input<typeof SecondaryServicesShape> =>
  services.map((service) => ({ secondary_services_id: served(service), priority: service.priority }));

/** The service of a request, with its picture. */
export const ShownServiceShape = ServedShape.extend({ image: z.string().nullable() });
export const shownService = (service: {
  id: string;
  name: string;
  imageBlobId: string | null;
}): z.input<typeof ShownServiceShape> => ({
  _id: service.id,
  service_name: service.name,
  image: fileUrl(service.imageBlobId),
});

/** A service of the catalogue. */
export const ServiceShape = ShownServiceShape.extend({ hindi_name: z.string().nullable(), is_active: OneOrZeroShape });
export const service = (row: ServiceRow): z.input<typeof ServiceShape> => ({
  ...shownService({ id: row.id, name: row.serviceName, imageBlobId: row.imageBlobId }),
  hindi_name: row.names.hi ?? null,
  is_active: oneOrZero(row.isActive),
});

/** A service with the time its work takes, for who keeps the catalogue. */
export const TimedServiceShape = ServiceShape.extend({
  duration: z.number().describe("How many minutes a job takes as a rule, without the 30 after it"),
});
export const timedService = (row: ServiceRow): z.input<typeof TimedServiceShape> => ({
  ...service(row),
  duration: row.duration,
});

/** A vehicle of the pick-and-drop service. */
export const VehicleShape = z.strictObject({
  _id: z.string(),
  vehicleType: z.string(),
  hindi_name: z.string().nullable(),
  platformCharge: rupees,
});
export const vehicle = ({ id, vehicleType, names, platformChargePaise }: VehicleRow): z.input<typeof VehicleShape> => ({
  _id: id,
  vehicleType,
  hindi_name: names.hi ?? null,
  platformCharge: toRupees(platformChargePaise),
});

/** What a visit of a service costs in an area, the first three digits of a pincode, and what is planned there. */
export const VisitChargeShape = z.strictObject({
  area: z.string(),
  state: z.string().nullable(),
  visit_charge: rupees,
  since: moment.nullable(),
  planned: z.array(z.strictObject({ _id: z.string(), visit_charge: rupees, from: moment })),
});
export const visitCharge = ({
  area,
  state,
  amount,
  since,
  planned,
}: VisitChargeOfArea): z.input<typeof VisitChargeShape> => ({
  area,
  state,
  visit_charge: toRupees(amount),
  since,
  planned: planned.map(({ id, to, effectiveFrom }) => ({ _id: id, visit_charge: toRupees(to), from: effectiveFrom })),
});

/** The windows of a day, two hours each; `from` is the `specific_date_time` of a request that wants one. */
export const VisitDayShape = z.strictObject({
  day: z.string(),
  windows: z.array(
    z.strictObject({ from: moment, until: moment, state: z.enum(["free", "over", "too soon", "full"]) }),
  ),
});
export const visitDay = ({ day, windows }: VisitDay): z.input<typeof VisitDayShape> => ({ day, windows });

/** The windows of the next seven days in which a center has a seat, and how many centers serve there. */
export const VisitWindowsShape = z.strictObject({ centers: z.number(), days: z.array(VisitDayShape) });
export const visitWindows = ({ centers, days }: VisitWindows): z.input<typeof VisitWindowsShape> => ({
  centers,
  days: days.map(visitDay),
});
