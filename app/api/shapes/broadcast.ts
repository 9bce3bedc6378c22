import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { BroadcastRow, Proposal } from "#modules/tickets/index.ts";
import { moment, rupees } from "../line/answer.ts";
import { ShownServiceShape, shownService } from "./service.ts";
import { TimePreferenceShape, timePreference } from "./time.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

const ProposedShape = z.strictObject({
  windows: z.array(moment).describe("When each window begins; it is two hours long"),
  choose_until: moment,
});

/** Windows that a center proposed, and until when the customer can choose one. */
export const ProposalShape = ProposedShape.extend({ _id: z.string() });
export const proposal = ({ id, windows, expiresAt }: Proposal): z.input<typeof ProposalShape> => ({
  _id: id,
  windows: windows.map((at) => new Date(at)),
  choose_until: expiresAt,
});

/** A broadcast entry of a center: before acceptance without name, phone and house number (fixed point 16). */
export const BroadcastShape = z.strictObject({
  _id: z.string(),
  status_of_ticket: z.string(),
  broadcast_label: z.string(),
  is_paid_by_public: z.boolean(),
  lead_amount: rupees,
  paid_from: z.string().nullable(),
  reserved_until: moment.nullable(),
  center_obj_id: z.string(),
  ticket_obj_id: z.strictObject({
    _id: z.string(),
    ticket_id: z.string(),
    service_provided_for: ShownServiceShape,
    specific_requirement: z.string().nullable(),
    address_details: z.strictObject({
      house_number: z.string().nullable(),
      locality: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      pincode: z.string(),
    }),
    personal_details: z.strictObject({ name: z.string(), primary_phone: PhoneShape }).nullable(),
    time_preference: TimePreferenceShape,
  }),
  proposed_windows: ProposedShape.nullable().describe("What the center proposed and the customer can still choose"),
  createdAt: moment,
});

export const broadcast = (row: BroadcastRow): z.input<typeof BroadcastShape> => ({
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
    service_provided_for: shownService(row.service),
    specific_requirement: row.requirement,
    address_details: {
      house_number: row.customer?.houseNumber ?? null,
      locality: row.locality,
      city: row.customer?.city ?? null,
      state: row.customer?.state ?? null,
      pincode: row.pincode,
    },
    personal_details: row.customer && { name: row.customer.name, primary_phone: phoneOf(row.customer.phone) },
    time_preference: timePreference(row.timePreference),
  },
  proposed_windows: row.proposed && {
    windows: row.proposed.windows.map(({ from }) => from),
    choose_until: row.proposed.until,
  },
  createdAt: row.createdAt,
});
