/** Who may enter: codes and proofs, sessions, visitors, admins, consumers. */
export type { Admin } from "./admin.entity.ts";
export {
  adminCard,
  adminNamed,
  changeAdminPassword,
  createAdmin,
  operatorsToAlert,
  saveRole,
  setAdminActive,
  setAdminRole,
} from "./admins.ts";
export { cleanUp } from "./clean-up.ts";
export { localeOf, registerBySpending, registerConsumer } from "./consumers.ts";
export { otpRequested, passwordChanged, sessionEnded } from "./events.ts";
export { networkOf } from "./network.ts";
export type { OtpPurpose } from "./otp.entity.ts";
export { otpLifeMs, otpTries, requestOtp, spendOtp, spendOtpWithin, verifyOtp } from "./otp.ts";
export { askPasswordReset, finishPasswordReset } from "./password-reset.ts";
export { hashPassword } from "./passwords.ts";
export { needProof, proofHolds, proofLifeMs, purposesProved, spendProof } from "./proofs.ts";
export type { SessionKind } from "./session.entity.ts";
export {
  actorOfCookie,
  actorOfToken,
  endSession,
  endSessionsOf,
  type OpenedSession,
  openSession,
  type SignedInKind,
  sessionLives,
} from "./sessions.ts";
export { signInAdmin } from "./sign-in.ts";
export { forgetVisitor, rememberVisitor, visitorLifeMs, visitorOf } from "./visitors.ts";
