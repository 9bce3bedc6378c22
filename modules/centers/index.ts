/** Partner centers, their QR codes and technicians: who they are, who may come in, who may be offered a request. */
export { type CandidateFacts, centersOfPincode, openTicketCount, openTicketsSql } from "./candidates.ts";
export { deleteTechnician } from "./delete-technician.ts";
export { readableDocument } from "./documents.ts";
export { type Driver, driverOf, drivesSql } from "./driver.ts";
export { techniciansList } from "./listed.ts";
export { onboardedCenters } from "./onboarded-centers.ts";
export {
  askToBecomeOnboarder,
  getOnboarder,
  onboarderOfLink,
  registerOnboarder,
  requestOnboarderOtp,
  signInOnboarder,
} from "./onboarders.ts";
export { codeOf, partnerOf, qrOfCenter } from "./partner.ts";
export { type PincodePlace, placeOfPincode } from "./place-of-pincode.ts";
export { qrPoster } from "./poster.ts";
export { centerOfPhone, centerRow, getCenter } from "./queries.ts";
export { confirmCenter, registerCenter } from "./register-center.ts";
export { askAgain, askToRegister, waitingDetails } from "./registration.ts";
export { createTechnician, updateTechnician } from "./save-technician.ts";
export { mayLogIn, requestCenterOtp, signInCenter } from "./sign-in.ts";
export { isSubscribed, leadPrice, subscriptionHolds, subscriptionHoldsSql, trialDays } from "./subscription.ts";
export { storeTechnicianImage, sweepImages } from "./technician-images.ts";
export { requestTechnicianOtp, signInTechnician } from "./technician-sign-in.ts";
export {
  getTechnician,
  listTechnicianDetails,
  listTechnicians,
  technicianForWork,
  techniciansWithPending,
} from "./technicians.ts";
export { centerToUpdate, updateCenter } from "./update-center.ts";
