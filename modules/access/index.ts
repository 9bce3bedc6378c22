/** Authentication and access: codes and proofs, sessions, visitors, admins, consumers. */

export { networkOf } from "#modules/kernel/network.ts";
export {
  adminCard,
  adminName,
  adminNamed,
  adminNames,
  adminsOfClient,
  changeAdminPassword,
  countSuperAdmins,
  createAdmin,
  decidersToAlert,
  doersOf,
  hasOtherMoneyAdmin,
  operatorsToAlert,
  saveRole,
  usersOff,
} from "./admins/admins.ts";
export { changeRole, createRole, deleteRole, mayWithRole, roleToEdit } from "./admins/change-roles.ts";
export { changedMeanwhile, orderChanged } from "./admins/changed-meanwhile.ts";
export { cleanUp } from "./admins/clean-up.ts";
export {
  confirmSecondFactor,
  newRecoveryCodes,
  offeredSecondFactor,
  offerSecondFactor,
  replaceSecondFactor,
  resetSecondFactor,
  turnOffSecondFactor,
} from "./admins/enrolment.ts";
export { askPasswordReset, finishPasswordReset } from "./admins/password-reset.ts";
export { hashPassword } from "./admins/passwords.ts";
export { pendingSignIn, pendingSignInMs } from "./admins/pending-sign-in.ts";
export {
  mobilesToSet,
  needsMobileProof,
  ownMobile,
  proveMobile,
  requestMobileProof,
  setMobile,
} from "./admins/phones.ts";
export {
  confirmItIsYou,
  finishAdminSignIn,
  proveByCode,
  type SignedIn,
  signInAdmin,
  startAdminSignIn,
} from "./admins/sign-in.ts";
export {
  changeUser,
  createUser,
  getUser,
  mayWith,
  removeUser,
  setAdminActive,
  setAdminRole,
  switchOffEveryAdmin,
  userFields,
  userToEdit,
} from "./admins/users.ts";
export { holdersOf, type UserRow, usersFor, usersList } from "./admins/users-list.ts";
export { type Asker, askerOf } from "./asker.ts";
export { enterConsumer, localeOf, registerBySpending, registerConsumer } from "./consumers/consumers.ts";
export { otpRequested, passwordChanged, sessionEnded } from "./events.ts";
export { requestLoginOtp } from "./otp/login-otp.ts";
export type { OtpPurpose } from "./otp/otp.entity.ts";
export { codeHeld, requestOtp, spendOtp, spendOtpWithin, verifyOtp } from "./otp/otp.ts";
export { otpLifeMs, otpTries } from "./otp/otp-codes.ts";
export { accountsAreIn, phoneHasAccount } from "./otp/phone-owners.ts";
export {
  type Claim,
  needProof,
  proofHolds,
  proofLifeMs,
  proofMissing,
  purposeProved,
  spendProof,
} from "./otp/proofs.ts";
export { forgetVisitor, phonesJustProved, rememberVisitor, visitorLifeMs, visitorOf } from "./otp/visitors.ts";
export { may, needMay } from "./policy.ts";
export type { Admin } from "./roles/admin.entity.ts";
export { allRoles, getRole, needRole, rolesFor, rolesToGive } from "./roles/roles.ts";
export { type RoleRow, rolesList } from "./roles/roles-list.ts";
export { clientRole, financeRole, operationsRole, usualRoles } from "./roles/usual-roles.ts";
export {
  type FreshKind,
  freshMs,
  hasSecondFactor,
  isFresh,
  mustSetUp,
  needSetUp,
  needsSecondFactor,
  type SecondFactorState,
  secondFactorOf,
} from "./second-factor/second-factor.ts";
export { deviceOf } from "./sessions/devices.ts";
export { accountOf, type KnownAccount, knownAccounts } from "./sessions/known-browsers.ts";
export { endOtherSessions, endOwnSession, type OwnSession, ownSessions } from "./sessions/own-sessions.ts";
export type { SessionKind } from "./sessions/session.entity.ts";
export {
  actorOfCookie,
  actorOfToken,
  endEverySignIn,
  endSession,
  endSessionsOf,
  endSessionsOfDesk,
  type OpenedSession,
  openSession,
  type SignedInKind,
  sessionLives,
} from "./sessions/sessions.ts";
export { technicianSeen } from "./sessions/technician-seen.ts";
