import { z } from "zod";
import { stateName } from "../catalog/shared.ts";
import { maskStars } from "../kernel/mask.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import { id, optionalText, otpSaying, phone, phoneSaying, pincode, text } from "../kernel/validation.ts";
import { chosenService, withoutWrapper } from "./chosen.ts";

const key = (message: MessageKey) => message;

/** How many technicians a center may say it has (R113, R114): none is an answer too. */
export const mostTechnicians = 10;

/** How many an onboarder's center is written down with (R195, Q74). */
export const onboardedTechnicians = 10;

const technicianCount = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value === "" ? undefined : value),
  z
    .number(key("form.incomplete"))
    .int(key("form.number"))
    .min(0, key("form.choice"))
    .max(mostTechnicians, key("form.choice")),
);

const needed = {
  centerName: text(100),
  phone,
  primaryServiceId: chosenService,
  state: stateName,
  pincode,
  /** The service-area pincode beside the address's own. */
  additionalPincode: pincode,
};

/** A form has one secondary service, a center may have several; each has priority 1 (R120). */
const asList = <T extends { secondaryServiceId: string }>({ secondaryServiceId, ...rest }: T) => ({
  ...rest,
  secondaryServiceIds: [secondaryServiceId],
});

const registrationForm = z.object({
  ...needed,
  name: optionalText(100),
  secondaryServiceId: chosenService,
  addressLine: text(300),
  city: text(100),
  noOfTechnicians: technicianCount,
});

/** /registration (R113, R114): everything but the owner's name is needed. */
export const CenterRegistration = registrationForm.transform(asList);

/** /center-onboard-add-center (R193, R195): its own list; the number of technicians is always 10. */
export const OnboardedCenter = z
  .object({ ...needed, secondaryServiceId: chosenService })
  .transform((center) => ({ ...asList(center), noOfTechnicians: onboardedTechnicians }));

const listed = (value: unknown) => {
  const list = Array.isArray(value) ? value : value === undefined || value === null || value === "" ? [] : [value];
  return list.map((one) =>
    one && typeof one === "object" && "secondary_services_id" in one
      ? withoutWrapper(one.secondary_services_id)
      : withoutWrapper(one),
  );
};

/** What the calls must send: what all the forms have in common (Q76); services may come under either name (Q75). */
export const RegisterCenter = z.object({
  ...needed,
  name: optionalText(100),
  email: optionalText(100),
  userName: optionalText(60),
  about: optionalText(500),
  secondaryServiceIds: z.preprocess(
    listed,
    z.array(chosenService).min(1, key("form.incomplete")).max(20, key("form.tooLong")),
  ),
  addressLine: optionalText(300),
  city: optionalText(100),
  noOfTechnicians: technicianCount.default(0),
  proof: z.string().max(200).optional(),
});

/** A printed code of an onboarding kit: an INA id, in any case of letters. */
const printedCode = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() || undefined : (value ?? undefined)),
  z
    .string(key("center.qrShape"))
    .regex(/^INA[A-Z0-9]{4,16}$/, key("center.qrShape"))
    .optional(),
);

const yes = z.preprocess((value) => value === true || value === "true" || value === 1 || value === "1", z.boolean());

/** centerOnboarding/create-center: technicians are always 10 (R195); a printed code is read unless one is to be made. */
export const OnboardCenter = RegisterCenter.extend({ qrId: printedCode, automateQr: yes }).transform(
  ({ automateQr, qrId, ...center }) => ({
    ...center,
    qrId: automateQr ? undefined : qrId,
    noOfTechnicians: onboardedTechnicians,
  }),
);

/** A center to be written down: what every form and call comes to. */
export type CenterDetails = Omit<z.output<typeof RegisterCenter>, "proof"> & { qrId?: string | undefined };

/** What an operator can shut a center out of (Q100), by the product's names. */
export const centerFlags = ["login_into_application", "accepting_broadcast_ticket"] as const;
export type CenterFlag = (typeof centerFlags)[number];

/** The boxes that were ticked; a form sends an empty one along, so that none is an answer too. */
const ticked = z.preprocess(
  (value) => [value].flat().filter((each) => each !== undefined && each !== ""),
  z.array(z.enum(centerFlags, key("form.choice"))),
);

/** A phone; the stars in its place, which is what some admins see, mean the one there is. */
const phoneOrStars = z.unknown().transform((value, context) => {
  if (value === maskStars()) return undefined;
  const read = phone.safeParse(value ?? "");
  if (!read.success) context.addIssue({ code: "custom", message: read.error.issues[0]!.message });
  return read.data;
});

/**
 * /center-onboard-add-center?edit= (R009): a center as the admin leaves it. `version` is the one the form was filled
 * from, so that two editors do not overwrite each other.
 */
export const UpdateCenter = z.object({
  centerId: id,
  version: z.coerce.number(key("form.number")).int(key("form.number")),
  centerName: needed.centerName,
  phone: phoneOrStars,
  secondaryServiceId: chosenService,
  state: stateName,
  pincode,
  additionalPincode: pincode,
  disabledFor: ticked,
  remark: optionalText(300),
});
export type UpdateCenter = z.output<typeof UpdateCenter>;

/** The code of a registration (R117, R186). */
export const ConfirmRegistration = z.object({ otp: otpSaying("registration.otpMissing", "otp.wrong") });

/** An onboarder's own registration (R182): all of it is needed; no city twice (R184). */
export const OnboarderRegistration = z.object({
  name: text(100),
  phone,
  primaryServiceId: chosenService,
  allowedStates: z.preprocess(
    (value) => value ?? [],
    z
      .array(stateName)
      .min(1, key("form.incomplete"))
      .max(40, key("form.tooLong"))
      .transform((names) => [...new Set(names)]),
  ),
  allowedCities: z.preprocess(
    (value) => value ?? [],
    z
      .array(text(60))
      .min(1, key("form.incomplete"))
      .max(60, key("form.tooLong"))
      .refine((cities) => new Set(cities.map(sameCity)).size === cities.length, key("onboarder.cityTwice")),
  ),
});
export type OnboarderRegistration = z.output<typeof OnboarderRegistration>;

/** Two spellings of one city: its case and spaces do not make another one. */
export function sameCity(city: string) {
  return city.trim().replace(/\s+/g, " ").toLowerCase();
}

/** The registration `uniqueId` of sendotp-onboarder with the code that came to its phone (R187). */
export const ConfirmOnboarder = ConfirmRegistration.extend({
  uniqueId: z.string(key("form.incomplete")).min(1, key("form.incomplete")).max(100, key("form.tooLong")),
});

/** A phone at the onboarder's login (R189, Q91): the center's texts. */
const loginPhone = phoneSaying("center.phoneMissing", "center.phoneLength");

/** Ask for an onboarder's one-time password. */
export const RequestOnboarderOtp = z.object({ phone: loginPhone });

/** Sign in as an onboarder (R189–R191). */
export const OnboarderLogin = z.object({ phone: loginPhone, otp: otpSaying("center.otpMissing", "otp.wrong") });

/** An onboarder as its own pages see it. */
export type OnboarderRow = {
  id: string;
  /** Human id, `ONB4F7K2M`: the last part of its registration link. */
  centerOnboarderId: string;
  name: string;
  countryCode: string;
  phone: string;
  primaryService: { id: string; serviceName: string } | null;
  allowedStates: string[];
  allowedCities: string[];
};
