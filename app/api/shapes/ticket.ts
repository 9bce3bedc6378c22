import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { CreatedTicket, TicketDetail, TicketRow } from "#modules/tickets/index.ts";
import { moment, rupees } from "../line/answer.ts";
import { textAnswers, textShapes } from "../line/request-fields.ts";
import { FeedbackAnswersShape } from "./feedback.ts";
import { ShownServiceShape, shownService } from "./service.ts";
import { TimePreferenceShape, timePreference } from "./time.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

const rupeesOrNull = (paise: number | null) => (paise === null ? null : toRupees(paise));

/** A ticket as the mobile apps and B2B clients know it; rupees, and masked where the row is masked. */
export const TicketShape = z.strictObject({
  _id: z.string(),
  ticket_id: z.string(),
  ticket_status: z.string(),
  displayed_status: z.string(),
  broadcast_status: z.string().nullable(),
  broadcast_label: z.string(),
  ticket_created_by: z.string(),
  create_name: z.string().nullable(),
  created_by: z
    .strictObject({ center_name: z.string(), qr_details: z.strictObject({ qr_id: z.string().nullable() }) })
    .nullable()
    .describe("The center that created it"),
  is_paid_by_public: z.boolean(),
  is_paid_by_technician: z.boolean().nullable().describe("Null for a client: it is between the house and its center"),
  admin_setting: z.strictObject({ is_paid: z.boolean() }).describe("A switch of the operators, not a payment"),
  is_technician_assigned: z.boolean(),
  service_available: z.boolean(),
  service_provided_for: ShownServiceShape,
  ...textShapes(""),
  personal_details: z.strictObject({
    name: z.string(),
    ...textShapes("personal_details"),
    primary_phone: PhoneShape,
    alternate_phone: PhoneShape.optional(),
  }),
  address_details: z.strictObject({
    ...textShapes("address_details"),
    pincode: z.string(),
    country: z.string(),
  }),
  vehicleId: z.string().optional(),
  pickupAddress: z
    .strictObject({
      pincode: z.string(),
      pick_location: z.string().nullable(),
      longitude: z.string(),
      latitude: z.string(),
      house_number: z.string(),
      locality: z.string(),
      city: z.string(),
      state: z.string(),
      short_code_for_place: z.string(),
    })
    .nullable(),
  dropAddress: z.strictObject({ drop_location: z.string().nullable() }).nullable(),
  customer_offer_price: rupees.nullable().optional(),
  center_obj_id: z.string().nullable().optional(),
  platform_charge: rupees.optional(),
  time_preference: TimePreferenceShape,
  offers_applied: z.strictObject({ offer_code: z.string().nullable() }),
  assigned_ids: z.strictObject({
    assigned_technician_id: z
      .strictObject({
        _id: z.string(),
        technician_id: z.string(),
        personal_details: z.strictObject({ name: z.string(), phone: PhoneShape }),
      })
      .nullable(),
    assigned_center_id: z
      .strictObject({
        _id: z.string(),
        center_name: z.string(),
        qr_details: z.strictObject({ qr_id: z.string().nullable() }),
      })
      .nullable(),
  }),
  ticket_price: rupees,
  authorized_client_id: z.strictObject({ _id: z.string(), client_name: z.string() }).nullable(),
  service_provided_client_id: z.string().nullable(),
  service_provided_due_amount: rupees,
  closing_ticket_price: rupees.nullable(),
  ticket_closing_platform_share_amount: rupees.nullable(),
  ticket_closing_total_amount: rupees.nullable(),
  payment_type: z.string().nullable(),
  paymentType: z.string().nullable(),
  paid_at: moment.nullable().describe("When the closing price was paid; null while it is not"),
  payment_reference: z.string().nullable().describe("Of an online payment; a client reads its end"),
  happy_code: z.boolean().describe("Whether the happy code was given at closing"),
  // Both codes are only known to the customer (fixed point 3): the person who closes must ask for one.
  code: z.strictObject({ happy_code: z.null(), unhappy_code: z.null() }),
  onsite_pictures: z.array(z.string()),
  remarks: z.strictObject({
    message: z.string().nullable(),
    close_ticket_remarks: z.string().nullable(),
    technician_remarks: z.string().nullable(),
    technician_message: z.string().nullable().describe("The same as technician_remarks"),
    admin_remarks: z.string().nullable(),
    center_message: z.string().nullable(),
    over_all_rating: z.string().nullable(),
    star_rating: z.number().nullable(),
    onboarding_team_remarks: z.string().nullable(),
    onboarding_team_name: z.string().nullable(),
    revisit_remarks: z.string().nullable(),
  }),
  // What nobody keeps is sent empty, because apps read it without checking.
  messages: z.strictObject({ customer_message: z.null() }),
  call_count: z.strictObject({ consumer_call_count: z.null() }),
  punch_serialnumber: z.string().nullable(),
  approved_by: z.string().nullable(),
  revisit_price: rupees.nullable(),
  take_time: z.string().nullable(),
  date_of_purchase: z.string().nullable(),
  revisit_status: z.number(),
  ticket_revisit_status: z.number(),
  revisit_of: z.string().nullable(),
  rebook_of: z.string().nullable(),
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
  clients_ids_list: z.array(z.string()),
  createdAt: moment,
  updatedAt: moment,
  acceptedAt: moment.nullable(),
  assignedAt: moment.nullable(),
  closedAt: moment.nullable(),
});

