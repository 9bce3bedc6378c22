import { z } from "zod";
import type { CenterRow, OnboarderRow } from "#modules/centers/shared.ts";
import type { UnservedDemand } from "#modules/reports/index.ts";
import { moment } from "../line/answer.ts";
import { CenterShape, center } from "./center.ts";
import { ServedShape, served } from "./service.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

/** An onboarder as shown to itself. */
export const OnboarderShape = z.strictObject({
  _id: z.string(),
  center_onboarder_id: z.string(),
  name: z.string(),
  phone_details: PhoneShape,
  services: z.strictObject({ primary_services: ServedShape.nullable() }),
  allowed_states: z.array(z.string()),
  allowed_cities: z.array(z.string()),
});
export const onboarder = (row: OnboarderRow): z.input<typeof OnboarderShape> => ({
  _id: row.id,
  center_onboarder_id: row.centerOnboarderId,
  name: row.name,
  phone_details: phoneOf(row.phone, row.countryCode),
  services: { primary_services: row.primaryService && served(row.primaryService) },
  allowed_states: row.allowedStates,
  allowed_cities: row.allowedCities,
});

/** A center as shown to its onboarder: who and where it is, without its limits, subscription and flags. */
export const OnboardedCenterShape = CenterShape.omit({
  vehicleId: true,
  disabled_for: true,
  ticket_accept_limit: true,
  subscribe_end_date: true,
}).extend({ personal_details: CenterShape.shape.personal_details.pick({ name: true, phone: true }) });

export function onboardedCenter(row: CenterRow): z.input<typeof OnboardedCenterShape> {
  const {
    vehicleId: _vehicle,
    disabled_for: _disabled,
    ticket_accept_limit: _limit,
    subscribe_end_date: _subscription,
    personal_details: { name, phone },
    ...shown
  } = center(row);
  return { ...shown, personal_details: { name, phone } };
}

/** What no center serves of a service in a pincode. */
export const DemandShape = z.strictObject({
  pincode: z.string(),
  service: z.strictObject({ _id: z.string(), service_name: z.string() }),
  state: z.string().nullable(),
  requests: z.number(),
  open: z.number(),
  waiting: z.number().describe("How many phones wait to be told when a center comes"),
  latest: moment,
});
export const demand = ({ service, latestAt, ...row }: UnservedDemand): z.input<typeof DemandShape> => ({
  ...row,
  service: { _id: service.id, service_name: service.name },
  latest: latestAt,
});
