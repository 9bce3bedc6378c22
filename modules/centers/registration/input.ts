import { z } from "zod";
import { stateName } from "#modules/catalog/shared.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import {
  exactText,
  id,
  messageKey,
  optionalLines,
  optionalText,
  otpSaying,
  phone,
  phoneSaying,
  pincode,
  shaped,
  text,
  version,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import { chosenService, withoutWrapper } from "../chosen.ts";

/** The maximum number of technicians a center may state (R113, R114); 0 is allowed. */
export const mostTechnicians = 10;

/** The number stored for centers registered by an onboarder (R195, Q74). */
export const onboardedTechnicians = 10;

export const technicianCount = wholeNumber(0, mostTechnicians, { empty: "form.incomplete", outside: "form.choice" });

const needed = {
  centerName: text(100),
  phone,
  primaryServiceId: chosenService,
  state: stateName,
  pincode,
  /** A second pincode of the service area, besides the address's own. */
  additionalPincode: pincode,
};

/** A form has one secondary service, but a center can have several, each with priority 1 (R120). */
const asList = <T extends { secondaryServiceId: string }>({ secondaryServiceId, ...rest }: T) => ({
  ...rest,
  secondaryServiceIds: [secondaryServiceId],
});

/** In the order of the page, in which its summary names what is missing. */
const registrationForm = z.object({
  centerName: needed.centerName,
  phone: needed.phone,
  name: optionalText(100),
  noOfTechnicians: technicianCount,
  primaryServiceId: needed.primaryServiceId,
  secondaryServiceId: chosenService,
  addressLine: text(300),
  pincode: needed.pincode,
  additionalPincode: needed.additionalPincode,
  city: text(100),
  state: needed.state,
});

/** /registration (R113, R114): everything except the owner's name is required. */
export const CenterRegistration = registrationForm.transform(asList);

/** /center-onboard-add-center (R193, R195): its own required fields; the number of technicians is always 10. */
export const OnboardedCenter = z
  .object({ ...needed, secondaryServiceId: chosenService })
  .transform((center) => ({ ...asList(center), noOfTechnicians: onboardedTechnicians }));

const listed = (value: unknown) => {
  const list = [value].flat().filter((one) => one !== undefined && one !== null && one !== "");
  return list.map((one) =>
    one && typeof one === "object" && "secondary_services_id" in one
      ? withoutWrapper(one.secondary_services_id)
      : withoutWrapper(one),
  );
};

/** The secondary services, as ids or in one of the shapes of the apps; at least one. */
export const secondaryServices = z.preprocess(
  listed,
  z.array(chosenService).min(1, messageKey("form.incomplete")).max(20, messageKey("form.tooLong")),
);

/** The required fields of API calls are those all forms share (Q76); services may be sent under either name (Q75). */
export const RegisterCenter = z.object({
  ...needed,
  name: optionalText(100),
  email: optionalText(100),
  userName: optionalText(60),
  about: optionalLines(500),
  secondaryServiceIds: secondaryServices,
  addressLine: optionalText(300),
  city: optionalText(100),
  noOfTechnicians: technicianCount.default(0),
  proof: optionalText(200),
});

/** A printed code of an onboarding kit: an INA id of at most `max` characters, in any letter case. */
export const printedCode = (max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() || undefined : (value ?? undefined)),
    shaped(/^INA[A-Z0-9]{4,16}$/, max, "center.qrShape").optional(),
  );

/** A box that is ticked; a form that sends an empty value before it has the last one. */
export const yes = z.preprocess(
  (value) => [true, "true", 1, "1"].includes([value].flat().at(-1) as string),
  z.boolean(),
);

/**
 * centerOnboarding/create-center: technicians are always 10 (R195); a printed code is ignored when one is to be
 * generated.
 */
export const OnboardCenter = RegisterCenter.extend({ qrId: printedCode(19), automateQr: yes }).transform(
  ({ automateQr, qrId, ...center }) => ({
    ...center,
    qrId: automateQr ? undefined : qrId,
    noOfTechnicians: onboardedTechnicians,
  }),
);

/** A center to register: the result of parsing any of the forms and calls. */
export type CenterDetails = Omit<z.output<typeof RegisterCenter>, "proof"> & { qrId?: string | undefined };

/** The blocks an operator can set on a center (Q100), under their specified names. */
export const centerFlags = ["login_into_application", "accepting_broadcast_ticket"] as const;
export type CenterFlag = (typeof centerFlags)[number];

/** The ticked boxes; the form also sends an empty value, so that "none" is distinguishable from "not sent". */
export const ticked = z.preprocess(
  (value) => [value].flat().filter((each) => each !== undefined && each !== ""),
  z.array(z.enum(centerFlags, messageKey("form.choice"))).max(10, messageKey("form.choice")),
);

/** A phone; the stars that some admins see in its place mean "unchanged". */
export const phoneOrStars = z.union([z.literal(maskStars()).transform(() => undefined), phone], {
  error: ({ input }) => phone.safeParse(input).error?.issues[0]?.message,
});

/**
 * /center-onboard-add-center?edit= (R009): a center as edited by an admin. `version` is the one the form was loaded
 * with, so that two editors do not overwrite each other.
 */
export const UpdateCenter = z.object({
  centerId: id,
  version,
  centerName: needed.centerName,
  phone: phoneOrStars,
  secondaryServiceId: chosenService,
  state: stateName,
  pincode,
  additionalPincode: pincode,
  disabledFor: ticked,
  remark: optionalLines(300),
});

/** The code that confirms a registration (R117, R186). */
export const ConfirmRegistration = z.object({ otp: otpSaying("registration.otpMissing", "otp.wrong") });

/** An onboarder's own registration (R182): every field is required, and no city may repeat (R184). */
export const OnboarderRegistration = z.object({
  name: text(100),
  phone,
  primaryServiceId: chosenService,
  allowedStates: z.preprocess(
    (value) => value ?? [],
    z
      .array(stateName)
      .min(1, messageKey("form.incomplete"))
      .max(40, messageKey("form.tooLong"))
      .transform((names) => [...new Set(names)]),
  ),
  allowedCities: z.preprocess(
    (value) => value ?? [],
    z
      .array(text(60))
      .min(1, messageKey("form.incomplete"))
      .max(60, messageKey("form.tooLong"))
      .refine((cities) => new Set(cities.map(sameCity)).size === cities.length, messageKey("onboarder.cityTwice")),
  ),
});
export type OnboarderRegistration = z.output<typeof OnboarderRegistration>;

/** Normalise a city, so that case and spaces do not make a different one. */
export function sameCity(city: string) {
  return city.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Confirms the registration `uniqueId` of sendotp-onboarder by the code sent to its phone (R187). */
export const ConfirmOnboarder = ConfirmRegistration.extend({
  uniqueId: exactText(100, "form.incomplete"),
});

/** A phone at the onboarder's login (R189, Q91), with the same messages as the center's. */
const loginPhone = phoneSaying("center.phoneMissing", "center.phoneLength");

/** Request an onboarder's one-time password. */
export const RequestOnboarderOtp = z.object({ phone: loginPhone });

/** Sign in as an onboarder (R189–R191). */
export const OnboarderLogin = z.object({ phone: loginPhone, otp: otpSaying("center.otpMissing", "otp.wrong") });

/** An onboarder as their own pages show them. */
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
