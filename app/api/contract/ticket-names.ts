/* Wire names that several calls about requests share. */

/** A request by its public id. */
export const ticketName = { ticket_obj_id: "ticketId" };

/** Which technician is sent to which request. */
export const assignNames = { ...ticketName, technician_obj_id: "technicianId" };

/** What closing sends; shares and totals sent with it are the server's business and are not read (H20). */
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
