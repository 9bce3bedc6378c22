/* Wire names that several calls about requests share. */

/** A request by its public id. */
export const ticketName = { ticket_obj_id: "ticketId" };

/** Which technician is sent to which request. */
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

/** The fields of closing; shares and totals are computed by the server, so sent ones are not read (H20). */
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
  date_of_purchase: "dateOfPurchase",
};
