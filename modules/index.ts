import { cleanUpHourly } from "./access/admins/clean-up.ts";
import { PasswordResetSchema } from "./access/admins/password-reset.entity.ts";
import { ConsumerSchema } from "./access/consumers/consumer.entity.ts";
import { accessPlaces } from "./access/consumers/person-places.ts";
import { OtpProofSchema, OtpSchema } from "./access/otp/otp.entity.ts";
import { AdminSchema } from "./access/roles/admin.entity.ts";
import { adminNow } from "./access/roles/admin-now.ts";
import { RoleSchema } from "./access/roles/role.entity.ts";
import { secondFactorsSealedIn } from "./access/second-factor/sealed-in.ts";
import {
  PendingSignInSchema,
  RecoveryCodeSchema,
  SecondFactorSchema,
} from "./access/second-factor/second-factor.entity.ts";
import { SessionSchema, VisitorPhoneSchema } from "./access/sessions/session.entity.ts";
import { BannerSchema } from "./catalog/banners/banner.entity.ts";
import { BlogSchema } from "./catalog/blogs/blog.entity.ts";
import { keyNow } from "./catalog/client-keys/key-actor.ts";
import { ClientSchema } from "./catalog/clients/client.entity.ts";
import { clientsSealedIn } from "./catalog/clients/sealed.ts";
import { sweepPicturesNightly } from "./catalog/index.ts";
import { OfferSchema } from "./catalog/offers/offer.entity.ts";
import { PriceSchema } from "./catalog/prices/price.entity.ts";
import { VisitChargeSchema } from "./catalog/prices/visit-charge.entity.ts";
import { ServiceSchema } from "./catalog/services/service.entity.ts";
import { VehicleSchema } from "./catalog/vehicles/vehicle.entity.ts";
import { centerNow, onboarderNow } from "./centers/account-now.ts";
import {
  CenterPincodeSchema,
  CenterSchema,
  CenterServiceSchema,
  PartnerQrSchema,
} from "./centers/center/center.entity.ts";
import { upiSealedIn } from "./centers/desk/upi.ts";
import {
  AbsenceSchema,
  CenterHoursSchema,
  HolidaySchema,
  TechnicianHoursSchema,
} from "./centers/hours/hours.entity.ts";
import { centerSchedules } from "./centers/jobs.ts";
import { DeskLoginSchema } from "./centers/logins/desk-login.entity.ts";
import { centerPlaces } from "./centers/logins/person-places.ts";
import { OnboarderSchema } from "./centers/onboarders/onboarder.entity.ts";
import { RegistrationSchema } from "./centers/registration/registration.entity.ts";
import { panSealedIn } from "./centers/technicians/pan.ts";
import { TechnicianSchema } from "./centers/technicians/technician.entity.ts";
import { erasuresSealedIn, finishErasure, finishErasuresOften } from "./consumers/erasure/erase.ts";
import { forgetPersonExportsHourly } from "./consumers/export/person-exports.ts";
import { exportPlaces } from "./consumers/export/person-places.ts";
import { writePersonExport } from "./consumers/export/write-export.ts";
import { sweepBlobsNightly } from "./kernel/files/sweep-blobs.ts";
import { runBulk, tendBulkEveryMinute } from "./kernel/lists/bulk-run.server.ts";
import { declareOwners } from "./kernel/lists/owners.server.ts";
import { beginWaitingExportsOften, forgetExportsHourly, writeExport } from "./kernel/lists/prepared-export.server.ts";
import { kernelPlaces } from "./kernel/person/kernel-places.server.ts";
import { declarePersonPlaces, type PersonPlace } from "./kernel/person/person-places.server.ts";
import { kernelSealed, reseal, resealNightly } from "./kernel/secrets/reseal.server.ts";
import { declareSealed, type SealedPlace } from "./kernel/secrets/sealed-places.server.ts";
import type { AnyJob, Schedule } from "./kernel/work/jobs.server.ts";
import { declareSchedules } from "./kernel/work/schedule-list.server.ts";
import {
  forgetMessagesNightly,
  forgetRecipientsNightly,
  giveUpEveryFiveMinutes,
  notificationJobs,
  remindOfFeedbackHourly,
  remindOfTermsEachMorning,
  tellDemandEachMorning,
  tendSendsEveryMinute,
} from "./notifications/jobs.ts";
import { MessageSchema } from "./notifications/log/message.entity.ts";
import { messagePlaces } from "./notifications/log/person-places.ts";
import { messagesSealedIn } from "./notifications/log/sealed-in.ts";
import { SubscriptionSchema } from "./notifications/tell/subscription.entity.ts";
import { forgetWebhooksNightly, sendWebhooksEveryMinute, webhooksJob } from "./notifications/webhooks/jobs.ts";
import { webhooksSealedIn } from "./notifications/webhooks/sealed-in.ts";
import { checkInsightsNightly, foldSoon, prepareReportsEachMorning } from "./reports/index.ts";
import { reportPlaces } from "./reports/insights/person-places.ts";
import { AppointmentSchema } from "./tickets/appointments/appointment.entity.ts";
import { MissedVisitSchema } from "./tickets/appointments/missed-visit.entity.ts";
import { TimeChangeSchema } from "./tickets/appointments/time-change.entity.ts";
import { BookingDraftSchema } from "./tickets/booking/draft.entity.ts";
import { NeedPictureSchema } from "./tickets/booking/need-picture.entity.ts";
import { BroadcastSchema, MatchReasonSchema } from "./tickets/broadcast.entity.ts";
import { CaseSchema } from "./tickets/cases/case.entity.ts";
import { FeedbackLinkSchema, FeedbackSchema } from "./tickets/feedback/feedback.entity.ts";
import { InvoiceBuyerSchema, InvoiceFileSchema, InvoiceSchema } from "./tickets/invoices/invoice.entity.ts";
import { renderInvoice } from "./tickets/invoices/invoice-file.ts";
import { bookingJobs, bookingSchedules } from "./tickets/jobs.ts";
import { HandBackSchema } from "./tickets/matching/hand-back.entity.ts";
import { VisitAlertSchema } from "./tickets/missed/visit-alert.entity.ts";
import { OutcomeAnswerSchema, OutcomeLinkSchema, OutcomeQuestionSchema } from "./tickets/outcome/outcome.entity.ts";
import { FeePaperBuyerSchema, FeePaperSchema } from "./tickets/papers/paper.entity.ts";
import { ticketPlaces } from "./tickets/person-places.ts";
import { PictureSchema, RemarkSchema } from "./tickets/pictures/remark.entity.ts";
import { ProposalSchema } from "./tickets/proposals/proposal.entity.ts";
import { RideSchema } from "./tickets/rides/ride.entity.ts";
import { StillNeededQuestionSchema } from "./tickets/still-needed/question.entity.ts";
import { TicketSchema } from "./tickets/ticket.entity.ts";
import { ArrivalSchema } from "./tickets/visit/arrival.entity.ts";
import { codesSealedIn } from "./tickets/visit/codes.ts";
import { StartCodeSchema } from "./tickets/visit/start-code.entity.ts";
import { startCodeSealedIn } from "./tickets/visit/start-code.ts";
import { TechnicianLinkSchema } from "./tickets/visit/technician-link.entity.ts";
import { VisitDecisionSchema, VisitRuleSchema, VisitRuleVersionSchema } from "./tickets/visit-rules/rules.entity.ts";
import {
  closeDayJob,
  closeEachMorning,
  reconcileEveryMinute,
  sendRefund,
  settleOrderLater,
  sweepObjectionsNightly,
} from "./wallet/index.ts";
import { AccountSchema, EntrySchema, TransferSchema } from "./wallet/ledger/ledger.entity.ts";
import { AdjustmentSchema } from "./wallet/manual/adjustment.entity.ts";
import { walletPlaces } from "./wallet/manual/person-places.ts";
import { OrderSchema, PaymentSchema, RefundSchema } from "./wallet/orders/order.entity.ts";
import { CenterSubscriptionSchema } from "./wallet/subscriptions/subscription.entity.ts";

