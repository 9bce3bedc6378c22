import type { CenterRow, OnboarderRow } from "#modules/centers/shared.ts";
import { center } from "./center-shape.ts";

/** An onboarder as it knows itself. */
export const onboarder = (row: OnboarderRow) => ({
  _id: row.id,
  center_onboarder_id: row.centerOnboarderId,
  name: row.name,
  phone_details: { country_code: row.countryCode, mobile_number: row.phone },
  services: {
    primary_services: row.primaryService && {
      _id: row.primaryService.id,
      service_name: row.primaryService.serviceName,
    },
  },
  allowed_states: row.allowedStates,
  allowed_cities: row.allowedCities,
});

/** A center as its onboarder sees it: who and where it is; its limits, subscription and flags are its own. */
export function onboardedCenter(row: CenterRow) {
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
