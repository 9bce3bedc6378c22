import { toRupees } from "#modules/kernel/money.ts";
import type { BroadcastRow, CreatedTicket, Ticket, TicketDetail, TicketRow, Tracking } from "#modules/tickets/index.ts";
import { fileUrl } from "./files.ts";

const phoneOf = (mobile: string) => ({ country_code: "+91", mobile_number: mobile });
const rupeesOrNull = (paise: number | null) => (paise === null ? null : toRupees(paise));

/** What a booking answers about its new ticket; the caller knows the rest. */
export const bookedTicket = (ticket: Ticket) => ({
  _id: ticket.publicId,
  ticket_id: ticket.ticketId,
  ticket_status: ticket.status,
  broadcast_status: ticket.broadcastStatus ?? null,
  service_available: ticket.serviceAvailable,
  is_paid_by_public: ticket.isPaidByPublic,
  createdAt: ticket.createdAt,
});

/** What a booking answers to whoever made it; for a pick and drop with what is paid for it, in rupees (R050). */
export const newTicket = (ticket: Ticket) => ({
  ...bookedTicket(ticket),
  ticket_created_by: ticket.createdBy,
  service_provided_for: { _id: ticket.serviceId },
  time_preference: {
    time_preference_type: ticket.timePreferenceType,
    ...(ticket.specificDateTime && { specific_date_time: ticket.specificDateTime }),
  },
  ...(ticket.vehicleId && { vehicleId: ticket.vehicleId, platform_charge: toRupees(ticket.bookingFeePaise) }),
});

/** A ticket as the mobile apps and B2B clients know it; rupees, and masked where the row is masked. */
export const ticket = (row: TicketRow) => ({
  _id: row.id,
  ticket_id: row.number,
  ticket_status: row.status,
  displayed_status: row.displayedStatus,
  broadcast_status: row.broadcastStatus,
  broadcast_label: row.broadcastLabel,
  ticket_created_by: row.createdBy,
  create_name: row.createName,
  is_paid_by_public: row.isPaidByPublic,
  is_paid_by_technician: row.isPaidByTechnician,
  is_technician_assigned: row.technician !== null,
  service_available: row.serviceAvailable,
  service_provided_for: {
    _id: row.service.id,
    service_name: row.service.name,
    image: fileUrl(row.service.imageBlobId),
  },
  specific_requirement: row.requirement,
  personal_details: {
    name: row.name,
    email: row.email,
    primary_phone: phoneOf(row.phone),
    ...(row.alternatePhone && { alternate_phone: phoneOf(row.alternatePhone) }),
  },
  address_details: {
    house_number: row.address.houseNumber,
    locality: row.address.locality,
    city: row.address.city,
    state: row.address.state,
    pincode: row.address.pincode,
    country: row.address.country,
  },
  ...(row.vehicleId ? pickDrop(row) : { pickupAddress: null, dropAddress: null }),
  time_preference: {
    time_preference_type: row.timePreference.type,
    ...(row.timePreference.at && { specific_date_time: row.timePreference.at }),
  },
  offers_applied: { offer_code: row.offerCode },
  assigned_ids: {
    assigned_technician_id: row.technician && {
      _id: row.technician.id,
      technician_id: row.technician.technicianId,
      personal_details: { name: row.technician.name, phone: phoneOf(row.technician.phone) },
    },
    assigned_center_id: row.center && {
      _id: row.center.id,
      center_name: row.center.name,
      qr_details: { qr_id: row.center.qrId },
    },
  },
  ticket_price: toRupees(row.ticketPricePaise),
  // Nothing is due beside the prices: only a bill of an admin's own would say otherwise.
  service_provided_due_amount: 0,
  closing_ticket_price: rupeesOrNull(row.closingPricePaise),
  ticket_closing_platform_share_amount: rupeesOrNull(row.platformSharePaise),
  ticket_closing_total_amount: rupeesOrNull(row.closingPricePaise),
  payment_type: row.paymentType,
  paymentType: row.paymentType,
  happy_code: row.happyCode,
  // The codes are the customer's alone (fixed point 3): whoever closes must ask for one.
  code: { happy_code: null },
  onsite_pictures: row.pictureIds.map((id) => `/pictures/${row.id}/${id}`),
  remarks: {
    message: row.remarks.message,
    close_ticket_remarks: row.remarks.closeRemarks,
    technician_remarks: row.remarks.technicianRemarks,
    admin_remarks: row.remarks.adminRemarks,
    center_message: row.remarks.centerMessage,
    over_all_rating: row.remarks.overAllRating,
    star_rating: row.remarks.starRating,
  },
  take_time: row.takeTime,
  date_of_purchase: row.dateOfPurchase,
  revisit_status: row.revisitStatus,
  revisit_of: row.revisitOf,
  rebook_of: row.rebookOf,
  client_id: row.client?.id ?? null,
  client_name: row.client?.name ?? null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  acceptedAt: row.acceptedAt,
  assignedAt: row.assignedAt,
  closedAt: row.closedAt,
});

