import type { FieldValues } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { CenterFlag, CenterRow, DocumentValue, TechnicianDetail } from "./shared.ts";
import { listedState } from "./state.ts";

/** The values and labels of the fields in the forms of centers and technicians. */

/** The word for a center's state in the operators' console (R381); deleted ones are shown nowhere. */
export const centerStateWord = (isActive: number): MessageKey => `center.state.${listedState(isActive)}`;

/** The same for its onboarder. */
export const onboardedStateWord = (isActive: number): MessageKey => `onboarder.state.${listedState(isActive)}`;

/** Who made a technician's profile, in the words of the list (R410, Q62). */
export const designationWord = (profileCreatedBy: string): string =>
  profileCreatedBy === "SELF_BY_APP" ? "CENTER" : profileCreatedBy === "CENTER" ? "TECHNICIAN" : profileCreatedBy;

/** The values of a center's form (R009). It has one secondary service: the first, or the primary one for none. */
export function centerFields(center: CenterRow) {
  const flags: [CenterFlag, boolean][] = [
    ["login_into_application", center.loginDisabled],
    ["accepting_broadcast_ticket", center.broadcastDisabled],
  ];
  return {
    centerName: center.centerName,
    phone: center.phone,
    secondaryServiceId: (center.secondaryServices[0] ?? center.primaryService)?.id ?? null,
    state: center.state,
    pincode: center.pincode,
    additionalPincode: center.additionalPincode,
    disabledFor: flags.flatMap(([flag, disabled]) => (disabled ? [flag] : [])),
  } satisfies FieldValues;
}

export const centerFieldNames: Record<keyof ReturnType<typeof centerFields>, MessageKey> = {
  centerName: "registration.centerName",
  phone: "onboarder.mobile",
  secondaryServiceId: "onboarder.other",
  state: "common.state",
  pincode: "common.pincode",
  additionalPincode: "registration.additional",
  disabledFor: "center.disabledFor",
};

/** The values of the operators' form of a center; without its phone and UPI id, which are shown masked. */
export function deskFields(center: CenterRow, clientIds: readonly string[]) {
  const { secondaryServiceId: _, ...shared } = centerFields(center);
  return {
    ...shared,
    legalName: center.legalName,
    gstin: center.gstin,
    name: center.name,
    email: center.email,
    userName: center.userName,
    about: center.about,
    addressLine: center.addressLine,
    city: center.city,
    noOfTechnicians: String(center.noOfTechnicians),
    secondaryServiceIds: center.secondaryServices.map(({ id }) => id),
    clientIds: [...clientIds],
  } satisfies FieldValues;
}

const { secondaryServiceId: _, ...sharedNames } = centerFieldNames;
export const deskFieldNames: Record<keyof ReturnType<typeof deskFields> | "upi" | "secondaryServiceId", MessageKey> = {
  ...sharedNames,
  legalName: "center.fact.legalName",
  gstin: "center.fact.gstin",
  name: "common.person",
  email: "common.email",
  userName: "common.userName",
  about: "center.fact.about",
  addressLine: "common.addressLine",
  city: "common.city",
  noOfTechnicians: "registration.technicians",
  secondaryServiceIds: "centers.secondary",
  secondaryServiceId: "centers.secondary",
  clientIds: "common.authorizedForClients",
  upi: "center.fact.upi",
};

/** The answers to a decision on a picture (R404). */
export const checkedWord = ({ value, verified }: { value: DocumentValue; verified: boolean }): MessageKey =>
  verified && (value === "aadhar_front" || value === "aadhar_back" || value === "pan")
    ? `document.verified.${value}`
    : "document.checkSaved";

/** The values of a technician's form. */
export function technicianFields(technician: TechnicianDetail) {
  const { permanentAddress: permanent, currentAddress: current } = technician;
  return {
    name: technician.name,
    phone: technician.phone,
    email: technician.email,
    engagementType: technician.engagementType,
    primaryServiceId: technician.primaryService.id,
    secondaryServiceId: technician.secondaryService?.id ?? null,
    mainPincode: technician.mainPincode,
    secondaryPincode: technician.secondaryPincode,
    permanentAddressLine: permanent.line,
    permanentCity: permanent.city,
    permanentState: permanent.state,
    currentAddressLine: current.line,
    currentCity: current.city,
    currentState: current.state,
    emergencyPersonName: technician.emergencyPersonName,
    emergencyPersonPhone: technician.emergencyPersonPhone,
    referencePersonName: technician.referencePersonName,
    referencePersonMobile: technician.referencePersonMobile,
    panNumber: technician.panNumber,
    showsFace: String(technician.showsFace),
  } satisfies FieldValues;
}

/** The papers of a technician; the form sends one only to replace it. */
export const technicianPapers = (technician: TechnicianDetail) =>
  ({
    profilePictureBlobId: technician.profilePictureBlobId,
    panBlobId: technician.panBlobId,
    aadharNumber: technician.aadharLast4,
    aadharFrontBlobId: technician.aadharFrontBlobId,
    aadharBackBlobId: technician.aadharBackBlobId,
    certificateBlobId: technician.certificateBlobId,
  }) satisfies FieldValues;

export const technicianFieldNames: Record<
  keyof (ReturnType<typeof technicianFields> & ReturnType<typeof technicianPapers>),
  MessageKey
> = {
  name: "common.name",
  phone: "common.mobileNumber",
  email: "common.email",
  engagementType: "center.technician.engagement",
  primaryServiceId: "common.primaryService",
  secondaryServiceId: "common.secondaryService",
  mainPincode: "center.technician.mainPincode",
  secondaryPincode: "center.technician.secondPincode",
  permanentAddressLine: "center.technician.permanent",
  permanentCity: "center.technician.permanent",
  permanentState: "center.technician.permanent",
  currentAddressLine: "center.technician.current",
  currentCity: "center.technician.current",
  currentState: "center.technician.current",
  emergencyPersonName: "center.technician.emergencyName",
  emergencyPersonPhone: "center.technician.emergencyPhone",
  referencePersonName: "center.technician.referenceName",
  referencePersonMobile: "center.technician.referencePhone",
  panNumber: "center.technician.pan",
  showsFace: "technician.showsFace",
  profilePictureBlobId: "technician.image.profile",
  panBlobId: "center.technician.panImage",
  aadharNumber: "common.aadharNumber",
  aadharFrontBlobId: "technician.image.front",
  aadharBackBlobId: "technician.image.back",
  certificateBlobId: "technician.image.certificate",
};
