import { z } from "zod";
import { gstCodeOf, stateName } from "#modules/catalog/shared.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import {
  email,
  gstinSaying,
  id,
  optionalLines,
  optionalText,
  otpSaying,
  phone,
  pincode,
  shaped,
  text,
  version,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { chosenService } from "./chosen.ts";
import { clientIds } from "./desk-schemas.ts";
import { phoneOrStars, printedCode, secondaryServices, technicianCount, ticked, yes } from "./registration-schemas.ts";

/* The operators' form of a center and its calls (002 §2.9, R385–R395). */

const key = (message: MessageKey) => message;

/** An optional field: left empty in a form it is none. */
const orNone = <T>(schema: z.ZodType<T | undefined>) => schema.transform((value): T | null => value ?? null);

const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());

/** A UPI id: `name@bank`, at most 20 characters (R387). */
const upiId = unlessEmpty(shaped(/^[a-z0-9._-]{2,}@[a-z][a-z0-9]*$/i, 20, "form.upi"));

/** R388: pincodes separated by commas, at most 200 characters; spaces and empty entries do not count. */
const pincodeList = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(",") : (value ?? "")),
  optionalText(200)
    .transform((list) => (list ?? "").split(",").flatMap((each) => each.trim() || []))
    .refine((list) => list.every((each) => pincode.safeParse(each).success), key("center.pincodeList")),
);

/** R391: 0 when it is not sent. */
const technicians = z.preprocess((value) => (value === "" ? undefined : value), technicianCount.default(0));

/** R394, Q97: the code sent to the center's phone, where one was requested. */
const otp = unlessEmpty(otpSaying("registration.otpMissing", "otp.wrong"));

const details = {
  centerName: text(100),
  legalName: orNone(optionalText(100)),
  gstin: orNone(unlessEmpty(gstinSaying("form.gst"))),
  name: orNone(optionalText(100)),
  email: orNone(unlessEmpty(email(100))),
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
  .refine(({ gstin, state }) => isGstinOfState(gstin, state), { path: ["gstin"], message: key("center.gstinState") })
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
  z.boolean(key("form.choice")).optional(),
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