/** What a pick and drop has in place of an address to go to; the parts of its place nobody asks for are empty. */
const pickDrop = (row: TicketRow) => ({
  vehicleId: row.vehicleId,
  pickupAddress: {
    pincode: row.address.pincode,
    pick_location: row.pickLocation,
    ...{ longitude: "", latitude: "", house_number: "", locality: "", city: "", state: "", short_code_for_place: "" },
  },
  dropAddress: { drop_location: row.dropLocation },
  customer_offer_price: rupeesOrNull(row.offerPricePaise),
  center_obj_id: row.center ? row.center.id : null,
  platform_charge: toRupees(row.bookingFeePaise),
});

/** A single ticket with what belongs to it. */
export const ticketDetail = (detail: TicketDetail) => ({
  ...ticket(detail),
  status: detail.steps,
  remarks_list: detail.remarksList.map(({ id, text, authorKind, createdAt }) => ({
    _id: id,
    remark: text,
    by: authorKind,
    createdAt,
  })),
  invoice_number: detail.invoiceNumber,
  feedback: detail.feedback && {
    feedBackResponse: detail.feedback.answers,
    over_all_rating: detail.feedback.overAllRating,
    is_already_submitted: true,
    is_aldready_submitted: true,
  },
});

/** A row of 'Ticket created by you, not assigned to you'. */
export const createdTicket = (row: CreatedTicket) => ({
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
  assigned_ids: { assigned_center_id: row.assignedCenter && { center_name: row.assignedCenter } },
  createdAt: row.createdAt,
});

/** A ticket as whoever holds its link may see it (Q03, H2): tracking fields and nothing else. */
export const trackedTicket = ({ details, ...tracked }: Tracking) => ({
  _id: tracked.id,
  ticket_id: tracked.number,
  ticket_status: tracked.status,
  displayed_status: tracked.displayedStatus,
  status: tracked.steps,
  createdAt: tracked.createdAt,
  closedAt: tracked.closedAt,
  ...(details && {
    service_provided_for: { service_name: details.service },
    specific_requirement: details.requirement,
    personal_details: { name: details.name, primary_phone: phoneOf(details.phone) },
    time_preference: {
      time_preference_type: details.timePreference.type,
      ...(details.timePreference.at && { specific_date_time: details.timePreference.at }),
    },
    assigned_ids: {
      assigned_center_id: details.center && { center_name: details.center },
      assigned_technician_id: details.technician && {
        personal_details: {
          name: details.technician.name,
          phone: details.technician.phone && phoneOf(details.technician.phone),
          profile_picture: details.technician.hasPicture ? `/pictures/${tracked.id}/technician` : null,
        },
        rating: details.technician.rating,
      },
    },
    ticket_price: toRupees(details.ticketPricePaise),
    closing_ticket_price: rupeesOrNull(details.closingPricePaise),
    payment_type: details.paymentType,
    onsite_pictures: details.pictures.map(({ id }) => `/pictures/${tracked.id}/${id}`),
    remarks: { star_rating: details.starRating },
  }),
});

/** A broadcast entry of a center: before acceptance no name, no phone, no house (fixed point 16). */
export const broadcast = (row: BroadcastRow) => ({
  _id: row.id,
  status_of_ticket: row.status,
  broadcast_label: row.label,
  is_paid_by_public: row.needsPayment,
  lead_amount: toRupees(row.pricePaise),
  paid_from: row.paidFrom,
  reserved_until: row.reservedUntil,
  center_obj_id: row.centerId,
  ticket_obj_id: {
    _id: row.ticketId,
    ticket_id: row.number,
    service_provided_for: {
      _id: row.service.id,
      service_name: row.service.name,
      image: fileUrl(row.service.imageBlobId),
    },
    specific_requirement: row.requirement,
    address_details: {
      house_number: row.customer?.houseNumber ?? null,
      locality: row.locality,
      city: row.customer?.city ?? null,
      state: row.customer?.state ?? null,
      pincode: row.pincode,
    },
    personal_details: row.customer && { name: row.customer.name, primary_phone: phoneOf(row.customer.phone) },
    time_preference: {
      time_preference_type: row.timePreference.type,
      ...(row.timePreference.at && { specific_date_time: row.timePreference.at }),
    },
  },
  createdAt: row.createdAt,
});
