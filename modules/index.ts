import { AdminSchema } from "./access/admin.entity.ts";
import { cleanUpNightly, cleanUpSchedule } from "./access/clean-up.ts";
import { ConsumerSchema } from "./access/consumer.entity.ts";
import { OtpProofSchema, OtpSchema } from "./access/otp.entity.ts";
import { PasswordResetSchema } from "./access/password-reset.entity.ts";
import { RoleSchema } from "./access/role.entity.ts";
import { SessionSchema, VisitorPhoneSchema } from "./access/session.entity.ts";
import { ClientSchema } from "./catalog/client.entity.ts";
import { OfferSchema } from "./catalog/offer.entity.ts";
import { PriceListSchema } from "./catalog/price.entity.ts";
import { ServiceSchema } from "./catalog/service.entity.ts";
import { VehicleSchema } from "./catalog/vehicle.entity.ts";
import { CenterPincodeSchema, CenterSchema, CenterServiceSchema, PartnerQrSchema } from "./centers/center.entity.ts";
import { centerJobs, centerSchedules } from "./centers/jobs.ts";
import { OnboarderSchema } from "./centers/onboarder.entity.ts";
import { RegistrationSchema } from "./centers/registration.entity.ts";
import { TechnicianSchema } from "./centers/technician.entity.ts";
import { sweepBlobsNightly, sweepBlobsSchedule } from "./kernel/gateways/sweep-blobs.ts";
import type { AnyJob, Schedule } from "./kernel/jobs.server.ts";
import { exportJobs, exportSchedule } from "./kernel/prepared-export.server.ts";
import { notificationJobs, notificationSchedules } from "./notifications/jobs.ts";
import { MessageSchema } from "./notifications/message.entity.ts";
import { SubscriptionSchema } from "./notifications/subscription.entity.ts";
import { BroadcastSchema, MatchReasonSchema } from "./tickets/broadcast.entity.ts";
import { BookingDraftSchema } from "./tickets/draft.entity.ts";
import { FeedbackLinkSchema, FeedbackSchema } from "./tickets/feedback.entity.ts";
import { InvoiceFileSchema, InvoiceSchema } from "./tickets/invoice.entity.ts";
import { renderInvoice } from "./tickets/invoice-file.ts";
import { bookingJobs, bookingSchedules } from "./tickets/jobs.ts";
import { PictureSchema, RemarkSchema } from "./tickets/remark.entity.ts";
import { RideSchema } from "./tickets/ride.entity.ts";
import { TicketSchema } from "./tickets/ticket.entity.ts";
import { reconcileEveryMinute, sendRefund, settleOrderLater } from "./wallet/index.ts";
import { AccountSchema, EntrySchema, TransferSchema } from "./wallet/ledger.entity.ts";
import { OrderSchema, PaymentSchema, RefundSchema } from "./wallet/order.entity.ts";

/** Entities, jobs and schedules of the whole house: the only list. */

export const entities = [
  AdminSchema,
  RoleSchema,
  ConsumerSchema,
  SessionSchema,
  VisitorPhoneSchema,
  OtpSchema,
  PasswordResetSchema,
  OtpProofSchema,
  ServiceSchema,
  VehicleSchema,
  PriceListSchema,
  OfferSchema,
  ClientSchema,
  CenterSchema,
  CenterServiceSchema,
  CenterPincodeSchema,
  PartnerQrSchema,
  TechnicianSchema,
  OnboarderSchema,
  RegistrationSchema,
  AccountSchema,
  TransferSchema,
  EntrySchema,
  OrderSchema,
  PaymentSchema,
  RefundSchema,
  TicketSchema,
  BroadcastSchema,
  MatchReasonSchema,
  PictureSchema,
  RemarkSchema,
  InvoiceSchema,
  InvoiceFileSchema,
  FeedbackLinkSchema,
  FeedbackSchema,
  BookingDraftSchema,
  RideSchema,
  MessageSchema,
  SubscriptionSchema,
];

export const jobs: readonly AnyJob[] = [
  sweepBlobsNightly,
  ...exportJobs,
  cleanUpNightly,
  ...centerJobs,
  settleOrderLater,
  sendRefund,
  reconcileEveryMinute,
  ...bookingJobs,
  renderInvoice,
  ...notificationJobs,
];

export const schedules: readonly Schedule[] = [
  sweepBlobsSchedule,
  exportSchedule,
  cleanUpSchedule,
  ...centerSchedules,
  { job: reconcileEveryMinute, cron: "* * * * *" },
  ...bookingSchedules,
  ...notificationSchedules,
];
