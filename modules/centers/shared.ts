import { z } from "zod";
import { optionalStateName, stateName } from "#modules/catalog/shared.ts";
import {
  aadhaarSaying,
  email,
  emptyAsUndefined,
  exactText,
  id,
  messageKey,
  optionalField,
  optionalText,
  otpSaying,
  pan,
  phone,
  phoneSaying,
  pincode,
  text,
  trueOrFalse,
  version,
} from "#modules/kernel/validation.ts";
import { chosenService, withoutWrapper } from "./chosen.ts";
import { clientIds } from "./desk/input.ts";
import type { CenterStateNumber } from "./state.ts";

export * from "./appeals/input.ts";
export * from "./desk/input.ts";
export * from "./hours/input.ts";
export * from "./logins/input.ts";
export * from "./onboarders/input.ts";
export * from "./registration/input.ts";
export * from "./state.ts";
export * from "./verification/input.ts";
export { momentsOf, windowEnd } from "./windows/moments.ts";

/** R159: how a technician works for a center. */
export const engagementTypes = ["SALARIED", "PART_TIME", "FREELANCER", "SELF_EMPLOYED"] as const;

/** R160: the country of every address. */
export const country = "INDIA";

/** A phone at the center's login (R124–R126). */
const loginPhone = phoneSaying("center.phoneMissing", "center.phoneLength");
const loginCode = otpSaying("center.otpMissing", "otp.wrong");

/** Request a center's one-time password. */
export const RequestCenterOtp = z.object({ phone: loginPhone });

/** Sign in as a center (R123–R127). */
export const CenterLogin = z.object({ phone: loginPhone, otp: loginCode });

/** Request a technician's one-time password. */
export const RequestTechnicianOtp = z.object({ phone: loginPhone });

/** Sign in as a technician. */
export const TechnicianLogin = z.object({ phone: loginPhone, otp: loginCode });

/** Mark a center as verified by the operator, or take that back. */
export const VerifyCenter = z.object({ centerId: id, verified: z.boolean() });
export type VerifyCenter = z.output<typeof VerifyCenter>;

const optionalService = z.preprocess((value) => emptyAsUndefined(withoutWrapper(value)), id.optional());

/** A stored upload by its id, or by its address, which ends with the id or with it and `.jpg`. */
const upload = z.preprocess(
  (value) =>
    typeof value === "string" ? (/[0-9a-f-]{36}(?=(?:\.jpg)?\/?$)/i.exec(value.trim())?.[0] ?? value) : value,
  id,
);

const optionalUpload = optionalField(upload);

const panImage = z.preprocess(
  (value) => value ?? "",
  exactText(300, "technician.panImage", "technician.panImage")
    .transform((value) => upload.safeParse(value).data ?? "")
    .refine((value) => value !== "", messageKey("technician.panImage")),
);

const aadhar = aadhaarSaying("form.aadhar");

const technicianFields = {
  name: text(100),
  email: optionalField(email(200)),
  phone,
  emergencyPersonName: optionalText(100),
  emergencyPersonPhone: optionalField(phone),
  referencePersonName: optionalText(100),
  referencePersonMobile: optionalField(phone),
  permanentAddressLine: text(300),
  permanentCity: text(100),
  permanentState: stateName,
  currentAddressLine: optionalText(300),
  currentCity: optionalText(100),
  currentState: optionalStateName,
  mainPincode: pincode,
  secondaryPincode: optionalField(pincode),
  engagementType: z.enum(engagementTypes, messageKey("form.incomplete")),
  primaryServiceId: chosenService,
  secondaryServiceId: optionalService,
  panNumber: optionalField(pan),
  aadharNumber: optionalField(aadhar),
  aadharFrontBlobId: optionalUpload,
  aadharBackBlobId: optionalUpload,
  profilePictureBlobId: optionalUpload,
  certificateBlobId: optionalUpload,
  /** Whether customers may see the profile picture; not sent it stays as it is, off for a new technician. */
  showsFace: optionalField(trueOrFalse),
};

/** The pictures of a technician: the kind each is stored as, and its names in the form and the apps. */
export const imageFields = {
  pan: { blob: "panBlobId", file: "panImage", type: "TECHNICIAN_PAN_CARD" },
  aadhar_front: { blob: "aadharFrontBlobId", file: "aadharFrontImage", type: "TECHNICIAN_AADHAR_FRONT" },
  aadhar_back: { blob: "aadharBackBlobId", file: "aadharBackImage", type: "TECHNICIAN_AADHAR_BACK" },
  profile: { blob: "profilePictureBlobId", file: "profileImage", type: "TECHNICIAN_PROFILE_PICTURE" },
  certificate: { blob: "certificateBlobId", file: "certificateImage", type: "TECHNICIAN_CERTIFICATE" },
} as const;
export type TechnicianImage = keyof typeof imageFields;
export const technicianImages = Object.keys(imageFields) as TechnicianImage[];

type Compared = {
  emergencyPersonName?: string | undefined;
  emergencyPersonPhone?: string | undefined;
  referencePersonName?: string | undefined;
  referencePersonMobile?: string | undefined;
};

const same = (left: unknown, right: unknown) =>
  typeof left === "string" &&
  typeof right === "string" &&
  !!left.trim() &&
  left.trim().toLowerCase() === right.trim().toLowerCase();

/** R150, R151, Q128: the emergency contact and the reference must be two people; empty values are not compared. */
function twoPeople(fields: Compared, context: z.RefinementCtx) {
  if (same(fields.emergencyPersonName, fields.referencePersonName)) {
    context.addIssue({ code: "custom", path: ["emergencyPersonName"], message: messageKey("technician.sameName") });
  }
  if (same(fields.emergencyPersonPhone, fields.referencePersonMobile)) {
    context.addIssue({ code: "custom", path: ["emergencyPersonPhone"], message: messageKey("technician.samePhone") });
  }
}