/** Entities, jobs, schedules and sealed values of the whole product: the only list. */

export const entities = [
  AdminSchema,
  RoleSchema,
  ConsumerSchema,
  SessionSchema,
  VisitorPhoneSchema,
  OtpSchema,
  PasswordResetSchema,
  OtpProofSchema,
  SecondFactorSchema,
  RecoveryCodeSchema,
  PendingSignInSchema,
  ServiceSchema,
  VehicleSchema,
  PriceSchema,
  VisitChargeSchema,
  OfferSchema,
  BannerSchema,
  BlogSchema,
  ClientSchema,
  CenterSchema,
  CenterServiceSchema,
  CenterPincodeSchema,
  PartnerQrSchema,
  CenterHoursSchema,
  TechnicianHoursSchema,
  DeskLoginSchema,
  AbsenceSchema,
  HolidaySchema,
  TechnicianSchema,
  OnboarderSchema,
  RegistrationSchema,
  AccountSchema,
  TransferSchema,
  EntrySchema,
  OrderSchema,
  PaymentSchema,
  RefundSchema,
  AdjustmentSchema,
  CenterSubscriptionSchema,
  TicketSchema,
  AppointmentSchema,
  ProposalSchema,
  ArrivalSchema,
  StartCodeSchema,
  CaseSchema,
  TechnicianLinkSchema,
  OutcomeQuestionSchema,
  OutcomeLinkSchema,
  OutcomeAnswerSchema,
  BroadcastSchema,
  MatchReasonSchema,
  NeedPictureSchema,
  PictureSchema,
  RemarkSchema,
  InvoiceSchema,
  HandBackSchema,
  VisitRuleVersionSchema,
  VisitRuleSchema,
  VisitDecisionSchema,
  TimeChangeSchema,
  MissedVisitSchema,
  VisitAlertSchema,
  StillNeededQuestionSchema,
  InvoiceBuyerSchema,
  InvoiceFileSchema,
  FeePaperSchema,
  FeePaperBuyerSchema,
  FeedbackLinkSchema,
  FeedbackSchema,
  BookingDraftSchema,
  RideSchema,
  MessageSchema,
  SubscriptionSchema,
];

