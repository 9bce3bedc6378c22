import { z } from "zod";
import { optionalStateName } from "../catalog/shared.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import { optionalText, phoneSaying, plainDigits, reference } from "../kernel/validation.ts";

/** What is asked for at an e-rickshaw (R067–R076); its two refusals are the only ones, to the letter. */

const incomplete = "ride.incomplete" satisfies MessageKey;

/** R069: what a ride may cost, in rupees; the first one is chosen. */
export const rideAmounts = [10, 20, 30, 40] as const;

/** R070: how a ride may be paid; the first one is chosen. */
export const rideModes = ["cash", "online"] as const;
export type RideMode = (typeof rideModes)[number];

/** A ride stands until it is paid: a cash one is settled at the vehicle. */
export type RideStatus = "PENDING" | "CLOSED";

const filled = (max: number) => z.string(incomplete).trim().min(1, incomplete).max(max, incomplete);

const digits = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? plainDigits(String(value)).trim() : value;

const amount = z.preprocess(
  (value) => (typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value),
  z.literal([...rideAmounts], incomplete),
);

/** A ride as its form at the vehicle asks for it (R067, R072, R073). */
export const BookRide = z.object({
  name: filled(30),
  phone: phoneSaying(incomplete, "ride.phone" satisfies MessageKey),
  pincode: z.preprocess(digits, z.string(incomplete).regex(/^[1-9]\d{5}$/, incomplete)),
  pickLocation: filled(200),
  dropLocation: filled(200),
  amount,
  modeOfPayment: z.enum(rideModes, incomplete),
});
export type BookRide = z.output<typeof BookRide>;

/** The same as a call (R457): the driver is named by the center; the country code is 91, with or without its plus (R075). */
export const BookRideOf = BookRide.extend({
  centerId: reference,
  countryCode: z.preprocess(digits, z.literal(["91", "+91"], incomplete).optional()),
  city: optionalText(30),
  state: optionalStateName,
});

/** A day of a driver's rides, `YYYY-MM-DD` of India; anything else is today. */
export const RideDay = z.object({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine((day) => !Number.isNaN(Date.parse(day)))
    .optional()
    .catch(undefined),
});
