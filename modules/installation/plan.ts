import { z } from "zod";
import { SaveRole } from "#modules/access/shared.ts";
import { pincodeArea, SaveService, SaveVehicle } from "#modules/catalog/shared.ts";
import { RegisterCenter } from "#modules/centers/shared.ts";
import { optionalText, pincode, rupeesAndPaise, text, wholeNumber } from "#modules/kernel/validation.ts";

const most = 200;
const rupees = wholeNumber(0, 1_000_000);
const serviceName = text(60).transform((name) => name.toUpperCase());

/** The five prices of the house, in rupees. */
export const PlannedPrices = z.strictObject({
  request_booking_amount: rupees,
  subscribed_user_ticket_amount: rupees,
  unsubscribed_user_ticket_amount: rupees,
  annual_subscription: rupees,
  first_installment: rupees,
});
export type PlannedPrices = z.output<typeof PlannedPrices>;

/** What a visit of a service, named as it is booked, costs where pincodes begin with three digits, in rupees. */
export const PlannedVisitCharge = z.strictObject({ service: serviceName, area: pincodeArea, amount: rupeesAndPaise });
export type PlannedVisitCharge = z.output<typeof PlannedVisitCharge>;

/** A center as a person writes it down: its services by name, the first one the main one. */
export const PlannedCenter = RegisterCenter.omit({
  primaryServiceId: true,
  secondaryServiceIds: true,
  additionalPincode: true,
  proof: true,
})
  .extend({ services: z.array(serviceName).min(1).max(20), additionalPincode: pincode.optional() })
  .strict();
export type PlannedCenter = z.output<typeof PlannedCenter>;

/** What an installation is to have. A service's `picture` is the path of a file beside the plan. */
export const SetupPlan = z.strictObject({
  services: z
    .array(SaveService.extend({ picture: optionalText(300) }).strict())
    .max(most)
    .default([]),
  vehicles: z.array(SaveVehicle.strict()).max(most).default([]),
  prices: PlannedPrices.optional(),
  visitCharges: z.array(PlannedVisitCharge).max(most).default([]),
  roles: z.array(SaveRole.strict()).max(most).default([]),
  centers: z.array(PlannedCenter).max(most).default([]),
});
export type SetupPlan = z.output<typeof SetupPlan>;