export const ticket = (row: TicketRow): z.input<typeof TicketShape> => ({
  _id: row.id,
  ticket_id: row.number,
  ticket_status: row.status,
  displayed_status: row.displayedStatus,
  broadcast_status: row.broadcastStatus,
  broadcast_label: row.broadcastLabel,
  ticket_created_by: row.createdBy,
  create_name: row.createName,
  created_by: row.createdByCenter
    ? { center_name: row.createdByCenter.name, qr_details: { qr_id: row.createdByCenter.qrId } }
    : null,
  is_paid_by_public: row.isPaidByPublic,
  is_paid_by_technician: row.isPaidByTechnician,
  admin_setting: { is_paid: row.markedPaid },
  is_technician_assigned: row.technician !== null,
  service_available: row.serviceAvailable,
  service_provided_for: shownService(row.service),
  ...textAnswers("", row.texts),
  personal_details: {
    name: row.name,
    ...textAnswers("personal_details", row.texts),
    primary_phone: phoneOf(row.phone),
    // R272: without an alternate phone there is no country code of one.
    ...(row.alternatePhone && { alternate_phone: phoneOf(row.alternatePhone) }),
  },
  address_details: {
    ...textAnswers("address_details", row.texts),
    pincode: row.address.pincode,
    country: row.address.country,
  },
  ...(row.vehicleId ? pickDrop(row, row.vehicleId) : { pickupAddress: null, dropAddress: null }),
  time_preference: timePreference(row.timePreference),
  offers_applied: { offer_code: row.offerCode },
  assigned_ids: {
    assigned_technician_id: row.technician
      ? {
          _id: row.technician.id,
          technician_id: row.technician.technicianId,
          personal_details: { name: row.technician.name, phone: phoneOf(row.technician.phone) },
        }
      : null,
    assigned_center_id: row.center
      ? { _id: row.center.id, center_name: row.center.name, qr_details: { qr_id: row.center.qrId } }
      : null,
  },
  ticket_price: toRupees(row.ticketPricePaise),
  authorized_client_id: row.client && { _id: row.client.id, client_name: row.client.name },
  service_provided_client_id: row.clientReference,
  service_provided_due_amount: toRupees(row.clientDuePaise),
  closing_ticket_price: rupeesOrNull(row.closingPricePaise),
  ticket_closing_platform_share_amount: rupeesOrNull(row.platformSharePaise),
  ticket_closing_total_amount: rupeesOrNull(row.closingPricePaise),
  payment_type: row.paymentType,
  paymentType: row.paymentType,
  paid_at: row.paidAt,
  payment_reference: row.paymentReference,
  happy_code: row.happyCode,
  code: { happy_code: null, unhappy_code: null },
  onsite_pictures: row.pictureIds.map((id) => `/pictures/${row.id}/${id}`),
  remarks: {
    message: row.remarks.message,
    close_ticket_remarks: row.remarks.closeRemarks,
    technician_remarks: row.remarks.technicianRemarks,
    technician_message: row.remarks.technicianRemarks,
    admin_remarks: row.remarks.adminRemarks,
    center_message: row.remarks.centerMessage,
    over_all_rating: row.remarks.overAllRating,
    star_rating: row.remarks.starRating,
    onboarding_team_remarks: row.remarks.onboardingRemarks,
    onboarding_team_name: row.remarks.onboardingBy,
    revisit_remarks: row.remarks.revisitRemarks,
  },
  messages: { customer_message: null },
  call_count: { consumer_call_count: null },
  punch_serialnumber: row.punchSerialNumber,
  approved_by: row.approvedBy,
  revisit_price: rupeesOrNull(row.revisitPricePaise),
  take_time: row.takeTime,
  date_of_purchase: row.dateOfPurchase,
  revisit_status: row.revisitStatus,
  ticket_revisit_status: row.revisitStatus,
  revisit_of: row.revisitOf,
  rebook_of: row.rebookOf,
  client_id: row.client?.id ?? null,
  client_name: row.client?.name ?? null,
  clients_ids_list: row.client ? [row.client.id] : [],
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  acceptedAt: row.acceptedAt,
  assignedAt: row.assignedAt,
  closedAt: row.closedAt,
});

