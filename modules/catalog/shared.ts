import { z } from "zod";
import { id, optionalText, shaped, text, wholeNumber } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

export * from "./client-schemas.ts";
export * from "./state-name.ts";
export { type IndianState, states } from "./states.ts";

/** A B2B client by id and name. */
export type ClientRow = { id: string; clientName: string; isActive: boolean };

/** A service as people see it. */
export type ServiceRow = {
  id: string;
  serviceName: string;
  imageBlobId: string | null;
  isActive: boolean;
  pickDrop: boolean;
  /** GST service accounting code; null means the configured default. */
  sac: string | null;
};

/** A service to add or change, by its name, which is upper-case; what is not given stays. */
export const SaveService = z.object({
  serviceName: text(60).transform((name) => name.toUpperCase()),
  pickDrop: z.boolean("form.choice" satisfies MessageKey).optional(),
  sac: optionalText(8),
});
export type SaveService = z.output<typeof SaveService>;

/** Whether a service is at the customer's place or takes something from one place to another (Q87). */
export const servicePlaces = ["HOME", "PICK_DROP"] as const;

const serviceFields = {
  serviceName: text(60).transform((name) => name.toUpperCase()),
  place: z.enum(servicePlaces, "form.choice" satisfies MessageKey).optional(),
  sac: z.preprocess(
    (value) => (value === "" ? null : value),
    shaped(/^\d{4,8}$/, 8, "service.sac")
      .nullable()
      .optional(),
  ),
  /** A picture uploaded before (`storeServicePicture`). */
  pictureId: id.optional(),
};

/** A new service (R370, R371). */
export const AddService = z.object(serviceFields);
/** A service with its new facts; a `place`, `sac` or picture that is not given stays. */
export const ChangeService = z.object({ serviceId: id, ...serviceFields });
export const ServiceRef = z.object({ serviceId: id });
/** Whether a service can be booked; the wire's 1 and 0 (R372). */
export const SwitchService = z.object({ serviceId: id, active: wholeNumber(0, 1) });
export const MoveService = z.object({ serviceId: id, way: z.enum(["up", "down"]) });
export type AddService = z.output<typeof AddService>;
export type ChangeService = z.output<typeof ChangeService>;
export type ServiceRef = z.output<typeof ServiceRef>;
export type SwitchService = z.output<typeof SwitchService>;
export type MoveService = z.output<typeof MoveService>;

/** What saving something of the catalog did. */
export type Change = { change: "added" | "changed" | "same" };

/** A vehicle of the pick-and-drop service; the charge is in paise. */
export type VehicleRow = { id: string; vehicleType: string; platformChargePaise: number; eRickshaw: boolean };
