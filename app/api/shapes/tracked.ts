import { z } from "zod";
import { type Paise, toRupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type {
  OutcomeAnswer,
  OutcomeView,
  StillNeededOutcome,
  StillNeededView,
  Tracking,
} from "#modules/tickets/index.ts";
import { stillNeededAnswers, stillNeededReasons, stillNeededStates } from "#modules/tickets/shared.ts";
import { moment, rupees } from "../line/answer.ts";
import { TimePreferenceShape, timePreference } from "./time.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

/** The last question whether a request is still needed. */
export const StillNeededShape = z.strictObject({
  reason: z.enum(stillNeededReasons).describe("not_visited: the center did not come; waiting: no center took it yet"),
  state: z.enum(stillNeededStates).describe("open: it can be answered; yes, no: it was; expired: not any more"),
  answer_until: moment,
  new_request: z
    .strictObject({ _id: z.string().nullable(), ticket_id: z.string() })
    .nullable()
    .describe("The request that a yes made; its _id only for who proved the phone"),
});
export const stillNeeded = ({ reason, state, until, next }: StillNeededView): z.input<typeof StillNeededShape> => ({
  reason,
  state,
  answer_until: until,
  new_request: next && { _id: next.id, ticket_id: next.number },
});

const yesOrNo = z.enum(["yes", "no"]);
const inWord = (value: boolean) => (value ? ("yes" as const) : ("no" as const));

/** What the customer says happened at a closed request. */
export const OutcomeAnswerShape = z.strictObject({
  came: yesOrNo,
  done: yesOrNo.nullable().describe("Where the closing says that the work is done"),
  paid: rupees.nullable().describe("In rupees; only for who proved the phone"),
  counts: z.boolean().describe("Whether it was proven, and decides about the booking fee"),
});
type Answered = { came: boolean; done?: boolean | null | undefined; paidPaise?: Paise | null | undefined };
const wireAnswer = ({ came, done, paidPaise }: Answered) => ({
  came: inWord(came),
  done: done == null ? null : inWord(done),
  paid: paidPaise == null ? null : toRupees(paidPaise),
});
export const outcomeAnswer = ({ proof, ...answer }: OutcomeAnswer): z.input<typeof OutcomeAnswerShape> => ({
  ...wireAnswer(answer),
  counts: proof !== "bare",
});

/** The question what happened, and its answer. */
export const OutcomeShape = z.strictObject({
  open: z.boolean().describe("Whether it can be answered"),
  answer_until: moment,
  asks_done: z.boolean().describe("Whether done belongs to the answer"),
  answer: OutcomeAnswerShape.nullable(),
});
const outcome = ({ open, until, asksDone, answer }: OutcomeView): z.input<typeof OutcomeShape> => ({
  open,
  answer_until: until,
  asks_done: asksDone,
  answer: answer && { ...wireAnswer(answer), counts: answer.counts },
});

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
  invoice_supplier: z
    .string()
    .nullable()
    .optional()
    .describe("Who issued the bill: the operator, or the center that did the work"),
  paid_at: moment.nullable().optional(),
  payment_reference: z.string().nullable().optional().describe("Its end"),
  onsite_pictures: z.array(z.string()).optional(),
  remarks: z.strictObject({ star_rating: z.number().nullable() }).optional(),
  outcome: OutcomeShape.optional().describe("What happened, asked of the customer for 48 hours after the closing"),
  still_needed: StillNeededShape.optional().describe("Where the customer was asked whether it is still needed"),
});

export const trackedTicket = ({ details, ...tracked }: Tracking): z.input<typeof TrackedTicketShape> => ({
  _id: tracked.id,
  ticket_id: tracked.number,
  ticket_status: tracked.status,
  displayed_status: tracked.displayedStatus,
  status: tracked.steps,
  createdAt: tracked.createdAt,
  closedAt: tracked.closedAt,
  ...(tracked.outcome && { outcome: outcome(tracked.outcome) }),
  ...(tracked.stillNeeded && { still_needed: stillNeeded(tracked.stillNeeded) }),
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
    invoice_supplier: details.invoiceSupplier,
    paid_at: details.paidAt,
    payment_reference: details.paymentReference,
    onsite_pictures: details.pictures.map(({ id }) => `/pictures/${tracked.id}/${id}`),
    remarks: { star_rating: details.starRating },
  }),
});

/** The answer to that question, and the request to look at now. */
export const StillNeededAnswerShape = z.strictObject({
  answer: z.enum(stillNeededAnswers),
  _id: z.string().describe("The request to look at now: the new one, where a yes made one"),
  is_new: z.boolean(),
  service_available: z.boolean().nullable().describe("Whether a center is asked about the new request"),
});
export const stillNeededAnswer = ({
  answer,
  ticketId,
  made,
}: StillNeededOutcome): z.input<typeof StillNeededAnswerShape> => ({
  answer,
  _id: ticketId,
  is_new: made !== null,
  service_available: made && made === "served",
});

/** What is said about an answer. */
export function stillNeededSays({ answer, made }: StillNeededOutcome): MessageKey {
  if (made === null) return `tracking.stillNeeded.done.${answer}`;
  return made === "served" ? "tracking.stillNeeded.done.new" : "tracking.stillNeeded.done.unserved";
}
