/** Partner centers, their QR codes and technicians: data, sign-in, and eligibility for requests. */

export {
  answerAppeal,
  appeal,
  appealByCode,
  appealOf,
  type OpenAppeal,
  openAppeal,
  openAppeals,
  ownState,
} from "./appeals/appeal.ts";
export {
  type CandidateFacts,
  centersNear,
  centersOfPincode,
  type NearCenter,
  openTicketCount,
  openTicketsSql,
  worksForClientSql,
} from "./center/candidates.ts";
export type { Center } from "./center/center.entity.ts";
export { type Driver, driverOf, drivesSql } from "./center/driver.ts";
export { centersWithEndedTrial } from "./center/ended-trials.ts";
export { isServed } from "./center/is-served.ts";
export { codeOf, partnerOf, qrOfCenter } from "./center/partner.ts";
export { type PartnerFace, partnerFace, partnerFaceCached } from "./center/partner-face.ts";
export { centerName, centerOfPhone, centerRow, countCenters, getCenter, isVerifiedCenter } from "./center/queries.ts";
export { type ServedPlace, servedPlace, servedPlaceCached } from "./center/served-place.ts";
export { mayLogIn, requestCenterOtp, signInCenter } from "./center/sign-in.ts";
export { lockSubscriber, shortenSubscription, subscribe } from "./center/subscribe.ts";
export {
  isSubscribed,
  leadPrice,
  subscriptionHolds,
  subscriptionHoldsSql,
  trialDays,
  trialRequests,
  trialUntil,
} from "./center/subscription.ts";
export {
  endingTerms,
  extendTrialsByRule,
  type OwnTerm,
  ownTerm,
  type Term,
  type TermReminder,
  type TermStage,
  termOf,
} from "./center/terms.ts";
export { centerNamed, centersToVerify, type VerifiedLine, verifyCenter } from "./center/verify-center.ts";
export { whyDisabled } from "./center/why-disabled.ts";
export { type CenterWithoutBroadcasts, centersWithoutBroadcasts } from "./center/without-broadcasts.ts";
export {
  type CenterChange,
  type CenterRemark,
  centerChanges,
  centerFeedback,
} from "./desk/center-history.ts";
export {
  centersFor,
  centersList,
  centersToEditList,
  subscriptionStates,
} from "./desk/centers-list.ts";
export { centerToChange, changeCenter, saveCenter } from "./desk/change-center.ts";
export { createCenter } from "./desk/create-center.ts";
export { deleteCenter, type InTheWay, inTheWayOfDeleting } from "./desk/delete-center.ts";
export {
  type DeskCenter,
  getDeskCenter,
  mayExtendTrial,
} from "./desk/desk-center.ts";
export {
  authorizeClients,
  defineCapacity,
  defineCapacityByQr,
  extendTrial,
} from "./desk/keep-center.ts";
export { kitPayment, setKitPaid } from "./desk/kit-payment.ts";
export { revealUpi } from "./desk/reveal-upi.ts";
export { readableDocument } from "./documents/documents.ts";
export { qrPoster } from "./documents/poster.ts";
export {
  centerRestricted,
  centerSubscribed,
  centersChanged,
  deskLoginElsewhere,
  deskLoginEnded,
  deskLoginProven,
  documentRejected,
} from "./events.ts";
export { type Duty, dutyOf } from "./hours/calendars.ts";
export { addHoliday, type HolidayRow, holidays, removeHoliday } from "./hours/holidays.ts";
export {
  type CenterHours,
  centerHours,
  type ShownHours,
  technicianHours,
} from "./hours/hours-of.ts";
export { addAbsence, removeAbsence, saveHours, saveTechnicianHours } from "./hours/save-hours.ts";
export {
  freeSeats,
  freeWindows,
  hasSeats,
  lockSeats,
  type OccupiedWindows,
  takeSeats,
} from "./hours/seats.ts";
export type { VisitDay, VisitWindow, VisitWindows, WindowState } from "./hours/windows-at.ts";
export {
  daysByClock,
  soonestAt,
  soonestAtCached,
  soonestVisit,
  windowsAt,
  windowsAtCached,
} from "./hours/windows-at.ts";
export { centersImport } from "./imports/center-import.ts";
export { techniciansImport } from "./imports/technician-import.ts";
export { addDeskLogin, type DeskLoginRow, deskLogins, deskNames, endDeskLogin } from "./logins/desk-logins.ts";
export { placeAt } from "./maps/maps.server.ts";
export { type PincodePlace, placeOfPincode } from "./maps/place-of-pincode.ts";
export { createOnboarder, getDeskOnboarder, updateOnboarder } from "./onboarders/keep-onboarders.ts";
export { onboardedCentersList } from "./onboarders/list-definition.ts";
export { onboardedCenters } from "./onboarders/onboarded-centers.ts";
export {
  askToBecomeOnboarder,
  getOnboarder,
  onboarderOfLink,
  registerOnboarder,
  requestOnboarderOtp,
  signInOnboarder,
} from "./onboarders/onboarders.ts";
export {
  type DeskOnboarder,
  onboardersFor,
  onboardersList,
} from "./onboarders/onboarders-list.ts";
export { type OnboarderStates, statesOfOnboarders } from "./onboarders/states-of-onboarders.ts";
export { may, needMay } from "./policy.ts";
export { addRating, type Rating, ratedText, ratingsOf } from "./ratings.ts";
export { needOtherService } from "./registration/other-service.ts";
export { addCenter, confirmCenter, registerCenter } from "./registration/register-center.ts";
export { askAgain, askToRegister, waitingDetails } from "./registration/registration.ts";
export { authorizeTechnician } from "./technicians/authorize-technician.ts";
export { deleteTechnician } from "./technicians/delete-technician.ts";
export { techniciansList } from "./technicians/list-definition.ts";
export { type LookedUpTechnician, technicianLookup } from "./technicians/looked-up.ts";
export { panTrace } from "./technicians/pan.ts";
export { createTechnician, updateTechnician } from "./technicians/save-technician.ts";
export { storeTechnicianImage, sweepImages } from "./technicians/technician-images.ts";
export { requestTechnicianOtp, signInTechnician } from "./technicians/technician-sign-in.ts";
export {
  getTechnician,
  listTechnicianDetails,
  listTechnicians,
  type StaffMember,
  staffOf,
  type TechnicianChoice,
  technicianForWork,
  techniciansWithPending,
} from "./technicians/technicians.ts";
export {
  allTechniciansList,
  type DeskTechnician,
  getDeskTechnician,
  totalBuckets,
} from "./technicians/technicians-list.ts";
export { checkDocument, type HeldDocuments, heldDocuments, keepAadhar } from "./verification/check-document.ts";
export { deleteCheckedPapers } from "./verification/delete-checked.ts";
export { type OwnDocuments, ownDocuments, sendDocuments, technicianDocuments } from "./verification/send-documents.ts";
export { isInWindow, momentsOf, slotOf, windowEnd } from "./windows/moments.ts";
export { minutesBetween } from "./windows/windows.ts";