export const schedules: readonly Schedule[] = [
  sweepBlobsNightly,
  resealNightly,
  forgetExportsHourly,
  beginWaitingExportsOften,
  tendBulkEveryMinute,
  cleanUpHourly,
  ...centerSchedules,
  reconcileEveryMinute,
  closeEachMorning,
  sweepObjectionsNightly,
  sweepPicturesNightly,
  ...bookingSchedules,
  giveUpEveryFiveMinutes,
  finishErasuresOften,
  forgetPersonExportsHourly,
  tendSendsEveryMinute,
  forgetRecipientsNightly,
  forgetMessagesNightly,
  remindOfFeedbackHourly,
  remindOfTermsEachMorning,
  tellDemandEachMorning,
  sendWebhooksEveryMinute,
  forgetWebhooksNightly,
  foldSoon,
  checkInsightsNightly,
  prepareReportsEachMorning,
];

declareSchedules(schedules);

export const jobs: readonly AnyJob[] = [
  reseal,
  writeExport,
  runBulk,
  settleOrderLater,
  sendRefund,
  closeDayJob,
  ...bookingJobs,
  renderInvoice,
  ...notificationJobs,
  webhooksJob,
  finishErasure,
  writePersonExport,
  ...schedules.map(({ job }) => job),
];

/** Every place with values sealed by the installation's secret. */
export const sealed: readonly SealedPlace[] = [
  ...kernelSealed,
  ...secondFactorsSealedIn,
  ...clientsSealedIn,
  ...upiSealedIn,
  ...panSealedIn,
  ...codesSealedIn,
  startCodeSealedIn,
  ...messagesSealedIn,
  ...webhooksSealedIn,
  ...erasuresSealedIn,
];
declareSealed(sealed);

/** Every place where customers are stored, in the order they are erased in. */
export const persons: readonly PersonPlace[] = [
  ...accessPlaces,
  ...centerPlaces,
  ...ticketPlaces,
  ...messagePlaces,
  ...walletPlaces,
  ...reportPlaces,
  ...exportPlaces,
  ...kernelPlaces,
];
declarePersonPlaces(persons);
declareOwners({
  admin: async (id) => (await keyNow(id)) ?? adminNow(id),
  center: centerNow,
  onboarder: onboarderNow,
});
