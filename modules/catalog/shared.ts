import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import type { Paise } from "#modules/kernel/money.ts";
import {
  bound,
  decimal,
  emptyAsUndefined,
  exactRupees,
  id,
  istDay,
  lineList,
  messageKey,
  oneOrZero,
  optionalField,
  optionalLines,
  optionalText,
  shaped,
  text,
  version,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import { type Locale, locales, type MessageKey } from "#modules/messages/index.ts";
import { type ServiceSupplier, serviceSuppliers } from "./labels.ts";

export * from "./banners/input.ts";
export * from "./blogs/input.ts";
export * from "./client-keys/input.ts";
export * from "./clients/input.ts";
export * from "./prices/input.ts";
export * from "./state-name.ts";
export { type IndianState, states, utgstCodes } from "./states.ts";
export { type ServiceSupplier, serviceSuppliers };

/** A B2B client by id and name. */
export type ClientRow = { id: string; clientName: string; isActive: boolean };

/** The names of a service or a vehicle in other languages than English, by language. */
export type Names = Readonly<Record<Locale, string>>;

const nameIn = z.preprocess((value) => (value === "" ? null : value), text(60).nullable());
/** The name in each language besides English; null for none. */
const names = z.object(
  Object.fromEntries(locales.filter((locale) => locale !== "en").map((locale) => [locale, nameIn])),
);
/** Names to write: null for none any more. */
export type NewNames = Readonly<Record<Locale, string | null | undefined>>;

/** Chips of a service, by language. */
export type Chips = Readonly<Record<Locale, readonly string[]>>;

/** The most chips of a service, and the letters of each. */
export const mostChips = 8;
const longestChip = 40;

/** Chips of one language, one a line. */
const chipLines = lineList(1000).refine(
  (chips) => chips.length <= mostChips && chips.every((chip) => chip.length <= longestChip),
  messageKey("service.chipsMany"),
);
const chips = z.object(Object.fromEntries(locales.map((locale) => [locale, chipLines.optional()])));

/** A service as people see it. */
export type ServiceRow = {
  id: string;
  serviceName: string;
  names: Names;
  /** Short words for what is often wrong, by language; null: the usual ones of its name. */
  chips: Chips | null;
  imageBlobId: string | null;
  isActive: boolean;
  pickDrop: boolean;
  /** GST service accounting code; null means the configured default. */
  sac: string | null;
  supplier: ServiceSupplier;
  /** How long a job takes as a rule, in minutes. */
  duration: number;
};

/** The names in a plan; `hindiName` is the one in Hindi. */
const namesOfPlan = { hindiName: optionalText(60), names: names.partial().strict().optional() };

/** A service to add or change, by its name, which is upper-case; what is not given stays. */
export const SaveService = z.object({
  serviceName: text(60).transform((name) => name.toUpperCase()),
  ...namesOfPlan,
  pickDrop: z.boolean("form.choice" satisfies MessageKey).optional(),
  sac: optionalText(8),
  supplier: z.enum(serviceSuppliers, "form.choice" satisfies MessageKey).optional(),
});
export type SaveService = z.output<typeof SaveService>;

/** A vehicle of the pick-and-drop service to add or change, by its type, which is upper-case; the charge in rupees. */
export const SaveVehicle = z.object({
  vehicleType: text(60).transform((name) => name.toUpperCase()),
  ...namesOfPlan,
  platformCharge: wholeNumber(0, 100_000),
});
export type SaveVehicle = z.output<typeof SaveVehicle>;

/** Whether a service is at the customer's place or takes something from one place to another (Q87). */
export const servicePlaces = ["HOME", "PICK_DROP"] as const;

const serviceFields = {
  serviceName: text(60).transform((name) => name.toUpperCase()),
  names: names.optional(),
  chips: chips.optional(),
  place: z.enum(servicePlaces, "form.choice" satisfies MessageKey).optional(),
  sac: z.preprocess(
    (value) => (value === "" ? null : value),
    shaped(/^\d{4,8}$/, 8, "service.sac")
      .nullable()
      .optional(),
  ),
  /** How long a job takes as a rule, in minutes, without the 30 after it. */
  duration: optionalField(wholeNumber(15, 720, { wrong: "service.durationWrong" })),
  /** A picture uploaded before (`storeServicePicture`). */
  pictureId: id.optional(),
};

/** A new service (R370, R371). */
export const AddService = z.object(serviceFields);
/** A service with its new facts; `names`, `place`, `sac`, `duration` or picture that is not given stays. */
export const ChangeService = z.object({ serviceId: id, ...serviceFields });
export const ServiceRef = z.object({ serviceId: id });
/** Whether a service can be booked; the wire's 1 and 0 (R372). */
export const SwitchService = z.object({ serviceId: id, active: oneOrZero() });
export const MoveService = z.object({ serviceId: id, way: z.enum(["up", "down"]) });
/** Who supplies the work of a service from now on. */
export const SetSupplier = z.object({
  serviceId: id,
  supplier: z.enum(serviceSuppliers, "form.choice" satisfies MessageKey),
  /** The supplier the reader saw, so that two admins do not overwrite each other's choice. */
  was: z.enum(serviceSuppliers, "form.choice" satisfies MessageKey).optional(),
});
export type SetSupplier = z.output<typeof SetSupplier>;
export type AddService = z.output<typeof AddService>;
export type ChangeService = z.output<typeof ChangeService>;
export type ServiceRef = z.output<typeof ServiceRef>;
export type SwitchService = z.output<typeof SwitchService>;
export type MoveService = z.output<typeof MoveService>;

/** The five prices, by the names the API gives them (R433). */
export const priceKinds = [
  "annualsubscription",
  "frist_installment",
  "request_booking_amount",
  "subscribed_user_ticket_amount",
  "unsubscribed_user_ticket_amount",
] as const;
export type PriceKind = (typeof priceKinds)[number];

/** A new price in whole rupees, never zero (R434), from a day in India on; without one, or with today, from now on. */
export const ChangePrice = z.object({
  kind: z.enum(priceKinds, "form.choice" satisfies MessageKey),
  amount: exactRupees(1, 1_000_000, "price.amount"),
  from: z.preprocess((value) => value || undefined, istDay.optional()),
  /** The price in rupees the reader saw, so that two admins do not overwrite each other's. */
  was: decimal(0, 10_000_000).optional(),
});
export type ChangePrice = z.output<typeof ChangePrice>;
export const CancelPrice = z.object({ priceId: id });
export type CancelPrice = z.output<typeof CancelPrice>;

const required = (edge: "start" | "end") =>
  bound(edge)
    .refine((at) => at !== undefined, "form.incomplete" satisfies MessageKey)
    .transform((at) => at!);
const someUses = optionalField(wholeNumber(1, 1_000_000, { wrong: "offer.uses" }));

const offerFields = {
  /** The code customers write at booking, in any case. */
  title: text(60),
  description: optionalLines(300),
  category: z.preprocess(emptyAsUndefined, text(30).default("CONSUMER")),
  fromDate: required("start"),
  toDate: required("end"),
  /** Rupees off the booking fee. */
  feeOff: z.preprocess(emptyAsUndefined, exactRupees(0, 100_000, "offer.feeOff").default(0)),
  totalUses: someUses,
  usesPerPhone: someUses,
};
const inOrder = { path: ["toDate"], error: "offer.dates" satisfies MessageKey };
const datesInOrder = ({ fromDate, toDate }: { fromDate: Date; toDate: Date }) => fromDate <= toDate;

/** A new offer (Q96, R484). */
export const AddOffer = z.object(offerFields).refine(datesInOrder, inOrder);
/** An offer with its new facts; what is limited and not given is so no more. */
export const ChangeOffer = z
  .object({ offerId: id, version: version.optional(), ...offerFields })
  .refine(datesInOrder, inOrder);
/** Whether it is in force; sent as text, true or false (R432). */
export const SwitchOffer = z.object({
  offerId: id,
  active: z.preprocess(
    (value) => (typeof value === "boolean" ? String(value) : value),
    z.enum(["true", "false"], "form.choice" satisfies MessageKey),
  ),
});
export const OfferRef = z.object({ offerId: id });
/** By what offers are sorted (R431). */
export const offerSorts = ["created", "expiry"] as const;
/** What becomes of an offer's code now: taken, not yet, no more, used up, or switched off. */
export const offerStatuses = ["RUNNING", "COMING", "OVER", "USED_UP", "OFF"] as const;
export type OfferStatus = (typeof offerStatuses)[number];
export type AddOffer = z.output<typeof AddOffer>;
export type ChangeOffer = z.output<typeof ChangeOffer>;
export type SwitchOffer = z.output<typeof SwitchOffer>;
export type OfferRef = z.output<typeof OfferRef>;

/** An offer as operators see it; `uses` are counted where it is limited. */
export type OfferRow = {
  id: string;
  title: string;
  description: string | null;
  category: string;
  fromDate: Date;
  toDate: Date;
  createdAt: Date;
  isActive: boolean;
  feeOffPaise: Paise;
  totalUses: number | null;
  usesPerPhone: number | null;
  uses: number;
  version: number;
  status: OfferStatus;
};

type Facts = Pick<OfferRow, "isActive" | "fromDate" | "toDate" | "uses"> & { totalUses?: number | null | undefined };

/** What becomes of an offer's code at an instant. */
export function statusOf({ isActive, fromDate, toDate, uses, totalUses }: Facts, at = now()): OfferStatus {
  if (!isActive) return "OFF";
  if (toDate < at) return "OVER";
  if (fromDate > at) return "COMING";
  return totalUses != null && uses >= totalUses ? "USED_UP" : "RUNNING";
}

/** What saving something of the catalog did. */
export type Change = { change: "added" | "changed" | "same" };

/** A vehicle of the pick-and-drop service; the charge is in paise. */
export type VehicleRow = {
  id: string;
  vehicleType: string;
  names: Names;
  platformChargePaise: number;
  eRickshaw: boolean;
};
