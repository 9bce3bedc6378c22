import { z } from "zod";
import { optionalStateName } from "#modules/catalog/shared.ts";
import {
  istDay,
  lenient,
  optionalText,
  phoneSaying,
  pincodeSaying,
  plainDigits,
  reference,
  text,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** Input schemas of an e-rickshaw ride (R067–R076); it has only two refusal messages, verbatim. */

const incomplete = "ride.incomplete" satisfies MessageKey;

/** R069: the possible fares in rupees; the first is preselected. */
export const rideAmounts = [10, 20, 30, 40] as const;

/** R070: the payment methods; the first is preselected. */
export const rideModes = ["cash", "online"] as const;
export type RideMode = (typeof rideModes)[number];

/** A ride is PENDING until paid; a cash ride is settled at the vehicle. */
export const rideStatuses = ["PENDING", "CLOSED"] as const;
export type RideStatus = (typeof rideStatuses)[number];

const filled = (max: number) => text(max, incomplete, incomplete);

const digits = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? plainDigits(String(value)).trim() : value;

const amount = z.preprocess(
  (value) => (typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value),
  z.literal([...rideAmounts], incomplete),
);

/** A ride as booked in the form at the vehicle (R067, R072, R073). */
export const BookRide = z.object({
  name: filled(30),
  phone: phoneSaying(incomplete, "ride.phone" satisfies MessageKey),
  pincode: pincodeSaying(incomplete, incomplete),
  pickLocation: filled(200),
  dropLocation: filled(200),
  amount,
  modeOfPayment: z.enum(rideModes, incomplete),
});
export type BookRide = z.output<typeof BookRide>;

/** The same as an API call (R457): the center names the driver; the country code is 91, with or without plus (R075). */
export const BookRideOf = BookRide.extend({
  centerId: reference,
  countryCode: z.preprocess(digits, z.literal(["91", "+91"], incomplete).optional()),
  city: optionalText(30),
  state: optionalStateName,
});

/** A day of a driver's rides, `YYYY-MM-DD` in IST; anything else means today. */
export const RideDay = z.object({ day: lenient(istDay) });
