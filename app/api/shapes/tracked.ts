import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import { moment, rupees } from "../line/answer.ts";
import { TimePreferenceShape, timePreference } from "./time.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

/** A ticket as shown to anyone with its link (Q03, H2): only tracking fields, and later only its state. */
export const TrackedTicketShape = z.strictObject({
  _id: z.string(),
  ticket_id: z.string(),
  ticket_status: z.string(),
  displayed_status: z.string(),
  status: z.array(z.string()),
  createdAt: moment,
  closedAt: moment.nullable(),
  service_provided_for: z.strictObject({ service_name: z.string() }).optional(),
  specific_requirement: z.string().nullable().optional(),
  personal_details: z.strictObject({ name: z.string(), primary_phone: PhoneShape }).optional(),
  time_preference: TimePreferenceShape.optional(),
  assigned_ids: z
    .strictObject({
      assigned_center_id: z.strictObject({ center_name: z.string() }).nullable(),
      assigned_technician_id: z
        .strictObject({
          personal_details: z.strictObject({
            name: z.string(),
            phone: PhoneShape.nullable(),
            profile_picture: z.string().nullable(),
          }),
          rating: z.number().nullable(),
        })
        .nullable(),
    })
    .optional(),
  ticket_price: rupees.optional(),
  closing_ticket_price: rupees.nullable().optional(),
  payment_type: z.string().nullable().optional(),
  onsite_pictures: z.array(z.string()).optional(),
  remarks: z.strictObject({ star_rating: z.number().nullable() }).optional(),
});

export const trackedTicket = ({ details, ...tracked }: Tracking): z.input<typeof TrackedTicketShape> => ({
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
    time_preference: timePreference(details.timePreference),
    assigned_ids: {
      assigned_center_id: details.center ? { center_name: details.center } : null,
      assigned_technician_id: details.technician && {
        personal_details: {
          name: details.technician.name,
          phone: details.technician.phone ? phoneOf(details.technician.phone) : null,
          profile_picture: details.technician.hasPicture ? `/pictures/${tracked.id}/technician` : null,
        },
        rating: details.technician.rating,
      },
    },
    ticket_price: toRupees(details.ticketPricePaise),
    closing_ticket_price: details.closingPricePaise === null ? null : toRupees(details.closingPricePaise),
    payment_type: details.paymentType,
    onsite_pictures: details.pictures.map(({ id }) => `/pictures/${tracked.id}/${id}`),
    remarks: { star_rating: details.starRating },
  }),
});
