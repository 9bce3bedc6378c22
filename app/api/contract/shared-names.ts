import { optionalTextRefusals } from "../line/refusals.ts";

/* Wire names that several calls share, and codes they are refused with. */

/** A request by its public id. */
export const ticketName = { ticket_obj_id: "ticketId" };

/** What a checkout returned after a payment, by the provider's names. */
export const callbackNames = {
  razorpay_order_id: "providerOrderId",
  razorpay_payment_id: "providerPaymentId",
  razorpay_signature: "signature",
};

/** Which technician is sent to which request (R468). */
export const assignNames = { ...ticketName, technician_obj_id: "technicianId" };

/** What the onboarding team notes about a request; the author is the session's admin, whatever name is sent (H16). */
export const teamRemarkNames = { ...ticketName, onboarding_team_remarks: "text" };

/** What it notes about one center the request was offered to. */
export const broadcastRemarkNames = {
  ...ticketName,
  center_obj_id: "centerId",
  onboarding_technician_remarks: "text",
};

/** The review of a punch; who approved is the session's admin, whatever name is sent (H16). */
export const punchNames = {
  ...ticketName,
  ticket_status: "status",
  punch_serialnumber: "serialNumber",
  admin_remarks: "remarks",
};

/** The fields of closing; shares and totals are computed by the server, so sent ones are not read (R459, H20). */
export const closingNames = {
  ...ticketName,
  closing_ticket_price: "amount",
  amount: "amount",
  code: "code",
  "remarks.close_ticket_remarks": "closeRemarks",
  "remarks.technician_remarks": "technicianRemarks",
  center_message: "centerMessage",
  take_time: "takeTime",
  payment_type: "paymentType",
  payment_reference: "paymentReference",
  not_yet_paid: "notYetPaid",
  date_of_purchase: "dateOfPurchase",
};

export const closingRefusals = [
  ...optionalTextRefusals,
  "form.amount",
  "form.amountMost",
  "form.choice",
  "form.date",
  "form.id",
  "jobPayment.reference",
] as const;

/** Why a request is not broadcast. */
export const broadcastConflicts = [
  "ticket.feeUnpaid",
  "ticket.hasTechnician",
  "ticket.noOtherCenter",
  "ticket.notBroadcastable",
] as const;

/** A center's fields as registration, onboarders and operators send them; secondary services under either name (Q75). */
export const centerNames = {
  center_name: "centerName",
  "personal_details.phone.mobile_number": "phone",
  "personal_details.phone": "phone",
  "personal_details.name": "name",
  "personal_details.email": "email",
  "personal_details.user_name": "userName",
  "personal_details.about": "about",
  primary_services: "primaryServiceId",
  "services.primary_services": "primaryServiceId",
  secondary_services: "secondaryServiceIds",
  checkedSecondaryServices: "secondaryServiceIds",
  "services.secondary_services": "secondaryServiceIds",
  "address_details.address_line": "addressLine",
  "address_details.city": "city",
  "address_details.state": "state",
  "address_details.pincode": "pincode",
  "address_details.additional_pincode": "additionalPincode",
  no_of_technicians: "noOfTechnicians",
};
