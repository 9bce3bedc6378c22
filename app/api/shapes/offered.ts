import { z } from "zod";
import type { OfferedRow } from "#modules/tickets/index.ts";
import { moment } from "../line/answer.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

/** A request offered to a center, as operators see it; the address only once it is accepted (R262). */
export const OfferedShape = z.strictObject({
  _id: z.string(),
  status_of_ticket: z.string(),
  broadcast_label: z.string(),
  center_obj_id: z.strictObject({
    _id: z.string(),
    center_name: z.string(),
    personal_details: z.strictObject({ phone: PhoneShape }),
    qr_details: z.strictObject({ qr_id: z.string().nullable(), qr_status: z.string().nullable() }),
    payment_details: z.strictObject({ paid_for_onboarding_kit: z.boolean() }),
  }),
  ticket_obj_id: z.strictObject({
    _id: z.string(),
    ticket_id: z.string(),
    service_provided_for: z.strictObject({ service_name: z.string() }),
    personal_details: z.strictObject({ name: z.string(), primary_phone: PhoneShape }),
    address: z.string().nullable(),
    pincode: z.string(),
  }),
  remarks: z.strictObject({ technician_message: z.string().nullable(), onboarding_team_name: z.string().nullable() }),
  createdAt: moment,
});

export const offered = (row: OfferedRow): z.input<typeof OfferedShape> => ({
  _id: row.id,
  status_of_ticket: row.status,
  broadcast_label: row.label,
  center_obj_id: {
    _id: row.center.id,
    center_name: row.center.name,
    personal_details: { phone: phoneOf(row.center.phone) },
    qr_details: { qr_id: row.center.qrId, qr_status: row.center.qrStatus },
    payment_details: { paid_for_onboarding_kit: row.paidForKit },
  },
  ticket_obj_id: {
    _id: row.ticketId,
    ticket_id: row.number,
    service_provided_for: { service_name: row.service },
    personal_details: { name: row.name, primary_phone: phoneOf(row.phone) },
    address: row.address,
    pincode: row.pincode,
  },
  remarks: { technician_message: row.remarks, onboarding_team_name: row.remarksBy },
  createdAt: row.createdAt,
});