/** The place of a pick and drop, in the shape of an address; the parts it does not have are empty. */
const pickDrop = (row: TicketRow, vehicleId: string) => ({
  vehicleId,
  pickupAddress: {
    pincode: row.address.pincode,
    pick_location: row.pickLocation,
    longitude: "",
    latitude: "",
    house_number: "",
    locality: "",
    city: "",
    state: "",
    short_code_for_place: "",
  },
  dropAddress: { drop_location: row.dropLocation },
  customer_offer_price: rupeesOrNull(row.offerPricePaise),
  center_obj_id: row.center ? row.center.id : null,
  ...(row.bookingFeePaise !== null && { platform_charge: toRupees(row.bookingFeePaise) }),
});

/** A single ticket with its related rows. */
export const TicketDetailShape = TicketShape.extend({
  status: z.array(z.string()),
  remarks_list: z.array(z.strictObject({ _id: z.string(), remark: z.string(), by: z.string(), createdAt: moment })),
  invoice_number: z.string().nullable(),
  invoice_supplier: z
    .string()
    .nullable()
    .describe("Who issued the bill: the operator, or the center that did the work"),
  feedback: z
    .strictObject({
      feedBackResponse: FeedbackAnswersShape,
      over_all_rating: z.number(),
      is_already_submitted: z.boolean(),
      is_aldready_submitted: z.boolean(),
    })
    .nullable(),
});

export const ticketDetail = (detail: TicketDetail): z.input<typeof TicketDetailShape> => ({
  ...ticket(detail),
  status: detail.steps,
  remarks_list: detail.remarksList.map(({ id, text, authorKind, createdAt }) => ({
    _id: id,
    remark: text,
    by: authorKind,
    createdAt,
  })),
  invoice_number: detail.invoiceNumber,
  invoice_supplier: detail.invoiceSupplier,
  feedback: detail.feedback && {
    feedBackResponse: detail.feedback.answers,
    over_all_rating: detail.feedback.overAllRating,
    is_already_submitted: true,
    is_aldready_submitted: true,
  },
});

/** A row of 'Ticket created by you, not assigned to you'. */
export const CreatedTicketShape = TicketShape.pick({
  _id: true,
  ticket_id: true,
  ticket_status: true,
  displayed_status: true,
  broadcast_status: true,
  broadcast_label: true,
  createdAt: true,
}).extend({
  personal_details: z.strictObject({ name: z.string(), email: z.string().nullable(), primary_phone: PhoneShape }),
  created_by_center: z.string(),
  address: z.string(),
  service_provided_for: z.strictObject({ service_name: z.string() }),
  assigned_ids: z.strictObject({ assigned_center_id: z.strictObject({ center_name: z.string() }).nullable() }),
});

export const createdTicket = (row: CreatedTicket): z.input<typeof CreatedTicketShape> => ({
  _id: row.id,
  ticket_id: row.number,
  ticket_status: row.status,
  displayed_status: row.displayedStatus,
  broadcast_status: row.broadcastStatus,
  broadcast_label: row.broadcastLabel,
  personal_details: { name: row.name, email: row.email, primary_phone: phoneOf(row.phone) },
  created_by_center: row.createdByCenter,
  address: row.address,
  service_provided_for: { service_name: row.service },
  assigned_ids: { assigned_center_id: row.assignedCenter ? { center_name: row.assignedCenter } : null },
  createdAt: row.createdAt,
});
