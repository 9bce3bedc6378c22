import { z } from "zod";
import { gstCodeOf, stateName } from "#modules/catalog/shared.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import {
  blankAsUndefined,
  bound,
  email,
  gstinSaying,
  id,
  messageKey,
  optionalField,
  optionalLines,
  optionalText,
  otpSaying,
  phone,
  pincode,
  reference,
  shaped,
  text,
  trueOrFalse,
  version,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { chosenService, withoutWrapper } from "../chosen.ts";
import { phoneOrStars, printedCode, secondaryServices, technicianCount, ticked, yes } from "../registration/input.ts";

/* What operators do with centers (002 §2.9). */

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
    .max(500, messageKey("form.tooLong"))
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
  messageKey("center.kitReferenceShape"),
);

/** Whether a center paid for its onboarding kit; the reference of the payment where it did. */
export const KitPaid = z.object({
  centerId: id,
  paid: trueOrFalse.transform((value) => value === "true"),
  reference: paymentReference,
});
const hasReference = ({ paid, reference }: Pick<z.output<typeof KitPaid>, "paid" | "reference">) =>
  !paid || reference !== undefined;
const referenceMissing = { path: ["reference"], message: messageKey("center.kitReferenceMissing") };
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

/* The operators' form of a center and its calls (002 §2.9, R385–R395). */

/** An optional field: left empty in a form it is none. */
const orNone = <T>(schema: z.ZodType<T | undefined>) => schema.transform((value): T | null => value ?? null);

/** A UPI id: `name@bank`, at most 20 characters (R387). */
const upiId = optionalField(shaped(/^[a-z0-9._-]{2,}@[a-z][a-z0-9]*$/i, 20, "form.upi"));

/** R388: pincodes separated by commas, at most 200 characters; spaces and empty entries do not count. */
const pincodeList = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(",") : (value ?? "")),
  optionalText(200)
    .transform((list) => (list ?? "").split(",").flatMap((each) => each.trim() || []))
    .refine((list) => list.every((each) => pincode.safeParse(each).success), messageKey("center.pincodeList")),
);

/** R391: 0 when it is not sent. */
const technicians = z.preprocess(blankAsUndefined, technicianCount.default(0));

/** R394, Q97: the code sent to the center's phone, where one was requested. */
const otp = optionalField(otpSaying("registration.otpMissing", "otp.wrong"));

const details = {
  centerName: text(100),
  legalName: orNone(optionalText(100)),
  gstin: orNone(optionalField(gstinSaying("form.gst"))),
  name: orNone(optionalText(100)),
  email: orNone(optionalField(email(100))),
  userName: orNone(optionalText(60)),
  about: orNone(optionalLines(500)),
  secondaryServiceIds: secondaryServices,
  addressLine: orNone(optionalText(300)),
  city: orNone(optionalText(100)),
  state: stateName,
  pincode,
  additionalPincode: pincode,
  noOfTechnicians: technicians,
  upiId,
  clientIds,
};

/** Whether a center may have a GSTIN: its first two digits are the GST code of the center's state. */
export const isGstinOfState = (gstin: string | null | undefined, state: string | null | undefined) =>
  !gstin || gstin.slice(0, 2) === gstCodeOf(state);

/** Add Center (R386–R391): the printed QR code counts only where none is to be made. */
export const AddCenter = z
  .object({
    ...details,
    phone,
    primaryServiceId: chosenService,
    pincodes: pincodeList,
    qrId: printedCode(10),
    automateQr: yes,
    otp,
  })
  .refine(({ gstin, state }) => isGstinOfState(gstin, state), {
    path: ["gstin"],
    message: messageKey("center.gstinState"),
  })
  .transform(({ automateQr, qrId, ...center }) => ({ ...center, qrId: automateQr ? undefined : qrId }));
export type AddCenter = z.output<typeof AddCenter>;

/**
 * Update center (R389, R392, R393): without the primary service and the list of pincodes; an empty UPI id means no
 * change unless it is removed. `version` is the one the form was loaded with, so that two editors do not overwrite each
 * other.
 */
export const EditCenter = z.object({
  ...details,
  centerId: id,
  version,
  phone: phoneOrStars,
  email: z.preprocess((value) => (value === maskStars() ? undefined : value), details.email.optional()),
  disabledFor: ticked,
  remark: optionalLines(300),
  ticketRemarks: optionalLines(300),
  /** Removes the UPI id, unless another one is sent. */
  removeUpi: yes,
  otp,
});

const flag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean(messageKey("form.choice")).optional(),
);

const { otp: _, disabledFor: __, version: ___, centerId: ____, removeUpi: _____, ...sent } = EditCenter.shape;

/** admin/update-center (R481): omitted fields are unchanged; each flag is a field of its own. */
export const SentCenter = z.object({
  ...z.object(sent).partial().shape,
  centerId: id,
  version: version.optional(),
  loginDisabled: flag,
  broadcastDisabled: flag,
});

/** A change of a center: undefined fields are unchanged, null empties one. */
export type ChangeCenter = z.output<typeof SentCenter> & {
  /** The first secondary service alone. */
  secondaryServiceId?: string | undefined;
  disabledFor?: z.output<typeof ticked> | undefined;
  removeUpi?: boolean | undefined;
  otp?: string | undefined;
};

/** Sends the code to the phone of the form (R394). */
export const SendCenterOtp = z.object({ phone });
