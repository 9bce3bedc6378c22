import type { MessageKey } from "#modules/messages/index.ts";
import type { SheetColumn } from "./text-fields.ts";

/*
 * The fields of a request's forms that are no texts of its customer: who it is for and where, its time, and its bill.
 * Each is declared once, as the texts are (text-fields.ts). Who sets them is declared in rights/field-rights.ts, how each
 * audience reads them in reading.ts.
 */

export type FormField = {
  /** What forms and the history call it. */
  label: MessageKey;
  /** Its paths in calls of the API; of two that are sent, the first counts. */
  wire?: readonly string[];
  sheet?: SheetColumn;
  /** Whether the history stores what it was before and after a change: ids, choices, days and amounts. */
  valueInHistory?: true;
};

export const formFields = {
  serviceId: {
    label: "common.service",
    wire: ["service_provided_for"],
    sheet: { name: "Service provided for", fix: "uploads.mend.service" },
    valueInHistory: true,
  },
  name: {
    label: "common.name",
    wire: ["personal_details.name"],
    sheet: { name: "Customer name", fix: "uploads.mend.name", example: "Meera Nair" },
  },
  phone: {
    label: "common.phone",
    wire: ["personal_details.primary_phone.mobile_number", "personal_details.phone.mobile_number"],
    sheet: { name: "Mobile number", fix: "uploads.mend.phone", example: "9876543210" },
  },
  pincode: {
    label: "common.pincode",
    wire: ["address_details.pincode"],
    sheet: { name: "Pincode", fix: "uploads.mend.pincode", example: "560001" },
  },
  "timePreference.type": {
    label: "booking.time",
    wire: ["time_preference.time_preference_type"],
    sheet: { name: "Time preference type", fix: "uploads.mend.time", example: "SPECIFIC_DATE_AND_TIME" },
    valueInHistory: true,
  },
  "timePreference.at": {
    label: "booking.slot",
    wire: ["time_preference.specific_date_time"],
    sheet: { name: "Specific date and time", optional: true, fix: "uploads.mend.moment" },
    valueInHistory: true,
  },
  offerCode: {
    label: "common.offerCode",
    wire: ["offers_applied.offer_code"],
    sheet: { name: "Offer code", optional: true, fix: "uploads.mend.offer" },
  },
  /** What a pick-and-drop customer offers to pay, in rupees. */
  customerOfferPrice: { label: "booking.offerPrice", wire: ["customer_offer_price"] },
  clientId: {
    label: "request.form.client",
    wire: ["authorized_client_id"],
    sheet: { name: "Client Id", optional: true, fix: "uploads.mend.client" },
    valueInHistory: true,
  },
  clientReference: {
    label: "request.form.clientReference",
    wire: ["service_provided_client_id"],
    sheet: {
      name: "service_provided_client_id",
      optional: true,
      fix: "uploads.mend.reference",
      example: "SR-1001",
    },
  },
  dueAmount: {
    label: "request.form.dueAmount",
    wire: ["service_provided_due_amount"],
    sheet: { name: "service_provided_due_amount", optional: true, fix: "uploads.mend.due", example: "0" },
    valueInHistory: true,
  },
  markedPaid: {
    label: "request.form.paid",
    wire: ["admin_setting.is_paid"],
    sheet: { name: "Is paid ticket", optional: true, fix: "uploads.mend.paid", example: "true" },
    valueInHistory: true,
  },
  ticketPrice: {
    label: "request.ticketPrice",
    wire: ["ticket_price"],
    sheet: { name: "Ticket price", optional: true, fix: "uploads.mend.price" },
    valueInHistory: true,
  },
  closingPrice: { label: "request.form.closingPrice", wire: ["closing_ticket_price"], valueInHistory: true },
  adminRemarks: { label: "request.form.adminRemarks", wire: ["admin_remarks"] },
} as const satisfies Record<string, FormField>;

export type FormFieldName = keyof typeof formFields;

/** Every one of them, in the order of the declaration. */
export const formFieldNames = Object.keys(formFields) as FormFieldName[];

/** Those with a column of uploads. */
type FormSheetName = {
  [Name in FormFieldName]: (typeof formFields)[Name] extends { sheet: unknown } ? Name : never;
}[FormFieldName];
export const formSheetNames = formFieldNames.filter((name) => "sheet" in formFields[name]) as FormSheetName[];

/** A field with all that one may declare. */
export const formFieldOf = (name: FormFieldName): FormField => formFields[name];