/** Runs even when other fields are invalid, so that all errors are shown together. */
const alongside = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** A center's technician as the form sends it (R150–R160, Q128, Q130). */
export const SaveTechnician = z.object({ ...technicianFields, panBlobId: panImage }).superRefine(twoPeople, alongside);
export type SaveTechnician = z.infer<typeof SaveTechnician>;

const none = z.undefined().optional();

/** A technician from an operator's spreadsheet: of a center that is named, without papers and pictures. */
export const ImportTechnician = z
  .object({
    ...technicianFields,
    centerId: chosenService,
    panNumber: none,
    aadharNumber: none,
    panBlobId: none,
    aadharFrontBlobId: none,
    aadharBackBlobId: none,
    profilePictureBlobId: none,
    certificateBlobId: none,
    showsFace: none,
  })
  .superRefine(twoPeople, alongside);
export type ImportTechnician = z.output<typeof ImportTechnician>;

/**
 * The same for an existing one (R136). The stored PAN image and Aadhaar digits are unchanged when none are sent;
 * `version` is the one the form was loaded with, so that two editors do not overwrite each other.
 */
export const UpdateTechnician = z
  .object({
    ...technicianFields,
    panBlobId: optionalField(panImage),
    technicianId: id,
    version: optionalField(version),
  })
  .superRefine(twoPeople, alongside);
export type UpdateTechnician = z.infer<typeof UpdateTechnician>;

/** A technician's id. */
export const TechnicianId = z.object({ technicianId: id });

/** Authorized For (C121): the clients a technician may work for, as a whole. */
export const AuthorizeTechnician = z.object({ technicianId: id, clientIds });
export type AuthorizeTechnician = z.output<typeof AuthorizeTechnician>;

/** A technician in a list; counts are of tickets. */
export type TechnicianRow = {
  id: string;
  /** Human id, `TEC-4F7K2M`. */
  technicianId: string;
  centerId: string;
  name: string;
  email: string | null;
  countryCode: string;
  phone: string;
  profilePictureBlobId: string | null;
  engagementType: (typeof engagementTypes)[number];
  mainPincode: string;
  secondaryPincode: string | null;
  primaryService: { id: string; serviceName: string };
  secondaryService: { id: string; serviceName: string; priority: 1 } | null;
  pendingTicketCount: number;
  closedTicketCount: number;
  createdAt: Date;
};

/** Everything a center may see of its technician; of an Aadhaar number only the last four digits. */
export type TechnicianDetail = TechnicianRow & {
  profileCreatedBy: string;
  emergencyPersonName: string | null;
  emergencyPersonPhone: string | null;
  referencePersonName: string | null;
  referencePersonMobile: string | null;
  permanentAddress: { line: string; city: string; state: string; country: string };
  currentAddress: { line: string | null; city: string | null; state: string | null; country: string };
  panNumber: string | null;
  panBlobId: string | null;
  aadharLast4: string | null;
  aadharFrontBlobId: string | null;
  aadharBackBlobId: string | null;
  /** Where the technician worked before, or what was learned. */
  certificateBlobId: string | null;
  /** Whether the technician agreed that customers see the profile picture. */
  showsFace: boolean;
  version: number;
};

/** A center's services, area, limits and flags. */
export type CenterRow = {
  id: string;
  centerName: string;
  /** The name it is registered under for tax, where that is another; it may be a person's. */
  legalName: string | null;
  /** Null for one that is not registered for GST. */
  gstin: string | null;
  countryCode: string;
  phone: string;
  name: string | null;
  email: string | null;
  userName: string | null;
  about: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
  additionalPincode: string | null;
  country: string;
  noOfTechnicians: number;
  isActive: CenterStateNumber;
  /** Why the operator rejected it, shown to operators only; null for one that was not rejected. */
  rejectionReason: string | null;
  loginDisabled: boolean;
  broadcastDisabled: boolean;
  ticketAcceptLimit: number;
  subscribeEndDate: Date | null;
  extendedDate: Date | null;
  vehicleId: string | null;
  /** Masked: `raXXXX@okaxis`. */
  upiId: string | null;
  /** The onboarder it is credited to. */
  onboardedBy: string | null;
  version: number;
  createdAt: Date;
  qr: { qrId: string; status: string } | null;
  primaryService: { id: string; serviceName: string } | null;
  secondaryServices: { id: string; serviceName: string; priority: number }[];
  pincodes: string[];
};

/** The partner of a printed QR code: all that a booking page shows (H25). */
export type Partner = {
  qr: { qrId: string; kind: "center" | "dealer"; name: string | null };
  center?: { id: string; centerName: string; pincode: string; city: string | null; state: string | null };
  primaryService?: { id: string; serviceName: string; pickDrop: boolean };
  services: { id: string; serviceName: string }[];
  vehicle?: { id: string; vehicleType: string; platformChargePaise: number; eRickshaw: boolean };
};

export const posterSizes = ["A4", "A5"] as const;
export type PosterSize = (typeof posterSizes)[number];

/** The requested poster: of the caller's own code unless one is named. */
export const AskPoster = z.object({
  qrId: text(40).optional(),
  size: z.preprocess(
    (value) => (typeof value === "string" ? value.toUpperCase() : value),
    z.enum(posterSizes, messageKey("form.choice")).default("A4"),
  ),
});

/** The content of a poster. */
export type PosterFacts = {
  qrId: string;
  kind: "center" | "dealer";
  name: string;
  /** Whether it is an e-rickshaw's code, which books a ride and not a technician. */
  ride: boolean;
  /** The address encoded in the QR code. */
  address: string;
};
