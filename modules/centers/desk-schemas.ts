import { z } from "zod";
import {
  bound,
  id,
  optionalLines,
  optionalText,
  reference,
  text,
  trueOrFalse,
  version,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { withoutWrapper } from "./chosen.ts";
import { ticked } from "./registration-schemas.ts";

/* What operators do with centers (002 §2.9). */

const key = (message: MessageKey) => message;

/** The most open requests a center can be allowed. */
export const largestCapacity = 100_000;

/** A center by its id. */
export const CenterRef = z.object({ centerId: id });
export type CenterRef = z.output<typeof CenterRef>;

const limit = wholeNumber(0, largestCapacity, { empty: "form.incomplete", outside: "center.capacityOutside" });

/** Define Capacity (R382): the most open requests a center may have at once. */
export const DefineCapacity = z.object({ centerId: id, ticketAcceptLimit: limit });
export type DefineCapacity = z.output<typeof DefineCapacity>;

/** The same by QR id; without one it is the capacity of all centers (Q98). */
export const DefineCapacityByQr = z.object({ ticketAcceptLimit: limit, qrId: text(40).optional() });
export type DefineCapacityByQr = z.output<typeof DefineCapacityByQr>;

/** The ticked clients; the form also sends an empty value, so that "none" is distinguishable from "not sent". */
export const clientIds = z.preprocess(
  (value) => [value].flat().flatMap((each) => (each === undefined || each === "" ? [] : withoutWrapper(each))),
  z
    .array(id)
    .max(500, key("form.tooLong"))
    .transform((ids) => [...new Set(ids)]),
);

/** Authorized For (R384): the clients a center may work for, as a whole. */
export const AuthorizeClients = z.object({ centerId: id, clientIds });
export type AuthorizeClients = z.output<typeof AuthorizeClients>;

/** Extend Trial (R379, Q61): the date is today in India, sent or not. */
export const ExtendTrial = z.object({ centerId: id, extendedDate: bound("start") });
export type ExtendTrial = z.output<typeof ExtendTrial>;

/** A number of a transfer or receipt: a UPI id, which may be a phone number, is none. */
const paymentReference = optionalText(100).refine(
  (value) => value === undefined || /^[\p{L}\p{M}\p{N} /-]+$/u.test(value),
  key("center.kitReferenceShape"),
);

/** Whether a center paid for its onboarding kit; the reference of the payment where it did. */
export const KitPaid = z.object({
  centerId: id,
  paid: trueOrFalse.transform((value) => value === "true"),
  reference: paymentReference,
});
const hasReference = ({ paid, reference }: Pick<z.output<typeof KitPaid>, "paid" | "reference">) =>
  !paid || reference !== undefined;
const referenceMissing = { path: ["reference"], message: key("center.kitReferenceMissing") };
export const SetKitPaid = KitPaid.refine(hasReference, referenceMissing);
export type SetKitPaid = z.output<typeof SetKitPaid>;
/** The same with the center as a call names it. */
export const SetKitPaidByCall = KitPaid.extend({ centerId: reference }).refine(hasReference, referenceMissing);

/** Disable or enable a center (R392, R393): the boxes that are ticked, and why. */
export const DisableCenter = z.object({
  centerId: id,
  version,
  disabledFor: ticked,
  remark: optionalLines(300),
  /** The remark to the center, shown as "center remarks" in its history. */
  ticketRemarks: optionalLines(300),
});
export type DisableCenter = z.output<typeof DisableCenter>;

/** The reasons for showing a center's UPI id in full. */
export const upiReasons = ["payment", "complaint"] as const;
export const RevealUpi = z.object({
  centerId: id,
  reason: z.enum(upiReasons, "center.upiWhyMissing" satisfies MessageKey),
});
export type RevealUpi = z.output<typeof RevealUpi>;
