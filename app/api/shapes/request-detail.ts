import { z } from "zod";
import type { RequestDetail } from "#modules/tickets/index.ts";
import { moment } from "../line/answer.ts";
import { FeedbackAnswersShape } from "./feedback.ts";
import { TicketDetailShape, ticketDetail } from "./ticket.ts";

/** A request with its feedback records and the centers it was offered to (R286). */
export const RequestDetailShape = z.strictObject({
  results: TicketDetailShape,
  feedBackList: z.array(
    z.strictObject({
      center_obj_id: z.string().nullable(),
      ticket_obj_id: z.string(),
      feedBackResponse: FeedbackAnswersShape,
      over_all_rating: z.number(),
      is_already_submitted: z.boolean(),
      is_aldready_submitted: z.boolean(),
    }),
  ),
  broadCastList: z.array(
    z.strictObject({
      _id: z.string(),
      center_obj_id: z.strictObject({
        _id: z.string(),
        center_name: z.string(),
        qr_details: z.strictObject({ qr_id: z.string().nullable() }),
      }),
      ticket_obj_id: z.string(),
      status_of_ticket: z.string(),
      remarks: z.strictObject({
        technician_message: z.string().nullable(),
        onboarding_team_name: z.string().nullable(),
      }),
      createdAt: moment,
    }),
  ),
});

export const requestDetail = ({ request, offers }: RequestDetail): z.input<typeof RequestDetailShape> => ({
  results: ticketDetail(request),
  feedBackList: request.feedback
    ? [
        {
          center_obj_id: request.center ? request.center.id : null,
          ticket_obj_id: request.id,
          feedBackResponse: request.feedback.answers,
          over_all_rating: request.feedback.overAllRating,
          is_already_submitted: true,
          is_aldready_submitted: true,
        },
      ]
    : [],
  broadCastList: offers.map((offer) => ({
    _id: offer.id,
    center_obj_id: { _id: offer.centerId, center_name: offer.center, qr_details: { qr_id: offer.qrId } },
    ticket_obj_id: request.id,
    status_of_ticket: offer.status,
    remarks: { technician_message: offer.remarks, onboarding_team_name: offer.remarksBy },
    createdAt: offer.offeredAt,
  })),
});
